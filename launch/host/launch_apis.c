#include <string.h>

#include "base/str.h"
#include "launch/host/launch_search.h"
#include "launch/inline_syntax.h"

/* --- sizes ------------------------------------------------------------------ */

bool launching_sizes(struct launching *l, const char *what, const struct host_value *sizes,
                     uint32_t dims, uint64_t low, uint64_t out[3]) {
    uint32_t loop = host_end_middles(l->finder->values);
    for (uint32_t i = 0; i < dims; i++) {
        const struct host_value *s = &sizes[i];
        bool good = s->kind == VALUE_INT && s->integer >= (int64_t)low &&
                    s->integer <= (int64_t)LAUNCH_MOST_ITEMS;
        if (!good) {
            const char *why = s->kind == VALUE_UNKNOWN ? s->text : "not a size";
            launching_unknown(
                l, dims > 1 ? arena_printf(l->finder->arena, "%s[%u]", what, i) : what, why);
            memset(out, 0, 3 * sizeof *out);
            return false;
        }
        out[i] = (uint64_t)s->integer;
    }
    for (uint32_t i = dims; i < 3; i++)
        out[i] = low;
    launching_middle(l, what, loop);
    return dims > 0;
}

/* Sizes from an array of the C interface. */
static bool sizes_of_array(struct launching *l, const char *what, uint32_t array, uint32_t dims,
                           uint64_t low, uint64_t out[3]) {
    struct finder *f = l->finder;
    struct host_value sizes[3];
    if (finder_is_null(f, array, l->frame))
        return false;
    host_assume_middle_iteration(f->values);
    for (uint32_t i = 0; i < dims; i++)
        sizes[i] = host_eval_element(f->values, array, i, l->frame);
    return launching_sizes(l, what, sizes, dims, low, out);
}

/* Sizes from a cl::NDRange. */
static bool sizes_of_range(struct launching *l, const char *what, uint32_t range, uint64_t low,
                           uint64_t out[3]) {
    struct finder *f = l->finder;
    struct host_value sizes[3];
    uint32_t dims = 0;
    if (range == NO_NODE || finder_is_named(f, host_strip(f->tree, range), "NullRange"))
        return false;
    struct host_expr e = host_origin_of(f->values, range, l->frame);
    host_assume_middle_iteration(f->values);
    if (e.node == NO_NODE || !finder_is_named(f, e.node, "NDRange")) {
        sizes[dims++] = e.node == NO_NODE ? (struct host_value){.text = e.why}
                                          : host_eval(f->values, range, l->frame);
    } else {
        uint32_t a;
        while (dims < 3 && (a = finder_argument(f, e.node, dims)) != NO_NODE)
            sizes[dims++] = host_eval(f->values, a, e.frame);
    }
    return launching_sizes(l, what, sizes, dims, low, out);
}

/* --- the interfaces --------------------------------------------------------- */

/* What other calls say about the launch. */
static void read_settings(struct launching *l) {
    if (l->kernel.node == NO_NODE)
        return;
    launching_args(l);
    launching_build(l);
}

static void launch_c(struct launching *l) {
    struct finder *f = l->finder;
    struct launch *launch = &l->result.launch;
    struct host_value dims = host_eval(f->values, finder_argument(f, l->call, 2), l->frame);
    launching_kernel(l, finder_argument(f, l->call, 1));
    if (dims.kind != VALUE_INT || dims.integer < 1 || dims.integer > 3) {
        launching_unknown(l, "dimensions", dims.text ? dims.text : "not 1 to 3");
    } else {
        uint32_t n = (uint32_t)dims.integer;
        sizes_of_array(l, "offset", finder_argument(f, l->call, 3), n, 0, launch->offset);
        sizes_of_array(l, "global", finder_argument(f, l->call, 4), n, 1, launch->global);
        sizes_of_array(l, "local", finder_argument(f, l->call, 5), n, 1, launch->local);
    }
    read_settings(l);
}

static void launch_task(struct launching *l) {
    struct launch *launch = &l->result.launch;
    launching_kernel(l,
                     finder_argument(l->finder, l->call,
                                     finder_is_named(l->finder, l->call, "enqueueTask") ? 0 : 1));
    for (int d = 0; d < 3; d++)
        launch->global[d] = launch->local[d] = 1;
    read_settings(l);
}

static void launch_cpp(struct launching *l) {
    struct finder *f = l->finder;
    struct launch *launch = &l->result.launch;
    launching_kernel(l, finder_argument(f, l->call, 0));
    sizes_of_range(l, "offset", finder_argument(f, l->call, 1), 0, launch->offset);
    sizes_of_range(l, "global", finder_argument(f, l->call, 2), 1, launch->global);
    sizes_of_range(l, "local", finder_argument(f, l->call, 3), 1, launch->local);
    read_settings(l);
}

/* functor(cl::EnqueueArgs(queue, [offset,] global[, local]), arguments...) */
static void launch_functor(struct launching *l) {
    struct finder *f = l->finder;
    struct launch *launch = &l->result.launch;
    struct host_expr e = host_origin_of(f->values, finder_argument(f, l->call, 1), l->frame);
    uint32_t ranges[3], n = 0, i = 0;
    launching_kernel(l, finder_argument(f, l->call, 0));
    if (l->kernel.node != NO_NODE && finder_argument(f, l->kernel.node, 1) == NO_NODE)
        launching_kernel(l, finder_argument(f, l->kernel.node, 0));
    const struct host_frame *frame = l->frame;
    l->frame = e.frame;
    for (uint32_t a; e.node != NO_NODE && (a = finder_argument(f, e.node, i)) != NO_NODE && n < 3;
         i++) {
        const struct host_node *bare = finder_node(f, host_strip(f->tree, a));
        bool queue = i == 0 && bare->type_name && strstr(bare->type_name, "CommandQueue");
        if (!queue)
            ranges[n++] = a;
    }
    if (n == 3)
        sizes_of_range(l, "offset", ranges[0], 0, launch->offset);
    if (n)
        sizes_of_range(l, "global", ranges[n == 3], 1, launch->global);
    if (n > 1)
        sizes_of_range(l, "local", ranges[n - 1], 1, launch->local);
    l->frame = frame;
    for (int k = 0; finder_argument(f, l->call, (uint32_t)k + 2) != NO_NODE; k++)
        launching_arg(l, k, finder_argument(f, l->call, (uint32_t)k + 2), l->call, l->frame);
    if (l->kernel.node != NO_NODE)
        launching_build(l);
    if (!n)
        launching_unknown(l, "global", "not followed");
}

static const struct {
    const char *name;
    void (*read)(struct launching *l);
} interfaces[] = {{"clEnqueueNDRangeKernel", launch_c},
                  {"clEnqueueTask", launch_task},
                  {"enqueueNDRangeKernel", launch_cpp},
                  {"enqueueTask", launch_task},
                  {"operator()", launch_functor},
                  {HOST_CONFIGURATION, launching_configured},
                  {"cudaLaunchKernel", launching_packed},
                  {"cudaLaunchCooperativeKernel", launching_packed},
                  {"hipLaunchKernel", launching_packed},
                  {"hipLaunchCooperativeKernel", launching_packed},
                  {"cudaLaunchKernelEx", launching_described},
                  {"cudaLaunchKernelExC", launching_described},
                  {"for", launching_loop}};

enum { INTERFACES = sizeof interfaces / sizeof *interfaces };

static bool is_functor(const struct finder *f, uint32_t call) {
    uint32_t args = host_strip(f->tree, finder_argument(f, call, 1));
    while (args != NO_NODE && finder_node(f, args)->kind == NODE_CONSTRUCT &&
           !finder_is_named(f, args, "EnqueueArgs"))
        args = host_strip(f->tree, finder_argument(f, args, 0));
    return finder_is_named(f, args, "EnqueueArgs") ||
           (args != NO_NODE && finder_node(f, args)->type_name &&
            strstr(finder_node(f, args)->type_name, "EnqueueArgs"));
}

/* Whether the call is a launch by that interface. CUDA's is known by its first child. */
static bool launches_by(const struct finder *f, uint32_t call, int interface) {
    const char *name = interfaces[interface].name;
    uint32_t callee = host_child(f->tree, call, 0);
    if (strcmp(name, HOST_CONFIGURATION) == 0)
        return callee != NO_NODE && finder_node(f, callee)->kind == NODE_CALL &&
               finder_node(f, callee)->name && host_is_configuration(finder_node(f, callee)->name);
    return finder_is_named(f, call, name) &&
           (strcmp(name, "operator()") != 0 || is_functor(f, call));
}

int launching_interface(const struct finder *f, uint32_t call) {
    if (launching_is_loop(f, call))
        return INTERFACES - 1;
    for (int i = 0; i < INTERFACES && finder_node(f, call)->kind == NODE_CALL; i++)
        if (launches_by(f, call, i))
            return i;
    return -1;
}

void launching_read(struct launching *l, int interface) {
    interfaces[interface].read(l);
}
