/* Kernels that use no resource much, because their warps wait for memory. */
#include "diag/finding/phrase.h"
#include "diag/finding/rules.h"

/* Less than this share of the time is not what the kernel is about. */
static const double least_share = 0.15;

static double busiest(const struct estimate *e, enum bound *which) {
    *which = BOUND_DRAM;
    for (int b = 0; b < BOUND_LATENCY; b++)
        if (e->busy[b] > e->busy[*which])
            *which = (enum bound)b;
    return e->busy[*which];
}

/* As if twice as many requests were under way. */
static struct rule_cost cost_of_waiting(const struct rule_context *c) {
    struct gpu faster = *c->input->gpu;
    struct model_input in = *c->input;
    faster.l1_latency /= 2;
    faster.l2_latency /= 2;
    faster.dram_latency /= 2;
    in.gpu = &faster;
    in.baseline = c->result->estimate;
    return rule_cost_of(c, &in);
}

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct estimate *e = r->estimate;
    enum bound most;
    double share = busiest(e, &most);
    if (e->bound != BOUND_LATENCY || !certain_is_followed(r->trace->certain))
        return;
    struct rule_cost cost = cost_of_waiting(c);
    if (cost.ms < least_share * e->time_ms)
        return;
    struct finding *f = rule_report(c, r->kernel->loc, cost, MSG_LATENCY, r->kernel->name,
                                    diag_bound(most), 100 * share);
    rule_note(c, f, (struct loc){0}, MSG_LATENCY_MORE);
    if (e->occupancy.warps < e->occupancy.max_warps)
        rule_note(c, f, (struct loc){0}, MSG_LATENCY_WARPS, e->occupancy.warps,
                  e->occupancy.max_warps, rule_limiter(c));
}

const struct rule rule_latency_bound = {
    .info = {.id = "latency-bound",
             .title = "The kernel waits for memory while every resource has time to spare",
             .help =
                 "A load takes hundreds of cycles. A GPU hides that with **other warps** and with "
                 "**further loads** of the same warp that do not need the first one's result. If "
                 "there are not enough of either, all warps wait at the same time, and neither "
                 "memory nor arithmetic is used to its limit.\n"
                 "\n"
                 "### How to fix it\n"
                 "\n"
                 "```c\n"
                 "/* before: each iteration waits for its own load */\n"
                 "for (int i = 0; i < n; i++)\n"
                 "    sum += a[i * step];\n"
                 "\n"
                 "/* after: four loads are under way at a time */\n"
                 "for (int i = 0; i < n; i += 4) {\n"
                 "    s0 += a[i * step];\n"
                 "    s1 += a[(i + 1) * step];\n"
                 "    s2 += a[(i + 2) * step];\n"
                 "    s3 += a[(i + 3) * step];\n"
                 "}\n"
                 "```\n"
                 "\n"
                 "- Let more work-items run: split the work finer, or see `clperf-occupancy`.\n"
                 "- Turn chains of loads, each of which gives the address of the next, into "
                 "arrays.\n"
                 "\n"
                 "### When to ignore it\n"
                 "\n"
                 "Where the launch is small because the problem is.\n" HELP_WORDS,
             .precision = "medium"},
    .check = check,
};
