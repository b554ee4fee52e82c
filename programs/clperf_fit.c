/* `clperf fit`: learns a model from tables of times. A program of its own, so that nothing else
 * links what learns. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/command_line.h"
#include "base/descriptor.h"
#include "base/problems.h"
#include "perfmodel/survey/fit/learn/validation.h"

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
    struct arena *arena;
    const struct learner *learner;
    struct table_columns columns;
    const char *output;
    bool quiet, unchecked;
};

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
    return good ? 0
                : problems_fail(
                      arena_printf(c->arena, "cannot write '%s': %s", c->output, strerror(number)));
}

static int run(struct command *c, const struct words *tables) {
    struct fit_table t = {0};
    struct validation v = {.low = 1, .high = 1};
    const char *error = NULL;
    if (!tables->n)
        return problems_fail("the table is missing");
    if (!table_read(c->arena, words_argv(c->arena, tables), tables->n, &c->columns, &t, &error) ||
        (!c->unchecked &&
         (error = validation_run(c->arena, &t, c->learner->learn, c->columns.residual, &v))))
        return problems_fail(error);
    cJSON *model = learned_model(c->arena, &t, c->learner->learn, c->learner->name,
                                 c->columns.residual, &v, &error);
    if (!model)
        return problems_fail(error);
    print_result(c, &t, &v, model);
    int status = write_model(c, model);
    cJSON_Delete(model);
    return status;
}

static const char *read_model(struct arena *a, void *to, const char *name) {
    struct command *c = to;
    (void)a;
    c->learner = find(name);
    return c->learner ? NULL : "no such model; --help lists them";
}

static void print_learners(FILE *out) {
    fputc('\n', out);
    for (size_t i = 0; i < LEARNERS; i++)
        fprintf(out, "  %-14s %s\n", learners[i].name, learners[i].what);
}

static const struct command_option options[] = {
    {"--model", "NAME", "one of those below", COMMAND_READ(read_model), 0},
    {"--output", "FILE", "the model", COMMAND_TEXT(struct command, output), 'o'},
    {"--time", "COLUMN", "milliseconds; default: time_ms",
     COMMAND_TEXT(struct command, columns.time), 0},
    {"--residual", "COLUMN", "of predicted milliseconds: learns what these are off",
     COMMAND_TEXT(struct command, columns.residual), 0},
    {"--group", "COLUMN", "rows that are left out together, such as those of a kernel",
     COMMAND_TEXT(struct command, columns.group), 0},
    {"--hardware", "LIST",
     "columns that say what the hardware is, separated by commas: for scaleclass",
     COMMAND_TEXT(struct command, columns.hardware), 0},
    {"--curve", "LIST",
     "columns whose values together name a launch; default: all that are not of\nthe hardware",
     COMMAND_TEXT(struct command, columns.curve), 0},
    {"--without", "LIST", "columns to leave out", COMMAND_TEXT(struct command, columns.without), 0},
    {"--unchecked", NULL, "no cross-validation: nothing is said of errors",
     COMMAND_FLAG(struct command, unchecked), 0},
    {"--quiet", NULL, "print the model's errors only where they fail",
     COMMAND_FLAG(struct command, quiet), 0},
};

static const struct command_table table = {
    .name = "fit",
    .usage = "usage: clperf fit --model NAME [OPTION]... --output FILE TABLE.csv...\n"
             "\n"
             "Learns times from tables: of measurements, or what clperf sweep wrote. Says how far "
             "the\n"
             "model is off on rows that it has not seen, and writes it to a file that clperf-cc\n"
             "-fclperf-model=FILE reads.\n"
             "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
    .after = "\nAll other columns are what the time depends on. Of several tables, those that all "
             "have.\n",
    .print_more = print_learners,
};

int main(int argc, char **argv) {
    struct arena arena = {0};
    struct command c = {.arena = &arena, .columns = {.time = "time_ms"}};
    struct command_words words;
    (void)argc;
    int status = command_line_read(&arena, &table, argv, &c, &words);
    c.quiet = c.quiet || c.unchecked;
    if (status == COMMAND_RUNS)
        status = !c.learner  ? problems_fail("--model is missing")
                 : !c.output ? problems_fail("--output is missing")
                             : run(&c, &words.operands);
    arena_free(&arena);
    return status;
}
