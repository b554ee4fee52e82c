#include "calibrate/options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "base/words.h"

/* Percent that repetitions may differ by. */
#define TOLERANCE 5

/* Seconds for one measurement. */
#define LIMIT_S 120

static const char usage[] =
    "usage: clperf calibrate [OPTION]...\n\n"
    "Measures a device and writes its description, for -fclperf-gpu=FILE.\n\n"
    "  --device N           the device of that number; default: 0\n"
    "  --runtime NAME       opencl or cuda; default: OpenCL, or CUDA without it\n"
    "  -o, --output FILE    the description; default: my-gpu.json\n"
    "  --only KEY[,KEY...]  these values alone, on standard output unless -o is given\n"
    "  --list               what is measured, and how\n"
    "  --quick              short runs, for a first look\n"
    "  --tolerance PERCENT  most that repetitions may differ by; default: 5\n"
    "  --limit SECONDS      longest time of one measurement; default: 120\n"
    "\nWhat was measured lies in FILE.journal until all is done: the same command goes on there.\n";

void calibrate_print_usage(FILE *out) {
    fputs(usage, out);
}

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

static const char *read_only(struct arena *a, struct calibrate_options *o, const char *value) {
    struct words keys = words_split(a, value, ",");
    const char *error = NULL;
    o->only = true;
    for (size_t i = 0; i < keys.n && !error; i++)
        error = add_key(a, o, keys.at[i]);
    return error ? error : keys.n ? NULL : "--only: expected a key";
}

static const char *read_number(struct arena *a, const char *option, const char *value, double least,
                               double *to) {
    char *end;
    *to = strtod(value, &end);
    if (end != value && !*end && *to >= least)
        return NULL;
    return arena_printf(a, "%s: '%s' is no number from %g", option, value, least);
}

static const char *read_device(struct arena *a, struct calibrate_options *o, const char *value) {
    double number = 0;
    const char *error = read_number(a, "--device", value, 0, &number);
    o->job.device = error ? 0 : (int)number;
    return error;
}

static const char *read_runtime(struct arena *a, struct calibrate_options *o, const char *value) {
    static const struct runtime *const all[] = {&opencl_runtime, &cuda_runtime};
    o->job.runtime = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcasecmp(value, all[i]->name) == 0)
            o->job.runtime = all[i];
    return o->job.runtime ? NULL
                          : arena_printf(a, "--runtime: expected opencl or cuda, not '%s'", value);
}

static const char *read_output(struct arena *a, struct calibrate_options *o, const char *value) {
    (void)a;
    o->output = value;
    o->write = true;
    return *value ? NULL : "-o: expected the name of a file";
}

static const char *read_tolerance(struct arena *a, struct calibrate_options *o, const char *value) {
    const char *error = read_number(a, "--tolerance", value, 0, &o->job.tolerance);
    o->job.tolerance /= 100;
    return error;
}

static const char *read_limit(struct arena *a, struct calibrate_options *o, const char *value) {
    return read_number(a, "--limit", value, 0.1, &o->job.limit_s);
}

static const struct {
    const char *name;
    const char *(*read)(struct arena *a, struct calibrate_options *o, const char *value);
} rows[] = {
    {"--runtime", read_runtime}, {"--device", read_device}, {"--output", read_output},
    {"-o", read_output},         {"--only", read_only},     {"--tolerance", read_tolerance},
    {"--limit", read_limit},
};

static bool read_flag(struct calibrate_options *o, const char *word) {
    bool *flag = strcmp(word, "--list") == 0    ? &o->list
                 : strcmp(word, "--help") == 0  ? &o->help
                 : strcmp(word, "--quick") == 0 ? &o->job.quick
                                                : NULL;
    if (flag)
        *flag = true;
    return flag;
}

/* An option with its value, behind '=' or as the next word. */
static const char *read_option(struct arena *a, char **argv, size_t *at,
                               struct calibrate_options *o) {
    const char *word = argv[*at];
    size_t n = strcspn(word, "=");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].name) == n && strncmp(rows[i].name, word, n) == 0) {
            const char *value = word[n] ? word + n + 1 : argv[++*at];
            if (!value)
                return arena_printf(a, "%s: expected a value", word);
            return rows[i].read(a, o, value);
        }
    return arena_printf(a, "no option '%s'; --help lists them", word);
}

const char *calibrate_read_options(struct arena *a, char **argv, struct calibrate_options *o) {
    *o = (struct calibrate_options){.output = "my-gpu.json",
                                    .job = {.tolerance = TOLERANCE / 100., .limit_s = LIMIT_S}};
    for (size_t i = 1; argv[i]; i++) {
        const char *error = read_flag(o, argv[i]) ? NULL : read_option(a, argv, &i, o);
        if (error)
            return error;
    }
    for (size_t i = 0; i < n_measurements && !o->only; i++)
        o->job.wanted[measurements[i].key] = true;
    o->write = o->write || !o->only;
    return NULL;
}
