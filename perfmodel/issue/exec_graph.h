/* Pipeline execution graphs: how long one warp alone takes for some straight-line instructions.
 * Gerum, Bringmann and Rosenstiel, Source Level Performance Simulation of GPU Cores, section IV-A.
 * Every instruction is five steps: fetch (IF), issue (IS), operand collection (OC), execution (EX),
 * and writeback (WB). Edges are the least time between the starts of two steps: latencies inside an
 * instruction, resources that instructions take in turn, and data. */
#ifndef PERFMODEL_ISSUE_EXEC_GRAPH_H
#define PERFMODEL_ISSUE_EXEC_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Functional units of the execution step. */
enum exec_unit { EXEC_ALU, EXEC_FP64, EXEC_SFU, EXEC_MEM, EXEC_UNITS };

/* One core as a warp sees it; times in cycles. */
struct exec_core {
    uint32_t fetched;     /* instructions that are fetched together */
    double fetch_gap;     /* from one fetch to the next */
    double fetch_latency; /* IF to IS */
    double issue_latency; /* IS to OC */
    uint32_t writebacks;  /* instructions that write back in one cycle */
    uint32_t copies[EXEC_UNITS];
};

struct exec_inst {
    enum exec_unit unit;
    double issue;          /* cycles until the next instruction can issue */
    double operands;       /* OC to EX: registers that are read */
    double latency;        /* EX to WB */
    double use;            /* cycles that it keeps one of the units busy */
    const uint32_t *needs; /* earlier instructions whose results it reads */
    uint32_t n_needs;
};

/* t_B of Algorithm 1: the start of the last step, the first starting at 0. */
double exec_time(struct arena *a, const struct exec_core *core, const struct exec_inst *insts,
                 uint32_t n);

#endif
