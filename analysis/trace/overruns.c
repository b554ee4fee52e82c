#include "analysis/trace/trace.h"

/* Operations for one look, and of one warp. */
enum { LOOK_OPS = 512000, LOOK_WARP_OPS = 16000 };

bool an_overruns(struct arena *a, const struct kernel *k, const struct launch *l, uint64_t group) {
    enum { WARP = 32 };
    struct trace_request r = {.kernel = k,
                              .launch = l,
                              .warp_width = WARP,
                              .groups = &group,
                              .n_groups = 1,
                              .counts_only = true,
                              .bounds = true,
                              .max_ops = LOOK_OPS,
                              .max_warp_ops = LOOK_WARP_OPS};
    return an_trace(a, &r)->overrun;
}
