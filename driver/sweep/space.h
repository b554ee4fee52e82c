/* Design spaces: every combination of the values of some parameters that satisfies all conditions
 * is a configuration, which is one launch on one GPU. docs/sweep.md describes the file; one in the
 * format T1 is read, too (import/t1.h). */
#ifndef DRIVER_SWEEP_SPACE_H
#define DRIVER_SWEEP_SPACE_H

#include "driver/analyze/predict/predict.h"
#include "hwdb/gpu.h"
#include "launch/formulas.h"

/* Most combinations of a space, and most values of one parameter. */
enum { SWEEP_MOST_POINTS = 100 * 1000 * 1000, SWEEP_MOST_VALUES = 1000 * 1000 };

struct sweep_axis {
    const char *name;
    const struct formula_value *values;
    size_t n;
};

struct sweep_conditions {
    const struct formula **at;
    size_t n, cap;
};

struct sweep_space {
    const char *path;
    struct predict_source source; /* without defines */
    struct launch_formulas launch;
    struct named_formulas defines;
    const struct formula *clock[2]; /* MHz; NULL: the GPU's own */
    struct sweep_conditions when;
    /* The first one varies slowest: parameters that defines use, those that the launch uses, the
     * GPU, the others. Neighbours share compilations and traces where they can. */
    struct {
        struct sweep_axis *at;
        size_t n, cap;
    } axes;
    size_t gpu_axis, define_axes; /* the GPU's number, how many defines use */
    const struct gpu **gpus;      /* by the value of that axis */
    size_t points;                /* combinations */
};

/* What the command line adds to a space. */
struct sweep_more {
    const char *clock;   /* CORES:MEMORIES, parameters core_clock and mem_clock; NULL: none */
    struct words when;   /* further conditions */
    struct words gpus;   /* of a space that has none of its own; */
    bool own_gpus;       /* nothing is wrong with one that has, which they do not change */
    struct texts texts;  /* that stand for files, */
    const char *overlay; /* as overlay_describe() says; NULL: none */
};

/* NULL, with one line in *error that names file and key, or the option, if it is wrong. */
const struct sweep_space *sweep_space_read(struct arena *a, const char *path,
                                           const struct sweep_more *more, const char **error);
/* clocks.c: the axes of CORES:MEMORIES. Returns what is wrong, or NULL. */
const char *sweep_read_clocks(struct arena *a, const char *text, struct sweep_axis axes[2]);

/* One combination, by number from 0. */
struct sweep_point {
    const struct sweep_space *space;
    size_t number;
};

const struct formula_value *sweep_value(const struct sweep_point *p, size_t axis);
const struct gpu *sweep_gpu(const struct sweep_point *p);
/* What formulas may name: parameters, gpu, arch, vendor and the keys of hwdb/schema.def. */
bool sweep_find(const void *point, const char *name, struct formula_value *out);
/* Whether it is a configuration. False, with one line in *error, if that cannot be said. */
bool sweep_admits(struct arena *a, const struct sweep_point *p, const char **error);

/* A configuration with all formulas evaluated. */
struct sweep_config {
    struct predict_source source;
    struct launch launch;
    const struct gpu *gpu; /* at its clocks */
};

/* False, with one line in *error, if a formula has no value that can be. */
bool sweep_config(struct arena *a, const struct sweep_point *p, struct sweep_config *out,
                  const char **error);

#endif
