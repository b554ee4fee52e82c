#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "diag/finding/causes.h"
#include "diag/finding/fingerprint.h"
#include "diag/finding/kernel_total.h"
#include "diag/finding/phrase.h"
#include "diag/report/json_helpers.h"
#include "diag/report/sarif.h"

/* What GitHub keeps. */
enum { MOST_RELATED = 100 };

/* Share of the kernel's time, 0..1, or -1 where a cost makes no sense. */
static double share_of(const struct diag_entry *e) {
    double time = e->result->estimate->time_ms, cost = e->finding->cost_ms;
    if (cost < 0)
        return -1;
    return time > 0 && cost < time ? cost / time : cost > 0;
}

/* `id` is that of users: "clperf-uncoalesced". */
static void put_rule(struct sarif *s, cJSON *o, const char *id) {
    out_put_text(s->arena, o, "ruleId", id);
    for (size_t i = 0; i < rule_count; i++)
        if (strcmp(rule_table[i]->id, id + strlen("clperf-")) == 0)
            out_put_number(o, "ruleIndex", (double)i);
}

static const char *other_launches(struct arena *a, const struct finding *f) {
    if (!f->n_launches)
        return "";
    return arena_printf(a, " and in %zu other%s", f->n_launches, diag_plural(f->n_launches));
}

/* The finding, then everything that has no place of its own, one sentence each. */
static const char *message_of(struct arena *a, const struct diag_entry *e) {
    struct str s = {.arena = a};
    const struct finding *f = e->finding;
    str_add(&s, diag_sentence(a, diag_message(a, e->result, f)));
    for (size_t i = 0; i < f->n_notes; i++)
        if (!f->notes[i].loc.line)
            str_printf(&s, " %s", diag_sentence(a, f->notes[i].text));
    const struct launch *l = e->result->launch;
    str_printf(&s, " Predicted for '%s' with launch '%s' from '%s'%s.",
               diag_gpu(s.arena, e->result->gpu), diag_launch(a, l), launch_source_text(a, l),
               other_launches(a, f));
    return str_text(&s);
}

static void put_logical(struct sarif *s, cJSON *location, const char *kernel) {
    cJSON *logical = cJSON_CreateObject();
    out_put_text(s->arena, logical, "name", kernel);
    cJSON_AddStringToObject(logical, "kind", "function");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(location, "logicalLocations"), logical);
}

/* Viewers insist on a region, so what has no line is put on the first. */
static void put_location(struct sarif *s, cJSON *o, const struct diag_entry *e) {
    struct loc loc = e->loc;
    loc.line = loc.line ? loc.line : 1;
    cJSON *location = out_sarif_location(s, e->file, loc);
    put_logical(s, location, e->result->kernel->name);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "locations"), location);
}

/* Where another kernel that has the finding begins. */
static cJSON *instance_location(struct sarif *s, const struct diag_entry *e,
                                const struct finding_instance *x, int id) {
    struct loc loc = x->result->kernel->loc;
    loc = loc.line ? loc : e->loc;
    loc.line = loc.line ? loc.line : 1;
    cJSON *location = out_sarif_location(s, diag_file_of(x->result, loc), loc);
    out_put_number(location, "id", id);
    out_sarif_message(s, location, "message", diag_sentence(s->arena, diag_instance(s->arena, x)));
    put_logical(s, location, x->result->kernel->name);
    return location;
}

static void put_related(struct sarif *s, cJSON *o, const struct diag_entry *e) {
    cJSON *related = NULL;
    int id = 0;
    for (size_t i = 0; i < e->finding->n_notes && id < MOST_RELATED; i++) {
        const struct finding_note *n = &e->finding->notes[i];
        if (!n->loc.line)
            continue;
        cJSON *location = out_sarif_location(s, diag_file_of(e->result, n->loc), n->loc);
        out_put_number(location, "id", ++id);
        out_sarif_message(s, location, "message", diag_sentence(s->arena, n->text));
        related = related ? related : cJSON_AddArrayToObject(o, "relatedLocations");
        cJSON_AddItemToArray(related, location);
    }
    for (size_t i = 0; i < e->finding->n_instances && id < MOST_RELATED; i++) {
        related = related ? related : cJSON_AddArrayToObject(o, "relatedLocations");
        cJSON_AddItemToArray(related, instance_location(s, e, &e->finding->instances[i], ++id));
    }
}

/* One thread flow: viewers show no second. */
static void put_code_flow(struct sarif *s, cJSON *o, const struct diag_entry *e) {
    const struct finding *f = e->finding;
    if (!f->n_steps)
        return;
    cJSON *flow = cJSON_CreateObject(), *thread = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "codeFlows"), flow);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(flow, "threadFlows"), thread);
    cJSON *locations = cJSON_AddArrayToObject(thread, "locations");
    for (size_t i = 0; i < f->n_steps; i++) {
        struct loc loc = f->steps[i].loc.line ? f->steps[i].loc : e->loc;
        loc.line = loc.line ? loc.line : 1;
        cJSON *location = out_sarif_location(s, diag_file_of(e->result, loc), loc);
        out_sarif_message(s, location, "message", diag_sentence(s->arena, f->steps[i].text));
        cJSON *at = cJSON_CreateObject();
        cJSON_AddItemToObject(at, "location", location);
        cJSON_AddItemToArray(locations, at);
    }
}

static void put_suppression(struct sarif *s, cJSON *o, const struct diag_entry *e) {
    const struct suppression *x = e->finding->suppression;
    if (!x)
        return;
    cJSON *suppression = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "suppressions"), suppression);
    cJSON_AddStringToObject(suppression, "kind",
                            x->kind == SUPPRESSED_IN_SOURCE ? "inSource" : "external");
    cJSON_AddStringToObject(suppression, "status", "accepted");
    if (x->reason)
        out_put_text(s->arena, suppression, "justification", x->reason);
    cJSON_AddItemToObject(suppression, "location",
                          out_sarif_location(s, diag_file_of(e->result, x->loc), x->loc));
}

static void put_fingerprints(cJSON *o, const struct diag_fingerprint *f) {
    cJSON *prints = cJSON_AddObjectToObject(o, "partialFingerprints");
    cJSON_AddStringToObject(prints, "primaryLocationLineHash", f->line);
    cJSON_AddStringToObject(prints, "clperf/v1", f->finding);
}

/* The fingerprint of one of the report's findings. */
static const char *print_of(const struct sarif *s, const struct finding *f) {
    for (size_t i = 0; i < s->n_entries; i++)
        if (s->entries[i].finding == f)
            return s->prints[i].finding;
    return "";
}

static void add_prints(const struct sarif *s, cJSON *same, const struct finding_instance *at,
                       size_t n) {
    for (size_t i = 0; i < n; i++) {
        cJSON_AddItemToArray(same, cJSON_CreateString(print_of(s, at[i].finding)));
        add_prints(s, same, at[i].finding->launches, at[i].finding->n_launches);
    }
}

/* Findings of other kernels and launches, which are told with this one. */
static void put_same_cause(struct sarif *s, cJSON *p, const struct diag_entry *e) {
    const struct finding *f = e->finding;
    if (!f->n_instances && !f->n_launches)
        return;
    cJSON *same = cJSON_CreateArray();
    add_prints(s, same, f->launches, f->n_launches);
    add_prints(s, same, f->instances, f->n_instances);
    if (f->n_instances) {
        out_put_number(p, "kernels", (double)f->n_instances + 1);
        if (f->cost_ms >= 0)
            out_put_number(p, "ms_total", causes_total(e->result, f));
    }
    cJSON_AddItemToObject(p, "same_cause", same);
}

/* What the finding costs in all launches of its kernel, and of the program. */
static void put_in_launches(cJSON *p, const struct diag_entry *e) {
    const double ms = causes_in_kernel(e->result, e->finding);
    const double share = kernel_program_share(e->result, ms);
    const struct kernel_total *t = e->result->total;
    if (t && t->launches > 1 && ms >= 0) {
        out_put_number(p, "launches", t->launches);
        out_put_number(p, "ms_launches", ms);
        out_put_number(p, "kernel_ms_launches", t->ms);
    }
    if (share >= 0)
        out_put_number(p, "program_share", share);
}

static void put_properties(struct sarif *s, cJSON *o, const struct diag_entry *e) {
    const struct finding *f = e->finding;
    const struct launch *l = e->result->launch;
    cJSON *p = cJSON_AddObjectToObject(o, "properties");
    if (f->cost_ms >= 0) {
        out_put_number(p, "ms", f->cost_ms);
        out_put_number(p, "ms_low", f->cost_low_ms);
        out_put_number(p, "ms_high", f->cost_high_ms);
        out_put_number(p, "share", share_of(e));
    }
    put_same_cause(s, p, e);
    put_in_launches(p, e);
    if (f->share_high > 0) {
        out_put_number(p, "share_low", f->share_low);
        out_put_number(p, "share_high", f->share_high);
    }
    out_put_text(s->arena, p, "target", e->result->gpu->name);
    out_put_text(s->arena, p, "launch", diag_launch(s->arena, l));
    out_put_text(s->arena, p, "provenance", launch_source_name(l->global_source));
}

static cJSON *result(struct sarif *s, const struct diag_entry *e,
                     const struct diag_fingerprint *prints) {
    cJSON *o = cJSON_CreateObject();
    put_rule(s, o, arena_printf(s->arena, "clperf-%s", e->finding->rule->id));
    cJSON_AddStringToObject(o, "level", out_sarif_level(e->finding->severity));
    out_sarif_message(s, o, "message", message_of(s->arena, e));
    put_location(s, o, e);
    put_related(s, o, e);
    put_code_flow(s, o, e);
    put_fingerprints(o, prints);
    out_sarif_fixes(s, o, e);
    put_suppression(s, o, e);
    if (e->finding->baseline)
        cJSON_AddStringToObject(o, "baselineState",
                                e->finding->baseline == BASELINE_NEW ? "new" : "unchanged");
    if (e->finding->cost_ms >= 0)
        out_put_number(o, "rank", 100 * share_of(e));
    put_properties(s, o, e);
    return o;
}

/* As it stood in the log before: its line may be another one now. */
static cJSON *absent_result(struct sarif *s, const struct absent_finding *f) {
    cJSON *o = cJSON_CreateObject();
    put_rule(s, o, f->rule);
    out_put_text(s->arena, o, "level", f->level);
    out_sarif_message(s, o, "message", f->message);
    cJSON *location = out_sarif_location(s, f->file, (struct loc){0});
    out_sarif_columns(cJSON_GetObjectItem(location, "physicalLocation"), "region", f->line, f->col,
                      f->end_col);
    put_logical(s, location, f->kernel);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "locations"), location);
    put_fingerprints(o, &(struct diag_fingerprint){f->line_fingerprint, f->fingerprint});
    cJSON_AddStringToObject(o, "baselineState", "absent");
    cJSON *p = cJSON_AddObjectToObject(o, "properties");
    out_put_text(s->arena, p, "target", f->target);
    out_put_text(s->arena, p, "launch", f->launch);
    cJSON_AddStringToObject(p, "provenance", "baseline");
    return o;
}

struct ranked {
    double rank;
    size_t index;
};

static int by_rank(const void *x, const void *y) {
    const struct ranked *a = x, *b = y;
    if (a->rank != b->rank)
        return a->rank > b->rank ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

const bool *out_sarif_highest(struct arena *a, const double *rank, size_t n, size_t most) {
    struct ranked *r = NEW_ARRAY(a, struct ranked, n);
    bool *highest = NEW_ARRAY(a, bool, n);
    for (size_t i = 0; i < n; i++)
        r[i] = (struct ranked){rank[i], i};
    qsort(r, n, sizeof *r, by_rank);
    for (size_t i = 0; i < n && i < most; i++)
        highest[r[i].index] = true;
    return highest;
}

cJSON *out_sarif_results(struct sarif *s) {
    size_t n;
    const struct diag_entry *e = diag_entries(s->arena, s->report, diag_by_result, &n);
    const struct diag_fingerprint *prints =
        diag_fingerprints(s->arena, &s->source, s->report, e, n);
    double *rank = NEW_ARRAY(s->arena, double, n);
    s->entries = e;
    s->prints = prints;
    s->n_entries = n;
    for (size_t i = 0; i < n; i++)
        rank[i] = e[i].finding->suppression || e[i].finding->is_copy ? SARIF_SUPPRESSED_RANK
                                                                     : share_of(&e[i]);
    const bool *kept = out_sarif_highest(s->arena, rank, n, SARIF_MOST_RESULTS);
    cJSON *results = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++)
        if (kept[i] && !e[i].finding->is_copy)
            cJSON_AddItemToArray(results, result(s, &e[i], &prints[i]));
    for (size_t i = 0; i < s->report->n_absent && n + i < SARIF_MOST_RESULTS; i++)
        cJSON_AddItemToArray(results, absent_result(s, &s->report->absent[i]));
    return results;
}
