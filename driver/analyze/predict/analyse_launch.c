#include "driver/analyze/predict/analyse_launch.h"

#include <string.h>

#include "analysis/passes/idioms.h"
#include "base/vec.h"
#include "diag/finding/cost_chain.h"
#include "diag/finding/finding.h"
#include "diag/finding/group_sizes.h"
#include "diag/finding/phrase.h"
#include "diag/finding/rules.h"
#include "diag/report/writers.h"
#include "driver/analyze/predict/assumed_arguments.h"
#include "driver/analyze/predict/predict.h"
#include "perfmodel/occupancy/occupancy.h"
#include "perfmodel/result/site_metrics.h"
#include "perfmodel/scale/launch_counts.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/study/traces.h"

/* Share of a kernel's budget after which the rules' counterfactuals stop, so that the result of
 * what was done still comes out. */
static const double rules_share = 0.85;

/* Groups whose requests and branches tell whether a launch has what another one was found to have.
 */
static const uint64_t compared_groups = 2;

/* The source view of work-groups that share a multiprocessor, with what they do in order. */
static const struct trace *trace_source(struct arena *a, const struct model_input *in,
                                        const struct round *round) {
    struct trace_request r = {.kernel = in->source,
                              .launch = in->launch,
                              .warp_width = (uint32_t)in->gpu->machine.warp_width,
                              .work = in->work,
                              .groups = round_groups(a, round),
                              .n_groups = round->groups_per_sm};
    return study_trace(a, in, &r);
}

/* The same without arguments that are made up, to tell what is known. */
static const struct trace *trace_given(struct arena *a, const struct model_input *in,
                                       const struct round *round) {
    struct model_input given = *in;
    struct launch *l = NEW(a, struct launch);
    *l = launch_without_assumed(a, in->launch);
    given.launch = l;
    return launch_counts(a, &given, round, launch_is_guessed(in->launch));
}

/* Sought at most once for all findings. */
struct group_size_search {
    bool done;
    const struct group_size *found;
};

static void add_better_size(struct arena *a, const struct analysis_request *r,
                            const struct model_input *in, const struct kernel_result *out,
                            struct group_size_search *search, struct finding *f) {
    if (!search->done)
        *search = (struct group_size_search){true, group_size_best(a, r->model, in, out)};
    f->better_size = search->found;
    if (search->found)
        finding_note(a, f, (struct loc){0}, "%s", diag_size_text(a, out, search->found));
}

static enum severity severity_of(const struct rule_info *rule, const struct rule_setting *s) {
    if (rule->traits->remark && !s->asked)
        return SEVERITY_NOTE;
    return s->as_error ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static bool is_asked_for(const struct analysis_request *r, const struct rule_info *rule) {
    bool found = !r->rules_of;
    for (size_t i = 0; r->rules_of && i < r->rules_of->n_findings; i++)
        found |= r->rules_of->findings[i].rule == rule;
    return found && (!r->only || r->only == rule);
}

bool analyse_can_be_sure(const struct analysis_request *r, const struct register_use *use,
                         const struct rule_info *rule) {
    return !(r->options_assumed && rule->traits->by_build_options) &&
           !(use->estimated && rule->traits->by_registers);
}

/* Whether anybody would see what the rule finds. */
static bool is_shown(const struct analysis_request *r, const struct register_use *use,
                     const struct rule_info *rule) {
    bool raised = suppress_turns_on(r->suppress, r->file, rule->id);
    if (r->shown && rule->traits->remark && !options_rule(r->options, rule->id).asked && !raised)
        return false;
    return !r->for_sure || analyse_can_be_sure(r, use, rule);
}

/* Rules that are on, in their order; where *evidence is asked for, up to the first that has any. */
static void run_rules(struct arena *a, const struct analysis_request *r,
                      const struct model_input *in, const struct kernel_result *out,
                      struct finding_list *all, bool *evidence) {
    for (size_t i = 0; i < rule_count && !(evidence && *evidence); i++) {
        struct rule_setting s = options_rule(r->options, rule_table[i]->id);
        struct rule_context c = {.arena = a,
                                 .result = out,
                                 .model = r->model,
                                 .input = in,
                                 .rule = rule_table[i],
                                 .findings = all,
                                 .least = {s.threshold_ms, s.threshold_percent},
                                 .asked = r->rules_of,
                                 .evidence = evidence};
        if (!is_asked_for(r, rule_table[i]) || !is_shown(r, &out->registers, rule_table[i]))
            continue;
        if (s.enabled || suppress_turns_on(r->suppress, r->file, rule_table[i]->id))
            rule_all[i]->check(&c);
    }
}

static void check_rules(struct arena *a, const struct analysis_request *r,
                        const struct model_input *in, struct kernel_result *out) {
    struct finding_list all = {.arena = a}, kept = {.arena = a};
    run_rules(a, r, in, out, &all, NULL);
    finding_sort(&all);
    finding_dedupe(&all);
    struct group_size_search search = {0};
    for (size_t i = 0; i < all.n; i++) {
        struct rule_setting s = options_rule(r->options, all.at[i].rule->id);
        struct finding_threshold least = {s.threshold_ms, s.threshold_percent};
        struct finding f = all.at[i];
        if (r->rules_of && !finding_at(r->rules_of, f.rule, f.loc))
            continue;
        f.severity = severity_of(f.rule, &s);
        if (finding_kept(&f, out->estimate->time_ms, least) &&
            suppress_apply(r->suppress, out, &f, s.enabled)) {
            if (group_size_matters(f.rule) && !f.suppression && !r->compared)
                add_better_size(a, r, in, out, &search, &f);
            why_explain(a, out, &f);
            vec_push(a, &kept, f);
        }
    }
    out->findings = kept.at;
    out->n_findings = kept.n;
}

/* Editors tell how long each line takes, too. */
static bool wants_lines(const struct options *o) {
    if (o->only_outputs.n)
        return true;
    for (size_t i = 0; i < o->outputs.n; i++) {
        const struct diag_writer *w = diag_writer(o->outputs.at[i].format);
        if (w && w->by_line)
            return true;
    }
    return false;
}

static struct predict_request prediction_of(const struct analysis_request *r) {
    return (struct predict_request){.source = r->source,
                                    .machine = r->machine,
                                    .launch = r->launch,
                                    .gpu = r->gpu,
                                    .model = r->model,
                                    .registers = r->registers,
                                    .code = r->code,
                                    .seconds = predict_seconds(&r->options->budget),
                                    .exact = r->options->exact};
}

bool analyse_never_ends(const struct analysis_request *r) {
    struct arena scratch = {0};
    struct predict_request request = prediction_of(r);
    struct model_input in;
    const char *reason;
    bool never = false;
    if (predict_input(&scratch, &request, &in, &reason)) {
        struct round round = round_of(&in);
        never = round_never_ends(&scratch, &in, &round);
    }
    arena_free(&scratch);
    return never;
}

static const struct dependences *find_dependences(struct arena *a,
                                                  const struct analysis_request *r) {
    struct dependences found = an_find_dependences(a, r->source, r->launch);
    return arena_memdup(a, &found, sizeof found);
}

/* Whether what is taken for known without the assumed arguments decides about anything that is
 * shown. */
static bool tells_known(const struct analysis_request *r, const struct kernel_result *out) {
    bool decides = certain_is_followed(out->trace->certain);
    for (uint32_t i = 0; i < out->trace->n_barriers; i++)
        decides |= out->trace->barriers[i].divergent;
    for (size_t i = 0; i < rule_count; i++)
        decides |= rule_table[i]->traits->remark && is_shown(r, &out->registers, rule_table[i]);
    return decides;
}

/* Whether costs are shown as shares of the time, which itself is neither shown nor compared with a
 * threshold. What the rules find by a launch's balance is not found where loops are guessed. */
static bool shows_shares(const struct analysis_request *r, const struct kernel_result *out) {
    bool shares = r->for_sure && !certain_is_followed(out->trace->certain);
    for (size_t i = 0; i < rule_count; i++)
        shares = shares && options_rule(r->options, rule_table[i]->id).threshold_ms <= 0;
    return shares;
}

/* What does not depend on the model. */
static struct kernel_result count(struct arena *a, const struct analysis_request *r,
                                  const struct model_input *in) {
    struct round round = round_of(in);
    if (r->compared && round.groups_per_sm > compared_groups)
        round.groups_per_sm = compared_groups;
    struct kernel_result out = {.kernel = r->source,
                                .file = r->file,
                                .launch = r->launch,
                                .gpu = r->gpu,
                                .registers = in->registers,
                                .local_bytes = in->local_bytes};
    out.trace = launch_counts(a, in, &round, launch_is_guessed(in->launch));
    out.idioms = an_find_idioms(a, r->source).loop;
    if (r->source->sequential)
        out.dependences = find_dependences(a, r);
    if (options_dumps(r->options, "trace"))
        out.walked = trace_source(a, in, &round);
    out.access = access_metrics(a, r->gpu, out.trace, true);
    if (launch_assumes(in->launch) && tells_known(r, &out)) {
        struct arena scratch = {0};
        mark_assumption_dependent(a, &out, trace_given(&scratch, in, &round));
        arena_free(&scratch);
    }
    return out;
}

/* Whether a rule may find anything, by what was counted and by the trace of one work-group. Only
 * where loops are guessed: what rules find by bounds and balance is not found there. */
static bool has_evidence(struct arena *a, const struct analysis_request *r,
                         const struct model_input *in, const struct kernel_result *counted) {
    struct round round = round_of(in);
    struct estimate assumed = {.time_ms = 1, .occupancy = round.occupancy, .bound = BOUND_DRAM};
    struct kernel_result result = *counted;
    struct finding_list all = {.arena = a};
    bool evidence = result.trace->truncated || certain_is_followed(result.trace->certain);
    result.estimate = &assumed;
    run_rules(a, r, in, &result, &all, &evidence);
    if (evidence)
        return true;
    assumed.trace = round_one_group(a, in, &round);
    run_rules(a, r, in, &result, &all, &evidence);
    return evidence;
}

static struct kernel_result without_findings(const struct kernel_result *counted) {
    struct kernel_result out = *counted;
    out.findings = out.open = NULL;
    out.n_findings = out.n_open = 0;
    return out;
}

bool analyse_launch(struct arena *a, const struct analysis_request *r, struct kernel_result *out,
                    const char **reason) {
    struct predict_request request = prediction_of(r);
    struct model_input in;
    if (!predict_input(a, &request, &in, reason))
        return false;
    in.dump = options_dumps(r->options, "sim") ? stderr : NULL;
    in.graph = options_dumps(r->options, "wfg") ? stderr : NULL;
    in.by_item = wants_lines(r->options);
    *out = r->counted ? without_findings(r->counted) : count(a, r, &in);
    in.shares = shows_shares(r, out);
    if (in.shares && !has_evidence(a, r, &in, out))
        return true;
    in.baseline = r->counted ? r->counted->estimate : NULL;
    out->estimate = predict_run(a, r->model, &in, reason);
    if (!out->estimate)
        return false;
    in.by_item = false;
    in.graph = NULL;
    in.deadline = r->options->budget.seconds * rules_share;
    if (!r->counted)
        check_rules(a, r, &in, out);
    return true;
}

void analyse_dump(FILE *out, struct arena *a, const struct options *o,
                  const struct kernel_result *result) {
    (void)a;
    const struct launch *l = result->launch;
    struct group_needs needs = {.items = (uint32_t)(l->local[0] * l->local[1] * l->local[2]),
                                .regs_per_item = result->registers.per_item,
                                .local_bytes = result->local_bytes};
    if (options_dumps(o, "access"))
        dump_access(out, result->trace, result->access);
    if (options_dumps(o, "trace"))
        dump_trace(out, result->walked);
    if (options_dumps(o, "occupancy")) {
        dump_occupancy(out, result->gpu, &needs, &result->estimate->occupancy);
        fprintf(out, "  registers from %s, per item %u bytes of them spilled, %u bytes private\n",
                result->registers.source, result->registers.spill_bytes,
                result->registers.private_bytes);
    }
}
