/* `clperf fit`: learns a model from tables of times. A program of its own, so that nothing else
 * links what learns. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/descriptor.h"
#include "perfmodel/survey/fit/learn/validation.h"

enum { USAGE = 2 };

static const char usage[] =
    "usage: clperf fit --model NAME [OPTION]... --output FILE TABLE.csv...\n"
    "\n"
    "Learns times from tables: of measurements, or what clperf sweep wrote. Says how far the model "
    "is off on rows\n"
    "that it has not seen, and writes it to a file that clperf-cc -fclperf-model=FILE reads.\n"
    "\n"
    "  --time COLUMN      milliseconds; default: time_ms\n"
    "  --residual COLUMN  of predicted milliseconds: learns what these are off\n"
    "  --group COLUMN     rows that are left out together, such as those of a kernel\n"
    "  --hardware LIST    columns that say what the hardware is, separated by commas: for "
    "scaleclass\n"
    "  --curve LIST       columns whose values together name a launch; default: all that are not "
    "of "
    "the hardware\n"
    "  --without LIST     columns to leave out\n"
    "  --unchecked        no cross-validation: nothing is said of errors\n"
    "  --quiet            print the model's errors only where they fail\n"
    "  --help\n"
    "\n"
    "All other columns are what the time depends on. Of several tables, those that all have.\n"
    "\n";

struct learner {
    const char *name, *what;
    learn_fn *learn;
};

static const struct learner learners[] = {
#define LEARNER(id, name, what) {name, what, learn_##id},
#include "perfmodel/survey/fit/learn/learners.def"
#undef LEARNER
};

enum { LEARNERS = sizeof learners / sizeof *learners };

struct command {
    struct arena arena;
    const struct learner *learner;
    struct table_columns columns;
    const char *output;
    bool quiet, unchecked;
};

static int fail(const char *what) {
    fprintf(stderr, "clperf fit: %s\n", what);
    return USAGE;
}

/* With NULL, getopt_long() has said what is wrong. */
static int misuse(const char *what) {
    if (what)
        fail(what);
    fputs("Try 'clperf fit --help' for more information.\n", stderr);
    return USAGE;
}

static void print_usage(void) {
    fputs(usage, stdout);
    for (size_t i = 0; i < LEARNERS; i++)
        printf("  %-14s %s\n", learners[i].name, learners[i].what);
}

static const struct learner *find(const char *name) {
    for (size_t i = 0; i < LEARNERS; i++)
        if (strcmp(learners[i].name, name) == 0)
            return &learners[i];
    return NULL;
}

static void print_importance(const cJSON *model) {
    const cJSON *v;
    cJSON_ArrayForEach (v, cJSON_GetObjectItemCaseSensitive(model, "importance"))
        if (v->valuedouble >= 0.01)
            printf("  %-24s %4.1f %%\n", v->string, 100 * v->valuedouble);
}

static void print_result(const struct command *c, const struct fit_table *t,
                         const struct validation *v, const cJSON *model) {
    if (c->quiet)
        return;
    printf("%s of %zu rows and %zu features\n", c->learner->name, t->n_rows, t->n_features);
    printf("mean error on rows left out (%zu parts): %.2f %%, median %.2f %%; 90 %% of times are "
           "%.2f to %.2f of the "
           "prediction\n",
           v->folds, 100 * v->mean, 100 * v->median, v->low, v->high);
    if (!isnan(v->before))
        printf("mean error without the model: %.2f %%%s\n", 100 * v->before,
               v->mean < v->before ? "" : ": the model makes it worse");
    print_importance(model);
}

static int write_model(const struct command *c, const cJSON *model) {
    char *text = cJSON_PrintUnformatted(model);
    FILE *out = descriptor_open(c->output);
    bool good = out && text && fputs(text, out) >= 0 && fputc('\n', out) >= 0;
    int number = errno;
    good = (!out || fclose(out) == 0) && good;
    cJSON_free(text);
    if (!good)
        fprintf(stderr, "clperf fit: cannot write '%s': %s\n", c->output, strerror(number));
    return good ? 0 : USAGE;
}

static int run(struct command *c, char **tables, int n) {
    struct fit_table t = {0};
    struct validation v = {.low = 1, .high = 1};
    const char *error = NULL;
    if (n < 1)
        return misuse("the table is missing");
    if (!table_read(&c->arena, tables, (size_t)n, &c->columns, &t, &error) ||
        (!c->unchecked &&
         (error = validation_run(&c->arena, &t, c->learner->learn, c->columns.residual, &v))))
        return fail(error);
    cJSON *model = learned_model(&c->arena, &t, c->learner->learn, c->learner->name,
                                 c->columns.residual, &v, &error);
    if (!model)
        return fail(error);
    print_result(c, &t, &v, model);
    int status = write_model(c, model);
    cJSON_Delete(model);
    return status;
}

static const struct option options[] = {
    {"model", required_argument, 0, 'm'},    {"time", required_argument, 0, 't'},
    {"residual", required_argument, 0, 'r'}, {"group", required_argument, 0, 'g'},
    {"hardware", required_argument, 0, 'w'}, {"curve", required_argument, 0, 'c'},
    {"without", required_argument, 0, 'x'},  {"output", required_argument, 0, 'o'},
    {"quiet", no_argument, 0, 'q'},          {"unchecked", no_argument, 0, 'u'},
    {"help", no_argument, 0, 'h'},           {0}};

int main(int argc, char **argv) {
    struct command c = {.columns = {.time = "time_ms"}};
    const char *model = NULL;
    int option;
    while ((option = getopt_long(argc, argv, "o:", options, NULL)) != -1) {
        switch (option) {
        case 'm':
            model = optarg;
            break;
        case 't':
            c.columns.time = optarg;
            break;
        case 'r':
            c.columns.residual = optarg;
            break;
        case 'g':
            c.columns.group = optarg;
            break;
        case 'w':
            c.columns.hardware = optarg;
            break;
        case 'c':
            c.columns.curve = optarg;
            break;
        case 'x':
            c.columns.without = optarg;
            break;
        case 'o':
            c.output = optarg;
            break;
        case 'u':
            c.unchecked = c.quiet = true;
            break;
        case 'q':
            c.quiet = true;
            break;
        case 'h':
            print_usage();
            return 0;
        default:
            return misuse(NULL);
        }
    }
    c.learner = model ? find(model) : NULL;
    if (!c.learner)
        return misuse(model ? "no such model; --help lists them" : "--model is missing");
    if (!c.output)
        return misuse("--output is missing");
    int status = run(&c, argv + optind, argc - optind);
    arena_free(&c.arena);
    return status;
}
