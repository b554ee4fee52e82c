#include "driver/host_launches.h"

#include <string.h>

#include "base/str.h"
#include "driver/host_values.h"
#include "driver/launch_text.h"

/* Most ways to one call that are told apart, how far back they go, and launches of a source. */
enum { MOST_WAYS = 16, DEEPEST_WAY = 3, MOST_LAUNCHES = 256 };

struct nodes {
    uint32_t *at;
    size_t n, cap;
};

struct finder {
    struct arena *arena;
    const struct host_source *source;
    const struct host_tree *tree;
    struct host_values *values;
    struct nodes set_args; /* calls that set an argument */
    struct nodes builds;   /* calls that build a program */
    struct host_launches out;
};

/* The launch under construction. */
struct launching {
    struct finder *finder;
    uint32_t call;
    const struct host_frame *frame;
    struct host_expr kernel; /* what made it */
    struct host_launch result;
    VEC(struct launch_arg) args;
    VEC(struct launch_unknown) unknowns;
};

static const struct host_node *node_at(const struct finder *f, uint32_t n) {
    return &f->tree->nodes[n];
}

static bool is_named(const struct finder *f, uint32_t n, const char *name) {
    return n != NO_NODE && node_at(f, n)->name && strcmp(node_at(f, n)->name, name) == 0;
}

static uint32_t argument(const struct finder *f, uint32_t call, uint32_t i) {
    return host_argument(f->tree, call, i);
}

/* The object of a call of a member function, or NO_NODE. */
static uint32_t object_of(const struct finder *f, uint32_t call) {
    uint32_t callee = host_child(f->tree, call, 0);
    if (node_at(f, call)->kind != NODE_CALL || callee == NO_NODE ||
        node_at(f, callee)->kind != NODE_MEMBER)
        return NO_NODE;
    return node_at(f, callee)->child;
}

static const char *where(const struct finder *f, uint32_t node) {
    return host_where(f->arena, f->source, node);
}

static const char *call_name(const struct finder *f, uint32_t call) {
    const char *name = node_at(f, call)->name;
    return name && *name ? name : "something";
}

static void add_unknown(struct launching *l, const char *what, const char *why) {
    vec_push(l->finder->arena, &l->unknowns, (struct launch_unknown){what, why});
}

/* Sizes in *out, of which the program gives `dims`. False if one is unknown. */
static bool read_sizes(struct launching *l, const char *what, const struct host_value *sizes,
                       uint32_t dims, uint64_t low, uint64_t out[3]) {
    for (uint32_t i = 0; i < dims; i++) {
        const struct host_value *s = &sizes[i];
        bool good = s->kind == VALUE_INT && s->integer >= (int64_t)low &&
                    s->integer <= (int64_t)LAUNCH_MOST_ITEMS;
        if (!good) {
            const char *why = s->kind == VALUE_UNKNOWN ? s->text : "not a size";
            add_unknown(l, dims > 1 ? arena_printf(l->finder->arena, "%s[%u]", what, i) : what,
                        why);
            memset(out, 0, 3 * sizeof *out);
            return false;
        }
        out[i] = (uint64_t)s->integer;
    }
    for (uint32_t i = dims; i < 3; i++)
        out[i] = low;
    return true;
}

static bool is_null(struct finder *f, uint32_t node, const struct host_frame *frame) {
    if (node == NO_NODE)
        return true;
    struct host_value x = host_eval(f->values, node, frame);
    return x.kind == VALUE_INT && x.integer == 0;
}

/* Sizes from an array of the C interface. */
static bool sizes_of_array(struct launching *l, const char *what, uint32_t array, uint32_t dims,
                           uint64_t low, uint64_t out[3]) {
    struct finder *f = l->finder;
    struct host_value sizes[3];
    if (is_null(f, array, l->frame))
        return false;
    for (uint32_t i = 0; i < dims; i++)
        sizes[i] = host_eval_element(f->values, array, i, l->frame);
    return read_sizes(l, what, sizes, dims, low, out);
}

/* Sizes from a cl::NDRange. */
static bool sizes_of_range(struct launching *l, const char *what, uint32_t range, uint64_t low,
                           uint64_t out[3]) {
    struct finder *f = l->finder;
    struct host_value sizes[3];
    uint32_t dims = 0;
    if (range == NO_NODE || is_named(f, host_strip(f->tree, range), "NullRange"))
        return false;
    struct host_expr e = host_origin_of(f->values, range, l->frame);
    if (e.node == NO_NODE || !is_named(f, e.node, "NDRange")) {
        sizes[dims++] = e.node == NO_NODE ? (struct host_value){.text = e.why}
                                          : host_eval(f->values, range, l->frame);
    } else {
        uint32_t a;
        while (dims < 3 && (a = argument(f, e.node, dims)) != NO_NODE)
            sizes[dims++] = host_eval(f->values, a, e.frame);
    }
    return dims && read_sizes(l, what, sizes, dims, low, out);
}

/* What a number, buffer or piece of local memory is as an argument. */
static bool read_value(struct launching *l, uint32_t node, const struct host_frame *frame,
                       struct launch_arg *arg, const char **why) {
    struct finder *f = l->finder;
    uint32_t bare = host_strip(f->tree, node);
    const struct host_node *n = bare == NO_NODE ? NULL : node_at(f, bare);
    struct host_value x = {.text = "not constant"};
    bool number = n && (n->type == HOST_INT || n->type == HOST_UINT || n->type == HOST_FLOAT ||
                        n->kind == NODE_INT || n->kind == NODE_FLOAT);
    struct host_expr e = {NO_NODE, NULL, NULL};
    if (!number)
        e = host_origin_of(f->values, node, frame);
    if (e.node != NO_NODE && is_named(f, e.node, "clCreateBuffer")) {
        arg->kind = ARG_BUFFER_BYTES;
        x = host_eval(f->values, argument(f, e.node, 2), e.frame);
    } else if (e.node != NO_NODE &&
               (is_named(f, e.node, "cudaMalloc") || is_named(f, e.node, "cudaMallocManaged"))) {
        arg->kind = ARG_BUFFER_BYTES;
        x = host_eval(f->values, argument(f, e.node, 1), e.frame);
    } else if (e.node != NO_NODE && is_named(f, e.node, "Buffer")) {
        uint32_t a = argument(f, e.node, 0);
        bool with_context = a != NO_NODE && node_at(f, host_strip(f->tree, a))->type == HOST_OTHER;
        arg->kind = ARG_BUFFER_BYTES;
        x = host_eval(f->values, argument(f, e.node, with_context ? 2 : 1), e.frame);
    } else if (e.node != NO_NODE &&
               (is_named(f, e.node, "Local") || is_named(f, e.node, "__local"))) {
        arg->kind = ARG_LOCAL_BYTES;
        x = host_eval(f->values, argument(f, e.node, 0), e.frame);
    } else if (e.node != NO_NODE && !number) {
        x.text =
            arena_printf(f->arena, "made by %s() in %s", call_name(f, e.node), where(f, e.node));
    } else {
        arg->kind = ARG_NUMBER;
        x = n && n->type != HOST_POINTER ? host_eval(f->values, bare, frame)
                                         : host_eval_element(f->values, node, 0, frame);
        if (x.kind == VALUE_UNKNOWN && e.why && !number)
            x.text = e.why;
    }
    *why = x.kind == VALUE_TEXT ? "a text" : x.text;
    arg->number = x.kind == VALUE_INT ? (double)x.integer : x.real;
    if (arg->kind == ARG_NUMBER && x.kind == VALUE_INT)
        arg->wholes = arena_memdup(f->arena, &(uint64_t){(uint64_t)x.integer}, sizeof(uint64_t));
    arg->count = x.kind == VALUE_INT && x.integer > 0 ? (uint64_t)x.integer : 0;
    if (arg->kind == ARG_NUMBER)
        return x.kind == VALUE_INT || x.kind == VALUE_FLOAT;
    return arg->count > 0;
}

/* Argument `index` as the expression at `value` gives it. */
static void add_arg(struct launching *l, int index, uint32_t value, uint32_t call,
                    const struct host_frame *frame) {
    struct arena *a = l->finder->arena;
    struct launch_arg arg = {
        .index = index, .source = LAUNCH_HOST, .where = where(l->finder, call)};
    const char *why;
    if (read_value(l, value, frame, &arg, &why))
        vec_push(a, &l->args, arg);
    else
        add_unknown(l, arena_printf(a, "argument %d", index), why);
}

/* clSetKernelArg(kernel, index, bytes, &value) and kernel.setArg(index, ...). */
static void add_set_arg(struct launching *l, int index, uint32_t call,
                        const struct host_frame *frame) {
    struct finder *f = l->finder;
    bool c = is_named(f, call, "clSetKernelArg");
    uint32_t first = c ? 2 : 1, second = argument(f, call, first + 1);
    if (second == NO_NODE) {
        add_arg(l, index, argument(f, call, first), call, frame);
        return;
    }
    if (!is_null(f, second, frame)) {
        add_arg(l, index, second, call, frame);
        return;
    }
    struct host_value bytes = host_eval(f->values, argument(f, call, first), frame);
    struct launch_arg arg = {
        .index = index, .kind = ARG_LOCAL_BYTES, .source = LAUNCH_HOST, .where = where(f, call)};
    arg.count = bytes.kind == VALUE_INT && bytes.integer > 0 ? (uint64_t)bytes.integer : 0;
    if (arg.count)
        vec_push(f->arena, &l->args, arg);
    else
        add_unknown(l, arena_printf(f->arena, "argument %d", index),
                    bytes.text ? bytes.text : "no size");
}

/* The frame in which a call of another function is seen: its only way, or none. */
static const struct host_frame *only_way(struct finder *f, uint32_t node) {
    struct host_nodes callers = host_callers(f->values, node_at(f, node)->function);
    if (callers.n != 1)
        return NULL;
    struct host_frame *frame = NEW(f->arena, struct host_frame);
    *frame = (struct host_frame){callers.at[0], NULL};
    return frame;
}

/* How a call that sets an argument comes before the launch: by the same way. */
enum set_order { SET_ELSEWHERE, SET_NEVER, SET_MAYBE, SET_BEFORE };

static enum set_order order_of(struct launching *l, uint32_t set, const struct host_frame **frame) {
    struct finder *f = l->finder;
    uint32_t at = l->call;
    *frame = l->frame;
    for (int depth = 0; depth <= DEEPEST_WAY; depth++) {
        if (node_at(f, at)->function == node_at(f, set)->function) {
            if (set > at)
                return SET_NEVER;
            enum host_order o = host_order(f->values, set, at, *frame);
            return o == ORDER_ALWAYS ? SET_BEFORE : o == ORDER_MAYBE ? SET_MAYBE : SET_NEVER;
        }
        if (!*frame)
            break;
        at = (*frame)->call;
        *frame = (*frame)->caller;
    }
    *frame = only_way(f, set);
    return SET_ELSEWHERE;
}

static bool same_kernel(struct launching *l, uint32_t set, const struct host_frame *frame) {
    struct finder *f = l->finder;
    uint32_t object = is_named(f, set, "clSetKernelArg") ? argument(f, set, 0) : object_of(f, set);
    if (object == NO_NODE)
        return false;
    return host_origin_of(f->values, object, frame).node == l->kernel.node;
}

/* The call that sets an argument last before the launch. */
struct setting {
    uint32_t call; /* NO_NODE: none */
    enum set_order order;
    const struct host_frame *frame;
    bool several; /* SET_ELSEWHERE: more than one */
};

enum { MOST_ARGS = 64 };

static void find_settings(struct launching *l, struct setting settings[MOST_ARGS]) {
    struct finder *f = l->finder;
    for (int i = 0; i < MOST_ARGS; i++)
        settings[i] = (struct setting){.call = NO_NODE};
    for (size_t i = 0; i < f->set_args.n; i++) {
        uint32_t set = f->set_args.at[i];
        const struct host_frame *frame;
        enum set_order order = order_of(l, set, &frame);
        if (order == SET_NEVER || !same_kernel(l, set, frame))
            continue;
        bool c = is_named(f, set, "clSetKernelArg");
        struct host_value index = host_eval(f->values, argument(f, set, c ? 1 : 0), frame);
        if (index.kind != VALUE_INT || index.integer < 0 || index.integer >= MOST_ARGS) {
            add_unknown(l, "an argument's index", index.text ? index.text : "out of range");
            continue;
        }
        struct setting *s = &settings[index.integer];
        bool several = s->call != NO_NODE && order == SET_ELSEWHERE && s->order == order;
        if (s->call == NO_NODE || order != SET_ELSEWHERE || s->order == SET_ELSEWHERE)
            *s = (struct setting){set, order, frame, several};
    }
}

static void read_args(struct launching *l) {
    struct setting settings[MOST_ARGS];
    struct arena *a = l->finder->arena;
    find_settings(l, settings);
    for (int i = 0; i < MOST_ARGS; i++) {
        const struct setting *s = &settings[i];
        if (s->call == NO_NODE)
            continue;
        if (s->order == SET_MAYBE || s->several)
            add_unknown(l, arena_printf(a, "argument %d", i),
                        arena_printf(a, "%s in %s",
                                     s->several ? "set in several places, the last"
                                                : "set under a condition or in a loop",
                                     where(l->finder, s->call)));
        else
            add_set_arg(l, i, s->call, s->frame);
    }
}

static void read_options(struct finder *f, const char *text, struct words *defines,
                         struct words *flags) {
    struct words words = words_unquote(f->arena, text);
    for (size_t i = 0; i < words.n; i++) {
        const char *w = words.at[i];
        bool apart = (strcmp(w, "-D") == 0 || strcmp(w, "-I") == 0) && i + 1 < words.n;
        const char *value = apart ? words.at[++i] : w + 2;
        if (str_starts(w, "-D"))
            words_add(f->arena, defines, value);
        else if (str_starts(w, "-I"))
            words_add(f->arena, flags, arena_printf(f->arena, "-I%s", value));
        else if (str_starts(w, "-cl-"))
            words_add(f->arena, flags, w);
    }
}

static uint32_t built_program(const struct finder *f, uint32_t build) {
    return is_named(f, build, "clBuildProgram") ? argument(f, build, 0) : object_of(f, build);
}

static struct host_value build_options(struct finder *f, uint32_t build,
                                       const struct host_frame *frame) {
    bool c = is_named(f, build, "clBuildProgram");
    uint32_t options = argument(f, build, c ? 3 : 1);
    if (!c && options == NO_NODE)
        options = argument(f, build, 0);
    if (is_null(f, options, frame))
        return (struct host_value){.kind = VALUE_TEXT, .text = ""};
    return host_eval(f->values, options, frame);
}

/* The options that the kernel's program is built with. */
static void read_build(struct launching *l) {
    struct finder *f = l->finder;
    uint32_t object = argument(f, l->kernel.node, 0);
    struct host_expr program = host_origin_of(f->values, object, l->kernel.frame);
    struct words defines = {0};
    for (size_t i = 0; i < f->builds.n; i++) {
        uint32_t build = f->builds.at[i];
        const struct host_frame *frame = only_way(f, build);
        uint32_t built = built_program(f, build);
        bool same = built != NO_NODE && program.node != NO_NODE &&
                    host_origin_of(f->values, built, frame).node == program.node;
        if (!same && f->builds.n > 1)
            continue;
        struct host_value text = build_options(f, build, frame);
        if (text.kind == VALUE_TEXT)
            read_options(f, text.text, &defines, &f->out.flags);
        else
            add_unknown(l, "build options", text.text ? text.text : "not a text");
        break;
    }
    l->result.launch.defines = defines.at;
    l->result.launch.n_defines = defines.n;
}

static void read_kernel(struct launching *l, uint32_t kernel) {
    struct finder *f = l->finder;
    struct host_value name = {0};
    l->kernel = host_origin_of(f->values, kernel, l->frame);
    if (l->kernel.node == NO_NODE) {
        l->result.kernel_unknown = l->kernel.why;
        return;
    }
    if (is_named(f, l->kernel.node, "clCreateKernel") || is_named(f, l->kernel.node, "Kernel") ||
        is_named(f, l->kernel.node, "KernelFunctor") || is_named(f, l->kernel.node, "make_kernel"))
        name = host_eval(f->values, argument(f, l->kernel.node, 1), l->kernel.frame);
    else
        name.text = arena_printf(f->arena, "made by %s() in %s", call_name(f, l->kernel.node),
                                 where(f, l->kernel.node));
    if (name.kind == VALUE_TEXT)
        l->result.launch.kernel = name.text;
    else
        l->result.kernel_unknown = name.text ? name.text : "not a text";
}

static bool same_args(const struct launch *a, const struct launch *b) {
    if (a->n_args != b->n_args || a->n_defines != b->n_defines)
        return false;
    for (size_t i = 0; i < a->n_args; i++)
        if (a->args[i].index != b->args[i].index || a->args[i].kind != b->args[i].kind ||
            a->args[i].number != b->args[i].number || a->args[i].count != b->args[i].count)
            return false;
    for (size_t i = 0; i < a->n_defines; i++)
        if (strcmp(a->defines[i], b->defines[i]) != 0)
            return false;
    return true;
}

static bool same_launch(const struct host_launch *a, const struct host_launch *b) {
    const char *x = a->launch.kernel, *y = b->launch.kernel;
    if (!x || !y)
        return x == y && strcmp(a->where, b->where) == 0;
    return strcmp(x, y) == 0 &&
           memcmp(a->launch.global, b->launch.global, sizeof a->launch.global) == 0 &&
           memcmp(a->launch.local, b->launch.local, sizeof a->launch.local) == 0 &&
           memcmp(a->launch.offset, b->launch.offset, sizeof a->launch.offset) == 0 &&
           same_args(&a->launch, &b->launch);
}

static void finish(struct launching *l, const char *wanted) {
    struct finder *f = l->finder;
    struct launch *launch = &l->result.launch;
    if (wanted)
        add_unknown(l, "global", wanted);
    launch->global_source = launch->local_source = LAUNCH_HOST;
    launch->where = l->result.where;
    launch->args = l->args.at;
    launch->n_args = l->args.n;
    launch->unknowns = l->unknowns.at;
    launch->n_unknowns = l->unknowns.n;
    for (size_t i = 0; i < f->out.n; i++)
        if (same_launch(&f->out.at[i], &l->result))
            return;
    if (f->out.n < MOST_LAUNCHES)
        vec_push(f->arena, &f->out, l->result);
}

static void launch_c(struct launching *l) {
    struct finder *f = l->finder;
    struct launch *launch = &l->result.launch;
    struct host_value dims = host_eval(f->values, argument(f, l->call, 2), l->frame);
    read_kernel(l, argument(f, l->call, 1));
    if (dims.kind != VALUE_INT || dims.integer < 1 || dims.integer > 3) {
        add_unknown(l, "dimensions", dims.text ? dims.text : "not 1 to 3");
    } else {
        uint32_t n = (uint32_t)dims.integer;
        sizes_of_array(l, "offset", argument(f, l->call, 3), n, 0, launch->offset);
        sizes_of_array(l, "global", argument(f, l->call, 4), n, 1, launch->global);
        sizes_of_array(l, "local", argument(f, l->call, 5), n, 1, launch->local);
    }
    if (l->kernel.node != NO_NODE) {
        read_args(l);
        read_build(l);
    }
    finish(l, NULL);
}

static void launch_task(struct launching *l) {
    struct launch *launch = &l->result.launch;
    read_kernel(l,
                argument(l->finder, l->call, is_named(l->finder, l->call, "enqueueTask") ? 0 : 1));
    for (int d = 0; d < 3; d++)
        launch->global[d] = launch->local[d] = 1;
    if (l->kernel.node != NO_NODE) {
        read_args(l);
        read_build(l);
    }
    finish(l, NULL);
}

static void launch_cpp(struct launching *l) {
    struct finder *f = l->finder;
    struct launch *launch = &l->result.launch;
    read_kernel(l, argument(f, l->call, 0));
    sizes_of_range(l, "offset", argument(f, l->call, 1), 0, launch->offset);
    sizes_of_range(l, "global", argument(f, l->call, 2), 1, launch->global);
    sizes_of_range(l, "local", argument(f, l->call, 3), 1, launch->local);
    if (l->kernel.node != NO_NODE) {
        read_args(l);
        read_build(l);
    }
    finish(l, NULL);
}

/* functor(cl::EnqueueArgs(queue, [offset,] global[, local]), arguments...) */
static void launch_functor(struct launching *l) {
    struct finder *f = l->finder;
    struct launch *launch = &l->result.launch;
    struct host_expr e = host_origin_of(f->values, argument(f, l->call, 1), l->frame);
    uint32_t ranges[3], n = 0, i = 0;
    read_kernel(l, argument(f, l->call, 0));
    if (l->kernel.node != NO_NODE && argument(f, l->kernel.node, 1) == NO_NODE)
        read_kernel(l, argument(f, l->kernel.node, 0));
    const struct host_frame *frame = l->frame;
    l->frame = e.frame;
    for (uint32_t a; e.node != NO_NODE && (a = argument(f, e.node, i)) != NO_NODE && n < 3; i++) {
        const struct host_node *bare = node_at(f, host_strip(f->tree, a));
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
    for (int k = 0; argument(f, l->call, (uint32_t)k + 2) != NO_NODE; k++)
        add_arg(l, k, argument(f, l->call, (uint32_t)k + 2), l->call, l->frame);
    if (l->kernel.node != NO_NODE)
        read_build(l);
    finish(l, n ? NULL : "not followed");
}

/* Sizes from a dim3. */
static bool sizes_of_dim3(struct launching *l, const char *what, uint32_t node, uint64_t out[3]) {
    struct host_value sizes[3];
    for (int d = 0; d < 3; d++)
        sizes[d] = host_dim3_component(l->finder->values, node, d, l->call, l->frame);
    return read_sizes(l, what, sizes, 3, 1, out);
}

/* The bytes of extern __shared__ arrays. */
static void read_dynamic(struct launching *l, uint32_t bytes) {
    struct finder *f = l->finder;
    struct host_value n = {.kind = VALUE_INT};
    if (!host_is_default(f->tree, bytes))
        n = host_eval(f->values, bytes, l->frame);
    struct launch_arg arg = {.index = LAUNCH_DYNAMIC,
                             .kind = ARG_LOCAL_BYTES,
                             .source = LAUNCH_HOST,
                             .where = l->result.where};
    arg.count = n.kind == VALUE_INT && n.integer > 0 ? (uint64_t)n.integer : 0;
    if (n.kind != VALUE_INT || n.integer < 0)
        add_unknown(l, "shared memory", n.text ? n.text : "not a size");
    else if (arg.count)
        vec_push(f->arena, &l->args, arg);
}

/* kernel<<<grid, block, shared, stream>>>(arguments...) */
static void launch_cuda(struct launching *l) {
    struct finder *f = l->finder;
    struct launch *launch = &l->result.launch;
    uint32_t configuration = host_child(f->tree, l->call, 0), a;
    uint64_t grid[3];
    launch->kernel = node_at(f, l->call)->name;
    l->result.label = node_at(f, l->call)->type_name;
    bool known = sizes_of_dim3(l, "grid", argument(f, configuration, 0), grid);
    sizes_of_dim3(l, "block", argument(f, configuration, 1), launch->local);
    for (int d = 0; d < 3; d++)
        launch->global[d] = known ? grid[d] * launch->local[d] : 0;
    read_dynamic(l, argument(f, configuration, 2));
    for (int i = 0; (a = argument(f, l->call, (uint32_t)i)) != NO_NODE; i++)
        add_arg(l, i, a, l->call, l->frame);
    finish(l, NULL);
}

static const struct {
    const char *name;
    void (*read)(struct launching *l);
} interfaces[] = {{"clEnqueueNDRangeKernel", launch_c}, {"clEnqueueTask", launch_task},
                  {"enqueueNDRangeKernel", launch_cpp}, {"enqueueTask", launch_task},
                  {"operator()", launch_functor},       {HOST_CONFIGURATION, launch_cuda}};

enum { INTERFACES = sizeof interfaces / sizeof *interfaces };

/* The launch once for each way that the program comes to it. */
static void each_way(struct finder *f, uint32_t call, int interface, uint32_t at,
                     struct host_frame **way, int depth) {
    struct host_nodes callers = host_callers(f->values, node_at(f, at)->function);
    if (!callers.n || depth == DEEPEST_WAY) {
        struct launching l = {.finder = f, .call = call, .result.where = where(f, call)};
        l.frame = depth ? way[0] : NULL;
        interfaces[interface].read(&l);
        return;
    }
    for (size_t i = 0; i < callers.n && i < MOST_WAYS; i++) {
        struct host_frame *frame = NEW(f->arena, struct host_frame), *longer[DEEPEST_WAY];
        *frame = (struct host_frame){callers.at[i], NULL};
        for (int k = 0; k < depth; k++) {
            longer[k] = NEW(f->arena, struct host_frame);
            *longer[k] = *way[k];
        }
        longer[depth] = frame;
        for (int k = 0; k < depth; k++)
            longer[k]->caller = longer[k + 1];
        each_way(f, call, interface, callers.at[i], longer, depth + 1);
    }
}

static bool is_functor(const struct finder *f, uint32_t call) {
    uint32_t args = host_strip(f->tree, argument(f, call, 1));
    while (args != NO_NODE && node_at(f, args)->kind == NODE_CONSTRUCT &&
           !is_named(f, args, "EnqueueArgs"))
        args = host_strip(f->tree, argument(f, args, 0));
    return is_named(f, args, "EnqueueArgs") || (args != NO_NODE && node_at(f, args)->type_name &&
                                                strstr(node_at(f, args)->type_name, "EnqueueArgs"));
}

/* Whether the call is a launch by that interface. CUDA's is known by its first child. */
static bool launches_by(const struct finder *f, uint32_t call, int interface) {
    const char *name = interfaces[interface].name;
    if (strcmp(name, HOST_CONFIGURATION) == 0)
        return is_named(f, host_child(f->tree, call, 0), name) &&
               node_at(f, host_child(f->tree, call, 0))->kind == NODE_CALL;
    return is_named(f, call, name) && (strcmp(name, "operator()") != 0 || is_functor(f, call));
}

static void collect_calls(struct finder *f) {
    for (uint32_t i = 0; i < f->tree->n; i++) {
        if (node_at(f, i)->kind != NODE_CALL)
            continue;
        if (is_named(f, i, "clSetKernelArg") || is_named(f, i, "setArg"))
            vec_push(f->arena, &f->set_args, i);
        if (is_named(f, i, "clBuildProgram") || is_named(f, i, "build"))
            vec_push(f->arena, &f->builds, i);
    }
}

/* The -D's of the only build, for kernels that no launch is known of. */
static void read_only_build(struct finder *f) {
    if (f->builds.n != 1)
        return;
    struct host_value text = build_options(f, f->builds.at[0], only_way(f, f->builds.at[0]));
    f->out.flags = (struct words){0};
    if (text.kind == VALUE_TEXT)
        read_options(f, text.text, &f->out.defines, &f->out.flags);
}

struct host_launches host_launches(struct arena *a, const struct host_source *s) {
    struct finder f = {.arena = a, .source = s, .tree = &s->tree, .values = host_values(a, s)};
    struct host_frame *way[DEEPEST_WAY];
    collect_calls(&f);
    for (uint32_t i = 0; i < f.tree->n; i++)
        for (int k = 0; k < INTERFACES && node_at(&f, i)->kind == NODE_CALL; k++)
            if (launches_by(&f, i, k))
                each_way(&f, i, k, i, way, 0);
    read_only_build(&f);
    return f.out;
}

void host_launches_dump(FILE *out, const struct host_launches *l) {
    for (size_t i = 0; i < l->n; i++) {
        const struct host_launch *h = &l->at[i];
        fprintf(out, "host launch: %s: ", h->where);
        if (h->kernel_unknown)
            fprintf(out, "kernel unknown: %s\n", h->kernel_unknown);
        else
            fprintf(out, "'%s' %s\n", h->label ? h->label : h->launch.kernel,
                    h->launch.n_unknowns ? "incomplete" : "complete");
        for (size_t k = 0; k < h->launch.n_unknowns; k++)
            fprintf(out, "  %s unknown: %s\n", h->launch.unknowns[k].what,
                    h->launch.unknowns[k].why);
    }
}
