#include <stdio.h>

#include "base/command_line.h"
#include "base/problems.h"
#include "driver/commands/commands.h"
#include "hwdb/gpu.h"
#include "hwdb/native_gpu.h"

static int explain(struct arena *a, const char *name, bool all) {
    const char *error = NULL;
    const struct gpu *g = gpu_named(a, name, &error);
    if (!g)
        return problems_fail(error);
    if (all)
        gpu_explain(stdout, g);
    else
        gpu_summarize(stdout, g);
    return 0;
}

static int compare(struct arena *a, const char *const *names, bool all) {
    const char *error = NULL;
    const struct gpu *g = gpu_named(a, names[0], &error);
    const struct gpu *h = g ? gpu_named(a, names[1], &error) : NULL;
    if (!h)
        return problems_fail(error);
    gpu_compare(stdout, g, h, all);
    return 0;
}

struct command {
    bool all, compare;
};

static const struct command_option options[] = {
    {"--all", NULL, "all values", COMMAND_FLAG(struct command, all), 0},
    {"--compare", NULL,
     "two GPUs side by side: the values in which they differ; --all has the others,\ntoo",
     COMMAND_FLAG(struct command, compare), 0},
};

static const struct command_table table = {
    .name = "gpus",
    .usage =
        "usage: clperf gpus\n"
        "       clperf gpus [--all] NAME\n"
        "       clperf gpus [--all] --compare A B\n"
        "\n"
        "Lists the GPUs that are known, by vendor and generation, with how much of each entry is\n"
        "measured. Of one, says what people know first, each value with its kind and source. NAME\n"
        "is a name of the list, one that a driver reports, the file of a GPU of your own,\n"
        "./NAME.json, or native, the GPU of this machine.\n"
        "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
};

int gpus_command(struct arena *a, int argc, char **argv) {
    struct command c = {0};
    struct command_words words;
    (void)argc;
    int status = command_line_read(a, &table, argv, &c, &words);
    if (status != COMMAND_RUNS)
        return status;
    const struct words *names = &words.operands;
    if ((c.all && !names->n) || (c.compare ? names->n != 2 : names->n > 1))
        return problems_fail("usage: clperf gpus [[--all] NAME | [--all] --compare A B]");
    if (c.compare)
        return compare(a, names->at, c.all);
    if (names->n)
        return explain(a, names->at[0], c.all);
    gpu_list(stdout);
    return 0;
}
