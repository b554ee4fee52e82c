/* The hardware database: one JSON file per GPU in hwdb/data/VENDOR/gpus/, tables of boards that are
 * like one of them in hwdb/data/VENDOR/boards/, shared values of an architecture in
 * hwdb/data/VENDOR/base/, embedded in the library at build time. */
#ifndef HWDB_GPU_H
#define HWDB_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "hwdb/vendor.h"

enum gpu_key {
#define KEY(section, name, unit, min, max, required, meaning) GPU_##name,
#include "hwdb/schema.def"
#undef KEY
    GPU_KEYS
};

/* How far a value can be trusted, best first. */
enum gpu_kind { GPU_DOCUMENTED, GPU_MEASURED, GPU_DERIVED, GPU_INFERRED, GPU_UNSET };

struct gpu_origin {
    enum gpu_kind kind;
    const char *source; /* where the value is from, for a reader */
    const char *file;   /* the file that gave it */
};

/* The values by section of the schema: struct gpu_machine, gpu_issue, gpu_units, gpu_local,
 * gpu_cache and gpu_dram. */
#define SECTION(section) struct gpu_##section {
#define KEY(section, name, unit, min, max, required, meaning) double name;
#define SECTION_END(section)                                                                       \
    }                                                                                              \
    ;
#include "hwdb/schema.def"
#undef KEY

struct gpu {
    const char *name;    /* "gtx-980" */
    const char *product; /* "NVIDIA GeForce GTX 980" */
    const struct vendor *vendor;
    const char *arch; /* "sm_52", "gfx90a" */
    const char **aliases;
    size_t n_aliases;
    bool clock_given;           /* gpu_at_clock() made it */
    struct gpu_machine machine; /* size, clocks, occupancy, launch, host, the model's width */
    struct gpu_issue issue;     /* schedulers, instruction fetch, barriers */
    struct gpu_units units;     /* rates, latencies and issue slots of execution */
    struct gpu_local local;     /* local memory */
    struct gpu_cache cache;     /* L1, constant memory, L2 with its atomics, L3 */
    struct gpu_dram dram;
    struct gpu_origin origin[GPU_KEYS];
};

/* The GPU of that name, product or alias (case, blanks, underscores, hyphens and the vendor in
 * front do not matter), or of that file where the name contains a '/' or ends in ".json". NULL,
 * with one line of reason in *error, if there is none or its data is wrong. */
const struct gpu *gpu_find(struct arena *a, const char *name, const char **error);

/* The GPU at other clocks, in MHz as core_mhz and mem_mhz are. What passes in the core's clock
 * keeps its cycles, L2 included; DRAM bandwidth, its efficiency and latency follow the memory's
 * clock. NULL, with one line of reason in *error, if a clock is out of the schema's range.
 * Not modelled: voltage and power limits, and clocks of the L2's own. */
const struct gpu *gpu_at_clock(struct arena *a, const struct gpu *g, double core_mhz,
                               double mem_mhz, const char **error);
/* DRAM bytes per core clock that the whole GPU reaches. */
double gpu_dram_bytes_per_clk(const struct gpu *g);
/* DRAM bytes per core clock of a launch that only loads or only stores. */
double gpu_dram_one_way_bytes_per_clk(const struct gpu *g, bool stores);

/* The names of all built-in GPUs, sorted. */
const char *const *gpu_names(size_t *n);

/* What a list says of a built-in GPU, for which its description need not be read. */
struct gpu_glance {
    const char *name, *vendor, *arch;
};

/* The i-th of gpu_names(). */
struct gpu_glance gpu_at(size_t i);

/* Value of a key by its row, for code that goes through all of them. */
double gpu_value(const struct gpu *g, enum gpu_key key);
const char *gpu_key_name(enum gpu_key key);
const char *gpu_kind_name(enum gpu_kind kind);

/* A table of all GPUs by vendor and generation. */
void gpu_list(FILE *out);
/* One GPU value by value with kind and source: all that are given, or those that people know first.
 */
void gpu_explain(FILE *out, const struct gpu *g);
void gpu_summarize(FILE *out, const struct gpu *g);
/* Two GPUs side by side with the kinds of their values and the ratio of the second to the first:
 * the values in which they differ, or all that either has. */
void gpu_compare(FILE *out, const struct gpu *a, const struct gpu *b, bool all);

/* How many GPUs are built in, and a digest of their data: "680 GPUs, 1f0a22c7". */
const char *gpu_database_version(struct arena *a);

#endif
