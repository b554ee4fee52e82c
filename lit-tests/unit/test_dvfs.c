/* The cases of Wang and Chu, GPGPU Performance Estimation with Core and Memory Frequency Scaling,
 * by the pipelines that their figures draw, with the GTX 980's latency and delay at 700 MHz. */
#include "perfmodel/models/dvfs.h"

#include <math.h>
#include <stdbool.h>

#include "lit-tests/unit/check.h"

static const struct dvfs_kernel streaming = {.avr_comp = 2,
                                             .agl_lat = 500.1,
                                             .agl_del = 9.31,
                                             .gld_trans = 4,
                                             .o_itrs = 3,
                                             .warps = 64,
                                             .wpb = 8};

static bool same(double a, double b) {
    if (fabs(a - b) < 1e-6)
        return true;
    printf("%.9g instead of %.9g\n", a, b);
    return false;
}

/* Figure 7: one latency, then a transaction every agl_del. */
static void test_memory(void) {
    CHECK(dvfs_case(&streaming) == DVFS_MEMORY);
    CHECK(same(dvfs_active(&streaming), 2 + 500.1 + 9.31 * 4 * 64 * 3));
}

/* Figure 6: one latency, and the computation of all warps one after another. */
static void test_compute(void) {
    struct dvfs_kernel k = streaming;
    k.avr_comp = 50;
    CHECK(dvfs_case(&k) == DVFS_COMPUTE);
    CHECK(same(dvfs_active(&k), 50 * 64 * 3 + 500.1));
}

/* Figure 8: the first requests queue, later ones find the memory idle. */
static void test_few_short(void) {
    struct dvfs_kernel k = streaming;
    k.warps = 4;
    CHECK(dvfs_case(&k) == DVFS_FEW_SHORT);
    CHECK(same(dvfs_active(&k), 9.31 * 4 * 4 + (500.1 + 2) * 3));
}

/* Figure 9: nothing queues. */
static void test_few_long(void) {
    struct dvfs_kernel k = streaming;
    k.warps = 4;
    k.avr_comp = 50;
    CHECK(dvfs_case(&k) == DVFS_FEW_LONG);
    CHECK(same(dvfs_active(&k), 50 * 3 + (50 + 500.1) * 3));
}

/* Figures 10 and 11. */
static void test_shared(void) {
    struct dvfs_kernel k = streaming;
    k.i_itrs = 1;
    k.periods = 2;
    k.shm_lat = 24;
    CHECK(dvfs_case(&k) == DVFS_SHARED_RARE);
    CHECK(same(dvfs_active(&k), dvfs_active(&streaming)));
    k.i_itrs = 32;
    k.avr_comp = 40;
    k.periods = 1;
    CHECK(dvfs_case(&k) == DVFS_SHARED_OFTEN);
    double del = 9.31 * 4, once = 2 * 40 + 500.1 + 24;
    CHECK(same(dvfs_active(&k), once + del * 64 + (40 * 7 + (40 + 24) * 32 + once + del * 8) * 3));
}

/* What all warps compute takes its time, too. */
static void test_shared_compute(void) {
    struct dvfs_kernel k = streaming;
    k.i_itrs = 32;
    k.shm_lat = 24;
    k.avr_comp = 40;
    k.periods = 33;
    CHECK(same(dvfs_active(&k), 40 * 33 * 64 * 3 + 500.1));
}

/* Where two cases meet, time hardly jumps. */
static void test_borders(void) {
    struct dvfs_kernel k = streaming;
    for (k.warps = 2; k.warps < 64; k.warps++) {
        struct dvfs_kernel more = k;
        more.warps++;
        CHECK(dvfs_active(&more) > dvfs_active(&k));
        CHECK(dvfs_active(&more) < dvfs_active(&k) * 1.5);
    }
}

int main(void) {
    test_memory();
    test_compute();
    test_few_short();
    test_few_long();
    test_shared();
    test_shared_compute();
    test_borders();
    return CHECK_DONE();
}
