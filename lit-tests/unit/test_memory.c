/* What DRAM is charged: bursts and row changes, and waits for it; what fills the L1, and when. */
#include <math.h>

#include "check.h"
#include "hwdb/gpu.h"
#include "perfmodel/memory/hierarchy.h"
#include "perfmodel/model_constants.h"

enum { ROW = dram_row };

struct bench {
    struct memory_path *path;
    const struct gpu *gpu;
    double burst; /* cycles of one burst */
};

static struct bench bench_new(struct arena *a, const char *gpu, double sms, double own_rows) {
    struct buffer_sharing buffer = {.own = 1, .own_rows = own_rows};
    struct sharing sharing = {.n = 1, .average = 1};
    const char *error;
    struct bench b = {.gpu = gpu_find(a, gpu, &error)};
    sharing.grid = memory_grid_of(b.gpu);
    sharing.buffers = arena_memdup(a, &buffer, sizeof buffer);
    b.path = memory_new(a, b.gpu, arena_memdup(a, &sharing, sizeof sharing), sms, 0);
    b.burst = b.path->dram_cycles_per_sector * b.path->sectors_per_burst;
    return b;
}

/* Cycles of DRAM's transfers and of its row changes, that go on at the same time. */
struct cost {
    double bursts, rows;
};

/* What an access to the first `bytes` of the line at `address` takes. */
static struct cost request(struct arena *a, struct bench *b, uint8_t kind, uint64_t address,
                           uint32_t bytes) {
    struct access access = {.kind = kind, .space = SPACE_GLOBAL, .bytes = 4};
    struct cost before = {b->path->dram.busy, b->path->rows.busiest.busy};
    memory_request(b->path, 0, &access, footprint_ideal(a, b->path->grid, bytes / 4, 4), address,
                   KNOWN_PLACE);
    return (struct cost){b->path->dram.busy - before.bursts,
                         b->path->rows.busiest.busy - before.rows};
}

static struct cost load(struct arena *a, struct bench *b, uint64_t address, uint32_t bytes) {
    return request(a, b, ACCESS_LOAD, address, bytes);
}

static bool near(double a, double b) {
    return a - b < 1e-9 && b - a < 1e-9;
}

static bool costs(struct cost c, double bursts, double rows) {
    return near(c.bursts, bursts) && near(c.rows, rows);
}

static void test_one_sm(struct arena *a) {
    struct bench b = bench_new(a, "jetson-tk1", 1, 1);
    double row = b.gpu->dram.dram_row_cycles;
    CHECK(b.gpu->dram.dram_burst_bytes == 64 && row > 0);
    /* A sector takes the time of a burst; two bursts of one row pay for it once. */
    CHECK(costs(load(a, &b, 0, 32), b.burst, row));
    CHECK(costs(load(a, &b, 128, 128), 2 * b.burst, 0));
    /* What the cache has got costs nothing. */
    CHECK(costs(load(a, &b, 128, 128), 0, 0));
    /* Streams over as many rows as are kept open pay once each. */
    uint64_t n = (uint64_t)b.gpu->dram.dram_open_rows;
    for (uint64_t i = 1; i < n; i++)
        CHECK(costs(load(a, &b, i * ROW, 32), b.burst, row));
    for (uint64_t i = 1; i < n; i++)
        CHECK(costs(load(a, &b, i * ROW + 256, 32), b.burst, 0));
    /* With one more, some do. */
    double paid = 0;
    for (uint64_t i = 0; i < 8 * (n + 1); i++)
        paid += load(a, &b, (100 + i % (n + 1)) * ROW + i / (n + 1) * 128, 32).rows / row;
    CHECK(paid > 1.5 * (double)n && paid < 6 * (double)n);
}

/* Groups that have drifted apart change the row for each other. */
static void test_drifted(struct arena *a) {
    struct bench b = bench_new(a, "gtx-980", 16, 0.25);
    double row = b.gpu->dram.dram_row_cycles;
    b.path->drifted = 1;
    CHECK(costs(load(a, &b, 0, 32), b.burst, row * 16));
    CHECK(costs(load(a, &b, 128, 32), b.burst, 0));
    b.path->drifted = 2;
    CHECK(costs(load(a, &b, 256, 32), b.burst, row * 16));
}

/* Of rows that several SMs visit together, each pays its share, in its share of the time. */
static void test_many_sms(struct arena *a) {
    struct bench b = bench_new(a, "gtx-980", 16, 0.25);
    double row = b.gpu->dram.dram_row_cycles;
    CHECK(row > 0 && costs(load(a, &b, 0, 32), b.burst, row * 16 * 0.25));
    CHECK(costs(load(a, &b, 128, 32), b.burst, 0));
}

/* Writes change rows on some GPUs. */
static void test_writes(struct arena *a) {
    struct bench maxwell = bench_new(a, "gtx-980", 16, 1), ampere = bench_new(a, "rtx-3060", 28, 1);
    CHECK(request(a, &maxwell, ACCESS_STORE, 0, 32).rows == maxwell.gpu->dram.dram_row_cycles * 16);
    CHECK(request(a, &ampere, ACCESS_STORE, 0, 32).rows == 0);
    CHECK(load(a, &ampere, ROW, 32).rows > 0);
}

/* Time of row changes, in that of one, for 64 rows of a matrix `stride` bytes apart. */
static double column(struct arena *a, uint64_t stride) {
    struct bench b = bench_new(a, "gtx-680", 1, 1);
    for (uint64_t i = 0; i < 64; i++)
        load(a, &b, i * stride, 32);
    return b.path->rows.busiest.busy / b.gpu->dram.dram_row_cycles;
}

/* Channels change their rows at the same time. */
static void test_channels(struct arena *a) {
    CHECK(column(a, 31 * 1024) >= 64 && column(a, 31 * 1024) < 1.4 * 64);
    CHECK(near(column(a, 32 * 1024), 2 * 64));
    CHECK(column(a, 30 * 1024) > 3.5 * 64);
}

/* Sectors that come to the L1 take its time, those that it has do not. */
static void test_fill(struct arena *a) {
    struct bench b = bench_new(a, "a100", 1, 1);
    const struct server *l1 = &b.path->l1_port;
    load(a, &b, 0, 128);
    double first = l1->busy;
    load(a, &b, 0, 128);
    double again = l1->busy - first, sectors = 128.0 / b.path->grid.sector_bytes;
    CHECK(b.gpu->cache.l1_cycles_per_fill > 0 && again > 0);
    CHECK(near(first, again + sectors * b.gpu->cache.l1_cycles_per_fill));
}

/* A load brings all that the L2 transfers together, so that its neighbour finds it there. */
static void test_fetched(struct arena *a) {
    static const struct {
        const char *gpu;
        double neighbours; /* sectors that DRAM sends for the second half of 64 bytes */
    } cases[] = {{"mi50", 0}, {"gtx-980", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b = bench_new(a, cases[i].gpu, 1, 1);
        CHECK(b.path->grid.sector_bytes == 32);
        load(a, &b, 0, 32);
        double first = b.path->sectors_dram;
        load(a, &b, 32, 32);
        CHECK(first * 32 == fmax(b.gpu->cache.l2_sector_bytes, b.gpu->dram.dram_burst_bytes));
        CHECK(b.path->sectors_dram - first == cases[i].neighbours);
    }
}

/* Lines of one request open one row where they are side by side, and one each where they are in
 * different channels, though the addresses are those of one row. */
static void test_apart(struct arena *a) {
    struct access access = {.kind = ACCESS_LOAD, .space = SPACE_GLOBAL, .bytes = 4};
    for (int64_t apart = 128; apart <= 512; apart += 384) {
        struct bench b = bench_new(a, "mi50", 1, 1);
        struct line lines[] = {{.sectors = 3}, {.offset = apart, .sectors = 3}};
        struct footprint f = {
            .lines = lines, .n_lines = 2, .n_sectors = 4, .lanes = 2, .distinct = 2};
        CHECK(b.gpu->dram.dram_channel_bytes == 256 && b.gpu->dram.dram_row_stall > 0);
        memory_request(b.path, 0, &access, &f, 0, KNOWN_PLACE);
        CHECK(near(b.path->rows.busiest.busy, (apart < 256 ? 1 : 2) * b.gpu->dram.dram_row_cycles));
    }
}

/* The halves of a line of the L2 go to and from DRAM together, whatever opens rows in between;
 * lines of 64 bytes have a row opened again for the next one. */
static void test_along(struct arena *a) {
    static const struct {
        const char *gpu;
        double again; /* rows opened for the second half of 128 bytes */
    } cases[] = {{"mi210", 0}, {"mi50", 1}};
    enum { OTHERS = 100, APART = (1 << 16) + (1 << 12) + 256 };
    struct line halves[] = {{.sectors = 3, .full = 3}, {.sectors = 12, .full = 12}};
    struct footprint f = {
        .lines = halves, .n_lines = 1, .n_sectors = 2, .lanes = 16, .distinct = 16};
    struct footprint second = f;
    second.lines = halves + 1;
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        struct bench b = bench_new(a, cases[i / 2].gpu, 1, 1);
        struct access access = {
            .kind = i % 2 ? ACCESS_STORE : ACCESS_LOAD, .space = SPACE_GLOBAL, .bytes = 4};
        for (uint64_t n = 0; n <= OTHERS; n++)
            memory_request(b.path, 0, &access, &f, n * APART, KNOWN_PLACE);
        double before = b.path->rows.busiest.busy, sectors = b.path->sectors_dram;
        memory_request(b.path, 0, &access, &second, 0, KNOWN_PLACE);
        CHECK(b.path->sectors_dram == sectors + 2);
        CHECK(near(b.path->rows.busiest.busy - before,
                   cases[i / 2].again * b.gpu->dram.dram_row_cycles));
    }
}

/* Who asks for what DRAM has been asked for already waits for it, too, but not for more. */
static void test_under_way(struct arena *a) {
    struct bench b = bench_new(a, "a100", 1, 1);
    struct access access = {.kind = ACCESS_LOAD, .space = SPACE_GLOBAL, .bytes = 4};
    const struct footprint *sector = footprint_ideal(a, b.path->grid, 8, 4),
                           *line = footprint_ideal(a, b.path->grid, 32, 4);
    double hit = b.gpu->cache.l1_latency;
    double first = memory_request(b.path, 0, &access, sector, 0, KNOWN_PLACE);
    CHECK(first > b.gpu->dram.dram_latency);
    CHECK(near(memory_request(b.path, 100, &access, sector, 0, KNOWN_PLACE), first));
    double rest = memory_request(b.path, 200, &access, line, 0, KNOWN_PLACE);
    CHECK(rest > first);
    CHECK(near(memory_request(b.path, 300, &access, sector, 0, KNOWN_PLACE), first));
    CHECK(near(memory_request(b.path, 400, &access, line, 0, KNOWN_PLACE), rest));
    CHECK(near(memory_request(b.path, rest, &access, line, 0, KNOWN_PLACE), rest + hit));
}

/* What other SMs bring in the same round is waited for as if it were the SM's own, and what an
 * earlier round has left is in the L2. */
static void test_shared_miss(struct arena *a) {
    enum { LOADS = 1000 };
    struct buffer_sharing buffer = {.own = 0.25, .under_way = 0.5, .own_rows = 1};
    struct sharing sharing = {.n = 1, .average = 1, .buffers = &buffer};
    const char *error;
    const struct gpu *g = gpu_find(a, "a100", &error);
    struct access access = {.kind = ACCESS_LOAD, .space = SPACE_GLOBAL, .bytes = 4};
    sharing.grid = memory_grid_of(g);
    struct memory_path *path = memory_new(a, g, &sharing, 1, 0);
    const struct footprint *f = footprint_ideal(a, path->grid, 8, 4);
    unsigned waited = 0;
    for (uint64_t i = 0; i < LOADS; i++) {
        double now = (double)i * 1e6;
        waited += memory_request(path, now, &access, f, i * path->grid.line_bytes, KNOWN_PLACE) -
                      now >=
                  g->dram.dram_latency;
    }
    CHECK(fabs(waited - LOADS * 0.5) < 0.05 * LOADS);
    CHECK(fabs(path->sectors_dram - LOADS * 0.25) < 0.05 * LOADS);
}

/* Loads wait longer where DRAM is busy, some hardly and some twice the mean. */
static void test_loaded(struct arena *a) {
    enum { LOADS = 1000 };
    struct bench b = bench_new(a, "gtx-980", 16, 1);
    struct access access = {.kind = ACCESS_LOAD, .space = SPACE_GLOBAL, .bytes = 4};
    const struct footprint *f = footprint_ideal(a, b.path->grid, 8, 4);
    double least = INFINITY, most = 0, sum = 0, mean = b.gpu->dram.dram_loaded_wait;
    double first =
        memory_request(b.path, 0, &access, f, 0, KNOWN_PLACE) / b.gpu->dram.dram_latency - 1;
    CHECK(first < 0.1 * mean);
    for (uint64_t i = 1; i <= LOADS; i++) {
        double now = (double)i * 1e6;
        b.path->dram.busy = 2 * now;
        double done =
            memory_request(b.path, now, &access, f, i * b.path->grid.line_bytes, KNOWN_PLACE);
        double wait = (done - now) / b.gpu->dram.dram_latency - 1;
        least = fmin(least, wait);
        most = fmax(most, wait);
        sum += wait;
    }
    CHECK(mean > 0 && fabs(sum / LOADS - mean) < 0.05 * mean);
    CHECK(least < 0.1 * mean && most > 1.9 * mean);
}

/* Where the L1 answers in order, what is in it and what is stored is answered no earlier than what
 * was asked for before, and waits for DRAM do not differ. */
static void test_in_order(struct arena *a) {
    const char *gpus[] = {"mi210", "rtx-4060"};
    for (int i = 0; i < 2; i++) {
        struct bench b = bench_new(a, gpus[i], 1, 1);
        struct access access = {.kind = ACCESS_LOAD, .space = SPACE_GLOBAL, .bytes = 4};
        const struct footprint *f = footprint_ideal(a, b.path->grid, 8, 4);
        double first = memory_request(b.path, 0, &access, f, 0, KNOWN_PLACE), later = 10 * first;
        double missed =
            memory_request(b.path, later, &access, f, 16 * b.path->grid.line_bytes, KNOWN_PLACE);
        double hit = memory_request(b.path, later + 1, &access, f, 0, KNOWN_PLACE);
        CHECK(missed - later > b.gpu->dram.dram_latency - 1);
        CHECK(b.gpu->cache.l1_in_order > 0 ? hit == missed
                                           : hit - later < 2 * b.gpu->cache.l1_latency);
        double stored = memory_acknowledged(b.path, later + 2);
        double latency = b.gpu->cache.store_latency;
        CHECK(latency > 0 && latency < b.gpu->dram.dram_latency);
        CHECK(stored == (b.gpu->cache.l1_in_order > 0 ? missed : later + 2 + latency));
        CHECK((b.gpu->cache.l1_in_order > 0) == (i == 0));
    }
}

/* Where check bits lie in the same DRAM, the first sector of what they cover is followed by theirs,
 * which goes back, too, once something is stored there. */
static void test_check_bits(struct arena *a) {
    struct bench b = bench_new(a, "t4", 1, 1);
    uint32_t sector = b.path->grid.sector_bytes;
    uint64_t covered = (uint64_t)b.gpu->dram.dram_checked_bytes;
    double one = b.path->dram_cycles_one_way[0] * b.path->sectors_per_burst;
    CHECK(covered == 16 * sector);
    CHECK(near(load(a, &b, 0, sector).bursts, 2 * one));
    CHECK(near(load(a, &b, covered / 2, sector).bursts, one));
    CHECK(near(load(a, &b, covered, sector).bursts, 2 * one));
    b = bench_new(a, "t4", 1, 1);
    CHECK(near(request(a, &b, ACCESS_STORE, 0, sector).bursts, 3 * one));
    CHECK(near(request(a, &b, ACCESS_STORE, covered / 2, sector).bursts, one));
    b = bench_new(a, "rtx-2060", 1, 1);
    one = b.path->dram_cycles_one_way[0] * b.path->sectors_per_burst;
    CHECK(near(load(a, &b, 0, sector).bursts, one));
}

int main(void) {
    struct arena arena = {0};
    test_one_sm(&arena);
    test_many_sms(&arena);
    test_drifted(&arena);
    test_writes(&arena);
    test_channels(&arena);
    test_loaded(&arena);
    test_fill(&arena);
    test_fetched(&arena);
    test_apart(&arena);
    test_along(&arena);
    test_under_way(&arena);
    test_shared_miss(&arena);
    test_in_order(&arena);
    test_check_bits(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
