/* What a model says of launches of one source: the part that `bench/validate` and sweeps over
 * launches share with clperf-analyze. No rule runs. */
#ifndef DRIVER_ANALYZE_PREDICT_PREDICT_H
#define DRIVER_ANALYZE_PREDICT_PREDICT_H

#include "analysis/ir/kernel.h"
#include "base/vec.h"
#include "codegen/provider.h"
#include "driver/command_line/options.h"
#include "perfmodel/scale/launch_store.h"
#include "source/frontend.h"

/* What a module is compiled from. */
struct predict_source {
    const char *path;
    struct words options;      /* for the compiler */
    struct words defines;      /* NAME=VALUE */
    target_set targets;        /* whose code is predicted: of all GPUs that it is asked about */
    const struct texts *texts; /* that stand for files, or NULL; and where overlay_describe() */
    const char *overlay;       /* put them, if there are any */
};

/* Code of the module for one architecture. */
struct arch_code {
    const char *arch;
    struct providers *providers;
};

/* The module compiled last. Start from {0}; load_init() comes first. */
struct predictor {
    struct arena kept;
    struct predict_source source;
    const struct module *module; /* NULL: see reason */
    struct launch_store store;   /* of the module's kernels */
    const char *reason;
    struct cache cache; /* of parsed headers and counted registers */
    struct jobs jobs;
    struct frontend_request input;
    struct bitcode bitcode;
    VEC(struct arch_code) codes; /* asked for so far */
};

/* The source's module, compiled unless it is the last one; what came before is gone. NULL, with one
 * line in *reason, if it does not compile. */
const struct module *predict_load(struct predictor *p, const struct predict_source *s,
                                  const char **reason);
/* What a kernel of the module takes, as codegen/providers.def says. Within so much CPU time. */
struct code_answer predict_code(struct predictor *p, const struct code_query *q, double seconds);
void predictor_free(struct predictor *p);

/* The module's kernel of that name: sets the views of *study, whose GPU is set. False if there is
 * none. */
bool predict_find(const struct module *m, const char *kernel, struct study *study);
/* Whether every parameter has what the model needs of it and the sizes can be. Else one line why
 * not. */
const char *predict_check(struct arena *a, const struct study *study);
/* What of a kernel's budget, in seconds, is for tracing and simulating. The rest is for rules. */
double predict_seconds(const struct budget *b);
/* The study of what is asked for. NULL, with one line in *reason, if the kernel cannot be analysed
 * or does not fit on the GPU. */
const struct study *predict_begin(struct arena *a, const struct study *asked, const char **reason);
/* The study's estimate, or NULL with one line in *reason. */
const struct estimate *predict_estimate(const struct study *study, const char **reason);
/* Both. */
const struct estimate *predict(struct arena *a, const struct study *asked, const char **reason);

#endif
