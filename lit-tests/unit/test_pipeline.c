/* The pipeline model's parts against Gerum, Bringmann and Rosenstiel, Source Level Performance
 * Simulation of GPU Cores: Algorithm 1 on the three additions of figure 4, whose graph section IV-A
 * describes edge by edge, the shape of figure 2, and the equations of section IV-C worked out by
 * hand. */
#include <math.h>

#include "lit-tests/unit/check.h"
#include "perfmodel/issue/exec_graph.h"
#include "perfmodel/survey/pipeline.h"

/* Figure 1 and section IV-A: GTX 480. Two instructions are fetched together and the next two 3
 * cycles later, 2 cycles from fetch to issue, 1 from issue to operands, one issue per cycle, two
 * ALUs, two writebacks per cycle. */
static const struct exec_core gtx480 = {.fetched = 2,
                                        .fetch_gap = 3,
                                        .fetch_latency = 2,
                                        .issue_latency = 1,
                                        .writebacks = 2,
                                        .copies = {2, 1, 1, 1}};

/* An addition reads two registers; its time from execution to writeback is in figure 4's picture
 * only, 4 stands for it. */
static const struct exec_inst add = {
    .unit = EXEC_ALU, .issue = 1, .operands = 2, .latency = 4, .use = 1};

/*        IF IS OC EX WB
 * add 1   0  2  3  5  9
 * add 2   0  3  4  6 10    issued after add 1
 * add 3   3  5  6  8 12    fetched 3 cycles after add 1 */
static void test_three_adds(struct arena *a) {
    const struct exec_inst adds[] = {add, add, add};
    CHECK(exec_time(a, &gtx480, adds, 1) == 9);
    CHECK(exec_time(a, &gtx480, adds, 2) == 10);
    CHECK(exec_time(a, &gtx480, adds, 3) == 12);
    CHECK(exec_time(a, &gtx480, adds, 0) == 0);
}

/* Each needs the one before: issue is one cycle after that one's writeback, so that an addition
 * takes 1 + 1 + 2 + 4 cycles. */
static void test_chain(struct arena *a) {
    static const uint32_t first[] = {0}, second[] = {1};
    struct exec_inst adds[] = {add, add, add};
    adds[1].needs = first;
    adds[2].needs = second;
    adds[1].n_needs = adds[2].n_needs = 1;
    CHECK(exec_time(a, &gtx480, adds, 3) == 9 + 2 * 8);
}

/* A unit that is there once holds up the next instruction for it, and nobody else. */
static void test_units(struct arena *a) {
    struct exec_inst slow = {.unit = EXEC_SFU, .issue = 1, .operands = 1, .latency = 20, .use = 16};
    const struct exec_inst two[] = {slow, slow}, mixed[] = {slow, add};
    CHECK(exec_time(a, &gtx480, two, 2) == 4 + 16 + 20);
    CHECK(exec_time(a, &gtx480, mixed, 2) == 4 + 20);
    struct exec_core more = gtx480;
    more.copies[EXEC_SFU] = 2;
    CHECK(exec_time(a, &more, two, 2) == 5 + 20);
}

/* Two writebacks per cycle: an addition that comes out with two others waits. */
static void test_writeback(struct arena *a) {
    struct exec_inst late = add, later = add;
    late.latency = 6;
    later.latency = 5;
    const struct exec_inst insts[] = {late, later, add};
    struct exec_core at_once = gtx480;
    at_once.fetched = 3;
    CHECK(exec_time(a, &at_once, insts, 3) == 12);
}

/* Neighbouring blocks overlap: a pair takes less than both, and no less than either. */
static void test_pair(struct arena *a) {
    const struct exec_inst adds[] = {add, add, add, add, add, add};
    double one = exec_time(a, &gtx480, adds, 3), pair = exec_time(a, &gtx480, adds, 6);
    CHECK(pair > one && pair < 2 * one);
}

static void test_group(void) {
    const double warps[] = {100, 90, 100, 100, 95};
    CHECK(pipeline_group(warps, 2) == 100);
    CHECK(pipeline_group(warps, 5) == 101);
}

/* Two at a time: the third starts at 3, when the first ends, the fourth at 5, when both before it
 * have ended. */
static void test_kernel(struct arena *a) {
    const double times[] = {3, 5, 2, 4};
    CHECK(pipeline_kernel(a, times, 4, 2, 2) == 5);
    CHECK(pipeline_kernel(a, times, 4, 3, 2) == 5);
    CHECK(pipeline_kernel(a, times, 4, 4, 2) == 9);
    const double same[] = {7};
    CHECK(pipeline_kernel(a, same, 1, 9, 4) == 21);
    CHECK(pipeline_kernel(a, same, 1, 1000000, 4) == 7 * 250000.);
}

/* Figure 2: dependent divisions take as long with 8 warps as with one; with more, the unit's use
 * decides, which 8 warps of 30 divisions fill. */
static void test_figure_2(struct arena *a) {
    enum { DIVISIONS = 30 };
    struct exec_inst div[DIVISIONS];
    uint32_t needs[DIVISIONS];
    for (uint32_t i = 0; i < DIVISIONS; i++) {
        needs[i] = i - 1;
        div[i] = (struct exec_inst){.unit = EXEC_FP64,
                                    .issue = 1,
                                    .operands = 2,
                                    .latency = 330,
                                    .use = 334. / 8,
                                    .needs = &needs[i],
                                    .n_needs = i > 0};
    }
    double warp = exec_time(a, &gtx480, div, DIVISIONS), eight[8];
    CHECK(warp == 335 + 29 * 334);
    for (int warps = 1; warps <= 32; warps++) {
        for (int i = 0; i < 8; i++)
            eight[i] = warp;
        double optimistic = pipeline_group(eight, warps < 8 ? (size_t)warps : 8);
        double time = fmax(optimistic, warps * DIVISIONS * div[0].use);
        CHECK(warps <= 8 ? time < warp + 4 : fabs(time / warp - warps / 8.) < 0.01);
    }
}

int main(void) {
    struct arena a = {0};
    test_three_adds(&a);
    test_chain(&a);
    test_units(&a);
    test_writeback(&a);
    test_pair(&a);
    test_group();
    test_kernel(&a);
    test_figure_2(&a);
    arena_free(&a);
    return CHECK_DONE();
}
