#include "driver/analyse.h"

#include <string.h>
#include <time.h>

#include "diag/finding.h"
#include "diag/rules.h"
#include "perfmodel/metrics.h"
#include "perfmodel/occupancy.h"
#include "perfmodel/round.h"

/* Operations that one trace may have before its loops are sampled, and with -fclperf-exact: what
 * fits the default time and memory budgets. */
enum { MAX_OPS = 600 * 1000, MAX_OPS_EXACT = 12 * 1000 * 1000 };

/* Shares of a kernel's budget after which tracing and simulating stop, and after which the rules'
 * counterfactuals do, so that the result of what was done still comes out. */
static const double trace_share = 0.45, rules_share = 0.85;

static double seconds_used(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Local memory of a group: static arrays and the launch's __local arguments. */
static uint32_t local_bytes(const struct kernel *k, const struct launch *l) {
    uint32_t bytes = k->static_local_bytes;
    for (uint32_t i = 0; i < k->n_params; i++) {
        const struct launch_arg *arg = launch_arg(l, (int)i, k->params[i].name);
        if (arg && arg->kind == ARG_LOCAL_BYTES)
            bytes += (uint32_t)((arg->count + 15) / 16 * 16);
    }
    return bytes;
}

static uint32_t registers_of(const struct kernel *k, const struct gpu *g) {
    bool scalar_registers = strcmp(g->vendor, "amd") == 0;
    return scalar_registers ? k->vector_regs_estimate : k->regs_estimate;
}

/* The source view of the same work-groups that the model simulates. */
static const struct trace *trace_source(struct arena *a, const struct model_input *in,
                                        const struct round *round, bool with_ops) {
    struct trace_request r = {.kernel = in->source,
                              .launch = in->launch,
                              .warp_width = (uint32_t)in->gpu->warp_width,
                              .groups = round_groups(a, round),
                              .n_groups = round->groups_per_sm,
                              .counts_only = !with_ops};
    struct model_input longer = *in;
    longer.max_ops *= 2;
    return round_trace(a, &longer, &r);
}

static void check_rules(struct arena *a, const struct analysis_request *r,
                        const struct model_input *in, struct kernel_result *out) {
    struct finding_list all = {.arena = a}, kept = {.arena = a};
    for (size_t i = 0; i < rule_count; i++) {
        struct rule_context c = {a, out, r->model, in, rule_table[i], &all};
        if (options_rule(r->options, rule_table[i]->id).enabled)
            rule_all[i]->check(&c);
    }
    finding_sort(&all);
    finding_dedupe(&all);
    for (size_t i = 0; i < all.n; i++) {
        struct rule_setting s = options_rule(r->options, all.at[i].rule->id);
        struct finding_threshold least = {s.threshold_ms, s.threshold_percent};
        if (!finding_kept(&all.at[i], out->estimate->time_ms, least))
            continue;
        struct finding *f = finding_add(&kept, all.at[i].rule, all.at[i].loc, "%s", "");
        *f = all.at[i];
        f->severity = s.as_error ? SEVERITY_ERROR : SEVERITY_WARNING;
    }
    out->findings = kept.at;
    out->n_findings = kept.n;
}

bool analyse_launch(struct arena *a, const struct analysis_request *r, struct kernel_result *out,
                    const char **reason) {
    double started = seconds_used();
    struct model_input in = {.gpu = r->gpu,
                             .source = r->source,
                             .machine = r->machine,
                             .launch = r->launch,
                             .regs_per_item = registers_of(r->machine, r->gpu),
                             .local_bytes = local_bytes(r->source, r->launch),
                             .deadline = started + r->options->budget.seconds * trace_share,
                             .max_ops = r->options->exact ? MAX_OPS_EXACT : MAX_OPS,
                             .dump = options_dumps(r->options, "sim") ? stderr : NULL};
    struct round round = round_of(&in);
    *reason = r->source->reason;
    if (!*reason && round.groups_per_sm == 0)
        *reason = arena_printf(a,
                               "a work-group of %u bytes of local memory and %u registers per "
                               "work-item does not fit on %s",
                               in.local_bytes, in.regs_per_item, r->gpu->name);
    if (*reason)
        return false;
    *out = (struct kernel_result){.kernel = r->source,
                                  .file = r->file,
                                  .launch = r->launch,
                                  .gpu = r->gpu,
                                  .regs_per_item = in.regs_per_item,
                                  .regs_source = "estimate",
                                  .local_bytes = in.local_bytes};
    out->trace = trace_source(a, &in, &round, options_dumps(r->options, "trace"));
    out->access = access_metrics(a, r->gpu, out->trace);
    out->estimate = r->model->run(a, &in);
    in.deadline = started + r->options->budget.seconds * rules_share;
    check_rules(a, r, &in, out);
    return true;
}

void analyse_dump(FILE *out, struct arena *a, const struct options *o,
                  const struct kernel_result *result) {
    (void)a;
    const struct launch *l = result->launch;
    struct group_needs needs = {(uint32_t)(l->local[0] * l->local[1] * l->local[2]),
                                result->regs_per_item, result->local_bytes};
    if (options_dumps(o, "access"))
        dump_access(out, result->trace, result->access);
    if (options_dumps(o, "trace"))
        dump_trace(out, result->trace);
    if (options_dumps(o, "occupancy"))
        dump_occupancy(out, result->gpu, &needs, &result->estimate->occupancy);
}
