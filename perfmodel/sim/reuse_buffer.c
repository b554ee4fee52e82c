#include "perfmodel/sim/reuse_buffer.h"

#include <math.h>

#include "base/hash.h"

struct reuse_buffer reuse_buffer_new(struct arena *a, struct memory_grid grid, uint32_t groups,
                                     double bytes) {
    uint32_t room = bytes >= grid.line_bytes ? (uint32_t)(bytes / grid.line_bytes) : 1;
    return (struct reuse_buffer){NEW_ARRAY(a, struct reuse_buffer_line, (size_t)room * groups),
                                 room, grid};
}

/* The line's number, and its place. */
static uint64_t number_of(const struct memory_grid *g, uint64_t address, const struct line *l) {
    return grid_line(g, grid_line_start(g, address) + (uint64_t)l->offset) + 1;
}

static struct reuse_buffer_line *place_of(const struct reuse_buffer *k, uint32_t group,
                                          uint64_t line) {
    uint64_t h = hash_of(line) >> 32;
    return &k->at[(size_t)group * k->room + h % k->room];
}

double reuse_buffer_ready(const struct reuse_buffer *k, uint32_t group, uint64_t address,
                          const struct footprint *f) {
    double ready = 0;
    for (uint32_t i = 0; i < f->n_lines; i++) {
        uint64_t line = number_of(&k->grid, address, &f->lines[i]);
        const struct reuse_buffer_line *at = place_of(k, group, line);
        if (at->line != line)
            return -1;
        ready = fmax(ready, at->ready);
    }
    return ready;
}

void reuse_buffer_add(struct reuse_buffer *k, uint32_t group, uint64_t address,
                      const struct footprint *f, double ready) {
    for (uint32_t i = 0; i < f->n_lines; i++) {
        uint64_t line = number_of(&k->grid, address, &f->lines[i]);
        *place_of(k, group, line) = (struct reuse_buffer_line){line, ready};
    }
}
