/* Launches in a row that take longer to be launched than to run. */
#include "diag/finding/phrase.h"
#include "diag/finding/rules.h"

/* --- what it says ---------------------------------------------------------- */

/* kernel, times, ms, ms */
#define MSG_OVERHEAD                                                                               \
    "'%s' is launched %llu times in a row, and each launch takes %s of its %s ms before it does "  \
    "anything"
#define MSG_OVERHEAD_FUSE                                                                          \
    "do the work of several launches in one, with a loop in the kernel; where each needs the "     \
    "result of the one before, launch them together as a graph"

/* --- what it finds --------------------------------------------------------- */

/* Of the time, from which on the launch is what a kernel is about. */
static const double least_share = 0.5;

static void check(struct rule_context *c) {
    const struct launch *l = c->result->launch;
    if (l->count < 2 || !c->result->kernel->n_accesses)
        return;
    const struct estimate *e = study_estimate(c->study);
    double overhead = e->launch_overhead_ms;
    if (overhead < least_share * e->time_ms)
        return;
    double kept = (double)(l->count - 1) / (double)l->count;
    struct rule_cost cost = {overhead * kept, overhead * kept, overhead * kept};
    struct finding *f = rule_report(c, c->result->kernel->loc, cost, MSG_OVERHEAD,
                                    c->result->kernel->name, (unsigned long long)l->count,
                                    diag_ms(c->arena, overhead), diag_ms(c->arena, e->time_ms));
    f->by_estimate = l->global_source == LAUNCH_HOST && !l->count_known;
    rule_note(c, f, (struct loc){0}, MSG_OVERHEAD_FUSE);
}

const struct rule rule_launch_overhead = {
    .traits = {.by_launch = true, .precision = "high"},
    .check = check,
};
