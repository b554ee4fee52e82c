/* What one warp's memory request costs, wherever it goes: local memory with its banks,
 * constant memory, or the way through the caches to DRAM. */
#ifndef PERFMODEL_SIM_REQUESTS_H
#define PERFMODEL_SIM_REQUESTS_H

#include "analysis/trace/address_count.h"
#include "perfmodel/memory/hierarchy.h"
#include "perfmodel/sim/counterfactual.h"

struct local_pattern;

/* Atomics of an access whose addresses are not known, but are few. */
struct few_places {
    struct access_places places;
    const struct footprint *spread; /* of so many lanes as the last one had, or NULL */
};

/* Groups that follow one another in a slot do the same this far apart in each buffer. */
enum { MOVES = 3, MOVE_SHIFT = 34 };

/* What requests of some number of bytes per lane ask for, by pattern. */
struct request_shapes {
    const struct pattern *patterns;
    struct footprints *footprints;
    const struct footprint **ideal; /* without the defect, on demand */
    struct local_pattern **local;   /* what local memory makes of it, on demand */
};

/* Vectors are split into elements of 1, 2, 4 or 8 bytes, or into accesses of up to 128 bytes, the
 * most that hwdb lets `vector_bytes` be: powers of two, numbered by their logarithms. */
enum { ELEMENT_SIZES = 8 };

/* Of one SM, for the requests of one trace. */
struct requests {
    const struct footprint **parts; /* by access: what a part of it needs; NULL: not asked for */
    struct arena *arena;
    const struct gpu *gpu;
    const struct trace *trace;
    struct request_shapes shapes;                  /* of the requests at work */
    struct request_shapes elements[ELEMENT_SIZES]; /* by the logarithm of their bytes, on demand */
    struct trace_changes *changes;
    struct few_places *few;       /* by access */
    const bool *local_runs;       /* by access: made one with its neighbours; NULL if none is */
    const struct footprint *line; /* a whole one, on demand */
    const struct footprint *rows; /* of private variables that a warp's lanes are in, on demand */
    struct memory_path *memory;
    const bool *scalar;            /* by access: loaded once for the warp; NULL: none is */
    bool private_in_registers;     /* private variables need no memory */
    const struct spills *spills;   /* NULL: none */
    const struct footprint *spill; /* of a register of all lanes */
    struct server local;
    double held;    /* cycles that the warp of the request taken last is held by its replays */
    uint64_t moved; /* bytes between the addresses of the traced group and of the one at work */
};

struct requests requests_of(struct arena *a, const struct study *study, const struct trace *t,
                            const struct sharing *sharing, double sms);
/* Local memory at work for so many cycles: when they are through. */
double request_local_memory(struct requests *r, double now, double cycles);
/* A request for a whole line of global memory. */
double request_line(struct requests *r, double now, const struct access *a, uint64_t address);
const struct footprint *request_footprint(struct requests *r, const struct trace_op *op);
/* The request of access `number` at time `now` by the warp of that number on the SM; returns when
 * its data is there. `weight` is the share of a local request that is taken, counterfactual.h. */
double request_take(struct requests *r, double now, size_t warp, uint32_t number,
                    const struct trace_op *op, double weight);
/* Whether the scalar unit loads what access `number` does, once for the warp, through its own
 * cache.
 */
bool request_is_scalar(const struct requests *r, uint32_t number);
/* The accesses that the GPU's compilers make of access `number`: 1, one for each element of a
 * vector that is aligned like its elements, or several of the widest that there are. */
uint32_t request_parts(const struct requests *r, uint32_t number, const struct trace_op *op);
/* request_take() for the part of that number. */
double request_take_part(struct requests *r, double now, size_t warp, uint32_t number,
                         const struct trace_op *op, double weight, uint32_t part);
/* The request for a spilled register of all lanes. */
double request_spill(struct requests *r, double now, size_t warp, uint32_t slot,
                     enum access_kind kind);
/* Slots of spilled registers are as earlier groups in the places of so many warps have left them.
 */
void request_spilled_before(struct requests *r, size_t warps);

#endif
