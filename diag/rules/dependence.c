/* Iterations of a sequential loop that cannot be work-items as they are. This is about what the
 * loop does, not about what it takes: there is no cost, and no threshold applies. */
#include "base/str.h"
#include "diag/finding/rules.h"

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
    const struct kernel *k = c->result->kernel;
    const struct access *other = &k->accesses[d->other];
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
    .info =
        {.id = "dependence",
         .title = "Iterations of a loop depend on each other",
         .help =
             "A loop of C or C++ is predicted as a kernel in which each iteration is a work-item, "
             "and work-items run side by side. Where an iteration reads or writes what another one "
             "writes, they must not: the kernel would compute something else. The message says "
             "which statement, which array and how many iterations lie between. Nothing of this is "
             "a matter of time, so it has no cost and is reported whatever the threshold is; the "
             "predicted time is that of a kernel that ignores it.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "Sums, products, minima, maxima and their like over all iterations are no such "
             "dependence, nor are variables that each iteration sets before it uses them; the "
             "remarks name both. For the rest: take a loop whose iterations are independent "
             "instead, such as one within or around it, exchange the loops, or write to another "
             "array than is read.\n"
             "\n"
             "```c\n"
             "/* before: each iteration needs the result of the one before */\n"
             "for (int i = 1; i < n; i++)\n"
             "    a[i] = a[i - 1] + b[i];\n"
             "\n"
             "/* after, where the old values are meant */\n"
             "for (int i = 1; i < n; i++)\n"
             "    c[i] = a[i - 1] + b[i];\n"
             "```\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Only where iterations may see old or new values alike.\n" HELP_WORDS,
         .precision = "very-high"},
    .check = check,
};
