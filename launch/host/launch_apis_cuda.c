/* CUDA's and HIP's ways to launch: <<<>>>, and functions of the runtime that are handed a kernel's
 * address. Attributes of a launch, such as clusters, are not read. */
#include "launch/host/launch_search.h"

/* --- sizes ------------------------------------------------------------------ */

/* Sizes from a dim3 as it is at the expression, or at the launch. */
static bool sizes_of_dim3(struct launching *l, const char *what, struct host_expr e,
                          uint64_t out[3]) {
    struct host_value sizes[3];
    uint32_t at = e.node != NO_NODE && e.node < l->call ? e.node : l->call;
    host_assume_middle_iteration(l->finder->values);
    for (int d = 0; d < 3; d++)
        sizes[d] = e.node == NO_NODE
                       ? (struct host_value){.text = e.why ? e.why : "not followed"}
                       : host_dim3_component(l->finder->values, e.node, d, at, e.frame);
    return launching_sizes(l, what, sizes, 3, 1, out);
}

/* Whether all but the first size of a grid is 1, as where it is a number. */
static bool is_one_dimensional(struct launching *l, struct host_expr grid) {
    uint32_t at = grid.node != NO_NODE && grid.node < l->call ? grid.node : l->call;
    bool one = grid.node != NO_NODE;
    for (int d = 1; d < 3 && one; d++) {
        struct host_value v = host_dim3_component(l->finder->values, grid.node, d, at, grid.frame);
        one = v.kind == VALUE_INT && v.integer == 1;
    }
    return one;
}

/* The bytes of extern __shared__ arrays. */
static void read_dynamic(struct launching *l, struct host_expr bytes) {
    struct finder *f = l->finder;
    struct host_value n = {.kind = VALUE_INT};
    if (!host_is_default(f->tree, bytes.node))
        n = host_eval(f->values, bytes.node, bytes.frame);
    else if (bytes.why)
        n = (struct host_value){.text = bytes.why};
    struct launch_arg arg = {.index = LAUNCH_DYNAMIC,
                             .kind = ARG_LOCAL_BYTES,
                             .source = LAUNCH_HOST,
                             .where = l->result.where};
    arg.count = n.kind == VALUE_INT && n.integer > 0 ? (uint64_t)n.integer : 0;
    if (n.kind != VALUE_INT || n.integer < 0)
        launching_unknown(l, "shared memory", n.text ? n.text : "not a size");
    else if (arg.count)
        vec_push(f->arena, &l->args, arg);
}

static void read_geometry(struct launching *l, struct host_expr grid, struct host_expr block,
                          struct host_expr shared) {
    struct launch *launch = &l->result.launch;
    uint64_t groups[3];
    bool known = sizes_of_dim3(l, "grid", grid, groups);
    sizes_of_dim3(l, "block", block, launch->local);
    for (int d = 0; d < 3; d++)
        launch->global[d] = known ? groups[d] * launch->local[d] : 0;
    launch->one_dimension = !known && is_one_dimensional(l, grid);
    read_dynamic(l, shared);
}

static struct host_expr argument_of(const struct launching *l, uint32_t call, uint32_t i) {
    return (struct host_expr){finder_argument(l->finder, call, i), l->frame, NULL};
}

/* --- which kernel ------------------------------------------------------------- */

/* The kernel that the expression names. */
static void read_kernel(struct launching *l, struct host_expr e) {
    struct finder *f = l->finder;
    e = host_kernel_of(f->values, e.node, e.frame);
    if (e.node == NO_NODE) {
        l->result.kernel_unknown = e.why;
        return;
    }
    l->result.launch.kernel = finder_node(f, e.node)->kernel;
    l->result.label = finder_node(f, e.node)->name;
}

/* --- the interfaces ----------------------------------------------------------- */

/* kernel<<<grid, block, shared, stream>>>(arguments...), where the kernel may be a variable */
void launching_configured(struct launching *l) {
    struct finder *f = l->finder;
    const struct host_node *call = finder_node(f, l->call);
    uint32_t configuration = host_child(f->tree, l->call, 0), a;
    struct host_expr held = host_kernel_held(f->values, l->call, l->frame);
    l->result.launch.kernel = call->name;
    l->result.label = call->type_name;
    if (held.node != NO_NODE)
        read_kernel(l, held);
    read_geometry(l, argument_of(l, configuration, 0), argument_of(l, configuration, 1),
                  argument_of(l, configuration, 2));
    for (int i = 0; (a = finder_argument(f, l->call, (uint32_t)i)) != NO_NODE; i++)
        launching_arg(l, i, a, l->call, l->frame);
}

/* The kernel's arguments from an array of their addresses. */
static void read_addresses(struct launching *l, uint32_t array) {
    struct finder *f = l->finder;
    struct host_expr list = host_list_of(f->values, array, l->frame);
    uint32_t a = list.node == NO_NODE ? NO_NODE : finder_node(f, list.node)->child;
    for (int i = 0; a != NO_NODE; a = finder_node(f, a)->next, i++)
        launching_arg(l, i, a, l->call, list.frame);
    if (list.node == NO_NODE && !finder_is_null(f, array, l->frame))
        launching_unknown(l, "arguments", list.why ? list.why : "not followed");
}

/* cudaLaunchKernel(kernel, grid, block, addresses, shared, stream) */
void launching_packed(struct launching *l) {
    read_kernel(l, argument_of(l, l->call, 0));
    read_geometry(l, argument_of(l, l->call, 1), argument_of(l, l->call, 2),
                  argument_of(l, l->call, 4));
    read_addresses(l, finder_argument(l->finder, l->call, 3));
}

/* cudaLaunchKernelEx(&configuration, kernel, arguments...), and cudaLaunchKernelExC() with an array
 * of addresses */
void launching_described(struct launching *l) {
    struct finder *f = l->finder;
    uint32_t configuration = finder_argument(f, l->call, 0), a;
    static const char *const names[] = {"gridDim", "blockDim", "dynamicSmemBytes"};
    struct host_expr fields[3];
    for (uint32_t i = 0; i < 3; i++)
        fields[i] = host_field_of(f->values, configuration, names[i], i, l->call, l->frame);
    read_kernel(l, argument_of(l, l->call, 1));
    read_geometry(l, fields[0], fields[1], fields[2]);
    if (finder_is_named(f, l->call, "cudaLaunchKernelExC"))
        read_addresses(l, finder_argument(f, l->call, 2));
    else
        for (int i = 0; (a = finder_argument(f, l->call, (uint32_t)i + 2)) != NO_NODE; i++)
            launching_arg(l, i, a, l->call, l->frame);
}
