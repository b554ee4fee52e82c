#include "driver/analyze/trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/load/load.h"
#include "base/str.h"
#include "source/languages/loops/loops.h"

static void trace_input(struct run *r, size_t i) {
    const struct input *in = &r->jobs.inputs[i];
    const char *output = jobs_traced_source(r->arena, &r->jobs, r->options.trace_into, i);
    size_t traced = 0;
    const char *error = mkdir(path_dir(r->arena, output), 0700) == 0 || errno == EEXIST
                            ? loops_write_traced(r->arena, &r->jobs, in, output, &traced)
                            : strerror(errno);
    if (error)
        fprintf(stderr, "clperf-cc: note: loops of '%s' are not traced: %s\n", in->path, error);
    else if (traced && r->options.remarks)
        fprintf(stderr, "clperf-cc: note: %zu loop%s of '%s' traced\n", traced,
                traced == 1 ? "" : "s", in->path);
}

int run_trace(struct run *r) {
    load_init();
    for (size_t i = 0; i < r->jobs.n_inputs; i++)
        if (r->jobs.inputs[i].analysed && front_end_is_host_only(r->jobs.inputs[i].language))
            trace_input(r, i);
    return 0;
}
