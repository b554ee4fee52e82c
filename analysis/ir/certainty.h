/* How sure a count is, and what keeps it from being surer: of every count that traces and metrics
 * hand out, and of a trace as a whole. A count depends on what decides it, not on what else the
 * kernel does: a loop of constant length stays exact beside a branch on data. */
#ifndef ANALYSIS_IR_CERTAINTY_H
#define ANALYSIS_IR_CERTAINTY_H

#include <stdbool.h>

/* Best first. */
enum certainty {
    CERTAINTY_MEASURED, /* a run of the program counted it */
    CERTAINTY_EXACT,    /* every run of the launch does so, whatever data nobody gave */
    CERTAINTY_FOLLOWED, /* executions whose lanes and addresses are those of a run stand for others:
                           how many there are is an estimate */
    CERTAINTY_ASSUMED,  /* exact or followed if arguments are what they are assumed to be */
    CERTAINTY_UNKNOWN   /* data that nobody gave decides: the number stands in for it */
};

enum certainty_reason {
    REASON_NONE,
    REASON_SAMPLED,
    REASON_GROUPS,
    REASON_LAUNCH,
    REASON_ARGUMENT,
    REASON_ADDRESS,
    REASON_IMAGE,
    REASON_BRANCH,
    REASON_LOOP_BRANCH,
    REASON_GUARD,
    REASON_LANES,
    REASON_CUT,
    REASON_UNMODELLED
};

/* Of one count. */
struct certain {
    enum certainty level;
    enum certainty_reason reason; /* REASON_NONE down to CERTAINTY_EXACT */
};

static const struct certain certain_exact = {CERTAINTY_EXACT, REASON_NONE};

/* Whether the number is that of a run. */
static inline bool certain_is_exact(struct certain c) {
    return c.level <= CERTAINTY_EXACT;
}

/* Whether nothing is made up: what each execution does is known, if not their number. */
static inline bool certain_is_followed(struct certain c) {
    return c.level <= CERTAINTY_FOLLOWED;
}

/* Whether it says something, assumed arguments taken for given. */
static inline bool certain_is_said(struct certain c) {
    return c.level <= CERTAINTY_ASSUMED;
}

/* The less sure of two; the first where they are alike. */
struct certain certain_least(struct certain a, struct certain b);
/* Makes it no surer than that. */
void certain_lower(struct certain *c, enum certainty level, enum certainty_reason reason);
/* "exact", as reports have it. */
const char *certainty_text(enum certainty level);
/* One line for readers: "loops were sampled"; NULL where there is none. */
const char *certainty_reason_text(enum certainty_reason reason);

#endif
