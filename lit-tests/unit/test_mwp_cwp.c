/* The worked figures of Wang, Zhong and Mitra, CGPredict: Embedded GPU Performance Estimation from
 * Single-Threaded Applications: GEMM and SYRK of 1024 x 1024 on a Jetson TK1, their MWP and CWP
 * (section 4), and their estimated times (tables 4 and 5). */
#include "perfmodel/models/mwp_cwp.h"

#include <math.h>
#include <stdbool.h>

#include "lit-tests/unit/check.h"

/* Table 3. */
static const struct mwp_hardware tk1 = {.inst_cycle = 0.5,
                                        .mem_ld_l2 = 164,
                                        .mem_ld_dram = 332,
                                        .mem_ld_smem = 67,
                                        .smem_load_const = 506,
                                        .dd_l2 = 2,
                                        .dd_dram = 10};
static const double tk1_mhz = 852;

/* The inner loop has two loads, a multiply-add, and per table 2 an addition and a branch. Half of
 * the loads have one address for the warp. The paper does not print how many of those miss the L2:
 * a 64-byte line serves 16 iterations of the four warps that share a row. */
enum { N = 1024, INSTS = 5 * N };
static const struct mwp_pattern row = {.insts = N, .l2_trans = 1, .dram_trans = 1. / 16 / 4};

/* Blocks of 32 x 8: eight fill the 64 warps of the SM. */
static struct mwp_kernel untiled(void) {
    return (struct mwp_kernel){
        .constant = row, .total_insts = INSTS, .n = 64, .b = 8, .batch = (double)N * N / 256 / 8};
}

static double ms(const struct mwp_result *r) {
    return r->exec_cycles / tk1_mhz / 1e3;
}

static bool near(double value, double printed, double relative) {
    if (fabs(value / printed - 1) <= relative)
        return true;
    printf("%g, printed is %g\n", value, printed);
    return false;
}

static void test_gemm(void) {
    struct mwp_kernel k = untiled();
    k.coal = (struct mwp_pattern){.insts = N, .l2_trans = 2};
    struct mwp_result r = mwp_cwp(&tk1, &k);
    CHECK(fabs(r.mwp - 54.45) < 0.005);
    CHECK(r.cwp > r.mwp);
    CHECK(near(ms(&r), 242.53, 0.0005));
}

static void test_syrk(void) {
    struct mwp_kernel k = untiled();
    k.uncoal = (struct mwp_pattern){.insts = N, .l2_trans = 32};
    struct mwp_result r = mwp_cwp(&tk1, &k);
    CHECK(fabs(r.mwp - 5.97) < 0.005);
    CHECK(r.cwp == 64);
    CHECK(near(ms(&r), 2605.45, 0.0005));
}

/* Blocks of 32 x 32, tiles of 32 x 32: per tile two loads to shared memory, two stores of them, two
 * barriers. Data of the tiles come from the L2. */
static struct mwp_kernel tiled(double conflicts) {
    double tiles = N / 32;
    return (struct mwp_kernel){.smem_load = {.insts = 2 * tiles, .l2_trans = 2},
                               .total_insts = INSTS + 6 * tiles,
                               .smem_conflicts = conflicts,
                               .sync_insts = 2 * tiles,
                               .n = 64,
                               .b = 2,
                               .batch = (double)N * N / 1024 / 2};
}

static void test_tiled(void) {
    struct mwp_kernel gemm = tiled(2 * N), syrk = tiled(N + 16 * N);
    struct mwp_result r = mwp_cwp(&tk1, &gemm);
    CHECK(r.mwp == 64);
    CHECK(near(ms(&r), 105.75, 0.025));
    r = mwp_cwp(&tk1, &syrk);
    CHECK(near(ms(&r), 713.42, 0.025));
}

/* Equations 1 and 2: from the second DRAM transaction on, latency is DRAM's. */
static void test_latency(void) {
    struct mwp_kernel k = untiled();
    k.constant.insts = 0;
    k.coal = (struct mwp_pattern){.insts = 1, .l2_trans = 2, .dram_trans = 1};
    CHECK(mwp_cwp(&tk1, &k).mem_l == 166);
    k.coal.dram_trans = 2;
    struct mwp_result r = mwp_cwp(&tk1, &k);
    CHECK(r.mem_l == 164 + 332 + 10 && r.departure_delay == 20);
    CHECK(r.mwp == 506. / 20);
}

/* Equation 17: enough computation hides memory but for one access. */
static void test_computing(void) {
    struct mwp_kernel k = untiled();
    k.constant = (struct mwp_pattern){.insts = 10, .l2_trans = 1};
    k.total_insts = 20000;
    struct mwp_result r = mwp_cwp(&tk1, &k);
    CHECK(r.cwp < r.mwp && r.exec_cycles == 164 + 10000. * k.n * k.batch);
    k.constant.insts = 0;
    CHECK(mwp_cwp(&tk1, &k).exec_cycles == 10000. * k.n * k.batch);
}

/* Equation 23. */
static void test_barriers(void) {
    struct mwp_kernel k = untiled();
    k.coal = (struct mwp_pattern){.insts = N, .l2_trans = 2};
    struct mwp_result without = mwp_cwp(&tk1, &k);
    k.sync_insts = 3;
    struct mwp_result with = mwp_cwp(&tk1, &k);
    double cost = without.departure_delay * (without.mwp - 1) * 3 * k.b * k.batch;
    CHECK(near(with.exec_cycles - without.exec_cycles, cost, 1e-9));
}

int main(void) {
    test_gemm();
    test_syrk();
    test_tiled();
    test_latency();
    test_computing();
    test_barriers();
    return CHECK_DONE();
}
