/* Findings under construction: what the rules add to, and what decides which of
 * them are reported. */
#ifndef DIAG_FINDING_FINDING_H
#define DIAG_FINDING_FINDING_H

#include "diag/report.h"

/* Grows like VEC(struct finding). Start from {.arena = a}. */
struct finding_list {
    struct arena *arena;
    struct finding *at;
    size_t n, cap;
};

/* A warning without a cost. The pointer is valid until the next finding_add(). */
struct finding *finding_add(struct finding_list *l, const struct rule_info *rule, struct loc loc,
                            const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* One more note; loc.line 0 where it has no place of its own. */
void finding_note(struct arena *a, struct finding *f, struct loc loc, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* The least cost that is reported; both must be reached. */
struct finding_threshold {
    double ms;
    double percent; /* of the kernel's time */
};
enum { FINDING_DEFAULT_PERCENT = 3 };
/* Part of the kernel's time of which a finding warns where the launch is assumed, or how often
 * loops run. */
static const double FINDING_GUESSED_SHARE = 0.1;
/* In all launches of the kernel in a row. */
static const double FINDING_DEFAULT_MS = 0.01;

/* Whether it costs enough. One whose cost makes no sense is always kept. */
bool finding_kept(const struct finding *f, double kernel_time_ms, struct finding_threshold least);

/* The rule's finding at that place, or NULL. */
const struct finding *finding_at(const struct kernel_result *r, const struct rule_info *rule,
                                 struct loc loc);

/* By file (the kernel's own first), line and column, then the most expensive first. */
void finding_sort(struct finding_list *l);
/* Keeps the first of each rule and place of a sorted list: the most expensive. */
void finding_dedupe(struct finding_list *l);

#endif
