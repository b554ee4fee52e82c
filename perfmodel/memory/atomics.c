#include "perfmodel/memory/atomics.h"

#include <math.h>

#include "base/hash.h"

/* Where the database says nothing of slices: lines whose atomics are told apart. */
enum { UNKNOWN_SLICES = 64 };

enum { WORDS_OF_SECTOR = 8 };

/* SMs that a sector is used by on average, from which on it is taken for the same in all groups. */
static const double least_shared = 2;

static bool counts_passes(const struct gpu *g) {
    return g->cache.atomic_sector_cycles > 0;
}

struct atomic_slices *atomic_slices_new(struct arena *a, const struct gpu *g,
                                        struct memory_grid grid, double sms) {
    struct atomic_slices *s = NEW(a, struct atomic_slices);
    double n = g->cache.l2_slices > 0 ? g->cache.l2_slices : UNKNOWN_SLICES;
    s->gpu = g;
    s->grid = grid;
    s->sms = sms;
    s->n = n < ATOMIC_SLICES_MOST ? (unsigned)n : ATOMIC_SLICES_MOST;
    return s;
}

/* --- by address ------------------------------------------------------------ */

/* Of a line of a warp's atomics. Lanes with one address come one after another where their sum is
 * not one atomic. */
static double cycles_of_addresses(const struct gpu *g, const struct access *a,
                                  const struct footprint *f) {
    double words = (double)f->distinct / f->n_lines;
    double again = (double)(f->lanes - f->distinct) / f->n_lines;
    if (a->atomic == ATOMICS_DOUBLE && g->cache.atomic_double_cycles > 0)
        return words * g->cache.atomic_double_cycles + again * g->cache.atomic_double_same_cycles;
    if (a->atomic != ATOMICS_TOGETHER)
        words += again;
    return g->cache.atomic_line_cycles + words * g->cache.atomic_word_cycles;
}

/* --- by passes ------------------------------------------------------------- */

/* Passes over all sectors of a request: of one whose words several lanes have, as many as the most
 * popular one needs. Sums of integers at one address are made in the SM by the compiler's code.
 * Between lanes that meet evenly and those that meet at random: the more words of a sector are
 * used, the likelier one of them is the most popular one. */
static double passes(const struct access *a, const struct footprint *f) {
    if (a->atomic == ATOMICS_TOGETHER && f->distinct == 1)
        return 1;
    double even = (double)f->lanes / f->distinct, most = f->most_equal;
    double words = (double)f->distinct / f->n_sectors;
    double popular = (words - 1) / (WORDS_OF_SECTOR - 1);
    return f->n_sectors * (even + (most - even) * (popular < 1 ? popular : 1));
}

/* Of a line: all passes over its sectors, and no less than sums of one word take one after another,
 * of this request or, where all warps have that word, of others. */
static double cycles_of_passes(const struct atomic_slices *s, const struct atomic_request *r) {
    const struct access *a = r->access;
    const struct footprint *f = r->footprint;
    const struct gpu *g = s->gpu;
    if (a->atomic == ATOMICS_DOUBLE && g->cache.atomic_double_cycles > 0)
        return cycles_of_addresses(g, a, f);
    bool doubles = a->atomic == ATOMICS_DOUBLE, floats = doubles || a->atomic == ATOMICS_FLOAT;
    double pass = g->cache.atomic_sector_cycles * (doubles ? 2 : 1);
    double cycles = g->cache.atomic_line_cycles + passes(a, f) / f->n_lines * pass;
    bool in_turn = f->most_equal > 1 || (f->distinct == 1 && r->buffer->together > s->sms / 2);
    double turns = floats && in_turn ? f->most_equal * g->cache.atomic_float_same_cycles : 0;
    return cycles > turns ? cycles : turns;
}

/* The share of lanes at unknown places of the buffer that have a sector of it for themselves. */
static double alone_in_sector(const struct atomic_slices *s, const struct atomic_request *r) {
    double sectors = (double)r->buffer->bytes / s->grid.sector_bytes, lanes = r->footprint->lanes;
    if (!r->scattered || sectors < 1)
        return 1;
    return sectors * (1 - pow(1 - 1 / sectors, lanes)) / lanes;
}

/* --- slices ---------------------------------------------------------------- */

/* Neighbouring lines are in one slice, the next ones in the next; from a round of all slices to the
 * next the first one moves on. */
static unsigned slice_of(const struct atomic_slices *s, uint64_t line) {
    uint64_t each = s->gpu->cache.l2_slice_bytes > 0
                        ? (uint64_t)s->gpu->cache.l2_slice_bytes / s->grid.line_bytes
                        : 1;
    uint64_t number = line / (each ? each : 1);
    if (!counts_passes(s->gpu))
        return (unsigned)(hash_of(number) >> 32) % s->n;
    return (unsigned)((number + (hash_of(number / s->n) >> 32)) % s->n);
}

/* A line of the buffer at random. */
static uint64_t made_up_line(struct atomic_slices *s, const struct buffer_sharing *b) {
    uint64_t lines = b->bytes / s->grid.line_bytes;
    return (hash_of(++s->made_up) >> 24) % (lines ? lines : 1);
}

/* How far on in the buffer the lines of a request are that SMs do not use together: anywhere, as
 * groups follow one another through it. */
static uint64_t distance_on(struct atomic_slices *s, const struct atomic_request *r) {
    bool anywhere = counts_passes(s->gpu) && r->buffer->together < least_shared && !r->scattered;
    return anywhere ? made_up_line(s, r->buffer) * s->grid.line_bytes : 0;
}

double atomics_at_slices(struct atomic_slices *s, double now, const struct atomic_request *r) {
    const struct footprint *f = r->footprint;
    bool by_passes = counts_passes(s->gpu);
    double done = now;
    if (!by_passes && s->gpu->cache.atomic_word_cycles <= 0)
        return now;
    double cycles = by_passes ? cycles_of_passes(s, r) * alone_in_sector(s, r)
                              : cycles_of_addresses(s->gpu, r->access, f);
    double at_once = by_passes || r->scattered ? s->sms : r->buffer->together;
    uint64_t on = distance_on(s, r);
    for (uint32_t i = 0; i < f->n_lines; i++) {
        uint64_t at = r->base + (uint64_t)f->lines[i].offset - r->moved + on;
        uint64_t line = r->scattered ? made_up_line(s, r->buffer) : grid_line(&s->grid, at);
        struct server *slice = &s->slices[slice_of(s, line)];
        double end = server_take(slice, now, cycles * at_once * r->share);
        s->busiest.free = max_time(s->busiest.free, end);
        s->busiest.busy = max_time(s->busiest.busy, slice->busy);
        done = end > done ? end : done;
    }
    return done;
}

double atomics_data_cycles(const struct atomic_slices *s, const struct footprint *f) {
    double different = f->distinct / (s->gpu->cache.atomic_per_clk / s->sms);
    double same = (f->lanes - f->distinct) * s->gpu->cache.atomic_same_cycles;
    return counts_passes(s->gpu) && s->gpu->cache.l2_slices > 0 ? 0 : different + same;
}
