#include <stdio.h>
#include <string.h>

#include "base/problems.h"
#include "base/str.h"
#include "driver/commands/commands.h"
#include "hwdb/gpu.h"
#include "hwdb/native_gpu.h"

static const char usage[] =
    "usage: clperf gpus\n"
    "       clperf gpus [--all] NAME\n"
    "       clperf gpus [--all] --compare A B\n"
    "\n"
    "Lists the GPUs that are known, by vendor and generation, with how much of each entry is\n"
    "measured. Of one, says what people know first, each value with its kind and source. NAME is\n"
    "a name of the list, one that a driver reports, the file of a GPU of your own, "
    "./NAME.json, or\n"
    "native, the GPU of this machine.\n"
    "\n"
    "  --all      all values\n"
    "  --compare  two GPUs side by side: the values in which they differ; --all has the others,\n"
    "             too\n"
    "  --help\n";

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

int gpus_command(struct arena *a, int argc, char **argv) {
    const char *names[2];
    size_t n = 0;
    bool all = false, comparison = false, wrong = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (strcmp(argv[i], "--all") == 0)
            all = true;
        else if (strcmp(argv[i], "--compare") == 0)
            comparison = true;
        else if (n == 2 || str_starts(argv[i], "--"))
            wrong = true;
        else
            names[n++] = argv[i];
    }
    if (wrong || (all && !n) || (comparison ? n != 2 : n > 1))
        return problems_misuse("gpus", "usage: clperf gpus [[--all] NAME | [--all] --compare A B]");
    if (comparison)
        return compare(a, names, all);
    if (n)
        return explain(a, names[0], all);
    gpu_list(stdout);
    return 0;
}
