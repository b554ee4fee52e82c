#include "source/languages/loops/outline_loops.h"

#include <stdlib.h>

#include "source/languages/loops/outline/outline.h"

const char *loops_outline(struct arena *a, const char *bitcode_path,
                          const struct loop_request *requests, size_t n, int fd) {
    char *error = shim_outline(bitcode_path, requests, n, fd);
    const char *reason = error ? arena_strdup(a, error) : NULL;
    free(error);
    return reason;
}

const char *loops_trace(struct arena *a, const char *bitcode_path,
                        const struct loop_request *requests, size_t n, int fd, size_t *traced) {
    char *error = shim_trace_loops(bitcode_path, requests, n, fd, traced);
    const char *reason = error ? arena_strdup(a, error) : NULL;
    free(error);
    return reason;
}
