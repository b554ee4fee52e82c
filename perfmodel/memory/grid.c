#include "perfmodel/memory/grid.h"

#include <math.h>

enum { COVER_BITS = 64 };

static unsigned logarithm(double bytes) {
    return (unsigned)floor(log2(bytes));
}

static struct memory_grid grid_of(double line_bytes, double sector_bytes) {
    struct memory_grid g = {.line_shift = logarithm(line_bytes)};
    double least = line_bytes / MOST_LINE_SECTORS;
    g.sector_shift = logarithm(fmax(least, fmin(sector_bytes, line_bytes)));
    g.line_bytes = 1u << g.line_shift;
    g.sector_bytes = 1u << g.sector_shift;
    g.sectors = g.line_bytes / g.sector_bytes;
    return g;
}

struct memory_grid memory_grid_of(const struct gpu *g) {
    double own = g->cache.l2_request_line_bytes, part = g->cache.l2_request_sector_bytes;
    double line = own > 0 ? own : fmax(g->cache.l1_line_bytes, g->cache.l2_line_bytes);
    struct memory_grid grid = grid_of(fmax(LEAST_LINE_BYTES, fmin(line, MOST_LINE_BYTES)),
                                      part > 0 ? part : g->cache.l2_sector_bytes);
    grid.l1_banks = (uint32_t)g->cache.l1_data_banks;
    grid.l1_bank_lanes = (uint32_t)fmax(1, g->cache.l1_bank_lanes);
    return grid;
}

unsigned l2_fetch_unit(const struct gpu *g, const struct memory_grid *grid) {
    double bytes = fmax(g->cache.l2_sector_bytes, g->cache.l2_fetch_bytes);
    return (unsigned)fmin(grid->sectors, fmax(1, bytes / grid->sector_bytes));
}

unsigned whole_units(unsigned unit, unsigned sectors) {
    unsigned whole = 0;
    for (unsigned left = sectors, s; left; left &= ~0u << (s + unit)) {
        s = (unsigned)__builtin_ctz(left) & -unit;
        whole |= ((1u << unit) - 1) << s;
    }
    return whole;
}

bool memory_grid_is_same(const struct gpu *x, const struct gpu *y) {
    struct memory_grid a = memory_grid_of(x), b = memory_grid_of(y);
    return a.line_bytes == b.line_bytes && a.sector_bytes == b.sector_bytes &&
           a.l1_banks == b.l1_banks && a.l1_bank_lanes == b.l1_bank_lanes;
}

struct memory_grid profiler_grid(void) {
    static const double segment_bytes = 128, sector_bytes = 32;
    return grid_of(segment_bytes, sector_bytes);
}

struct covered grid_covered(const struct memory_grid *g, const struct cover *c, uint32_t sector) {
    struct covered found = {.any = false, .all = true};
    uint32_t step = g->sector_bytes < COVER_BITS ? g->sector_bytes : COVER_BITS;
    uint64_t whole = ~0ull >> (COVER_BITS - step);
    uint32_t end = (sector + 1) * g->sector_bytes;
    for (uint32_t at = sector * g->sector_bytes; at < end; at += step) {
        uint64_t bytes = c->bytes[at / COVER_BITS] >> at % COVER_BITS & whole;
        found.any |= bytes != 0;
        found.all &= bytes == whole;
    }
    return found;
}
