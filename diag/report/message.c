#include "diag/report/message.h"

#include <string.h>
#include <unistd.h>

#include "base/uri.h"
#include "base/utf8.h"
#include "diag/text/included.h"
#include "diag/text/wrap.h"

enum { LONGEST_QUOTE = 1000 };

const struct message_kind message_note = {"note", "note", "01;36"},
                          message_warning = {"warning", "warning", "01;35"},
                          message_error = {"error", "error", "01;31"},
                          message_remark = {"remark", "remark", "01;34"};

static const struct message_style plain_style = {.tab = STYLE_TAB, .origin = 1};

struct message_printer message_printer(struct arena *a, const struct report *r,
                                       const struct writer_options *o) {
    return (struct message_printer){.arena = a,
                                    .source = {.arena = a, .texts = r->texts},
                                    .out = {.arena = a},
                                    .style = o->style ? *o->style : plain_style,
                                    .colour = o->colour,
                                    .links = o->links,
                                    .compact = o->compact,
                                    .root = o->root,
                                    .pages = o->pages,
                                    .folders = o->folders,
                                    .sources = o->sources};
}

const struct message_kind *message_kind_of(enum severity s) {
    return s == SEVERITY_ERROR     ? &message_error
           : s == SEVERITY_WARNING ? &message_warning
                                   : &message_note;
}

static void put_coloured(struct message_printer *p, const char *part, const char *standard,
                         const char *text) {
    if (p->colour && *text)
        str_printf(&p->out, "\33[%sm\33[K%s\33[m\33[K",
                   message_style_rendition(p->arena, part, standard), text);
    else
        str_add(&p->out, text);
}

/* The file's name as the style has it. */
static const char *name_of(struct message_printer *p, const char *file) {
    const char *name = p->style.absolute_paths ? diag_absolute(p->arena, file)
                       : p->root               ? diag_path(p->arena, p->root, file)
                                               : file;
    return diag_one_line(p->arena, name);
}

/* Cells of a terminal that these bytes take, with tabs that end at multiples of `tab`. */
static uint32_t cells_of(const char *text, size_t n, uint32_t tab) {
    uint32_t cells = 0;
    for (size_t i = 0; i < n;) {
        struct diag_char c = diag_decode(text + i, n - i);
        cells += c.code == '\t' ? tab - cells % tab : diag_cells(c.code);
        i += c.bytes;
    }
    return cells;
}

/* The number of the place's column, in the unit and from the origin of the style. */
static uint32_t column_of(struct message_printer *p, const char *file, struct loc loc) {
    uint32_t before = loc.col ? loc.col - 1 : 0;
    if (p->style.display_columns) {
        struct diag_line l = diag_line(&p->source, file, loc.line);
        if (l.text && before <= l.n)
            before = cells_of(l.text, before, p->style.tab);
    }
    return before + p->style.origin;
}

static const char *place_of(struct message_printer *p, const char *file, struct loc loc) {
    const char *place = arena_printf(p->arena, "%s:", file ? name_of(p, file) : "clperf-cc");
    if (loc.line && file)
        place = arena_printf(p->arena, "%s%u:%u:", place, loc.line, column_of(p, file, loc));
    return place;
}

/* The address of the page of the rule that the option is for, or NULL: it is not installed. */
static const char *page_of(struct message_printer *p, const char *option) {
    const char *rule = strstr(option, "clperf-");
    if (!p->links || !p->pages || !rule)
        return NULL;
    char *name = arena_strdup(p->arena, rule + strlen("clperf-"));
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    const char *path = arena_printf(p->arena, "%s/%s.md", p->pages, name);
    return access(path, R_OK) == 0
               ? arena_printf(p->arena, "file:///%s", diag_uri(p->arena, "/", path))
               : NULL;
}

static void put_option(struct message_printer *p, const struct message_kind *kind,
                       const char *option) {
    const char *page = page_of(p, option);
    str_add(&p->out, " [");
    if (page)
        str_printf(&p->out, "\33]8;;%s\33\\", page);
    put_coloured(p, kind->part, kind->colour, option);
    if (page)
        str_add(&p->out, "\33]8;;\33\\");
    str_add(&p->out, "]");
}

void message_head(struct message_printer *p, const char *file, struct loc loc,
                  const struct message_kind *kind, const char *text, const char *option) {
    kind = p->compact && kind == &message_remark ? &message_note : kind;
    const char *place = place_of(p, file, loc);
    size_t before = strlen(place) + strlen(kind->name) + 3;
    put_coloured(p, "locus", "01", place);
    str_add(&p->out, " ");
    put_coloured(p, kind->part, kind->colour, arena_printf(p->arena, "%s: ", kind->name));
    text = diag_one_line(p->arena, text);
    str_add(&p->out, wrapped(p->arena, text, before, p->style.length));
    if (option && !p->style.no_option)
        put_option(p, kind, option);
    str_add(&p->out, "\n");
}

/* By which lines the first of the sources that includes the file does so, or NULL. */
static const struct include_place *places_of(struct message_printer *p, const char *file) {
    const struct include_place *from = NULL;
    for (size_t i = 0; p->sources && i < p->sources->n && !from; i++)
        if (strcmp(p->sources->at[i], file) != 0)
            from = included_from(&p->source, p->folders, p->sources->at[i], file);
    return from;
}

void message_included(struct message_printer *p, const char *file) {
    const bool said = p->said && strcmp(p->said, file) == 0;
    const bool given = !p->sources || words_has(p->sources, file);
    const struct include_place *first = said || given ? NULL : places_of(p, file);
    p->said = file;
    for (const struct include_place *i = first; i; i = i->from)
        str_printf(&p->out, "%s from %s:%u%s\n",
                   i == first ? "In file included" : "                ", name_of(p, i->file),
                   i->line, i->from ? "," : ":");
}

/* Blanks as wide as that text, with its tabs kept. */
static void put_blanks(struct message_printer *p, const char *text, size_t n) {
    for (size_t i = 0; i < n;) {
        struct diag_char c = diag_decode(text + i, n - i);
        if (c.code == '\t')
            str_add(&p->out, "\t");
        else
            str_printf(&p->out, "%*s", (int)diag_cells(c.code), "");
        i += c.bytes;
    }
}

static void put_caret(struct message_printer *p, const char *text, size_t n,
                      const struct message_kind *kind) {
    struct str marks = {.arena = p->arena};
    str_add(&marks, "^");
    const uint32_t cells = cells_of(text, n, 1);
    for (uint32_t i = 1; i < cells; i++)
        str_add(&marks, "~");
    put_coloured(p, kind->part, kind->colour, str_text(&marks));
}

void message_quote(struct message_printer *p, const char *file, struct loc loc,
                   const struct message_kind *kind) {
    struct diag_line l = diag_line(&p->source, file, loc.line);
    if (p->style.no_quotes || !l.text || l.n > LONGEST_QUOTE)
        return;
    struct diag_range r = diag_range(l, loc.col);
    const char *number = arena_printf(p->arena, "%*u", MESSAGE_GUTTER, loc.line);
    str_printf(&p->out, "%s | %s", number, diag_printable(p->arena, l.text, r.begin));
    put_coloured(p, kind->part, kind->colour,
                 diag_printable(p->arena, l.text + r.begin, r.end - r.begin));
    str_printf(&p->out, "%s\n", diag_printable(p->arena, l.text + r.end, l.n - r.end));
    str_printf(&p->out, "%*s | ", (int)strlen(number), "");
    put_blanks(p, l.text, r.begin);
    put_caret(p, l.text + r.begin, r.end - r.begin, kind);
    str_add(&p->out, "\n");
}

static bool is_ascii(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] < ' ' || s[i] > '~')
            return false;
    return true;
}

/* Columns that are marked of the line, and those that the edit takes below it. */
static uint32_t marked_width(const struct fix_edit *e) {
    return e->end_col > e->col ? e->end_col - e->col : 1;
}
static uint32_t edit_width(const struct fix_edit *e) {
    uint32_t wide = (uint32_t)strlen(e->text);
    return wide > marked_width(e) ? wide : marked_width(e);
}

/* How many edits there is room for below one line: those of plain characters, a blank apart. */
static size_t count_together(const struct diag_line *l, const struct fix_edit *e, size_t n) {
    size_t i = 1;
    while (i < n && e[i].line == e->line && e[i].end_col - 1 <= l->n &&
           e[i].col > e[i - 1].col + edit_width(&e[i - 1]) &&
           is_ascii(e[i - 1].text, strlen(e[i - 1].text)) &&
           is_ascii(l->text + e->col - 1, e[i].end_col - e->col))
        i++;
    return i;
}

static void put_marks(struct message_printer *p, const struct diag_line *l,
                      const struct fix_edit *e, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint32_t next = i + 1 < n ? e[i + 1].col - e[i].col - marked_width(&e[i]) : 0;
        put_caret(p, l->text + e[i].col - 1, e[i].end_col - e[i].col, &message_note);
        str_printf(&p->out, "%*s", (int)next, "");
    }
}

static void put_texts(struct message_printer *p, const struct fix_edit *e, size_t n) {
    for (size_t i = 0; i < n; i++) {
        size_t next = i + 1 < n ? e[i + 1].col - e[i].col - strlen(e[i].text) : 0;
        put_coloured(p, "fixit-insert", "32", diag_one_line(p->arena, e[i].text));
        str_printf(&p->out, "%*s", (int)next, "");
    }
}

/* A line of the source with what is to be written instead below it, as Clang shows it. Returns how
 * many of the edits it has shown. */
static size_t put_edits(struct message_printer *p, const char *file, const struct fix_edit *e,
                        size_t n) {
    struct diag_line l = diag_line(&p->source, file, e->line);
    if (!l.text || l.n > LONGEST_QUOTE || e->end_col - 1 > l.n)
        return 1;
    n = count_together(&l, e, n);
    str_printf(&p->out, "%*u | %s\n", MESSAGE_GUTTER, e->line,
               diag_printable(p->arena, l.text, l.n));
    str_printf(&p->out, "%*s | ", MESSAGE_GUTTER, "");
    put_blanks(p, l.text, e->col - 1);
    put_marks(p, &l, e, n);
    str_printf(&p->out, "\n%*s | ", MESSAGE_GUTTER, "");
    put_blanks(p, l.text, e->col - 1);
    put_texts(p, e, n);
    str_add(&p->out, "\n");
    return n;
}

/* As GCC and Clang write it: `fix-it:"k.cl":{4:9-4:12}:"text"`, columns in bytes, the end past the
 * last. */
static void put_for_programs(struct message_printer *p, const char *file,
                             const struct fix_edit *e) {
    str_printf(&p->out, "fix-it:\"%s\":{%u:%u-%u:%u}:\"", name_of(p, file), e->line, e->col,
               e->line, e->end_col);
    for (const char *c = e->text; *c; c++)
        if (*c == '\n')
            str_add(&p->out, "\\n");
        else if (*c == '\t')
            str_add(&p->out, "\\t");
        else
            str_printf(&p->out, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
    str_add(&p->out, "\"\n");
}

void message_edits(struct message_printer *p, const char *file, const struct fix_edit *e,
                   size_t n) {
    for (size_t i = 0; i < n && !p->style.no_quotes;)
        i += put_edits(p, file, &e[i], n - i);
    for (size_t i = 0; i < n && p->style.fixits; i++)
        put_for_programs(p, file, &e[i]);
}

const char *message_take(struct message_printer *p) {
    const char *text = str_text(&p->out);
    p->out = (struct str){.arena = p->arena};
    return text;
}
