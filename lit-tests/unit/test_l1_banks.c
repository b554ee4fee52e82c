/* Banks of the L1, against measured cycles: RRZE-HPC/gpu-benches, gpu-strides. */
#include "perfmodel/memory/l1_banks.h"

#include "check.h"

/* Lanes that load elements a stride apart, in elements. */
static struct pattern strided(uint32_t lanes, uint32_t bytes, int64_t stride) {
    struct pattern p = {.bytes = bytes, .mask = ~0ull >> (64 - lanes)};
    static int64_t offsets[64];
    for (uint32_t i = 0; i < lanes; i++)
        offsets[i] = i * stride * bytes;
    p.offset = offsets;
    return p;
}

static uint32_t rounds(uint32_t banks, uint32_t at_once, uint32_t lanes, uint32_t bytes,
                       int64_t stride) {
    struct memory_grid g = {.l1_banks = banks, .l1_bank_lanes = at_once};
    struct pattern p = strided(lanes, bytes, stride);
    return l1_bank_rounds(&g, &p);
}

/* On the A100: cycles of a warp of 32. Strides that are no powers of two wait for tags, which are
 * not counted here. */
static void test_volta(void) {
    CHECK(rounds(32, 32, 32, 4, 1) == 1);
    CHECK(rounds(32, 32, 32, 4, 2) == 2);
    CHECK(rounds(32, 32, 32, 4, 3) == 1);
    CHECK(rounds(32, 32, 32, 4, 4) == 4);
    CHECK(rounds(32, 32, 32, 4, 16) == 16);
    CHECK(rounds(32, 32, 32, 4, 32) == 32);
    CHECK(rounds(32, 32, 32, 4, 33) == 1);
    CHECK(rounds(32, 32, 32, 8, 1) == 2);
    CHECK(rounds(32, 32, 32, 8, 2) == 4);
    CHECK(rounds(32, 32, 32, 8, 4) == 8);
    CHECK(rounds(32, 32, 32, 8, 16) == 32);
}

/* On the MI210: cycles of a wavefront of 64, of which the table has half. */
static void test_cdna(void) {
    CHECK(rounds(16, 4, 64, 4, 1) == 4);
    CHECK(rounds(16, 4, 64, 4, 2) == 32);
    CHECK(rounds(16, 4, 64, 4, 3) == 16);
    CHECK(rounds(16, 4, 64, 4, 4) == 64);
    CHECK(rounds(16, 4, 64, 4, 16) == 64);
    CHECK(rounds(16, 4, 64, 8, 1) == 16);
    CHECK(rounds(16, 4, 64, 8, 2) == 16);
    CHECK(rounds(16, 4, 64, 8, 4) == 32);
    CHECK(rounds(16, 4, 64, 8, 8) == 64);
    CHECK(rounds(16, 4, 64, 8, 17) == 32);
    CHECK(rounds(16, 4, 64, 8, 33) == 64);
    CHECK(rounds(16, 4, 64, 12, 1) == 16);
    CHECK(rounds(16, 4, 64, 16, 1) == 16);
}

/* On the RX 6900 XT: cycles of a wavefront of 32. Doubles side by side take 4, which is what their
 * sums take; sets of four floats each come at 98 to 114 bytes a cycle (gpu-cache). */
static void test_rdna(void) {
    CHECK(rounds(32, 16, 32, 4, 1) == 1);
    CHECK(rounds(32, 16, 32, 4, 2) == 2);
    CHECK(rounds(32, 16, 32, 4, 3) == 2);
    CHECK(rounds(32, 16, 32, 4, 4) == 4);
    CHECK(rounds(32, 16, 32, 4, 32) == 32);
    CHECK(rounds(32, 16, 32, 8, 1) == 2);
    CHECK(rounds(32, 16, 32, 16, 1) == 4);
    CHECK(rounds(32, 16, 32, 16, 3) == 8);
    CHECK(rounds(32, 16, 32, 8, 3) == 4);
    CHECK(rounds(32, 16, 32, 8, 4) == 8);
    CHECK(rounds(32, 16, 32, 8, 16) == 32);
}

static void test_unknown(void) {
    struct memory_grid g = {.l1_banks = 32, .l1_bank_lanes = 32};
    struct pattern p = strided(32, 4, 4);
    p.scattered = true;
    CHECK(l1_bank_rounds(&g, &p) == 0);
    CHECK(rounds(0, 1, 32, 4, 4) == 0);
}

int main(void) {
    test_volta();
    test_cdna();
    test_rdna();
    test_unknown();
    return CHECK_DONE();
}
