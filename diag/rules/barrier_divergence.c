/* Barriers that some work-items of a group do not reach. This is about what the kernel does, not
 * about what it takes: there is no cost, and no threshold applies. */
#include "diag/finding/rules.h"

/* Operations for a look at the groups at the edges of the launch. */
enum { EDGE_OPS = 400000 };

/* Groups that the predicted time does not rest on, but where work-items are left over: the last one
 * of each dimension, and of all. */
static const struct trace *trace_edges(struct rule_context *c) {
    struct launch *l = NEW(c->arena, struct launch);
    *l = launch_without_assumed(c->arena, c->result->launch);
    uint64_t step = 1, corner = 0, groups[4];
    size_t n_groups = 0;
    for (int d = 0; d < 3; d++) {
        uint64_t n = (l->global[d] + l->local[d] - 1) / l->local[d];
        if (n > 1)
            groups[n_groups++] = step * (n - 1);
        corner += step * (n - 1);
        step *= n;
    }
    if (n_groups != 1)
        groups[n_groups++] = corner;
    struct trace_request r = {.kernel = c->result->kernel,
                              .launch = l,
                              .warp_width = (uint32_t)c->result->gpu->warp_width,
                              .groups = groups,
                              .n_groups = n_groups,
                              .counts_only = true,
                              .max_ops = EDGE_OPS,
                              .work = c->input->work,
                              .deadline = c->input->deadline};
    return an_trace(c->arena, &r);
}

static bool is_divergent(const struct barrier_counts *n) {
    return certain_is_followed(n->certain) && n->divergent;
}

static void note_others(struct rule_context *c, struct finding *f, const struct barrier_counts *n) {
    if (n->other != NONE)
        rule_note(c, f, c->result->kernel->items[n->other].loc, MSG_BARRIER_DIVERGENCE_OTHERS);
    rule_note(c, f, (struct loc){0}, MSG_BARRIER_DIVERGENCE_MOVE);
}

static void check(struct rule_context *c) {
    const struct trace *t = c->result->trace;
    const struct trace *edges = t->n_barriers ? trace_edges(c) : NULL;
    for (uint32_t i = 0; i < t->n_barriers; i++) {
        const struct item *item = &c->result->kernel->items[t->barriers[i].item];
        const struct barrier_counts *n = &t->barriers[i];
        if (!is_divergent(n))
            n = &edges->barriers[i];
        if (!is_divergent(n))
            continue;
        struct finding *f = rule_report(c, item->loc.line ? item->loc : c->result->kernel->loc,
                                        rule_no_cost, MSG_BARRIER_DIVERGENCE, n->reached, n->items);
        note_others(c, f, n);
    }
}

const struct rule rule_barrier_divergence = {
    .info =
        {.id = "barrier-divergence",
         .title = "A barrier is not reached by all work-items of a work-group",
         .help =
             "A barrier waits for **all** work-items of the work-group. Where some of them take "
             "another way or have returned, what happens is undefined: on some devices the kernel "
             "hangs, on others it goes on with values that have not been written yet, and it may "
             "seem to "
             "work on the device at hand. This is an error of the kernel and not a matter of time, "
             "so it has no cost and is reported whatever the threshold is.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "Take the barrier out of the branch or loop, and let work-items that have nothing to "
             "do skip the work between the barriers instead of the barriers.\n"
             "\n"
             "```c\n"
             "/* before: work-items beyond the end never come to the barrier */\n"
             "if (gid >= n)\n"
             "    return;\n"
             "tile[lid] = a[gid];\n"
             "barrier(CLK_LOCAL_MEM_FENCE);\n"
             "\n"
             "/* after */\n"
             "if (gid < n)\n"
             "    tile[lid] = a[gid];\n"
             "barrier(CLK_LOCAL_MEM_FENCE);\n"
             "```\n"
             "\n"
             "In a loop, all work-items need the same number of iterations.\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Only where the kernel is never launched like this.\n" HELP_WORDS,
         .precision = "very-high"},
    .check = check,
};
