/* Iterations of a sequential loop that cannot be work-items as they are. This is about what the
 * loop does, not about what it takes: there is no cost, and no threshold applies. */
#include "base/str.h"
#include "diag/finding/rules.h"

/* --- what it says ---------------------------------------------------------- */

/* array, "written" or "read", "1 iteration of 'i'", "later" or "earlier" */
#define MSG_DEPENDENCE_ARRAY                                                                       \
    "iterations are not independent: what is written to '%s' here is %s %s %s"
/* array, "write" or "use" */
#define MSG_DEPENDENCE_PLACE                                                                       \
    "iterations are not independent: '%s' is written here at a place that other iterations %s"
#define MSG_DEPENDENCE_WRITTEN "the other one writes here"
#define MSG_DEPENDENCE_READ "it is read here"
/* variable */
#define MSG_DEPENDENCE_SCALAR                                                                      \
    "iterations are not independent: each needs the value of '%s' that the one before it left"
#define MSG_DEPENDENCE_REDUCTION                                                                   \
    "only sums, products, minima, maxima and bitwise operations over all iterations can be split"

/* --- what it finds --------------------------------------------------------- */

/* "1 iteration of 'i'", of the dimensions that are apart; the outermost loop first. */
static const char *distance_text(struct rule_context *c, const struct dependence *d) {
    const struct sequential_loop *s = c->result->kernel->sequential;
    struct str text = {.arena = c->arena};
    for (int i = 2; i >= 0; i--) {
        if (!s->counters[i] || !d->distance[i])
            continue;
        long long n = d->distance[i] < 0 ? -d->distance[i] : d->distance[i];
        str_printf(&text, "%s%lld iteration%s of '%s'", text.n ? " and " : "", n,
                   diag_plural((uint64_t)n), s->counters[i]);
    }
    return str_text(&text);
}

/* Whether what the second access uses comes from earlier iterations, by the outermost loop that
 * tells. */
static bool is_later(const struct dependence *d) {
    for (int i = 2; i >= 0; i--)
        if (d->distance[i])
            return d->distance[i] > 0;
    return true;
}

static void check_access(struct rule_context *c, const struct dependence *d) {
    const struct access *accesses = c->result->kernel->accesses;
    const struct access *other = &accesses[d->other];
    bool writes = other->kind == ACCESS_STORE;
    struct finding *f;
    if (d->has_distance)
        f = rule_report(c, d->loc, rule_no_cost, MSG_DEPENDENCE_ARRAY, d->name ? d->name : "memory",
                        writes ? "written" : "read", distance_text(c, d),
                        is_later(d) ? "later" : "earlier");
    else
        f = rule_report(c, d->loc, rule_no_cost, MSG_DEPENDENCE_PLACE, d->name ? d->name : "memory",
                        writes ? "write" : "use");
    if (d->other != d->access)
        rule_note(c, f, other->loc, writes ? MSG_DEPENDENCE_WRITTEN : MSG_DEPENDENCE_READ);
}

static void check(struct rule_context *c) {
    const struct dependences *all = c->result->dependences;
    for (size_t i = 0; all && i < all->n; i++) {
        const struct dependence *d = &all->at[i];
        if (d->verdict != ITERATIONS_DEPENDENT)
            continue;
        if (d->access != NONE) {
            check_access(c, d);
            continue;
        }
        struct finding *f = rule_report(c, d->loc, rule_no_cost, MSG_DEPENDENCE_SCALAR, d->name);
        rule_note(c, f, (struct loc){0}, MSG_DEPENDENCE_REDUCTION);
    }
}

const struct rule rule_dependence = {
    .traits = {.precision = "very-high"},
    .check = check,
};
