/* What the stages of clperf-analyze share: what is asked for (request.c), the analysis (run.c,
 * unit.c, host_input.c) and what is written (write.c). */
#ifndef DRIVER_ANALYZE_RUN_STATE_H
#define DRIVER_ANALYZE_RUN_STATE_H

#include <time.h>

#include "base/problems.h"
#include "base/store/result_cache.h"
#include "base/texts.h"
#include "base/vec.h"
#include "diag/compare/baseline.h"
#include "diag/suppress/suppress.h"
#include "driver/analyze/replay.h"
#include "driver/command_line/options.h"
#include "driver/process/crash_retry.h"
#include "launch/launch.h"
#include "perfmodel/model.h"
#include "source/compiler/compile_commands.h"
#include "source/dependencies.h"

/* How far results and reasons had come before an input. */
struct mark {
    size_t results, reasons;
};

struct run {
    struct arena *arena;
    struct options options;
    struct problems problems; /* what is wrong with the request */
    struct words args;        /* the command line */
    struct jobs jobs;
    struct texts texts;   /* that stand for files */
    struct words configs; /* the .clperf that `options` come from, and what follows from these */
    struct compile_commands commands; /* of -fclperf-host-units= */
    struct given_launches given;
    VEC(const struct kernel *) kernels; /* those seen */
    VEC(const struct gpu *) gpus;
    VEC(const struct model *) models;
    struct given_launches all_given; /* of all inputs */
    struct suppress suppress;
    struct baseline *baseline; /* or NULL */
    VEC(struct kernel_result) results;
    VEC(struct report_problem) reasons; /* why something was not analysed */
    struct mark *marks;                 /* per input, and one for the end */
    struct attempts attempts;
    struct cache cache;
    struct timespec started;
    double latest;                   /* time of CLOCK_MONOTONIC after which nothing more is begun */
    size_t programs, whole_programs; /* host programs; of these those whose kernels all have results
                                      */
    const char *built_only; /* why sources are not compiled, but what the compiler beside makes of
                             * them is read; or NULL */
    bool findings_only;     /* the only output is the text of warnings */
    const char *key;        /* of the analysis in the cache, or NULL */
    struct dependencies dependencies;
};

/* Reads the command line and the configuration. */
void run_start(struct run *r, int argc, char **argv);
/* Reads what holds for the input's directory, unless it holds already. */
void run_configure(struct run *r, const struct input *in);

/* NULL, or why there is no time or memory for anything more. */
const char *run_exhausted(struct run *r);
/* Launches of kernels that do not exist; if nothing could be compiled, nobody knows. */
void run_report_unused(struct run *r);
/* The report of the inputs between two marks. */
struct report run_make_report(struct run *r, struct mark from, struct mark to);
/* Whether the options ask for nothing but the text of warnings. */
bool run_shows_findings_only(struct run *r);
/* Whether a finding, or something that is not analysed, counts as an error. */
bool run_has_error(const struct report *r);
struct replay run_make_outputs(struct run *r, const struct report *report);
/* The exit status where the request is wrong, or an output cannot be written. */
int run_status_of_mistake(const struct run *r);
/* Writes the outputs, and keeps them for the next time if all of it went well. False if one cannot
 * be written. */
bool run_write_outputs(struct run *r, const struct replay *outputs);
/* Writes again what the same analysis wrote before; false if there is none. */
bool run_write_kept(struct run *r, int *status);

#endif
