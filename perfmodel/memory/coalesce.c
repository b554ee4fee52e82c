#include "perfmodel/memory/coalesce.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/vec.h"
#include "perfmodel/memory/l1_banks.h"

/* What a texture unit looks up at a time: eight lanes, 16 bytes. */
enum { QUAD_LANES = 8, QUAD = 16, MAX_QUADS = 9, REGISTER_BYTES = 4 };

/* Bytes per word of a line's cover. */
enum { WORD = 64 };

/* Bytes that lanes touch in order of their addresses, a bit each, in one word counted from the
 * first active lane's address. */
struct piece {
    int64_t word; /* its first byte */
    uint64_t bytes;
};

/* What is known of one pattern, filled on demand. */
struct footprints_of_pattern {
    uint32_t distinct, most_equal, sparse, bank_rounds; /* whatever the phase */
    uint32_t n_pieces;
    const struct piece *pieces; /* in the order of the lanes that begin them */
    uint32_t quads[QUAD];       /* by phase modulo QUAD */
    bool quads_known[QUAD];
    uint32_t last_phase;             /* scattered ones have one */
    uint8_t number[MOST_LINE_BYTES]; /* by phase: in `made`, from 1 on */
    VEC(const struct footprint *) made;
};

struct builder {
    struct arena *arena;
    struct memory_grid grid;
    VEC(struct piece) pieces;
    VEC(struct line) lines;
    /* Bytes covered per line, as a bit each, to tell full sectors from touched ones. */
    VEC(struct cover) cover;
};

static size_t find_line(struct builder *b, int64_t offset) {
    for (size_t i = b->lines.n; i-- > 0;)
        if (b->lines.at[i].offset == offset)
            return i;
    vec_push(b->arena, &b->lines, ((struct line){.offset = offset}));
    vec_push(b->arena, &b->cover, ((struct cover){0}));
    return b->lines.n - 1;
}

/* Bytes of a word whose place is counted from the first line. */
static void touch_word(struct builder *b, int64_t word, uint64_t bytes) {
    int64_t line = word & -(int64_t)b->grid.line_bytes;
    if (!bytes)
        return;
    size_t i = find_line(b, line);
    b->cover.at[i].bytes[(word - line) / WORD] |= bytes;
}

/* Marks the bytes of a piece of at most a word that begins anywhere. */
static void touch(struct builder *b, int64_t from, uint64_t bytes) {
    int64_t word = from & -WORD, by = from - word;
    touch_word(b, word, bytes << by);
    if (by)
        touch_word(b, word + WORD, bytes >> (WORD - by));
}

/* Splits the bytes [from, from + n) into pieces. They go on with the last one if they begin at
 * `rising` or behind it: then its lines are touched in ascending order. */
static void add_pieces(struct builder *b, int64_t from, uint32_t n, int64_t rising) {
    for (int64_t end = from + n; from < end;) {
        int64_t word = from & -WORD, next = word + WORD, stop = next < end ? next : end;
        struct piece p = {word, ~0ull >> (WORD - (stop - from)) << (from - word)};
        struct piece *last = b->pieces.n ? &b->pieces.at[b->pieces.n - 1] : NULL;
        if (last && last->word == word && from >= rising)
            last->bytes |= p.bytes;
        else
            vec_push(b->arena, &b->pieces, p);
        from = stop;
    }
}

static void find_sectors(struct builder *b) {
    for (size_t i = 0; i < b->lines.n; i++)
        for (unsigned s = 0; s < b->grid.sectors; s++) {
            struct covered found = grid_covered(&b->grid, &b->cover.at[i], s);
            b->lines.at[i].sectors |= (uint8_t)(found.any << s);
            b->lines.at[i].full |= (uint8_t)(found.all << s);
        }
}

/* Sorts the offsets, which mostly rise from lane to lane already, and counts those that are equal.
 */
static void count_equal(const struct pattern *p, struct footprints_of_pattern *f) {
    int64_t sorted[MAX_LANES];
    uint32_t n = 0, equal = 0;
    for (uint64_t m = p->mask; m; m &= m - 1, n++) {
        int64_t offset = p->offset[__builtin_ctzll(m)];
        uint32_t i = n;
        for (; i > 0 && sorted[i - 1] > offset; i--)
            sorted[i] = sorted[i - 1];
        sorted[i] = offset;
    }
    for (uint32_t i = 0; i < n; i++) {
        bool again = i > 0 && sorted[i] == sorted[i - 1];
        equal = again ? equal + 1 : 1;
        f->distinct += !again;
        f->most_equal = equal > f->most_equal ? equal : f->most_equal;
    }
}

/* Pieces of QUAD bytes that the lanes from `first` on touch, but one at least for each word that a
 * lane's registers are filled with. */
static uint32_t count_quads(const struct pattern *p, unsigned first, uint32_t phase) {
    int64_t seen[QUAD_LANES * MAX_QUADS];
    uint32_t n = 0;
    for (unsigned lane = first; lane < first + QUAD_LANES; lane++) {
        if (!(p->mask >> lane & 1))
            continue;
        int64_t from = phase + p->offset[lane];
        for (int64_t at = from & -QUAD; at < from + p->bytes; at += QUAD) {
            uint32_t i = 0;
            while (i < n && seen[i] != at)
                i++;
            if (i == n && n < QUAD_LANES * MAX_QUADS)
                seen[n++] = at;
        }
    }
    uint32_t words = (uint32_t)div_up(p->bytes, REGISTER_BYTES);
    return n && n < words ? words : n;
}

/* Whether the four lanes from `first` on lie farther apart than elements side by side. */
static bool is_sparse(const struct pattern *p, unsigned first) {
    return span_of_lanes(p, (uint64_t)0xf << first) >= (int64_t)L1_FOUR_LANES * p->bytes;
}

static bool has_lines(const struct footprint *f, const struct builder *b) {
    for (uint32_t i = 0; i < f->n_lines && i < b->lines.n; i++) {
        const struct line *x = &f->lines[i], *y = &b->lines.at[i];
        if (x->offset != y->offset || x->sectors != y->sectors || x->full != y->full)
            return false;
    }
    return f->n_lines == b->lines.n;
}

/* Shares the lines of the footprint `like` it, which may be NULL, if they are the same. */
static const struct footprint *finish(struct builder *b, struct footprint f,
                                      const struct footprint *like) {
    find_sectors(b);
    f.lines = like && has_lines(like, b)
                  ? like->lines
                  : arena_memdup(b->arena, b->lines.at, b->lines.n * sizeof *b->lines.at);
    f.n_lines = (uint32_t)b->lines.n;
    for (uint32_t i = 0; i < f.n_lines; i++)
        f.n_sectors += (uint32_t)__builtin_popcount(b->lines.at[i].sectors);
    return arena_memdup(b->arena, &f, sizeof f);
}

static void find_pieces(struct builder *b, const struct pattern *p,
                        struct footprints_of_pattern *f) {
    int64_t before = INT64_MIN;
    b->pieces.n = 0;
    for (uint64_t m = p->mask; m; m &= m - 1) {
        int64_t from = p->offset[__builtin_ctzll(m)];
        add_pieces(b, from, p->bytes, before);
        before = from;
    }
    f->n_pieces = (uint32_t)b->pieces.n;
    f->pieces = arena_memdup(b->arena, b->pieces.at, b->pieces.n * sizeof *b->pieces.at);
}

static struct footprints_of_pattern *new_pattern(struct builder *b, const struct pattern *p) {
    struct footprints_of_pattern *f = NEW(b->arena, struct footprints_of_pattern);
    if (p->scattered)
        return f;
    f->last_phase = b->grid.line_bytes - 1;
    count_equal(p, f);
    find_pieces(b, p, f);
    for (unsigned lane = 0; lane < MAX_LANES; lane += L1_FOUR_LANES)
        f->sparse += is_sparse(p, lane);
    f->bank_rounds = l1_bank_rounds(&b->grid, p);
    return f;
}

static uint32_t quads_at(struct footprints_of_pattern *f, const struct pattern *p, uint32_t phase) {
    uint32_t at = phase % QUAD;
    for (unsigned lane = 0; lane < MAX_LANES && !f->quads_known[at]; lane += QUAD_LANES)
        f->quads[at] += count_quads(p, lane, at);
    f->quads_known[at] = true;
    return f->quads[at];
}

static const struct footprint *work_out(struct footprints *all, struct footprints_of_pattern *known,
                                        const struct pattern *p, uint32_t phase) {
    struct builder *b = all->builder;
    struct footprint f = {.lanes = (uint32_t)__builtin_popcountll(p->mask)};
    f.ideal_sectors = (uint32_t)div_up(f.lanes * p->bytes, b->grid.sector_bytes);
    b->lines.n = b->cover.n = 0;
    if (p->scattered) {
        for (uint32_t i = 0; i < f.lanes; i++)
            touch(b, (int64_t)i * b->grid.line_bytes,
                  (1ull << (p->bytes < 32 ? p->bytes : 32)) - 1);
        f.distinct = f.lanes;
        f.most_equal = 1;
        f.quads = f.lanes * (uint32_t)div_up(p->bytes, QUAD);
        f.sparse = (uint32_t)div_up(f.lanes, L1_FOUR_LANES);
        return finish(b, f, NULL);
    }
    for (uint32_t i = 0; i < known->n_pieces; i++)
        touch(b, phase + known->pieces[i].word, known->pieces[i].bytes);
    f.distinct = known->distinct;
    f.most_equal = known->most_equal;
    f.sparse = known->sparse;
    f.bank_rounds = known->bank_rounds;
    f.quads = all->without_quads ? 0 : quads_at(known, p, phase);
    return finish(b, f, known->made.n ? known->made.at[known->made.n - 1] : NULL);
}

struct footprints *footprints_of(struct arena *a, struct memory_grid grid, const struct trace *t) {
    struct footprints *f = NEW(a, struct footprints);
    f->arena = a;
    f->builder = NEW(a, struct builder);
    f->builder->arena = a;
    f->grid = f->builder->grid = grid;
    footprints_extend(f, t);
    return f;
}

void footprints_extend(struct footprints *f, const struct trace *t) {
    struct footprints_of_pattern **before = f->known;
    if (before && t->n_patterns <= f->n_patterns)
        return;
    f->known = NEW_ARRAY(f->arena, struct footprints_of_pattern *, t->n_patterns);
    for (size_t i = 0; i < f->n_patterns; i++)
        f->known[i] = before[i];
    f->patterns = t->patterns;
    f->n_patterns = t->n_patterns;
}

const struct footprint *footprint_at(struct footprints *f, uint32_t pattern, uint64_t address) {
    struct footprints_of_pattern *known = f->known[pattern];
    if (!known)
        known = f->known[pattern] = new_pattern(f->builder, &f->patterns[pattern]);
    uint32_t phase = (uint32_t)address & known->last_phase;
    if (!known->number[phase]) {
        const struct footprint *made = work_out(f, known, &f->patterns[pattern], phase);
        vec_push(f->arena, &known->made, made);
        known->number[phase] = (uint8_t)known->made.n;
    }
    return known->made.at[known->number[phase] - 1];
}

const struct footprint *footprint_ideal(struct arena *a, struct memory_grid grid, uint32_t lanes,
                                        uint32_t bytes) {
    struct builder b = {.arena = a, .grid = grid};
    add_pieces(&b, 0, lanes * bytes, 0);
    for (size_t i = 0; i < b.pieces.n; i++)
        touch(&b, b.pieces.at[i].word, b.pieces.at[i].bytes);
    struct footprint f = {.ideal_sectors = (uint32_t)div_up(lanes * bytes, grid.sector_bytes),
                          .lanes = lanes,
                          .distinct = lanes,
                          .most_equal = 1,
                          .quads = (uint32_t)div_up(lanes * bytes, QUAD)};
    return finish(&b, f, NULL);
}

const struct footprint *footprint_even(struct arena *a, struct memory_grid grid, uint32_t lanes,
                                       uint32_t bytes, uint32_t places) {
    struct footprint *f = arena_memdup(a, footprint_ideal(a, grid, places, bytes), sizeof *f);
    f->lanes = lanes;
    f->ideal_sectors = (uint32_t)div_up(lanes * bytes, grid.sector_bytes);
    f->most_equal = (uint32_t)div_up(lanes, places);
    return f;
}

const struct footprint *footprint_rows(struct arena *a, struct memory_grid grid, uint32_t lanes,
                                       uint32_t bytes, uint32_t rows) {
    struct footprint *f = arena_memdup(a, footprint_ideal(a, grid, lanes, bytes), sizeof *f);
    double none = pow(1 - 1.0 / rows, lanes);
    uint32_t n = (uint32_t)fmax(1, round(rows * (1 - none)));
    uint32_t sectors = (uint32_t)fmin(grid.sectors, div_up(lanes, n));
    struct line *lines = NEW_ARRAY(a, struct line, n);
    for (uint32_t i = 0; i < n; i++)
        lines[i] = (struct line){.offset = (int64_t)((uint64_t)i * rows / n * grid.line_bytes),
                                 .sectors = (uint8_t)((1u << sectors) - 1)};
    f->lines = lines;
    f->n_lines = n;
    f->n_sectors = n * sectors;
    return f;
}
