/* The JSON report: everything that was counted; docs/report.schema.json. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "base/str.h"
#include "base/uri.h"
#include "base/vec.h"
#include "diag/finding/causes.h"
#include "diag/finding/fingerprint.h"
#include "diag/finding/kernel_total.h"
#include "diag/finding/launch_line.h"
#include "diag/finding/offload.h"
#include "diag/finding/phrase.h"
#include "diag/report.h"
#include "diag/report/json.h"
#include "diag/report/json_helpers.h"
#include "diag/report/json_page.h"
#include "diag/report/writers.h"
#include "perfmodel/estimate.h"
#include "perfmodel/result/site_metrics.h"

enum { REPORT_VERSION = 1 };

/* What the parts of one kernel's entry are made from. */
struct scope {
    struct arena *arena;
    const struct kernel_result *result;
    const struct diag_entry *entries; /* its findings */
    const struct diag_fingerprint *fingerprints;
    size_t n_entries;
    bool page; /* with what only a page shows */
};

static void put_loc(const struct scope *s, cJSON *o, struct loc loc) {
    if (!diag_in_own_file(s->result, loc))
        out_put_text(s->arena, o, "file", loc.file);
    out_put_number(o, "line", loc.line);
    out_put_number(o, "col", loc.col);
}

static void put_size(cJSON *o, const char *key, const uint64_t size[3]) {
    double d[3] = {(double)size[0], (double)size[1], (double)size[2]};
    cJSON_AddItemToObject(o, key, cJSON_CreateDoubleArray(d, 3));
}

/* Whole numbers that JSON's have no room for are texts, as in manifests. */
static const char *whole_text(const struct scope *s, const struct launch_arg *arg, double number,
                              size_t i) {
    bool fits = !arg->wholes || fabs(number) < 0x1p53;
    return fits ? NULL : arena_printf(s->arena, "0x%" PRIx64, arg->wholes[i]);
}

/* Bytes in the order of memory. */
static const char *hexadecimal(struct arena *a, const uint8_t *bytes, uint64_t n) {
    struct str s = {.arena = a};
    for (uint64_t i = 0; i < n; i++)
        str_printf(&s, "%02x", bytes[i]);
    return str_text(&s);
}

static void put_arg(const struct scope *s, cJSON *args, const char *name,
                    const struct launch_arg *arg) {
    if (arg->kind == ARG_NUMBER) {
        const char *text = whole_text(s, arg, arg->number, 0);
        if (text)
            out_put_text(s->arena, args, name, text);
        else
            out_put_number(args, name, arg->number);
        return;
    }
    if (arg->kind == ARG_NUMBERS) {
        cJSON *numbers = cJSON_AddArrayToObject(args, name);
        for (size_t i = 0; i < arg->count; i++) {
            const char *text = whole_text(s, arg, arg->numbers[i], i);
            cJSON_AddItemToArray(numbers, text ? cJSON_CreateString(text)
                                               : cJSON_CreateNumber(arg->numbers[i]));
        }
        return;
    }
    cJSON *o = cJSON_AddObjectToObject(args, name);
    if (arg->kind == ARG_ELEMENTS)
        out_put_number(o, "elements", (double)arg->count);
    else if (arg->kind == ARG_LOCAL_BYTES)
        out_put_number(o, "local_bytes", (double)arg->count);
    else if (arg->kind == ARG_NULL)
        cJSON_AddTrueToObject(o, "null");
    else if (arg->path)
        out_put_text(s->arena, o, "file", arg->path);
    else
        out_put_text(s->arena, o, "raw", hexadecimal(s->arena, arg->bytes, arg->count));
}

/* Those that somebody gave, or those that are made up. */
static void put_args(const struct scope *s, cJSON *args, bool assumed) {
    const struct param *params = s->result->kernel->params;
    const uint32_t n_params = s->result->kernel->n_params;
    for (uint32_t i = 0; i < n_params; i++) {
        const char *name = params[i].name;
        const struct launch_arg *arg = launch_arg(s->result->launch, (int)i, name);
        if (arg && (arg->source == LAUNCH_ASSUMED) == assumed)
            put_arg(s, args, name ? name : arena_printf(s->arena, "%u", i), arg);
    }
}

static void put_captured(const struct scope *s, cJSON *launch) {
    const struct captured_time c = diag_captured(s->arena, s->result);
    if (!c.n)
        return;
    cJSON *o = cJSON_AddObjectToObject(launch, "captured");
    out_put_number(o, "median_ms", c.median_ms);
    out_put_number(o, "launches", (double)c.n);
    if (c.device)
        out_put_text(s->arena, o, "device", c.device);
    cJSON_AddBoolToObject(o, "same_gpu", c.same_gpu);
}

static void put_launch(const struct scope *s, cJSON *entry) {
    const struct launch *l = s->result->launch;
    cJSON *o = cJSON_AddObjectToObject(entry, "launch");
    put_size(o, "global", l->global);
    put_size(o, "local", l->local);
    put_args(s, cJSON_AddObjectToObject(o, "args"), false);
    if (launch_assumes(l))
        put_args(s, cJSON_AddObjectToObject(o, "assumed"), true);
    out_put_text(s->arena, o, "source", launch_source_name(l->global_source));
    if (l->local_source != l->global_source)
        out_put_text(s->arena, o, "local_source", launch_source_name(l->local_source));
    if (l->never)
        cJSON_AddTrueToObject(o, "never");
    if (launch_is_guessed(l))
        out_put_text(s->arena, o, "line", diag_launch_line(s->arena, s->result->kernel, l));
    if (l->count > 1)
        out_put_number(o, "count", (double)l->count);
    put_captured(s, o);
    if (!l->where)
        return;
    out_put_text(s->arena, o, "where", l->where);
    cJSON *unknowns = cJSON_AddArrayToObject(o, "unknown");
    for (size_t i = 0; i < l->n_unknowns; i++) {
        cJSON *u = out_append_object(unknowns);
        out_put_text(s->arena, u, "what", l->unknowns[i].what);
        out_put_text(s->arena, u, "why", l->unknowns[i].why);
    }
}

static void put_clock(const struct gpu *g, cJSON *entry) {
    cJSON *o = cJSON_AddObjectToObject(entry, "clock");
    out_put_number(o, "core_mhz", g->machine.core_mhz);
    out_put_number(o, "mem_mhz", g->machine.mem_mhz);
}

static void put_time(const struct scope *s, cJSON *entry) {
    const struct estimate *e = s->result->estimate;
    out_put_number(entry, "time_ms", e->time_ms);
    out_put_number(entry, "time_ms_low", e->low_ms);
    out_put_number(entry, "time_ms_high", e->high_ms);
    out_put_number(entry, "cycles", e->cycles);
    out_put_number(entry, "launch_overhead_ms", e->launch_overhead_ms);
    out_put_text(s->arena, entry, "bound", bound_name(e->bound));
}

/* Where the kernel stands below the roofs of its GPU. */
static void put_roofline(const struct scope *s, cJSON *entry) {
    const struct estimate *e = s->result->estimate;
    const struct gpu *g = s->result->gpu;
    cJSON *busy = cJSON_AddObjectToObject(entry, "busy");
    for (int b = 0; b < BOUND_LATENCY; b++)
        if (e->busy[b] > 0)
            out_put_number(busy, bound_name((enum bound)b), fmin(1, e->busy[b]));
    if (!e->trace)
        return;
    const struct flops f = flops_of(s->arena, e);
    cJSON *flops = cJSON_AddObjectToObject(entry, "flops");
    out_put_number(flops, "fp32", f.fp32);
    out_put_number(flops, "fp64", f.fp64);
    cJSON_AddStringToObject(flops, "certainty", certainty_text(e->trace->certain.level));
    const double share = fmin(1, e->transfers > 0 ? e->transfers : e->busy[BOUND_DRAM]);
    const double ns = e->cycles / (g->machine.core_mhz / 1e3);
    out_put_number(entry, "dram_bytes", share * g->dram.dram_gbs * g->dram.dram_efficiency * ns);
}

static void put_resources(const struct scope *s, cJSON *entry) {
    const struct kernel_result *r = s->result;
    const struct occupancy *occ = &r->estimate->occupancy;
    cJSON *o = cJSON_AddObjectToObject(entry, "occupancy");
    out_put_number(o, "warps", occ->warps);
    out_put_number(o, "max_warps", occ->max_warps);
    out_put_number(o, "groups_per_sm", occ->groups_per_sm);
    out_put_text(s->arena, o, "limiter", limiter_name(occ->limiter));
    cJSON *regs = cJSON_AddObjectToObject(entry, "registers");
    out_put_number(regs, "per_item", r->registers.per_item);
    out_put_text(s->arena, regs, "source", r->registers.source);
    out_put_number(entry, "local_bytes", r->local_bytes);
    out_put_number(entry, "spill_bytes", r->registers.spill_bytes);
    out_put_number(entry, "private_bytes", r->registers.private_bytes);
}

static void put_trace(const struct scope *s, cJSON *entry) {
    cJSON *o = cJSON_AddObjectToObject(entry, "trace");
    const struct trace *t = s->result->trace;
    out_put_number(o, "first_group", t->warps ? (double)t->warps[0].group : 0);
    out_put_number(o, "warps", (double)t->counted_warps);
    out_put_number(o, "groups", (double)t->n_groups);
    cJSON_AddBoolToObject(o, "whole", t->counted_groups == t->n_groups);
    out_put_number(o, "ops_per_warp", s->result->estimate->ops_per_warp);
    cJSON_AddBoolToObject(o, "exact", certain_is_exact(t->certain));
    cJSON_AddStringToObject(o, "certainty", certainty_text(t->certain.level));
    out_put_text(s->arena, o, "reason", an_trace_reason(t));
}

static void put_certainty(const struct scope *s, cJSON *o, struct certain c) {
    cJSON_AddStringToObject(o, "certainty", certainty_text(c.level));
    out_put_text(s->arena, o, "reason", certainty_reason_text(c.reason));
}

/* Trips are null where they are assumed or unknown, and where no work-item came to the loop. */
static void put_trips(cJSON *o, const struct loop_counts *c) {
    if (!certain_is_followed(c->certain) || c->entries == 0) {
        cJSON_AddNullToObject(o, "trips_min");
        cJSON_AddNullToObject(o, "trips_avg");
        cJSON_AddNullToObject(o, "trips_max");
        return;
    }
    out_put_number(o, "trips_min", (double)c->trips_min);
    out_put_number(o, "trips_avg", (double)c->trips / (double)c->entries);
    out_put_number(o, "trips_max", (double)c->trips_max);
}

static void put_loops(const struct scope *s, cJSON *entry) {
    const struct kernel *k = s->result->kernel;
    cJSON *loops = cJSON_AddArrayToObject(entry, "loops");
    for (uint32_t i = 0; i < k->n_loops; i++) {
        const struct loop *loop = &k->loops[i];
        const struct loop_counts *c = &s->result->trace->loops[i];
        cJSON *o = out_append_object(loops);
        put_loc(s, o, loop->loc);
        out_put_number(o, "depth", loop->depth);
        if (certain_is_followed(c->entries_certain))
            out_put_number(o, "entries", (double)c->entries);
        else
            cJSON_AddNullToObject(o, "entries");
        cJSON_AddStringToObject(o, "entries_certainty", certainty_text(c->entries_certain.level));
        out_put_text(s->arena, o, "entries_reason",
                     certainty_reason_text(c->entries_certain.reason));
        put_trips(o, c);
        cJSON_AddBoolToObject(o, "known", certain_is_exact(c->certain));
        put_certainty(s, o, c->certain);
        out_put_text(s->arena, o, "formula", loop->formula);
        out_put_text(s->arena, o, "by", loop->by);
        json_put_idioms(o, s->result, i);
    }
    json_put_idioms(entry, s->result, k->n_loops);
}

static void put_branches(const struct scope *s, cJSON *entry) {
    const struct kernel *k = s->result->kernel;
    cJSON *branches = cJSON_AddArrayToObject(entry, "branches");
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct branch_counts *c = &s->result->trace->branches[i];
        cJSON *o = out_append_object(branches);
        put_loc(s, o, k->branches[i].loc);
        bool part = !certain_is_exact(c->certain) && c->followed > 0;
        out_put_number(o, "executions", (double)(part ? c->followed : c->executions));
        out_put_number(o, "divergent", (double)(part ? c->followed_divergent : c->divergent));
        cJSON_AddBoolToObject(o, "known", certain_is_exact(c->certain));
        cJSON_AddBoolToObject(o, "followed", certain_is_followed(c->certain));
        put_certainty(s, o, c->certain);
    }
}

/* Sectors are for memory behind the caches, banks for local memory. */
static void put_counts(cJSON *o, const struct access_metrics *m, bool local) {
    double per_request = m->requests > 0 ? 1 / m->requests : 0;
    double per_sector = local ? 0 : 1, per_bank = local ? 1 : 0;
    out_put_number(o, "requests", m->requests);
    out_put_number(o, "sectors32", m->sectors32 * per_sector);
    out_put_number(o, "segments128", m->segments128 * per_sector);
    out_put_number(o, "avg_sectors_per_request", m->sectors32 * per_sector * per_request);
    out_put_number(o, "ideal_sectors_per_request", m->ideal_sectors * per_sector * per_request);
    out_put_number(o, "distinct", m->distinct);
    out_put_number(o, "bank_degree_avg", m->degree_sum * per_bank * per_request);
    out_put_number(o, "bank_degree_max", m->degree_max * per_bank);
    if (local)
        out_put_number(o, "avg_passes_per_request", m->passes * per_request);
}

static void put_accesses(const struct scope *s, cJSON *entry) {
    const struct kernel *k = s->result->kernel;
    cJSON *accesses = cJSON_AddArrayToObject(entry, "accesses");
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *access = &k->accesses[i];
        const struct access_metrics *m = &s->result->access[i];
        cJSON *o = out_append_object(accesses);
        put_loc(s, o, access->loc);
        out_put_text(s->arena, o, "kind", access_text(access->kind));
        out_put_text(s->arena, o, "space", space_text(access->space));
        out_put_number(o, "bytes", access->bytes);
        out_put_text(s->arena, o, "base", access->base);
        put_counts(o, m, access->space == SPACE_LOCAL);
        cJSON_AddBoolToObject(o, "uniform", m->uniform);
        cJSON_AddBoolToObject(o, "known", certain_is_exact(m->certain));
        cJSON_AddBoolToObject(o, "followed", certain_is_followed(m->certain));
        put_certainty(s, o, m->certain);
    }
}

static void put_cost(cJSON *o, const char *key, double ms) {
    if (ms < 0)
        cJSON_AddNullToObject(o, key);
    else
        out_put_number(o, key, ms);
}

static void put_steps(const struct scope *s, cJSON *finding, const struct finding *f) {
    cJSON *why = cJSON_AddArrayToObject(finding, "why");
    for (size_t i = 0; i < f->n_steps; i++) {
        cJSON *o = out_append_object(why);
        put_loc(s, o, f->steps[i].loc);
        out_put_text(s->arena, o, "text", f->steps[i].text);
    }
}

static const char *severity_name(enum severity s) {
    static const char *const names[] = {
        [SEVERITY_NOTE] = "note", [SEVERITY_WARNING] = "warning", [SEVERITY_ERROR] = "error"};
    return names[s];
}

static void put_notes(const struct scope *s, cJSON *finding, const struct finding *f) {
    cJSON *notes = cJSON_AddArrayToObject(finding, "notes");
    for (size_t i = 0; i < f->n_notes; i++) {
        cJSON *o = out_append_object(notes);
        put_loc(s, o, f->notes[i].loc.line ? f->notes[i].loc : f->loc);
        out_put_text(s->arena, o, "text", f->notes[i].text);
    }
}

static void put_suppression(const struct scope *s, cJSON *finding, const struct suppression *x) {
    if (!x)
        return;
    cJSON *o = cJSON_AddObjectToObject(finding, "suppression");
    cJSON_AddStringToObject(o, "kind", x->kind == SUPPRESSED_IN_SOURCE ? "in-source" : "mapping");
    out_put_text(s->arena, o, "reason", x->reason);
    put_loc(s, o, x->loc);
}

static void put_fixes(const struct scope *s, cJSON *fixes, const struct finding *f) {
    for (size_t i = 0; i < f->n_fixes; i++) {
        cJSON *o = out_append_object(fixes);
        out_put_text(s->arena, o, "title", f->fixes[i].title);
        out_put_number(o, "time_ms", f->fixes[i].time_ms);
        out_put_number(o, "gain_ms", s->result->estimate->time_ms - f->fixes[i].time_ms);
        cJSON_AddBoolToObject(o, "exact", f->fixes[i].exact);
        if (f->fixes[i].local[0])
            put_size(o, "local", f->fixes[i].local);
        cJSON *edits = cJSON_AddArrayToObject(o, "edits");
        for (size_t k = 0; k < f->fixes[i].n_edits; k++) {
            const struct fix_edit *e = &f->fixes[i].edits[k];
            cJSON *edit = out_append_object(edits);
            out_put_number(edit, "line", e->line);
            out_put_number(edit, "col", e->col);
            out_put_number(edit, "end_col", e->end_col);
            out_put_text(s->arena, edit, "text", e->text);
        }
    }
}

static void put_better_size(const struct scope *s, cJSON *finding, const struct group_size *size) {
    if (!size)
        return;
    cJSON *o = cJSON_AddObjectToObject(finding, "better_size");
    put_size(o, "local", size->local);
    out_put_number(o, "time_ms", size->time_ms);
    out_put_number(o, "gain_ms", s->result->estimate->time_ms - size->time_ms);
}

/* The part of the time over all plausible launches. */
static void put_share(cJSON *o, const struct finding *f) {
    if (f->share_high <= 0)
        return;
    cJSON *share = cJSON_AddObjectToObject(o, "cost_share");
    out_put_number(share, "low", f->share_low);
    out_put_number(share, "high", f->share_high);
}

/* Other kernels that have the finding. */
static void put_related(const struct scope *s, cJSON *finding, const struct finding *f) {
    cJSON *related = cJSON_AddArrayToObject(finding, "related");
    for (size_t i = 0; i < f->n_instances; i++) {
        const struct finding_instance *x = &f->instances[i];
        cJSON *o = out_append_object(related);
        out_put_text(s->arena, o, "kernel", x->result->kernel->name);
        out_put_text(s->arena, o, "file", diag_file_of(x->result, x->result->kernel->loc));
        out_put_number(o, "line", x->result->kernel->loc.line);
        put_cost(o, "cost_ms", x->finding->cost_ms);
    }
}

/* A launch of many: how often, and what it takes or costs. */
static cJSON *append_launch(const struct scope *s, cJSON *launches, const struct kernel_result *r) {
    cJSON *o = out_append_object(launches);
    put_size(o, "global", r->launch->global);
    put_size(o, "local", r->launch->local);
    out_put_number(o, "times", launch_times(r->launch));
    if (r->launch->where)
        out_put_text(s->arena, o, "where", r->launch->where);
    return o;
}

/* The finding in all launches of its kernel, if there are several. */
static void put_in_launches(const struct scope *s, cJSON *finding, const struct finding *f) {
    const double ms = causes_in_kernel(s->result, f);
    const double share = kernel_program_share(s->result, ms);
    if (s->result->total && s->result->total->launches > 1)
        put_cost(finding, "cost_ms_launches", ms);
    if (share >= 0)
        out_put_number(finding, "program_share", share);
    if (!f->n_launches)
        return;
    cJSON *launches = cJSON_AddArrayToObject(finding, "launches");
    put_cost(append_launch(s, launches, s->result), "cost_ms", f->cost_ms);
    for (size_t i = 0; i < f->n_launches; i++)
        put_cost(append_launch(s, launches, f->launches[i].result), "cost_ms",
                 f->launches[i].finding->cost_ms);
}

/* Where else the finding is, which is told once for all of them. */
static void put_instances(const struct scope *s, cJSON *finding, const struct finding *f) {
    if (f->is_copy) {
        cJSON_AddBoolToObject(finding, "copy", true);
        return;
    }
    put_in_launches(s, finding, f);
    if (!f->n_instances)
        return;
    put_cost(finding, "cost_ms_total", causes_total(s->result, f));
    put_related(s, finding, f);
}

static void put_findings(const struct scope *s, cJSON *entry) {
    cJSON *findings = cJSON_AddArrayToObject(entry, "findings");
    for (size_t i = 0; i < s->n_entries; i++) {
        const struct finding *f = s->entries[i].finding;
        cJSON *o = out_append_object(findings);
        out_put_text(s->arena, o, "rule", arena_printf(s->arena, "clperf-%s", f->rule->id));
        put_loc(s, o, f->loc);
        cJSON_AddStringToObject(o, "severity", severity_name(f->severity));
        cJSON_AddStringToObject(o, "fingerprint", s->fingerprints[i].finding);
        put_cost(o, "cost_ms", f->cost_ms);
        put_cost(o, "cost_ms_low", f->cost_low_ms);
        put_cost(o, "cost_ms_high", f->cost_high_ms);
        put_share(o, f);
        out_put_text(s->arena, o, "message", diag_message(s->arena, s->result, f));
        put_notes(s, o, f);
        put_steps(s, o, f);
        put_suppression(s, o, f->suppression);
        if (f->baseline)
            cJSON_AddStringToObject(o, "baseline",
                                    f->baseline == BASELINE_NEW ? "new" : "unchanged");
        put_instances(s, o, f);
        put_better_size(s, o, f->better_size);
        put_fixes(s, cJSON_AddArrayToObject(o, "fixes"), f);
        if (s->page)
            json_put_lanes(o, s->result, f);
    }
}

/* Findings that depend on a guess, in brief. */
static void put_open(const struct scope *s, cJSON *entry) {
    if (!launch_is_guessed(s->result->launch))
        return;
    cJSON *array = cJSON_AddArrayToObject(entry, "open");
    for (size_t i = 0; i < s->result->n_open; i++) {
        const struct finding *f = &s->result->open[i];
        cJSON *o = out_append_object(array);
        out_put_text(s->arena, o, "rule", arena_printf(s->arena, "clperf-%s", f->rule->id));
        put_loc(s, o, f->loc);
    }
}

/* A line of the source and the time that warps spend on it. */
struct line_time {
    struct loc loc;
    double ms;
};

/* Of what the model says about time by line, where it was asked. */
static void put_lines(const struct scope *s, cJSON *entry) {
    const struct estimate *e = s->result->estimate;
    VEC(struct line_time) lines = {0};
    if (!e->item_share)
        return;
    for (uint32_t i = 0; i < e->trace->kernel->n_items; i++) {
        struct loc loc = e->trace->kernel->items[i].loc;
        size_t k = 0;
        while (k < lines.n && !loc_same_line(lines.at[k].loc, loc))
            k++;
        if (!loc.line || e->item_share[i] <= 0)
            continue;
        if (k == lines.n)
            vec_push(s->arena, &lines, (struct line_time){loc, 0});
        lines.at[k].ms += e->item_share[i] * (e->time_ms - e->launch_overhead_ms);
    }
    cJSON *array = cJSON_AddArrayToObject(entry, "lines");
    for (size_t i = 0; i < lines.n; i++) {
        cJSON *o = out_append_object(array);
        if (!diag_in_own_file(s->result, lines.at[i].loc))
            out_put_text(s->arena, o, "file", lines.at[i].loc.file);
        out_put_number(o, "line", lines.at[i].loc.line);
        out_put_number(o, "ms", lines.at[i].ms);
    }
}

/* Of a loop that was taken as a kernel. */
static void put_iterations(const struct scope *s, cJSON *entry) {
    static const char *const processor_sources[] = {"measured", "modelled", "estimated"};
    static const char *const words[] = {"independent", "unless-overlap", "not-proven", "dependent"};
    const struct sequential_loop *l = s->result->kernel->sequential;
    if (!l || !s->result->dependences)
        return;
    cJSON *o = cJSON_AddObjectToObject(entry, "iterations");
    out_put_text(s->arena, o, "verdict", words[s->result->dependences->verdict]);
    cJSON *reductions = cJSON_AddObjectToObject(o, "reductions");
    for (size_t i = 0; i < l->n_carried; i++)
        if (l->carried[i].operation)
            out_put_text(s->arena, reductions, l->carried[i].name, l->carried[i].operation);
    cJSON *privates = cJSON_AddArrayToObject(o, "private");
    for (size_t i = 0; i < l->n_privates; i++)
        cJSON_AddItemToArray(privates, cJSON_CreateString(l->privates[i]));
    const struct offload offload = offload_of(s->arena, s->result);
    out_put_number(o, "cpu_ms_low", offload.cpu_low_ms);
    out_put_number(o, "cpu_ms_high", offload.cpu_high_ms);
    out_put_text(s->arena, o, "cpu_source", processor_sources[offload.processor]);
    if (!offload.no_copy)
        out_put_number(o, "copy_ms", offload.copy_ms);
}

static void put_kernel(const struct scope *s, cJSON *entry) {
    const struct kernel_result *r = s->result;
    out_put_text(s->arena, entry, "name", r->kernel->name);
    out_put_text(s->arena, entry, "file", r->file);
    out_put_number(entry, "line", r->kernel->loc.line);
    out_put_text(s->arena, entry, "gpu", r->gpu->name);
    put_clock(r->gpu, entry);
    out_put_text(s->arena, entry, "model", r->estimate->model);
    put_launch(s, entry);
    put_iterations(s, entry);
    put_time(s, entry);
    json_put_details(s->arena, entry, r->estimate);
    put_roofline(s, entry);
    put_resources(s, entry);
    if (s->page)
        json_put_page(s->arena, entry, r);
    put_trace(s, entry);
    put_loops(s, entry);
    put_branches(s, entry);
    put_accesses(s, entry);
    put_lines(s, entry);
    put_findings(s, entry);
    put_open(s, entry);
}

static void put_problem(struct arena *a, cJSON *o, const struct report_problem *p) {
    const char *file = p->loc.file ? p->loc.file : p->file;
    if (file)
        out_put_text(a, o, "file", file);
    if (file && p->loc.line) {
        out_put_number(o, "line", p->loc.line);
        out_put_number(o, "col", p->loc.col);
    }
    out_put_text(a, o, "severity", severity_name(p->severity));
    out_put_text(a, o, "text", p->text);
    out_put_text(a, o, "id", problem_id(p->kind));
    if (p->unanalysed)
        out_put_text(a, o, "rule", arena_printf(a, "clperf-%s", rule_not_analysed.id));
    if (p->help)
        out_put_text(a, o, "help", p->help);
    if (p->n_kernels)
        cJSON_AddItemToObject(o, "kernels", cJSON_CreateStringArray(p->kernels, (int)p->n_kernels));
}

static void put_kernels(struct arena *a, const struct report *r, cJSON *kernels, bool page) {
    size_t n, first = 0;
    struct diag_source source = {.arena = a};
    const struct diag_entry *e = diag_entries(a, r, diag_by_result, &n);
    const struct diag_fingerprint *f = diag_fingerprints(a, &source, r, e, n);
    for (size_t i = 0; i < r->n_results; i++) {
        size_t found = r->results[i].n_findings;
        put_kernel(&(struct scope){a, &r->results[i], e ? e + first : NULL, f + first, found, page},
                   out_append_object(kernels));
        first += found;
    }
}

/* The kernel of that result, with all its launches. */
static void put_total(const struct scope *s, const struct report *r, cJSON *o) {
    const struct kernel_result *k = s->result;
    const struct kernel_total *t = k->total;
    out_put_text(s->arena, o, "kernel", k->kernel->name);
    out_put_text(s->arena, o, "file", k->file);
    out_put_number(o, "line", k->kernel->loc.line);
    out_put_text(s->arena, o, "gpu", k->gpu->name);
    out_put_text(s->arena, o, "model", k->estimate->model);
    out_put_number(o, "times", t->launches);
    out_put_number(o, "time_ms_total", t->ms);
    out_put_number(o, "time_ms_largest", t->largest_ms);
    if (t->program_ms > 0)
        out_put_number(o, "program_share", t->ms / t->program_ms);
    cJSON *launches = cJSON_AddArrayToObject(o, "launches");
    for (const struct kernel_result *x = r->results; x < r->results + r->n_results; x++)
        if (kernel_total_has(k, x))
            out_put_number(append_launch(s, launches, x), "time_ms", x->estimate->time_ms);
}

/* Kernels of which a launch is known, each once. */
static void put_totals(struct arena *a, const struct report *r, cJSON *totals) {
    for (size_t i = 0; i < r->n_results; i++) {
        bool first = r->results[i].total != NULL;
        for (size_t k = 0; k < i && first; k++)
            first = r->results[k].total != r->results[i].total;
        if (first)
            put_total(&(struct scope){.arena = a, .result = &r->results[i]}, r,
                      out_append_object(totals));
    }
}

/* What a GPU can do at most, for rooflines. */
static void put_gpu(struct arena *a, const struct gpu *g, cJSON *o) {
    const double ghz = g->machine.core_mhz / 1e3, sms = g->machine.sm_count;
    out_put_text(a, o, "gpu", g->name);
    put_clock(g, o);
    out_put_text(a, o, "text", diag_gpu(a, g));
    out_put_number(o, "warp_width", g->machine.warp_width);
    out_put_number(o, "issue_per_ns",
                   sms * g->issue.schedulers_per_sm * g->issue.issue_per_scheduler * ghz);
    out_put_number(o, "fp32_gflops", 2 * sms * ghz * g->units.rate_fp32);
    out_put_number(o, "fp64_gflops", 2 * sms * ghz * g->units.rate_fp64);
    out_put_number(o, "dram_gbs", g->dram.dram_gbs * g->dram.dram_efficiency);
    out_put_number(o, "dram_gbs_peak", g->dram.dram_gbs);
}

/* The GPUs of all kernels, each once. */
static void put_gpus(struct arena *a, const struct report *r, cJSON *gpus) {
    for (size_t i = 0; i < r->n_results; i++) {
        size_t k = 0;
        while (r->results[k].gpu != r->results[i].gpu)
            k++;
        if (k == i)
            put_gpu(a, r->results[i].gpu, out_append_object(gpus));
    }
}

cJSON *json_report(struct arena *a, const struct report *r, bool page) {
    cJSON *root = cJSON_CreateObject();
    out_put_number(root, "version", REPORT_VERSION);
    cJSON *tool = cJSON_AddObjectToObject(root, "tool");
    out_put_text(a, tool, "name", "clperf-cc");
    out_put_text(a, tool, "version", r->tool_version);
    out_put_text(a, root, "directory", diag_absolute(a, "."));
    cJSON *kernels = cJSON_AddArrayToObject(root, "kernels");
    put_kernels(a, r, kernels, page);
    put_totals(a, r, cJSON_AddArrayToObject(root, "totals"));
    put_gpus(a, r, cJSON_AddArrayToObject(root, "gpus"));
    cJSON *problems = cJSON_AddArrayToObject(root, "problems");
    for (size_t i = 0; i < r->n_problems; i++)
        put_problem(a, out_append_object(problems), &r->problems[i]);
    if (r->n_files)
        cJSON_AddItemToObject(root, "files", cJSON_CreateStringArray(r->files, (int)r->n_files));
    return root;
}

int out_json(struct arena *a, FILE *out, const struct report *r, const struct writer_options *o) {
    (void)o;
    return out_print_json(out, json_report(a, r, false));
}
