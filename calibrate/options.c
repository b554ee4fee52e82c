#include "calibrate/options.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/command_line.h"
#include "base/problems.h"

/* Percent that repetitions may differ by. */
#define TOLERANCE 5

/* Seconds for one measurement. */
#define LIMIT_S 120

static const char *add_key(struct arena *a, struct calibrate_options *o, const char *name) {
    struct words known = {0};
    for (size_t i = 0; i < n_measurements; i++) {
        const char *key = gpu_key_name(measurements[i].key);
        words_add(a, &known, key);
        if (strcmp(key, name) == 0) {
            o->job.wanted[measurements[i].key] = true;
            return NULL;
        }
    }
    const char *nearest = words_nearest(name, &known);
    return arena_printf(a, "--only: nothing measures '%s'%s", name,
                        nearest ? arena_printf(a, "; did you mean '%s'?", nearest)
                                : "; --list shows what there is");
}

static const char *read_only(struct arena *a, void *to, const char *value) {
    struct calibrate_options *o = to;
    struct words keys = words_split(a, value, ",");
    const char *error = NULL;
    o->only = true;
    for (size_t i = 0; i < keys.n && !error; i++)
        error = add_key(a, o, keys.at[i]);
    return error ? error : keys.n ? NULL : "--only: expected a key";
}

static const char *read_number(struct arena *a, const char *option, const char *value, double least,
                               double *to) {
    return command_line_number(value, least, HUGE_VAL, to)
               ? NULL
               : arena_printf(a, "%s: '%s' is no number from %g", option, value, least);
}

static const char *read_device(struct arena *a, void *to, const char *value) {
    struct calibrate_options *o = to;
    double number = 0;
    const char *error = read_number(a, "--device", value, 0, &number);
    o->job.device = error ? 0 : (int)number;
    return error;
}

static const char *read_runtime(struct arena *a, void *to, const char *value) {
    struct calibrate_options *o = to;
    static const struct runtime *const all[] = {&opencl_runtime, &cuda_runtime};
    o->job.runtime = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcasecmp(value, all[i]->name) == 0)
            o->job.runtime = all[i];
    return o->job.runtime ? NULL
                          : arena_printf(a, "--runtime: expected opencl or cuda, not '%s'", value);
}

static const char *read_output(struct arena *a, void *to, const char *value) {
    struct calibrate_options *o = to;
    (void)a;
    o->output = value;
    o->write = true;
    return *value ? NULL : "-o: expected the name of a file";
}

static const char *read_tolerance(struct arena *a, void *to, const char *value) {
    struct calibrate_options *o = to;
    const char *error = read_number(a, "--tolerance", value, 0, &o->job.tolerance);
    o->job.tolerance /= 100;
    return error;
}

static const char *read_limit(struct arena *a, void *to, const char *value) {
    struct calibrate_options *o = to;
    return read_number(a, "--limit", value, 0.1, &o->job.limit_s);
}

static const struct command_option options[] = {
    {"--device", "N", "the device of that number; default: 0", COMMAND_READ(read_device), 0},
    {"--runtime", "NAME", "opencl or cuda; default: OpenCL, or CUDA without it",
     COMMAND_READ(read_runtime), 0},
    {"--output", "FILE", "the description; default: my-gpu.json", COMMAND_READ(read_output), 'o'},
    {"--only", "KEY[,KEY...]", "these values alone, on standard output unless -o is given",
     COMMAND_READ(read_only), 0},
    {"--list", NULL, "what is measured, and how", COMMAND_FLAG(struct calibrate_options, list), 0},
    {"--quick", NULL, "short runs, for a first look",
     COMMAND_FLAG(struct calibrate_options, job.quick), 0},
    {"--tolerance", "PERCENT", "most that repetitions may differ by; default: 5",
     COMMAND_READ(read_tolerance), 0},
    {"--limit", "SECONDS", "longest time of one measurement; default: 120",
     COMMAND_READ(read_limit), 0},
};

static const struct command_table table = {
    .name = "calibrate",
    .usage = "usage: clperf calibrate [OPTION]...\n"
             "\n"
             "Measures a device and writes its description, for -fclperf-gpu=FILE.\n"
             "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
    .after = "\nWhat was measured lies in FILE.journal until all is done: the same command goes on "
             "there.\n",
};

int calibrate_read_options(struct arena *a, char **argv, struct calibrate_options *o) {
    struct command_words words;
    *o = (struct calibrate_options){.output = "my-gpu.json",
                                    .job = {.tolerance = TOLERANCE / 100., .limit_s = LIMIT_S}};
    int status = command_line_read(a, &table, argv, o, &words);
    if (status != COMMAND_RUNS)
        return status;
    if (words.operands.n)
        return problems_fail(arena_printf(a, "'%s': no file is expected", words.operands.at[0]));
    for (size_t i = 0; i < n_measurements && !o->only; i++)
        o->job.wanted[measurements[i].key] = true;
    o->write = o->write || !o->only;
    return COMMAND_RUNS;
}
