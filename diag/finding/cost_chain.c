#include "diag/finding/cost_chain.h"

#include "analysis/ir/dump.h"
#include "base/vec.h"
#include "diag/finding/finding.h"
#include "diag/finding/guess.h"
#include "diag/finding/messages.h"
#include "diag/finding/phrase.h"
#include "diag/text/terms.h"

/* Work-item functions that are named for one address, and how deep they are looked for. */
enum { MOST_SOURCES = 4, DEEPEST = 200 };

/* Of the kernel's time: what costs less is hidden. */
static const double hidden_share = 0.005;

struct chain {
    struct arena *arena;
    const struct kernel_result *result;
    const struct finding *finding;
    VEC(struct finding_step) steps;
    bool *visited; /* by value of the kernel */
    size_t sources;
};

static void step(struct chain *c, struct loc loc, const char *text) {
    vec_push(c->arena, &c->steps, (struct finding_step){loc, text});
}

/* The format in the words of the kernel's language. */
static const char *said(const struct chain *c, const char *format) {
    return terms_fill(c->arena, speech_of(c->result->kernel->language, c->result->gpu), format);
}

static void add_launch(struct chain *c) {
    const struct kernel_result *r = c->result;
    const struct launch *l = r->launch;
    step(c, r->kernel->loc,
         arena_printf(c->arena, said(c, MSG_WHY_LAUNCH), diag_launch(c->arena, l),
                      launch_source_text(c->arena, l), r->gpu->machine.warp_width,
                      (unsigned long long)l->local[0] * l->local[1] * l->local[2]));
}

/* The work-item functions that the value depends on, where they are called. */
static void add_sources(struct chain *c, uint32_t value, int depth) {
    const struct kernel *k = c->result->kernel;
    if (value >= k->n_values || c->visited[value] || depth > DEEPEST || c->sources >= MOST_SOURCES)
        return;
    c->visited[value] = true;
    const struct value *v = &k->values[value];
    if (v->op == OP_WORKITEM && v->loc.line) {
        step(c, v->loc,
             arena_printf(c->arena, "the address depends on %s", an_expr(c->arena, k, value)));
        c->sources++;
    }
    for (uint32_t i = 0; i < v->n_args; i++)
        add_sources(c, v->args[i], depth + 1);
}

static const char *trips_text(struct arena *a, const struct loop_counts *n) {
    if (!certain_is_followed(n->certain) || n->entries == 0)
        return "an unknown number of times";
    const char *uncertainty = diag_uncertainty(a, n->certain);
    if (n->trips_min == n->trips_max)
        return arena_printf(a, "%llu times%s", (unsigned long long)n->trips_max, uncertainty);
    return arena_printf(a, "%llu to %llu times, %.3g on average%s",
                        (unsigned long long)n->trips_min, (unsigned long long)n->trips_max,
                        (double)n->trips / (double)n->entries, uncertainty);
}

/* The loops around a block, the outermost first. */
static void add_loops(struct chain *c, uint32_t loop) {
    const struct loop *loops = c->result->kernel->loops;
    const uint32_t n_loops = c->result->kernel->n_loops;
    if (loop >= n_loops)
        return;
    const struct loop *l = &loops[loop];
    add_loops(c, l->parent);
    const char *trips = trips_text(c->arena, &c->result->trace->loops[loop]);
    step(c, l->loc,
         l->formula ? arena_printf(c->arena, "the loop runs %s: %s", trips, l->formula)
                    : arena_printf(c->arena, "the loop runs %s", trips));
}

static const char *requests_text(struct chain *c, const struct access *x,
                                 const struct access_metrics *m) {
    struct arena *a = c->arena;
    double n = m->requests;
    if (x->space == SPACE_LOCAL)
        return arena_printf(a, MSG_WHY_PASSES, diag_count(a, m->passes / n),
                            diag_count(a, m->ideal_passes / n));
    if (x->space == SPACE_CONSTANT)
        return arena_printf(a, MSG_WHY_ADDRESSES, diag_count(a, m->distinct / n));
    if (x->kind == ACCESS_ATOMIC)
        return arena_printf(a, said(c, MSG_WHY_ATOMIC), diag_count(a, m->lanes / n),
                            diag_count(a, m->distinct / n));
    return arena_printf(a, MSG_WHY_SECTORS, diag_count(a, m->sectors32 / n),
                        diag_count(a, m->ideal_sectors / n));
}

static void add_access(struct chain *c, const struct access *x) {
    static const char *const kinds[] = {
        [ACCESS_LOAD] = "load", [ACCESS_STORE] = "store", [ACCESS_ATOMIC] = "update"};
    const struct kernel *k = c->result->kernel;
    const struct access_metrics *m = &c->result->access[x - k->accesses];
    const struct value *v = &k->values[x->value];
    add_sources(c, v->args[0], 0);
    add_loops(c, v->block < k->n_blocks ? k->blocks[v->block].loop : NONE);
    step(c, x->loc, arena_printf(c->arena, "the address is %s", an_expr(c->arena, k, v->args[0])));
    if (certain_is_followed(m->certain) && m->requests > 0)
        step(c, x->loc,
             arena_printf(c->arena, said(c, MSG_WHY_REQUESTS), m->requests, kinds[x->kind],
                          x->bytes, requests_text(c, x, m),
                          diag_uncertainty(c->arena, m->certain)));
}

static void add_notes(struct chain *c) {
    for (size_t i = 0; i < c->finding->n_notes; i++) {
        const struct finding_note *n = &c->finding->notes[i];
        step(c, n->loc.line ? n->loc : c->finding->loc, n->text);
    }
}

static bool is_hidden(const struct chain *c) {
    double ms = c->finding->cost_ms;
    return ms >= 0 && ms < hidden_share * c->result->estimate->time_ms;
}

static const char *hider(const struct chain *c) {
    const struct kernel_result *r = c->result;
    for (uint32_t i = 0; i < r->kernel->n_accesses; i++)
        if (r->estimate->bound == BOUND_LATENCY && r->kernel->accesses[i].space == SPACE_GLOBAL)
            return "memory latency";
    return diag_bound(r->estimate->bound);
}

/* What the milliseconds rest on, where the message gives the share of the time for that. */
static const char *assumption(const struct chain *c) {
    if (launch_is_guessed(c->result->launch))
        return " in the launch that is assumed";
    return guess_counts(c->result) ? " if the loops run as often as is assumed" : "";
}

static void add_cost(struct chain *c) {
    struct arena *a = c->arena;
    const struct finding *f = c->finding;
    const struct estimate *e = c->result->estimate;
    if (f->cost_ms < 0)
        return;
    const char *text =
        is_hidden(c)
            ? arena_printf(a, MSG_HIDDEN, hider(c))
            : arena_printf(a, "without this %s of %s ms would be saved%s (%s–%s); bound by %s",
                           diag_ms(a, f->cost_ms), diag_ms(a, e->time_ms), assumption(c),
                           diag_ms(a, f->cost_low_ms), diag_ms(a, f->cost_high_ms),
                           diag_bound(e->bound));
    step(c, f->loc, text);
}

void why_explain(struct arena *a, const struct kernel_result *r, struct finding *f) {
    struct chain c = {
        .arena = a, .result = r, .finding = f, .visited = NEW_ARRAY(a, bool, r->kernel->n_values)};
    add_launch(&c);
    if (f->access)
        add_access(&c, f->access);
    else
        add_notes(&c);
    add_cost(&c);
    f->steps = c.steps.at;
    f->n_steps = c.steps.n;
    if (is_hidden(&c))
        finding_note(a, f, (struct loc){0}, MSG_HIDDEN, hider(&c));
}
