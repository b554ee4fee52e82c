#include "base/str.h"
#include "launch/host/launch_search.h"

/* Most buffers between which one argument changes. */
enum { MOST_BUFFERS = 8 };

/* The expression of the bytes that a call makes, which is a buffer or local memory; NO_NODE if it
 * makes neither. */
static uint32_t made_bytes(const struct finder *f, uint32_t call, struct launch_arg *arg) {
    static const struct {
        const char *name;
        int kind;
        uint32_t argument;
    } makers[] = {{"clCreateBuffer", ARG_BUFFER_BYTES, 2},
                  {"cudaMalloc", ARG_BUFFER_BYTES, 1},
                  {"cudaMallocManaged", ARG_BUFFER_BYTES, 1},
                  {"hipMalloc", ARG_BUFFER_BYTES, 1},
                  {"hipMallocManaged", ARG_BUFFER_BYTES, 1},
                  {"malloc", ARG_BUFFER_BYTES, 0},
                  {"aligned_alloc", ARG_BUFFER_BYTES, 1},
                  {"Local", ARG_LOCAL_BYTES, 0},
                  {"__local", ARG_LOCAL_BYTES, 0}};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (finder_is_named(f, call, makers[i].name)) {
            arg->kind = makers[i].kind;
            return finder_argument(f, call, makers[i].argument);
        }
    if (!finder_is_named(f, call, "Buffer"))
        return NO_NODE;
    uint32_t a = finder_argument(f, call, 0);
    bool with_context = a != NO_NODE && finder_node(f, host_strip(f->tree, a))->type == HOST_OTHER;
    arg->kind = ARG_BUFFER_BYTES;
    return finder_argument(f, call, with_context ? 2 : 1);
}

static struct host_value object_bytes(struct finder *f, struct host_expr e,
                                      struct launch_arg *arg) {
    uint32_t bytes = made_bytes(f, e.node, arg);
    if (bytes == NO_NODE)
        return (struct host_value){.text = finder_made_by(f, e.node)};
    return host_eval(f->values, bytes, e.frame);
}

/* The bytes that all buffers have between which the argument changes, as programs swap theirs in a
 * loop; unknown for that reason if they differ. */
static struct host_value common_bytes(struct finder *f, uint32_t node,
                                      const struct host_frame *frame, const char *why,
                                      struct launch_arg *arg) {
    struct host_value common = {.text = why};
    struct host_expr all[MOST_BUFFERS];
    size_t n = host_origins_of(f->values, node, frame, all, MOST_BUFFERS);
    for (size_t i = 0; i < n; i++) {
        struct host_value x = object_bytes(f, all[i], arg);
        if (x.kind != VALUE_INT)
            return x;
        if (arg->kind != ARG_BUFFER_BYTES || (i && x.integer != common.integer))
            return (struct host_value){.text = why};
        common = x;
    }
    return common;
}

/* What a number, buffer or piece of local memory is as an argument. */
static bool read_value(struct finder *f, uint32_t node, const struct host_frame *frame,
                       struct launch_arg *arg, const char **why) {
    uint32_t bare = host_strip(f->tree, node);
    const struct host_node *n = bare == NO_NODE ? NULL : finder_node(f, bare);
    bool number = n && (n->type == HOST_INT || n->type == HOST_UINT || n->type == HOST_FLOAT ||
                        n->kind == NODE_INT || n->kind == NODE_FLOAT);
    struct host_expr e = {NO_NODE, NULL, NULL};
    struct host_value x = {.text = NULL};
    if (!number)
        e = host_origin_of(f->values, node, frame);
    if (e.node != NO_NODE)
        x = object_bytes(f, e, arg);
    else if (n && !number && n->type == HOST_POINTER)
        x = common_bytes(f, node, frame, e.why, arg);
    if (e.node == NO_NODE && x.kind == VALUE_UNKNOWN) {
        struct host_value buffer = x;
        arg->kind = ARG_NUMBER;
        x = n && n->type != HOST_POINTER ? host_eval(f->values, bare, frame)
                                         : host_eval_element(f->values, node, 0, frame);
        if (x.kind == VALUE_UNKNOWN && buffer.text)
            x = buffer;
    }
    *why = x.kind == VALUE_TEXT ? "a text" : x.text ? x.text : "not constant";
    arg->number = x.kind == VALUE_INT ? (double)x.integer : x.real;
    if (arg->kind == ARG_NUMBER && x.kind == VALUE_INT)
        arg->wholes = arena_memdup(f->arena, &(uint64_t){(uint64_t)x.integer}, sizeof(uint64_t));
    arg->count = x.kind == VALUE_INT && x.integer > 0 ? (uint64_t)x.integer : 0;
    if (arg->kind == ARG_NUMBER)
        return x.kind == VALUE_INT || x.kind == VALUE_FLOAT;
    return arg->count > 0;
}

/* `arg` says which parameter it is for, `what` the same for readers. */
static void add_arg(struct launching *l, struct launch_arg arg, const char *what, uint32_t value,
                    uint32_t call, const struct host_frame *frame) {
    struct finder *f = l->finder;
    const char *why;
    arg.source = LAUNCH_HOST;
    arg.where = finder_where(f, call);
    host_assume_middle_iteration(f->values);
    bool known = read_value(f, value, frame, &arg, &why);
    uint32_t loop = host_end_middles(f->values);
    if (!known) {
        launching_unknown(l, what, why);
        return;
    }
    if (loop != NO_NODE)
        arg.where = arena_printf(f->arena, "%s, in the middle of the loop in %s", arg.where,
                                 finder_where(f, loop));
    vec_push(f->arena, &l->args, arg);
    launching_middle(l, what, loop);
}

void launching_arg(struct launching *l, int index, uint32_t value, uint32_t call,
                   const struct host_frame *frame) {
    const char *what = arena_printf(l->finder->arena, "argument %d", index);
    add_arg(l, (struct launch_arg){.index = index}, what, value, call, frame);
}

void launching_named(struct launching *l, const char *name, uint32_t value, uint32_t call,
                     const struct host_frame *frame) {
    const char *what = arena_printf(l->finder->arena, LAUNCH_ARGUMENT "%s'", name);
    add_arg(l, (struct launch_arg){.index = -1, .name = name}, what, value, call, frame);
}

/* clSetKernelArg(kernel, index, bytes, &value), kernel.setArg(index, ...) and kernel.setArgs(...).
 */
static void add_set_arg(struct launching *l, int index, uint32_t call,
                        const struct host_frame *frame) {
    struct finder *f = l->finder;
    bool c = finder_is_named(f, call, "clSetKernelArg");
    if (finder_is_named(f, call, "setArgs")) {
        launching_arg(l, index, finder_argument(f, call, (uint32_t)index), call, frame);
        return;
    }
    uint32_t first = c ? 2 : 1, second = finder_argument(f, call, first + 1);
    if (second == NO_NODE) {
        launching_arg(l, index, finder_argument(f, call, first), call, frame);
        return;
    }
    if (!finder_is_null(f, second, frame)) {
        launching_arg(l, index, second, call, frame);
        return;
    }
    struct host_value bytes = host_eval(f->values, finder_argument(f, call, first), frame);
    struct launch_arg arg = {.index = index,
                             .kind = ARG_LOCAL_BYTES,
                             .source = LAUNCH_HOST,
                             .where = finder_where(f, call)};
    arg.count = bytes.kind == VALUE_INT && bytes.integer > 0 ? (uint64_t)bytes.integer : 0;
    if (arg.count)
        vec_push(f->arena, &l->args, arg);
    else
        launching_unknown(l, arena_printf(f->arena, "argument %d", index),
                          bytes.text ? bytes.text : "no size");
}

/* --- arguments that are set before the launch ---------------------------------- */

/* How a call that sets an argument comes before the launch: by the same way. */
enum set_order { SET_ELSEWHERE, SET_NEVER, SET_MAYBE, SET_BEFORE };

static enum set_order order_of(struct launching *l, uint32_t set, const struct host_frame **frame) {
    struct finder *f = l->finder;
    uint32_t at = l->call;
    *frame = l->frame;
    for (int depth = 0; depth <= HOST_DEEPEST_WAY; depth++) {
        if (finder_node(f, at)->function == finder_node(f, set)->function) {
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
    *frame = host_only_way(f->values, set);
    return SET_ELSEWHERE;
}

static bool same_kernel(struct launching *l, uint32_t set, const struct host_frame *frame) {
    struct finder *f = l->finder;
    uint32_t object = finder_is_named(f, set, "clSetKernelArg") ? finder_argument(f, set, 0)
                                                                : finder_object(f, set);
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

/* The call is the last that sets the argument so far. */
static void note_setting(struct setting *s, uint32_t call, enum set_order order,
                         const struct host_frame *frame) {
    bool several = s->call != NO_NODE && order == SET_ELSEWHERE && s->order == order;
    if (s->call == NO_NODE || order != SET_ELSEWHERE || s->order == SET_ELSEWHERE)
        *s = (struct setting){call, order, frame, several};
}

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
        bool all = finder_is_named(f, set, "setArgs"),
             c = finder_is_named(f, set, "clSetKernelArg");
        for (int k = 0; all && k < MOST_ARGS && finder_argument(f, set, (uint32_t)k) != NO_NODE;
             k++)
            note_setting(&settings[k], set, order, frame);
        if (all)
            continue;
        struct host_value index = host_eval(f->values, finder_argument(f, set, c ? 1 : 0), frame);
        if (index.kind != VALUE_INT || index.integer < 0 || index.integer >= MOST_ARGS) {
            launching_unknown(l, "an argument's index", index.text ? index.text : "out of range");
            continue;
        }
        note_setting(&settings[index.integer], set, order, frame);
    }
}

void launching_args(struct launching *l) {
    struct setting settings[MOST_ARGS];
    struct arena *a = l->finder->arena;
    find_settings(l, settings);
    for (int i = 0; i < MOST_ARGS; i++) {
        const struct setting *s = &settings[i];
        if (s->call == NO_NODE)
            continue;
        if (s->order == SET_MAYBE || s->several)
            launching_unknown(l, arena_printf(a, "argument %d", i),
                              arena_printf(a, "%s in %s",
                                           s->several ? "set in several places, the last"
                                                      : "set under a condition or in a loop",
                                           finder_where(l->finder, s->call)));
        else
            add_set_arg(l, i, s->call, s->frame);
    }
}
