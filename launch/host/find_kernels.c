#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "launch/host/host.h"
#include "launch/host/strings.h"

/* Names of files and programs are shorter. */
enum { LONGEST_NAME = 200, LONGEST_PROGRAM = 1 << 20 };

static void add_chunk(struct host_strings *f, size_t number, struct host_program *p) {
    const struct host_text *text = &f->chunks.at[number].text;
    struct host_program part = {.text = {.arena = f->arena}};
    host_text_append(&p->text, text);
    if (!host_text_has_kernel(text->text, text->n) && !host_text_is_cuda(text->text, text->n))
        return;
    host_text_append(&part.text, text);
    struct host_program *parts = NEW_ARRAY(f->arena, struct host_program, p->n_parts + 1);
    for (size_t i = 0; i < p->n_parts; i++)
        parts[i] = p->parts[i];
    parts[p->n_parts++] = part;
    p->parts = parts;
}

/* The name as it is written, in the program as it would be with each such name defined. */
static void add_name(struct host_strings *f, const struct host_token *t, struct host_text *filled) {
    host_text_copy(filled, host_token_text(f->source, t), t->length,
                   (struct host_origin){t->file, t->offset});
}

/* The strings of a variable, in order. One that refers to itself is as long as its depth. */
static void add_items(struct host_strings *f, const struct host_variable *v, struct host_program *p,
                      int depth) {
    for (size_t i = 0; i < v->items.n && depth < 8 && p->filled.n < LONGEST_PROGRAM; i++) {
        struct host_item item = v->items.at[i];
        if (item.chunk != NOTHING) {
            f->chunks.at[item.chunk].joined = true;
            add_chunk(f, item.chunk, p);
            host_text_append(&p->filled, &f->chunks.at[item.chunk].text);
        } else if (item.variable == NOTHING) {
            add_name(f, &f->source->tokens[item.name], &p->filled);
        } else {
            add_items(f, &f->variables.at[item.variable], p, depth + 1);
        }
    }
}

static void add_program(struct host_programs *all, struct arena *a, const struct host_program *p) {
    const char *text = p->text.text ? p->text.text : "";
    if (!host_text_has_kernel(text, p->text.n) && !host_text_is_cuda(text, p->text.n))
        return;
    for (size_t i = 0; i < all->n; i++) {
        const struct host_text *other = &all->at[i].text;
        if (other->n == p->text.n && memcmp(other->text, p->text.text, other->n) == 0)
            return;
    }
    vec_push(a, all, *p);
}

/* Whether an item of another variable is all of this one. */
static bool is_referred_to(const struct host_strings *f, size_t number) {
    for (size_t i = 0; i < f->variables.n; i++)
        for (size_t k = 0; k < f->variables.at[i].items.n; k++)
            if (f->variables.at[i].items.at[k].variable == number && i != number &&
                f->variables.at[i].items.n > 1)
                return true;
    return false;
}

static int by_place(const void *x, const void *y) {
    const struct host_origin a = *((const struct host_program *)x)->text.at,
                             b = *((const struct host_program *)y)->text.at;
    if (a.file != b.file)
        return a.file < b.file ? -1 : 1;
    return (a.offset > b.offset) - (a.offset < b.offset);
}

static struct host_programs make_programs(struct host_strings *f) {
    struct host_programs all = {0};
    for (size_t i = 0; i < f->variables.n; i++) {
        struct host_program p = {.text.arena = f->arena, .filled.arena = f->arena};
        if (is_referred_to(f, i))
            continue;
        add_items(f, &f->variables.at[i], &p, 0);
        add_program(&all, f->arena, &p);
    }
    for (size_t i = 0; i < f->chunks.n; i++) {
        struct host_program p = {.text.arena = f->arena};
        if (!f->chunks.at[i].joined) {
            add_chunk(f, i, &p);
            add_program(&all, f->arena, &p);
        }
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_place);
    return all;
}

static void add_file(struct arena *a, struct words *files, const char *name) {
    for (size_t i = 0; i < files->n; i++)
        if (strcmp(files->at[i], name) == 0)
            return;
    words_add(a, files, name);
}

/* "k.cl", or the file of an assembler's .incbin "k.cl". */
static void find_files(const struct host_strings *f, struct words *files) {
    static const char *const ends[] = {".cl", ".ocl", ".opencl"};
    for (size_t i = 0; i < f->chunks.n; i++) {
        const char *text = f->chunks.at[i].text.text, *name = strstr(text, ".incbin");
        const char *quote = name ? strchr(name, '"') : NULL;
        if (quote)
            text = arena_strndup(f->arena, quote + 1, strcspn(quote + 1, "\""));
        if (strlen(text) > LONGEST_NAME || strpbrk(text, "\n*"))
            continue;
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            if (str_ends(text, ends[k]) && strlen(text) > strlen(ends[k]))
                add_file(f->arena, files, text);
    }
}

struct host_programs host_kernels(struct arena *a, const struct host_source *s,
                                  struct words *files) {
    struct host_strings strings = host_strings(a, s);
    struct host_programs programs = make_programs(&strings);
    find_files(&strings, files);
    return programs;
}
