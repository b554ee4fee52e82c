#include "launch/host/source_map.h"

#include <string.h>

struct host_map host_map(struct arena *a, const struct host_source *s,
                         const struct host_program *p) {
    VEC(size_t) lines = {0};
    vec_push(a, &lines, 0);
    for (size_t i = 0; i < p->text.n; i++)
        if (p->text.text[i] == '\n')
            vec_push(a, &lines, i + 1);
    return (struct host_map){s, p, lines.at, lines.n};
}

/* The line of an offset, counted from 0. */
static size_t line_of(const struct host_file *f, uint32_t offset) {
    size_t low = 0, high = f->n_lines;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (f->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct loc host_locate(const struct host_map *m, struct loc loc) {
    if (!loc.line || loc.file || loc.line > m->n_lines)
        return loc;
    const struct host_text *t = &m->program->text;
    size_t i = m->lines[loc.line - 1] + (loc.col ? loc.col - 1 : 0);
    struct host_origin at = t->at[i < t->n ? i : t->n - 1];
    const struct host_file *f = &m->source->files[at.file];
    size_t line = line_of(f, at.offset);
    return (struct loc){at.file ? f->path : NULL, (uint32_t)line + 1,
                        at.offset - f->lines[line] + 1};
}

void host_map_kernel(const struct host_map *m, struct kernel *k) {
    k->file = m->source->files[0].path;
    k->loc = host_locate(m, k->loc);
    for (uint32_t i = 0; i < k->n_values; i++)
        k->values[i].loc = host_locate(m, k->values[i].loc);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        k->accesses[i].loc = host_locate(m, k->accesses[i].loc);
    for (uint32_t i = 0; i < k->n_branches; i++)
        k->branches[i].loc = host_locate(m, k->branches[i].loc);
    for (uint32_t i = 0; i < k->n_loops; i++)
        k->loops[i].loc = host_locate(m, k->loops[i].loc);
    for (uint32_t i = 0; i < k->n_items; i++)
        k->items[i].loc = host_locate(m, k->items[i].loc);
}
