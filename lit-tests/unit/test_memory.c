/* What DRAM is charged: bursts and row changes, and waits for it. */
#include <math.h>

#include "check.h"
#include "hwdb/gpu.h"
#include "perfmodel/memory.h"

enum { ROW = DRAM_ROW_BYTES };

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
    sharing.buffers = arena_memdup(a, &buffer, sizeof buffer);
    b.path = memory_new(a, b.gpu, arena_memdup(a, &sharing, sizeof sharing), sms, 0);
    b.burst = b.path->dram_cycles_per_sector * b.path->sectors_per_burst;
    return b;
}

/* Cycles of DRAM's transfers and of its row changes, that go on at the same time. */
struct cost {
    double bursts, rows;
};

/* What a load of the first `bytes` of the line at `address` takes. */
static struct cost load(struct arena *a, struct bench *b, uint64_t address, uint32_t bytes) {
    struct access access = {.kind = ACCESS_LOAD, .space = SPACE_GLOBAL, .bytes = 4};
    struct cost before = {b->path->dram.busy, b->path->dram_rows.busy};
    memory_request(b->path, 0, &access, footprint_ideal(a, bytes / 4, 4), address, false);
    return (struct cost){b->path->dram.busy - before.bursts, b->path->dram_rows.busy - before.rows};
}

static bool near(double a, double b) {
    return a - b < 1e-9 && b - a < 1e-9;
}

static bool costs(struct cost c, double bursts, double rows) {
    return near(c.bursts, bursts) && near(c.rows, rows);
}

static void test_one_sm(struct arena *a) {
    struct bench b = bench_new(a, "jetson-tk1", 1, 1);
    double row = b.gpu->dram_row_cycles;
    CHECK(b.gpu->dram_burst_bytes == 64 && row > 0);
    /* A sector takes the time of a burst; two bursts of one row pay for it once. */
    CHECK(costs(load(a, &b, 0, 32), b.burst, row));
    CHECK(costs(load(a, &b, 128, 128), 2 * b.burst, 0));
    /* What the cache has got costs nothing. */
    CHECK(costs(load(a, &b, 128, 128), 0, 0));
    /* Streams over as many rows as are kept open pay once each, one more stream pays always. */
    for (uint64_t i = 1; i < RECENT; i++)
        CHECK(costs(load(a, &b, i * ROW, 32), b.burst, row));
    for (uint64_t i = 1; i < RECENT; i++)
        CHECK(costs(load(a, &b, i * ROW + 256, 32), b.burst, 0));
    for (uint64_t i = 0; i < RECENT + 1; i++)
        load(a, &b, (100 + i) * ROW, 32);
    for (uint64_t i = 0; i < RECENT + 1; i++)
        CHECK(costs(load(a, &b, (100 + i) * ROW + 256, 32), b.burst, row));
}

/* Groups that have drifted apart change the row for each other. */
static void test_drifted(struct arena *a) {
    struct bench b = bench_new(a, "gtx-980", 16, 0.25);
    double row = b.gpu->dram_row_cycles;
    b.path->drifted = 1;
    CHECK(costs(load(a, &b, 0, 32), b.burst, row * 16));
    CHECK(costs(load(a, &b, 128, 32), b.burst, 0));
    b.path->drifted = 2;
    CHECK(costs(load(a, &b, 256, 32), b.burst, row * 16));
}

/* Of rows that several SMs visit together, each pays its share, in its share of the time. */
static void test_many_sms(struct arena *a) {
    struct bench b = bench_new(a, "gtx-980", 16, 0.25);
    double row = b.gpu->dram_row_cycles;
    CHECK(row > 0 && costs(load(a, &b, 0, 32), b.burst, row * 16 * 0.25));
    CHECK(costs(load(a, &b, 128, 32), b.burst, 0));
}

/* Loads wait longer where DRAM is busy, some hardly and some twice the mean. */
static void test_loaded(struct arena *a) {
    enum { LOADS = 1000 };
    struct bench b = bench_new(a, "gtx-980", 16, 1);
    struct access access = {.kind = ACCESS_LOAD, .space = SPACE_GLOBAL, .bytes = 4};
    const struct footprint *f = footprint_ideal(a, 8, 4);
    double least = INFINITY, most = 0, sum = 0, mean = b.gpu->dram_loaded_wait;
    double first = memory_request(b.path, 0, &access, f, 0, false) / b.gpu->dram_latency - 1;
    CHECK(first < 0.1 * mean);
    for (uint64_t i = 1; i <= LOADS; i++) {
        double now = (double)i * 1e6;
        b.path->dram.busy = 2 * now;
        double done = memory_request(b.path, now, &access, f, i * LINE_BYTES, false);
        double wait = (done - now) / b.gpu->dram_latency - 1;
        least = fmin(least, wait);
        most = fmax(most, wait);
        sum += wait;
    }
    CHECK(mean > 0 && fabs(sum / LOADS - mean) < 0.05 * mean);
    CHECK(least < 0.1 * mean && most > 1.9 * mean);
}

int main(void) {
    struct arena arena = {0};
    test_one_sm(&arena);
    test_many_sms(&arena);
    test_drifted(&arena);
    test_loaded(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
