#include "diag/finding/guess.h"

/* Of a value that is being looked at, as a loop's counter is that it adds to itself. */
enum { UNDER_WAY = 1, DONE = 2 };

struct lanes_walk {
    const struct kernel *kernel;
    const struct launch *launch;
    const struct trace *trace;   /* or NULL */
    uint8_t *state;              /* by value */
    enum lane_dependence *found; /* by value, where DONE */
};

static enum lane_dependence of_value(struct lanes_walk *w, uint32_t value);

static enum lane_dependence of_query(const struct lanes_walk *w, const struct value *v) {
    switch (v->imm) {
    case QUERY_GLOBAL_ID:
    case QUERY_LOCAL_ID:
    case QUERY_GLOBAL_LINEAR_ID:
    case QUERY_LOCAL_LINEAR_ID:
    case QUERY_SUB_GROUP_LOCAL_ID:
        return LANES_BY_CODE;
    case QUERY_LOCAL_SIZE:
    case QUERY_ENQUEUED_LOCAL_SIZE:
        return w->launch->local_source == LAUNCH_ASSUMED ? LANES_SAME : LANES_SAME_KNOWN;
    case QUERY_GLOBAL_SIZE:
        return w->launch->global_source == LAUNCH_ASSUMED ? LANES_SAME : LANES_SAME_KNOWN;
    default:
        return LANES_SAME;
    }
}

static enum lane_dependence of_parameter(const struct lanes_walk *w, const struct value *v) {
    const struct param *p = &w->kernel->params[v->imm];
    const struct launch_arg *a = launch_arg(w->launch, (int)v->imm, p->name);
    return a && a->kind == ARG_NUMBER && a->source != LAUNCH_ASSUMED ? LANES_SAME_KNOWN
                                                                     : LANES_SAME;
}

/* Where all operands are alike, so is what is made of them; lanes that differ by something that
 * nobody said stay so. A sum of what differs and of what does not differs as before; other
 * operations need to know what they do it with. */
static enum lane_dependence of_operands(struct lanes_walk *w, const struct value *v, bool sum) {
    bool known = true, differs = false;
    for (uint32_t i = 0; i < v->n_args; i++) {
        enum lane_dependence one = of_value(w, v->args[i]);
        if (one == LANES_BY_GUESS)
            return LANES_BY_GUESS;
        known &= one != LANES_SAME;
        differs |= one == LANES_BY_CODE;
    }
    if (!differs)
        return known ? LANES_SAME_KNOWN : LANES_SAME;
    return known || sum ? LANES_BY_CODE : LANES_BY_GUESS;
}

/* Whether the value is a variable of a loop that runs nobody knows how often: then it is not known
 * how far it gets. */
static bool is_of_unknown_loop(const struct lanes_walk *w, const struct value *v) {
    for (uint32_t i = 0; w->trace && i < w->kernel->n_loops; i++)
        if (w->kernel->loops[i].header == v->block)
            return w->kernel->loops[i].const_trips < 0 &&
                   !certain_is_followed(w->trace->loops[i].certain);
    return false;
}

static enum lane_dependence of_phi(struct lanes_walk *w, const struct value *v) {
    enum lane_dependence found = of_operands(w, v, true);
    return found == LANES_SAME_KNOWN && is_of_unknown_loop(w, v) ? LANES_SAME : found;
}

static enum lane_dependence compute(struct lanes_walk *w, const struct value *v) {
    switch (v->op) {
    case OP_CONST:
    case OP_UNDEF:
        return LANES_SAME_KNOWN;
    case OP_OBJECT:
        return LANES_SAME;
    case OP_PARAM:
        return of_parameter(w, v);
    case OP_WORKITEM:
        return of_query(w, v);
    case OP_LOAD:
        return of_operands(w, v, true) >= LANES_BY_CODE ? LANES_BY_GUESS : LANES_SAME;
    case OP_ATOMIC:
    case OP_CALL:
    case OP_OPAQUE:
    case OP_SUBGROUP:
        return LANES_BY_GUESS;
    case OP_ADD:
    case OP_SUB:
    case OP_PTRADD:
        return of_operands(w, v, true);
    case OP_PHI:
        return of_phi(w, v);
    default:
        return of_operands(w, v, false);
    }
}

static enum lane_dependence of_value(struct lanes_walk *w, uint32_t value) {
    if (value >= w->kernel->n_values || w->state[value] == UNDER_WAY)
        return LANES_SAME_KNOWN;
    if (w->state[value] == DONE)
        return w->found[value];
    w->state[value] = UNDER_WAY;
    enum lane_dependence found = compute(w, &w->kernel->values[value]);
    w->state[value] = DONE;
    w->found[value] = found;
    return found;
}

enum lane_dependence guess_lanes(struct arena *a, const struct kernel *k, const struct launch *l,
                                 const struct trace *t, uint32_t value) {
    struct lanes_walk w = {.kernel = k,
                           .launch = l,
                           .trace = t,
                           .state = NEW_ARRAY(a, uint8_t, k->n_values),
                           .found = NEW_ARRAY(a, enum lane_dependence, k->n_values)};
    return of_value(&w, value);
}

bool guess_counts(const struct kernel_result *r) {
    const struct trace *t = r->trace;
    for (uint32_t i = 0; t && i < t->kernel->n_loops; i++) {
        const struct loop_counts *n = &t->loops[i];
        if (!certain_is_followed(n->certain) && n->certain.reason != REASON_LANES && n->entries &&
            t->kernel->loops[i].const_trips < 0)
            return true;
    }
    return false;
}

/* Nothing in such a kernel says that it runs in more than one work-item; a macro that would may be
 * missing. */
static bool is_one_item(const struct launch *l) {
    return launch_items(l) == 1;
}

bool guess_decides(const struct kernel_result *r, const struct finding *f) {
    bool guessed = launch_is_guessed(r->launch), costs = f->cost_ms >= 0;
    if (f->by_estimate || r->kernel->guessed || (guessed && costs && is_one_item(r->launch)))
        return true;
    if (f->rule->traits->by_launch)
        return guessed || guess_counts(r);
    if (!guessed || f->decided_by == NONE)
        return false;
    struct arena scratch = {0};
    bool by_guess =
        guess_lanes(&scratch, r->kernel, r->launch, r->trace, f->decided_by) == LANES_BY_GUESS;
    arena_free(&scratch);
    return by_guess;
}
