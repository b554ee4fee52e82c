/* What NVIDIA's assembler does alike for all GPUs. */
#ifndef CODEGEN_ESTIMATE_TARGETS_PTXAS_H
#define CODEGEN_ESTIMATE_TARGETS_PTXAS_H

#include "codegen/estimate/targets/target.h"

double ptxas_allocated(const struct register_demand *d, const struct gpu *g);
double ptxas_for_values(uint32_t per_item, const struct gpu *g);

/* Initialisers of a target. Scratch registers and latencies were chosen on ptxas's counts
 * (docs/accuracy/registers.md), iterations in flight on the code of ptxas 13.0. */
#define PTXAS                                                                                      \
    .compiler = "ptxas", .constant_bank = true, .drops_halves = true, .wide_global_ids = true,     \
    .triples_apart = true, .splits_global_ids = true, .unrolls = true, .windows = true,            \
    .zero = true, .numbers = true,                                                                 \
    .scratch = {.divide_by_constant = 2,                                                           \
                .divide = 6,                                                                       \
                .divide_64 = 14,                                                                   \
                .fdiv = 6,                                                                         \
                .fdiv_64 = 12,                                                                     \
                .sqrt = 6,                                                                         \
                .trans = 8,                                                                        \
                .trans_64 = 12,                                                                    \
                .call = 8,                                                                         \
                .atomic = 4,                                                                       \
                .atomic_result = 8},                                                               \
    .latency = {.alu = 5, .local = 22, .math = 25, .memory = 60},                                  \
    .overlapped = {.iterations = 4, .longest = 80}, .allocated = ptxas_allocated,                  \
    .for_values = ptxas_for_values

#endif
