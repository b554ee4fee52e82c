/* Footprints of random requests against a map of every byte that they touch. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "perfmodel/memory/coalesce.h"

enum { SEED = 980, SPAN = 1 << 17, REQUESTS = 200 };

struct dice {
    unsigned short state[3];
};

static unsigned below(struct dice *d, unsigned n) {
    return (unsigned)nrand48(d->state) % n;
}

static unsigned first_lane(uint64_t mask) {
    return (unsigned)__builtin_ctzll(mask);
}

/* Every lane's address, from which the pattern and the reference are made. */
struct request {
    uint64_t mask, address[MAX_LANES];
    uint32_t bytes;
};

/* Lanes a stride apart, all over the place, or a few of one kind; some of them asleep. */
static struct request any_request(struct dice *d) {
    static const int strides[] = {0, 1, 2, 4, 8, 12, 16, 32, 64, 128, 132, -4, -16, -128};
    struct request r = {.bytes = 1u << below(d, 5)};
    unsigned lanes = below(d, 2) ? 64 : 32, align = below(d, 3) ? r.bytes : 1;
    int stride = strides[below(d, sizeof strides / sizeof strides[0])];
    bool random = below(d, 3) == 0;
    uint64_t start = SPAN / 2 + below(d, 1024) / align * align;
    r.mask =
        below(d, 2) ? ~0ull : ((uint64_t)nrand48(d->state) << 33 ^ (uint64_t)nrand48(d->state));
    r.mask = lanes == 64 ? r.mask : r.mask & UINT32_MAX;
    r.mask |= 1ull << below(d, lanes);
    for (unsigned i = 0; i < lanes; i++)
        r.address[i] = random ? start + below(d, 4096) / align * align
                              : (uint64_t)((int64_t)start + (int64_t)i * stride);
    return r;
}

static struct pattern pattern_of(const struct request *r, int64_t *offset) {
    for (unsigned i = 0; i < MAX_LANES; i++)
        offset[i] = (int64_t)(r->address[i] - r->address[first_lane(r->mask)]);
    return (struct pattern){.mask = r->mask, .bytes = r->bytes, .offset = offset};
}

static unsigned bytes_set(const bool *touched, uint64_t from, unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += touched[from + i];
    return sum;
}

/* The footprint's line at that address, or NULL. */
static const struct line *line_at(const struct footprint *f, uint64_t base, uint64_t address) {
    for (uint32_t i = 0; i < f->n_lines; i++)
        if (base + (uint64_t)f->lines[i].offset == address)
            return &f->lines[i];
    return NULL;
}

static bool lines_agree(const struct memory_grid *g, const struct footprint *f, uint64_t base,
                        const bool *touched) {
    uint32_t lines = 0, sectors = 0;
    for (uint64_t at = 0; at < SPAN; at += g->line_bytes) {
        const struct line *l = line_at(f, base, at);
        uint8_t some = 0, full = 0;
        for (unsigned s = 0; s < g->sectors; s++) {
            unsigned n = bytes_set(touched, at + s * g->sector_bytes, g->sector_bytes);
            some |= (uint8_t)((n > 0) << s);
            full |= (uint8_t)((n == g->sector_bytes) << s);
        }
        if ((l != NULL) != (some != 0) || (l && (l->sectors != some || l->full != full)))
            return false;
        lines += some != 0;
        sectors += (uint32_t)__builtin_popcount(some);
    }
    return f->n_lines == lines && f->n_sectors == sectors;
}

static bool lanes_agree(const struct memory_grid *g, const struct footprint *f,
                        const struct request *r) {
    uint32_t lanes = 0, distinct = 0, most = 0;
    for (unsigned i = 0; i < MAX_LANES; i++) {
        uint32_t equal = 0, before = 0;
        for (unsigned j = 0; j < MAX_LANES; j++)
            if (r->mask >> j & 1 && r->address[j] == r->address[i]) {
                equal++;
                before += j < i;
            }
        if (!(r->mask >> i & 1))
            continue;
        lanes++;
        distinct += before == 0;
        most = equal > most ? equal : most;
    }
    uint32_t ideal = (lanes * r->bytes + g->sector_bytes - 1) / g->sector_bytes;
    return f->lanes == lanes && f->distinct == distinct && f->most_equal == most &&
           f->ideal_sectors == ideal;
}

static void test_random(struct arena *a, struct dice *d, struct memory_grid g, bool *touched) {
    for (int n = 0; n < REQUESTS; n++) {
        struct request r = any_request(d);
        int64_t offset[MAX_LANES];
        struct pattern p = pattern_of(&r, offset);
        struct trace t = {.patterns = &p, .n_patterns = 1};
        struct footprints *all = footprints_of(a, g, &t);
        uint64_t address = r.address[first_lane(r.mask)];
        const struct footprint *f = footprint_at(all, 0, address);
        memset(touched, 0, SPAN);
        for (unsigned i = 0; i < MAX_LANES; i++)
            if (r.mask >> i & 1)
                memset(touched + r.address[i], 1, r.bytes);
        CHECK(lanes_agree(&g, f, &r));
        CHECK(lines_agree(&g, f, grid_line_start(&g, address), touched));
        CHECK(footprint_at(all, 0, address + 7 * g.line_bytes) == f);
    }
}

static struct memory_grid grid_of(double l1_line, double l2_line, double sector) {
    return memory_grid_of(&(struct gpu){
        .cache = {.l1_line_bytes = l1_line, .l2_line_bytes = l2_line, .l2_sector_bytes = sector}});
}

static bool has_sizes(struct memory_grid g, uint32_t line, uint32_t sector) {
    return g.line_bytes == line && g.sector_bytes == sector && g.sectors == line / sector &&
           1u << g.line_shift == line && 1u << g.sector_shift == sector;
}

/* NVIDIA's three kinds, AMD's two, a small one, and sizes that are out of the grid's range. */
static void test_grids(struct arena *a, struct dice *d) {
    static const double sizes[][5] = {
        {128, 128, 32, 128, 32}, {128, 64, 32, 128, 32},   {32, 128, 32, 128, 32},
        {64, 128, 64, 128, 64},  {64, 64, 64, 64, 64},     {32, 32, 16, 64, 16},
        {256, 128, 16, 128, 16}, {64, 128, 128, 128, 128}, {64, 64, 128, 64, 64}};
    bool *touched = NEW_ARRAY(a, bool, SPAN);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct memory_grid g = grid_of(sizes[i][0], sizes[i][1], sizes[i][2]);
        CHECK(has_sizes(g, (uint32_t)sizes[i][3], (uint32_t)sizes[i][4]));
        test_random(a, d, g, touched);
    }
    CHECK(has_sizes(profiler_grid(), 128, 32));
}

static void test_scattered(struct arena *a) {
    struct pattern p = {.mask = 0xff0f, .bytes = 4, .scattered = true};
    struct trace t = {.patterns = &p, .n_patterns = 1};
    struct footprints *all = footprints_of(a, profiler_grid(), &t);
    const struct footprint *f = footprint_at(all, 0, 12345);
    CHECK(f->n_lines == 12 && f->n_sectors == 12 && f->lanes == 12 && f->distinct == 12);
    CHECK(f->most_equal == 1 && f->ideal_sectors == 2 && f->lines[0].full == 0);
    p.bytes = 64;
    all = footprints_of(a, profiler_grid(), &t);
    f = footprint_at(all, 0, 0);
    CHECK(f->n_lines == 12 && f->n_sectors >= 12);
}

static void test_ideal(struct arena *a) {
    const struct footprint *f = footprint_ideal(a, profiler_grid(), 32, 4);
    CHECK(f->n_lines == 1 && f->n_sectors == 4 && f->lines[0].full == 0xf);
    f = footprint_ideal(a, profiler_grid(), 5, 1);
    CHECK(f->n_lines == 1 && f->n_sectors == 1 && f->lines[0].full == 0);
    f = footprint_ideal(a, profiler_grid(), 64, 16);
    CHECK(f->n_lines == 8 && f->n_sectors == 32 && f->ideal_sectors == 32);
}

static const struct footprint *strided(struct arena *a, uint32_t bytes, unsigned same,
                                       uint64_t stride) {
    struct request r = {.mask = UINT32_MAX, .bytes = bytes};
    int64_t offset[MAX_LANES];
    for (unsigned i = 0; i < 32; i++)
        r.address[i] = 4096 + i / same * stride;
    struct pattern p = pattern_of(&r, offset);
    struct footprints *all =
        footprints_of(a, profiler_grid(), &(struct trace){.patterns = &p, .n_patterns = 1});
    return footprint_at(all, 0, 4096);
}

static uint32_t quads(struct arena *a, uint32_t bytes, unsigned same, uint64_t stride) {
    return strided(a, bytes, same, stride)->quads;
}

/* Of 32 lanes, fours that do not lie side by side. */
static void test_sparse(struct arena *a) {
    CHECK(strided(a, 4, 1, 4)->sparse == 0 && strided(a, 1, 1, 1)->sparse == 0);
    CHECK(strided(a, 4, 32, 0)->sparse == 0 && strided(a, 1, 2, 2)->sparse == 0);
    CHECK(strided(a, 4, 1, 8)->sparse == 8 && strided(a, 1, 1, 2)->sparse == 8);
    CHECK(strided(a, 4, 4, 4096)->sparse == 0 && strided(a, 4, 2, 4096)->sparse == 8);
    struct pattern p = {.mask = 0xff0f, .bytes = 4, .scattered = true};
    struct footprints *all =
        footprints_of(a, profiler_grid(), &(struct trace){.patterns = &p, .n_patterns = 1});
    CHECK(footprint_at(all, 0, 0)->sparse == 3);
}

/* Load transactions that nvprof counts on the GTX 980 (marcosamaris/gpuperfpredict): 8 if
 * coalesced, 4 where every eight lanes have one address, 32 down a column. */
static void test_quads(struct arena *a) {
    CHECK(quads(a, 4, 1, 4) == 8);
    CHECK(quads(a, 4, 8, 4096) == 4 && quads(a, 4, 32, 0) == 4);
    CHECK(quads(a, 4, 1, 4096) == 32);
    CHECK(quads(a, 16, 1, 16) == 32);
    CHECK(quads(a, 16, 32, 0) == 16);
}

static void test_without_quads(struct arena *a) {
    int64_t offset[MAX_LANES] = {0, 4};
    struct pattern p = {.mask = 3, .bytes = 4, .offset = offset};
    struct footprints *all =
        footprints_of(a, profiler_grid(), &(struct trace){.patterns = &p, .n_patterns = 1});
    all->without_quads = true;
    CHECK(footprint_at(all, 0, 0)->quads == 0 && footprint_at(all, 0, 0)->n_sectors == 1);
}

/* Down a column, phases in one sector touch the same lines, and those in another do not. */
static void test_shared_lines(struct arena *a) {
    int64_t offset[MAX_LANES] = {0, 4096};
    struct pattern p = {.mask = 3, .bytes = 4, .offset = offset};
    struct footprints *all =
        footprints_of(a, profiler_grid(), &(struct trace){.patterns = &p, .n_patterns = 1});
    const struct line *first = footprint_at(all, 0, 0)->lines;
    CHECK(footprint_at(all, 0, 4)->lines == first && footprint_at(all, 0, 28)->lines == first);
    CHECK(footprint_at(all, 0, 30)->lines != first && footprint_at(all, 0, 32)->lines != first);
}

/* 32 lanes are in 14 of 16 rows on average, in 30 of 256, and in the only one. */
static void test_rows(struct arena *a) {
    struct memory_grid grid = profiler_grid();
    const struct footprint *few = footprint_rows(a, grid, 32, 4, 16),
                           *many = footprint_rows(a, grid, 32, 4, 256);
    CHECK(few->n_lines == 14 && many->n_lines == 30 &&
          footprint_rows(a, grid, 32, 4, 1)->n_lines == 1);
    CHECK(few->lines[0].offset == 0 && many->lines[29].offset < 256 * 128);
    for (uint32_t i = 1; i < many->n_lines; i++)
        CHECK(many->lines[i].offset > many->lines[i - 1].offset);
}

int main(void) {
    struct arena arena = {0};
    struct dice dice = {{SEED, 0, 0}};
    printf("seed %d\n", SEED);
    test_grids(&arena, &dice);
    test_scattered(&arena);
    test_ideal(&arena);
    test_quads(&arena);
    test_without_quads(&arena);
    test_sparse(&arena);
    test_shared_lines(&arena);
    test_rows(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
