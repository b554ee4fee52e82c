#include "driver/analyze/predict/analyse_launch.h"

#include <string.h>

#include "analysis/ir/names.h"
#include "analysis/passes/idioms.h"
#include "base/vec.h"
#include "diag/finding/cost_chain.h"
#include "diag/finding/finding.h"
#include "diag/finding/group_sizes.h"
#include "diag/finding/kernel_total.h"
#include "diag/finding/phrase.h"
#include "diag/finding/rules.h"
#include "diag/report.h"
#include "diag/report/writers.h"
#include "driver/analyze/predict/predict.h"
#include "perfmodel/occupancy/occupancy.h"
#include "perfmodel/result/site_metrics.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/study/study.h"

/* What is followed with the assumed arguments, and not without them, rests on them. */
static struct certain with_assumed(struct certain all, struct certain given) {
    bool rests = certain_is_followed(all) && !certain_is_followed(given);
    return rests ? (struct certain){CERTAINTY_ASSUMED, REASON_ARGUMENT} : certain_least(all, given);
}

static void mark_loops(struct arena *a, struct trace *t, const struct trace *given) {
    uint32_t n = t->kernel->n_loops;
    struct loop_counts *loops = arena_memdup(a, t->loops, n * sizeof *loops);
    for (uint32_t i = 0; i < n; i++) {
        const struct loop_counts *sure = &given->loops[i];
        loops[i].certain = with_assumed(loops[i].certain, sure->certain);
        loops[i].entries_certain = with_assumed(loops[i].entries_certain, sure->entries_certain);
    }
    t->loops = loops;
}

static void mark_branches(struct arena *a, struct trace *t, const struct trace *given) {
    uint32_t n = t->kernel->n_branches;
    struct branch_counts *branches = arena_memdup(a, t->branches, n * sizeof *branches);
    for (uint32_t i = 0; i < n; i++)
        branches[i].certain = with_assumed(branches[i].certain, given->branches[i].certain);
    t->branches = branches;
}

static void mark_barriers(struct arena *a, struct trace *t, const struct trace *given) {
    uint32_t n = t->n_barriers;
    struct barrier_counts *barriers = arena_memdup(a, t->barriers, n * sizeof *barriers);
    for (uint32_t i = 0; i < n; i++)
        barriers[i].certain = with_assumed(barriers[i].certain, given->barriers[i].certain);
    t->barriers = barriers;
}

static void mark_accesses(struct arena *a, struct kernel_result *r, const struct trace *given) {
    uint32_t n = given->kernel->n_accesses;
    struct access_metrics *all = arena_memdup(a, r->access, n * sizeof *all);
    for (uint32_t i = 0; i < n; i++)
        all[i].certain = with_assumed(all[i].certain, given->accesses[i]);
    r->access = all;
}

/* Takes back what result->trace and result->access call surer than `given`, the trace of the same
 * groups without the assumed arguments, does not. */
static void mark_assumption_dependent(struct arena *a, struct kernel_result *result,
                                      const struct trace *given) {
    struct trace *t = arena_memdup(a, result->trace, sizeof *t);
    mark_loops(a, t, given);
    mark_branches(a, t, given);
    mark_barriers(a, t, given);
    mark_accesses(a, result, given);
    result->trace = t;
}

/* Share of a kernel's budget after which the rules' counterfactuals stop, so that the result of
 * what was done still comes out. */
static const double rules_share = 0.85;

/* Groups whose requests and branches tell whether a launch has what another one was found to have.
 */
static const uint64_t compared_groups = 2;

/* Sought at most once for all findings. */
struct group_size_search {
    bool done;
    const struct group_size *found;
};

static void add_better_size(struct arena *a, const struct kernel_result *out,
                            struct group_size_search *search, struct finding *f) {
    if (!search->done)
        *search = (struct group_size_search){true, group_size_best(a, out->study)};
    f->better_size = search->found;
    if (search->found)
        finding_note(a, f, (struct loc){0}, "%s", diag_size_text(a, out, search->found));
}

/* What a kernel would cost that is never launched is nothing to warn of. */
static enum severity severity_of(const struct rule_info *rule, const struct rule_setting *s,
                                 const struct launch *l) {
    if ((rule->traits->remark && !s->asked) || l->never)
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
    return !(r->for_sure && rule->traits->by_launch) &&
           !(r->options_assumed && rule->traits->by_build_options) &&
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

/* What a finding must cost. The usual time is that of all launches in a row, and means nothing
 * where they are guessed; who asks for the rule by its name gets what costs less, too. */
static struct finding_threshold least_of(const struct rule_setting *s, const struct launch *l) {
    struct finding_threshold least = {s->threshold_ms, s->threshold_percent};
    if (s->has_threshold)
        return least;
    bool any = s->asked || launch_is_guessed(l);
    least.ms = any ? 0 : least.ms / launch_times(l);
    return least;
}

/* Rules that are on, in their order. */
static void run_rules(struct arena *a, const struct analysis_request *r,
                      const struct kernel_result *out, struct finding_list *all) {
    for (size_t i = 0; i < rule_count; i++) {
        struct rule_setting s = options_rule(r->options, rule_table[i]->id);
        struct rule_context c = {.arena = a,
                                 .result = out,
                                 .study = out->study,
                                 .rule = rule_table[i],
                                 .findings = all,
                                 .least = least_of(&s, out->launch),
                                 .asked = r->rules_of};
        if (!is_asked_for(r, rule_table[i]) || !is_shown(r, &out->registers, rule_table[i]))
            continue;
        if (s.enabled || suppress_turns_on(r->suppress, r->file, rule_table[i]->id))
            rule_all[i]->check(&c);
    }
}

/* Of those kept: what only says that the kernel waits is left out beside what says why. */
static void drop_last_resorts(struct finding_list *kept) {
    size_t n = 0;
    bool explained = false;
    for (size_t i = 0; i < kept->n; i++)
        explained |= !kept->at[i].rule->traits->last_resort && kept->at[i].cost_ms > 0 &&
                     !kept->at[i].suppression;
    for (size_t i = 0; i < kept->n; i++)
        if (!explained || !kept->at[i].rule->traits->last_resort)
            kept->at[n++] = kept->at[i];
    kept->n = n;
}

static bool has_place(const struct finding_list *all, size_t first, const struct finding *f) {
    for (size_t i = first; i < all->n; i++)
        if (loc_same(all->at[i].loc, f->loc))
            return true;
    return false;
}

/* A finding of several places is one of those where no comment and no pragma is about it, the first
 * of which becomes its own; where one is, it is a suppressed one there. False if none is left: it
 * is then one suppressed finding at its own place. */
static bool split_suppressed(struct arena *a, const struct analysis_request *r, bool enabled,
                             const struct kernel_result *out, struct finding *f,
                             struct finding_list *kept) {
    const struct finding all = *f;
    const size_t first = kept->n;
    VEC(struct loc) others = {0};
    bool any = false;
    for (size_t i = 0; i <= all.n_also; i++) {
        struct finding one = all;
        one.loc = i ? all.also[i - 1] : all.loc;
        one.also = NULL;
        one.n_also = 0;
        if (!suppress_apply(r->suppress, out, &one, enabled))
            continue;
        if (one.suppression && !has_place(kept, first, &one)) {
            why_explain(a, out, &one);
            vec_push(a, kept, one);
        } else if (!one.suppression && any)
            vec_push(a, &others, one.loc);
        else if (!one.suppression)
            *f = one;
        any |= !one.suppression;
    }
    if (!any && kept->n > first)
        kept->n = first + 1;
    f->also = others.at;
    f->n_also = others.n;
    return any;
}

/* Keeps the findings that are asked for and cost enough. */
static void keep_findings(struct arena *a, const struct analysis_request *r,
                          const struct finding_list *all, struct kernel_result *out) {
    struct finding_list kept = {.arena = a};
    struct group_size_search search = {0};
    for (size_t i = 0; i < all->n; i++) {
        struct rule_setting s = options_rule(r->options, all->at[i].rule->id);
        struct finding_threshold least = least_of(&s, out->launch);
        struct finding f = all->at[i];
        if (r->rules_of && !finding_at(r->rules_of, f.rule, f.loc))
            continue;
        f.severity = severity_of(f.rule, &s, out->launch);
        if (finding_kept(&f, out->estimate->time_ms, least) &&
            split_suppressed(a, r, s.enabled, out, &f, &kept)) {
            if (group_size_matters(f.rule) && !r->compared)
                add_better_size(a, out, &search, &f);
            why_explain(a, out, &f);
            vec_push(a, &kept, f);
        }
    }
    drop_last_resorts(&kept);
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

/* As asked for, within the limits of the options, and printing what they say. */
static struct study study_asked(const struct analysis_request *r) {
    const struct options *o = r->options;
    struct study asked = *r->asked;
    asked.seconds = predict_seconds(&o->budget);
    asked.changed_seconds = o->budget.seconds * rules_share;
    asked.exact = o->exact;
    asked.by_item = wants_lines(o);
    asked.dump = options_dumps(o, "sim") ? stderr : NULL;
    asked.graph = options_dumps(o, "wfg") ? stderr : NULL;
    asked.counted_groups = r->compared ? compared_groups : 0;
    return asked;
}

bool analyse_never_ends(const struct analysis_request *r) {
    struct arena scratch = {0};
    struct study asked = study_asked(r);
    const char *reason;
    const struct study *study = predict_begin(&scratch, &asked, &reason);
    bool never = study && study_never_ends(&scratch, study);
    arena_free(&scratch);
    return never;
}

static const struct dependences *find_dependences(struct arena *a, const struct study *study) {
    struct dependences found = an_find_dependences(a, study->source, study->launch);
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

/* What does not depend on the model. */
static struct kernel_result count(struct arena *a, const struct analysis_request *r,
                                  const struct study *study) {
    struct kernel_result out = {.study = study,
                                .kernel = study->source,
                                .file = r->file,
                                .launch = study->launch,
                                .gpu = study->gpu,
                                .registers = study->registers,
                                .local_bytes = study->local_bytes};
    out.trace = study_counts(study);
    out.idioms = an_find_idioms(a, study->source).loop;
    if (study->source->sequential)
        out.dependences = find_dependences(a, study);
    if (options_dumps(r->options, "trace"))
        out.walked = study_walked(a, study);
    out.access = access_metrics(a, study->gpu, out.trace, true);
    if (launch_assumes(study->launch) && tells_known(r, &out)) {
        struct arena scratch = {0};
        mark_assumption_dependent(a, &out, study_counts_of_given(&scratch, study));
        arena_free(&scratch);
    }
    return out;
}

/* What was counted, for the estimate of another study. */
static struct kernel_result without_findings(const struct kernel_result *counted,
                                             const struct study *study) {
    struct kernel_result out = *counted;
    out.study = study;
    out.estimate = NULL;
    out.findings = out.open = NULL;
    out.n_findings = out.n_open = 0;
    return out;
}

bool analyse_launch(struct arena *a, const struct analysis_request *r, struct kernel_result *out,
                    const char **reason) {
    struct study asked = study_asked(r);
    struct finding_list all = {.arena = a};
    if (r->counted)
        asked.base = r->counted->study;
    const struct study *study = predict_begin(a, &asked, reason);
    if (!study)
        return false;
    *out = r->counted ? without_findings(r->counted, study) : count(a, r, study);
    if (!r->for_sure && !(out->estimate = predict_estimate(study, reason)))
        return false;
    if (!r->counted)
        run_rules(a, r, out, &all);
    if (!all.n && !study_is_estimated(study))
        return true;
    if (!(out->estimate = predict_estimate(study, reason)))
        return false;
    finding_sort(&all);
    finding_dedupe(&all);
    keep_findings(a, r, &all, out);
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
