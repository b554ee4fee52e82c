#include "driver/gpus_command.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "driver/command_line/problems.h"
#include "hwdb/gpu.h"

static const char usage[] =
    "usage: clperf gpus\n"
    "       clperf gpus [--all] NAME\n"
    "\n"
    "Lists the GPUs that are known, by vendor and generation, with how much of each entry is\n"
    "measured. Of one, says what people know first, each value with its kind and source. NAME is\n"
    "a name of the list, one that a driver reports, or the file of a GPU of your own, "
    "./NAME.json.\n"
    "\n"
    "  --all   all values\n"
    "  --help\n";

static int explain(struct arena *a, const char *name, bool all) {
    const char *error = NULL;
    const struct gpu *g = gpu_find(a, name, &error);
    if (!g)
        return problems_fail(error);
    if (all)
        gpu_explain(stdout, g);
    else
        gpu_summarize(stdout, g);
    return 0;
}

int gpus_command(struct arena *a, int argc, char **argv) {
    const char *name = NULL;
    bool all = false, wrong = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (strcmp(argv[i], "--all") == 0)
            all = true;
        else if (name || str_starts(argv[i], "--"))
            wrong = true;
        else
            name = argv[i];
    }
    if (wrong || (all && !name))
        return problems_fail("usage: clperf gpus [[--all] NAME]");
    if (name)
        return explain(a, name, all);
    gpu_list(stdout);
    return 0;
}
