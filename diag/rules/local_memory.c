/* Global memory that the work-items of a group load again and again, which a tile in local memory
 * would serve. */
#include <stdlib.h>

#include "base/vec.h"
#include "diag/finding/rules.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* times, name */
#define MSG_LOCAL_MEMORY                                                                           \
    "each {work-group} loads the same lines of global memory %s times, mostly from '%s', where "   \
    "{local memory} could keep them"
/* per cent */
#define MSG_LOCAL_MEMORY_TILE                                                                      \
    "load a tile into {local memory} once for the {work-group}: %.0f %% of the lines are used by " \
    "several of its {warp}s"

/* kernel, "threadIdx.y", work-items */
#define MSG_LOCAL_MEMORY_SAME                                                                      \
    "launch '%s' in fewer dimensions: nothing in it depends on %s, so %llu {work-item}s of each "  \
    "{work-group} do the same work"

/* --- what it finds --------------------------------------------------------- */

static bool is_written(const struct access *accesses, uint32_t n_accesses, uint32_t root) {
    for (uint32_t i = 0; i < n_accesses; i++) {
        const struct access *a = &accesses[i];
        if (a->kind != ACCESS_LOAD &&
            (a->unique_base == NONE ? a->space == SPACE_GLOBAL : a->unique_base == root))
            return true;
    }
    return false;
}

/* Whether local memory can hold what the access loads: nothing in the kernel writes there. */
static bool can_tile(const struct access *accesses, uint32_t n_accesses, const struct access *a) {
    return a->kind == ACCESS_LOAD && a->space == SPACE_GLOBAL && !a->assumed &&
           a->unique_base != NONE && !is_written(accesses, n_accesses, a->unique_base);
}

/* A group asks this many times for each of its lines, at least: less is not worth a tile. */
static const double least_reuse = 3;

/* And so many times for each of an array's bytes: requests that are narrower than a line ask for it
 * several times, though nothing is loaded twice. */
static const double least_byte_reuse = 1.5;

enum { LINE = 128, PARTS = LINE / 64 };

/* What a request of a warp loads of one line of global memory: a bit per byte. */
struct touched {
    uint64_t line, bytes[PARTS];
    uint32_t warp, access;
};

/* How the simulated groups use an array that they load. */
struct array_use {
    double asked, different; /* bytes of all requests, and those that are not the same */
    double requests, lines;
    double shared; /* of the lines, those that several warps of a group want */
};

struct touches {
    struct arena *arena;
    const struct kernel *kernel;
    struct touched *at;
    size_t n, cap;
    struct array_use *of; /* by root */
    double *by_access;    /* requests */
};

static int by_line(const void *x, const void *y) {
    const struct touched *a = x, *b = y;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->warp > b->warp) - (a->warp < b->warp);
}

static double count_bytes(const uint64_t *bytes) {
    return __builtin_popcountll(bytes[0]) + __builtin_popcountll(bytes[1]);
}

/* The touches of one line in one group. */
static void add_line(struct touches *t, size_t first, size_t end) {
    struct array_use *u = &t->of[t->kernel->accesses[t->at[first].access].unique_base];
    uint64_t all[PARTS] = {0};
    for (size_t i = first; i < end; i++) {
        u->asked += count_bytes(t->at[i].bytes);
        for (int part = 0; part < PARTS; part++)
            all[part] |= t->at[i].bytes[part];
    }
    u->different += count_bytes(all);
    u->requests += (double)(end - first);
    u->lines++;
    u->shared += t->at[end - 1].warp != t->at[first].warp;
}

static void add_group(struct touches *t) {
    if (t->n)
        qsort(t->at, t->n, sizeof *t->at, by_line);
    for (size_t i = 0, end; i < t->n; i = end) {
        for (end = i; end < t->n && t->at[end].line == t->at[i].line; end++)
            ;
        add_line(t, i, end);
    }
    t->n = 0;
}

/* Of the part of a line that begins at `start`, the bytes from `first` up to `end`. */
static uint64_t bytes_between(uint64_t start, uint64_t first, uint64_t end) {
    enum { BYTES = LINE / PARTS };
    uint64_t from = first > start ? first - start : 0;
    uint64_t to = end < start ? 0 : end - start < BYTES ? end - start : BYTES;
    return from < to ? ~(uint64_t)0 >> (BYTES - (to - from)) << from : 0;
}

/* Neighbouring lanes are mostly on one line. */
static void add_request(struct touches *t, uint32_t warp, uint32_t access, const struct pattern *p,
                        uint64_t address) {
    size_t first = t->n;
    for (uint64_t m = p->mask; m; m &= m - 1) {
        uint64_t at = address + (uint64_t)p->offset[__builtin_ctzll(m)], end = at + p->bytes;
        for (uint64_t line = at / LINE; line * LINE < end; line++) {
            if (t->n == first || t->at[t->n - 1].line != line)
                vec_push(t->arena, t, ((struct touched){line, .warp = warp, .access = access}));
            for (uint64_t part = 0; part < PARTS; part++)
                t->at[t->n - 1].bytes[part] |=
                    bytes_between(line * LINE + part * (LINE / PARTS), at, end);
        }
    }
}

/* Whether the request's lanes all want the same: a warp gets that in one go, as it would from local
 * memory. */
static bool is_one_address(const struct pattern *p) {
    for (uint64_t m = p->mask; m; m &= m - 1)
        if (p->offset[__builtin_ctzll(m)] != p->offset[__builtin_ctzll(p->mask)])
            return false;
    return true;
}

/* Sampled loops stand for more of their kind, so ratios are right without their weights. */
static struct touches find_touches(struct arena *a, const struct trace *t) {
    struct touches all = {.arena = a, .kernel = t->kernel};
    all.of = NEW_ARRAY(a, struct array_use, t->kernel->n_values);
    all.by_access = NEW_ARRAY(a, double, t->kernel->n_accesses);
    for (size_t w = 0; w < t->n_warps; w++) {
        const struct warp_trace *warp = &t->warps[w];
        if (w && warp->group != warp[-1].group)
            add_group(&all);
        for (size_t i = 0; i < warp->n_ops; i++) {
            const struct trace_op *op = &warp->ops[i];
            const struct item *item = op->item == NONE ? NULL : &t->kernel->items[op->item];
            if (!item || item->kind != ITEM_ACCESS ||
                !can_tile(t->kernel->accesses, t->kernel->n_accesses,
                          &t->kernel->accesses[item->access]) ||
                t->patterns[op->pattern].scattered || is_one_address(&t->patterns[op->pattern]))
                continue;
            add_request(&all, warp->warp, item->access, &t->patterns[op->pattern],
                        an_op_address(warp, op));
            all.by_access[item->access]++;
        }
    }
    add_group(&all);
    return all;
}

/* Of the arrays whose bytes a group loads again, and the access to them that asks most often. */
struct reuse {
    struct array_use use;
    uint32_t access; /* of the machine view, or NONE */
};

static bool is_reused(const struct array_use *u) {
    return u->different > 0 && u->asked >= least_byte_reuse * u->different;
}

static struct reuse count_reuse(struct arena *a, const struct trace *t) {
    struct touches all = find_touches(a, t);
    struct reuse r = {.access = NONE};
    for (uint32_t i = 0; i < t->kernel->n_values; i++) {
        if (!is_reused(&all.of[i]))
            continue;
        r.use.requests += all.of[i].requests;
        r.use.lines += all.of[i].lines;
        r.use.shared += all.of[i].shared;
    }
    for (uint32_t i = 0; i < t->kernel->n_accesses; i++) {
        uint32_t root = t->kernel->accesses[i].unique_base;
        if (root != NONE && is_reused(&all.of[root]) && all.by_access[i] > 0 &&
            (r.access == NONE || all.by_access[i] > all.by_access[r.access]))
            r.access = i;
    }
    return r;
}

/* Whether the addresses of all global loads are those of the launch, so that their reuse is. */
static bool is_known(const struct kernel_result *r) {
    for (uint32_t i = 0; i < r->kernel->n_accesses; i++) {
        const struct access *a = &r->kernel->accesses[i];
        if (a->space == SPACE_GLOBAL && a->kind == ACCESS_LOAD &&
            !certain_is_said(r->access[i].certain) && r->access[i].requests > 0)
            return false;
    }
    return true;
}

/* Whether the kernel asks for its place in the dimension, or in all of them. */
static bool asks_for(const struct value *values, uint32_t n_values, int64_t dimension) {
    for (uint32_t i = 0; i < n_values; i++) {
        const struct value *v = &values[i];
        const struct value *of = v->n_args ? &values[v->args[0]] : NULL;
        bool place = v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_LOCAL_ID ||
                     v->imm == QUERY_GLOBAL_LINEAR_ID || v->imm == QUERY_LOCAL_LINEAR_ID ||
                     v->imm >= QUERY_SUB_GROUP_SIZE;
        if (v->op == OP_WORKITEM && place && (!of || of->op != OP_CONST || of->imm == dimension))
            return true;
    }
    return false;
}

/* Work-items that do the same are no reason for local memory. False if there are none. */
static bool note_same_work(struct rule_context *c, struct finding *f) {
    static const char *const ids[2][3] = {{"get_local_id(0)", "get_local_id(1)", "get_local_id(2)"},
                                          {"threadIdx.x", "threadIdx.y", "threadIdx.z"}};
    const struct kernel *k = c->result->kernel;
    for (int d = 0; d < 3; d++) {
        uint64_t n = c->result->launch->local[d];
        if (n <= 1 || asks_for(k->values, k->n_values, d))
            continue;
        rule_note(c, f, (struct loc){0}, MSG_LOCAL_MEMORY_SAME, k->name,
                  ids[k->language == KERNEL_CUDA][d], (unsigned long long)n);
        return true;
    }
    return false;
}

/* Groups keep what they load, as far as local memory goes. */
static void tile(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    const struct access *accesses = t->kernel->accesses;
    const uint32_t n_accesses = t->kernel->n_accesses;
    bool *marks = NEW_ARRAY(x->arena, bool, n_accesses);
    (void)w;
    for (uint32_t i = 0; i < n_accesses; i++)
        marks[i] = can_tile(accesses, n_accesses, &accesses[i]);
    x->tiled = marks;
}

static bool is_worth_tiles(const struct reuse *r) {
    const struct array_use *u = &r->use;
    return r->access != NONE && u->requests >= least_reuse * u->lines &&
           u->shared >= 0.5 * u->lines;
}

static const struct counterfactual tiled = {.change = tile};

static void check(struct rule_context *c) {
    if (!is_known(c->result) || c->study->gpu->local.local_is_cached > 0)
        return;
    if (!study_is_estimated(c->study)) {
        struct reuse of_one = count_reuse(c->arena, study_one_group(c->study));
        if (!is_worth_tiles(&of_one))
            return;
    }
    const struct trace *t = study_estimate(c->study)->trace;
    if (!t)
        return;
    struct reuse r = count_reuse(c->arena, t);
    const struct array_use *u = &r.use;
    if (!is_worth_tiles(&r))
        return;
    struct rule_cost cost = rule_cost(c, &tiled, (struct loc){0}, NULL);
    if (cost.ms < 0)
        return;
    const struct access *most = &t->kernel->accesses[r.access];
    struct finding *f =
        rule_report(c, most->loc.line ? most->loc : t->kernel->loc, cost, MSG_LOCAL_MEMORY,
                    diag_count(c->arena, u->requests / u->lines), rule_base_name(most));
    if (!note_same_work(c, f))
        rule_note(c, f, (struct loc){0}, MSG_LOCAL_MEMORY_TILE, 100 * u->shared / u->lines);
}

const struct rule rule_local_memory = {
    .traits = {.by_launch = true, .precision = "medium"},
    .check = check,
};
