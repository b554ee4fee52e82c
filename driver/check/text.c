/* The text of many analyses as that of one: diagnostics sorted by place, those of headers once. */
#include <stdlib.h>
#include <string.h>

#include "base/message_style.h"
#include "base/str.h"
#include "driver/check/check.h"

static const struct kind {
    const char *text, *colour;
} kinds[] = {{": error: ", "01;31"},
             {": warning: ", "01;35"},
             {": remark: ", "01;34"},
             {": note: ", "01;36"}};

enum { KINDS = sizeof kinds / sizeof *kinds, NOTE = KINDS - 1 };

/* The number that ends at text[*n], behind a colon, which are taken off; 0 if there is none. */
static int take_number(const char *text, size_t *n) {
    size_t i = *n;
    while (i && text[i - 1] >= '0' && text[i - 1] <= '9')
        i--;
    if (i == *n || !i || text[i - 1] != ':')
        return 0;
    *n = i - 1;
    return atoi(text + i);
}

/* The kind of diagnostic that the line begins, with the length of its place; NULL: none. Quoted
 * lines of the source begin with a blank or have a bar after their number. */
static const struct kind *head_of(const char *line, size_t n, size_t *place) {
    size_t digits = strspn(line, " 0123456789");
    if (!n || line[0] == ' ' || line[0] == '\t' || line[digits] == '|')
        return NULL;
    const struct kind *first = NULL;
    for (size_t k = 0; k < KINDS; k++) {
        const char *at = memmem(line, n, kinds[k].text, strlen(kinds[k].text));
        if (at && (!first || (size_t)(at - line) < *place)) {
            first = &kinds[k];
            *place = (size_t)(at - line);
        }
    }
    return first;
}

/* Whether the line says by which line of which file the file of the next diagnostic is included: of
 * one unit, where the diagnostic may be of several. */
static bool says_included(const char *line) {
    return str_starts(line, "In file included from ") || str_starts(line, "                 from ");
}

static void begin_block(struct check_text *t, const char *line, size_t place) {
    struct check_block b = {0};
    size_t n = place;
    b.col = take_number(line, &n);
    b.line = take_number(line, &n);
    b.file = arena_strndup(t->arena, line, n);
    vec_push(t->arena, &t->blocks, b);
}

/* Ends the open block in front of the line. */
static void end_block(struct check_text *t, const char *start, const char *line, bool *open) {
    if (*open)
        t->blocks.at[t->blocks.n - 1].text = arena_strndup(t->arena, start, (size_t)(line - start));
    *open = false;
}

void check_text_add(struct check_text *t, const char *text) {
    const char *start = text, *line = text;
    bool open = false;
    for (size_t n = 0; *line; line += n) {
        n = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
        size_t place = 0;
        const struct kind *k = head_of(line, n, &place);
        if (says_included(line))
            end_block(t, start, line, &open);
        if (!k || (k == &kinds[NOTE] && open))
            continue;
        end_block(t, start, line, &open);
        begin_block(t, line, place);
        start = line;
        open = true;
    }
    end_block(t, start, line, &open);
}

static int by_place(const void *x, const void *y) {
    const struct check_block *a = x, *b = y;
    int order = strcmp(a->file, b->file);
    order = order ? order : (a->line > b->line) - (a->line < b->line);
    order = order ? order : (a->col > b->col) - (a->col < b->col);
    return order ? order : strcmp(a->text, b->text);
}

/* Whether the line says on which GPU and of which launch the diagnostic above it is. */
static bool says_launch(const char *line, size_t n) {
    return memmem(line, n, ": note: on ", strlen(": note: on "));
}

/* The length of the block without such lines, which end it. */
static size_t length_of_body(const char *text) {
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        size_t n = strcspn(line, "\n");
        if (says_launch(line, n))
            return (size_t)(line - text);
        if (!line[n])
            break;
    }
    return strlen(text);
}

/* Adds to the first block what only the second says, if they are one diagnostic: units see a header
 * with launches of their own. */
static bool join(struct arena *a, struct check_block *first, const struct check_block *second) {
    size_t n = length_of_body(first->text), same = length_of_body(second->text);
    if (n != same || strncmp(first->text, second->text, n) != 0 ||
        strcmp(first->file, second->file) != 0)
        return false;
    for (const char *line = second->text + same; *line;) {
        size_t length = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
        const char *own = arena_strndup(a, line, length);
        if (!strstr(first->text + n, own))
            first->text = arena_printf(a, "%s%s", first->text, own);
        line += length;
    }
    return true;
}

/* As a compiler colours it: the place and the kind. */
static void put_line(struct arena *a, FILE *out, const char *line, size_t n, bool colour) {
    size_t place = 0;
    const struct kind *k = colour ? head_of(line, n, &place) : NULL;
    if (!k) {
        fwrite(line, 1, n, out);
        return;
    }
    const size_t after = place + strlen(k->text);
    const char *part = arena_strndup(a, k->text + 2, strlen(k->text) - 4);
    fprintf(out, "\33[%sm\33[K%.*s:\33[m\33[K ", message_style_rendition(a, "locus", "01"),
            (int)place, line);
    fprintf(out, "\33[%sm\33[K%s: \33[m\33[K%.*s", message_style_rendition(a, part, k->colour),
            part, (int)(n - after), line + after);
}

void check_text_write(struct check_text *t, FILE *out, bool colour) {
    if (t->blocks.n)
        qsort(t->blocks.at, t->blocks.n, sizeof *t->blocks.at, by_place);
    size_t n = 0;
    for (size_t i = 0; i < t->blocks.n; i++)
        if (!n || !join(t->arena, &t->blocks.at[n - 1], &t->blocks.at[i]))
            t->blocks.at[n++] = t->blocks.at[i];
    for (size_t i = 0; i < n; i++) {
        const char *text = t->blocks.at[i].text;
        for (const char *line = text; *line;) {
            size_t n = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
            put_line(t->arena, out, line, n, colour);
            line += n;
        }
    }
}
