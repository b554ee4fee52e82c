/* Models of the survey (Madougou and others, The Landscape of GPGPU Performance Modeling Tools,
 * 2016). Its equations of PMaC and of the work flow graph, and a bandwidth of PMaC's on the Tesla
 * C2050, are checked as it prints them. The peaks of the GTX 285 (30 SMs, 8 units for additions and
 * multiply-adds, 1.48 GHz) follow from its data; that Zhang and Owens print the same was not
 * checked with their paper, nor were GPUPerf's equations with its. No worked figures with all their
 * inputs are at hand of GPUPerf and Transit, so these are checked by their limits. */
#include <math.h>
#include <stdbool.h>

#include "base/arena.h"
#include "lit-tests/unit/check.h"
#include "perfmodel/survey/gpuperf.h"
#include "perfmodel/survey/pmac.h"
#include "perfmodel/survey/quantitative.h"
#include "perfmodel/survey/transit.h"
#include "perfmodel/survey/wfg.h"

static bool near(double value, double expected, double relative) {
    if (fabs(value - expected) <= relative * fabs(expected))
        return true;
    printf("%g, expected %g\n", value, expected);
    return false;
}

/* 11.1 billion warp instructions and 1420 GB of shared memory per second. */
static void test_gtx285(void) {
    CHECK(near(quantitative_peak_instructions(30, 8, 32, 1.48e9), 11.1e9, 0.005));
    CHECK(near(quantitative_peak_shared(30, 8, 4, 1.48e9), 1420e9, 0.005));
}

/* Throughput rises with what is under way up to the peak. */
static void test_throughput(void) {
    CHECK(quantitative_throughput(2, 10, 20) == 0.5);
    CHECK(quantitative_throughput(2, 40, 20) == 2);
    CHECK(quantitative_throughput(2, 100, 20) == 2);
}

/* Equation 2 of the survey: GB/s of PMaC's stream over the size of matrices. */
static double stream_gbs(double s) {
    return -0.0020 * fmax(0, 3072 - s) + 0.0003 * fmax(0, s - 3072) + 7.0709;
}

/* Equation 1: two matrices of 3072 floats squared, read once. */
static void test_pmac(void) {
    struct pmac_references matrices[] = {{3072. * 3072, 4}, {3072. * 3072, 4}};
    CHECK(near(pmac_memory_time(matrices, 2, stream_gbs(3072) * 1e6), 10.677, 0.001));
    CHECK(pmac_memory_time(matrices, 0, 1) == 0);
}

/* Equation 3 of the survey on a GPU of 32 lanes: without more memory than computation only the
 * warp's own cycle is left. */
static void test_wfg(void) {
    struct wfg_bandwidth b = {
        .cyc_compute = 100, .cyc_mem = 80, .num_mem = 10, .simd_work = 32, .simd_engine = 32};
    CHECK(wfg_latency_bw(&b) == 1);
    b.cyc_mem = 300;
    CHECK(wfg_latency_bw(&b) == 21);
    CHECK(wfg_exposed(400, 10, 30) == 100);
    CHECK(wfg_exposed(400, 20, 30) == 0);
}

static const struct gpuperf_kernel plain = {.insts = 100,
                                            .mem_insts = 10,
                                            .fp_insts = 60,
                                            .n = 32,
                                            .ilp = 1,
                                            .mlp = 1,
                                            .avg_inst_lat = 20,
                                            .issue = 1,
                                            .sfu_issue = 8,
                                            .amat = 400,
                                            .delta = 4};

/* 32 warps fill a pipeline of 20 cycles, so that nothing is to be gained by instruction-level
 * parallelism; CWP is 4000 / 2000 more than itself, and computation hides memory. */
static void test_gpuperf_full(void) {
    struct gpuperf_result r = gpuperf(&plain);
    CHECK(r.itilp == 20 && r.w_parallel == 3200 && r.b_itilp == 0 && r.b_serial == 0);
    CHECK(near(r.b_fp, 3200 - 1920, 1e-12));
    CHECK(r.mwp == 32 && r.cwp == 32);
    CHECK(near(r.t_mem, 10 * 32 * 400 / 31., 1e-12));
    CHECK(r.t_exec >= r.t_comp && r.t_exec >= r.t_mem);
    CHECK(near(r.t_exec, r.t_comp + r.t_mem - r.t_overlap, 1e-12));
}

/* With one warp nothing overlaps, and what its instructions wait for is all to be gained. */
static void test_gpuperf_alone(void) {
    struct gpuperf_kernel k = plain;
    k.n = 1;
    struct gpuperf_result r = gpuperf(&k);
    CHECK(r.itilp == 1 && r.t_comp == 2000 && r.t_mem == 4000);
    CHECK(r.t_overlap == 0 && r.t_exec == 6000);
    CHECK(near(r.b_itilp, 1900, 1e-12) && near(r.b_memlp, 4000 - 40, 1e-12));
}

/* Work that is done one warp after another is what B_serial says. */
static void test_gpuperf_serial(void) {
    struct gpuperf_kernel k = plain;
    k.sync_insts = 2;
    k.sync_cycles = 5;
    k.bank_cycles = 3;
    k.divergent = 10;
    struct gpuperf_result r = gpuperf(&k);
    CHECK(near(r.b_serial, 32 * (2 * 5 + 3 + 10), 1e-12));
    CHECK(near(r.w_parallel, 90 * 32, 1e-12));
}

/* Supply and demand are equal where the curves meet: bound by memory, by computation, and by too
 * few warps. */
static void test_transit(void) {
    struct transit_machine m = {
        .n = 48, .memory_time = 400, .memory_gap = 20, .compute_time = 100, .compute_gap = 5};
    double k = transit_equilibrium(&m);
    CHECK(near(transit_supply(&m, k), 1. / 20, 1e-6));
    m.memory_gap = 1;
    m.compute_gap = 16;
    k = transit_equilibrium(&m);
    CHECK(near(transit_supply(&m, k), 1. / 16, 1e-6));
    m.n = 10;
    k = transit_equilibrium(&m);
    CHECK(near(k, 8, 1e-6) && near(transit_supply(&m, k), 10. / 500, 1e-6));
}

/* Value of a drawn curve. */
static double drawn(const struct estimate_curve *c, double x) {
    for (size_t i = 1; i < c->n; i++) {
        const struct estimate_point *from = &c->points[i - 1], *to = &c->points[i];
        if (x <= to->x && to->x > from->x)
            return from->y + (to->y - from->y) * (x - from->x) / (to->x - from->x);
    }
    return c->points[c->n - 1].y;
}

/* Three points are all of each curve, and the mark is on both. */
static void test_transit_picture(void) {
    struct arena a = {0};
    struct transit_machine m = {
        .n = 48, .memory_time = 400, .memory_gap = 20, .compute_time = 90, .compute_gap = 6};
    const struct estimate_picture *p = transit_picture(&a, &m);
    for (double k = 0; k <= 48; k += 0.5) {
        CHECK(near(drawn(&p->curves[0], k), transit_supply(&m, k), 1e-6));
        CHECK(near(drawn(&p->curves[1], k), transit_demand(&m, k), 1e-6));
    }
    CHECK(near(drawn(&p->curves[0], p->mark.x), p->mark.y, 1e-6));
    CHECK(near(drawn(&p->curves[1], p->mark.x), p->mark.y, 1e-6));
    CHECK(p->x_max == 48 && near(p->y_max, 1. / 6, 1e-6));
    m.compute_gap = 0;
    CHECK(!transit_picture(&a, &m));
    arena_free(&a);
}

int main(void) {
    test_gtx285();
    test_throughput();
    test_pmac();
    test_wfg();
    test_gpuperf_full();
    test_gpuperf_alone();
    test_gpuperf_serial();
    test_transit();
    test_transit_picture();
    return CHECK_DONE();
}
