/* What a rule is. Rows of rules.def name them, diag/rules/ID.c holds each. */
#ifndef DIAG_RULES_H
#define DIAG_RULES_H

#include "diag/finding.h"
#include "perfmodel/model.h"

/* What a rule sees of one kernel, launch and GPU, and where its findings go. */
struct rule_context {
    struct arena *arena;
    const struct kernel_result *result;
    const struct model *model;
    const struct model_input *input; /* of result->estimate, which is its baseline */
    const struct rule_info *rule;    /* the one that is checking */
    struct finding_list *findings;
};

/* What the kernel takes because of the defect: it is simulated again without. Never negative;
 * the interval is as wide as the estimate's. All -1 where the budget did not suffice. `access` is
 * NULL where the defect is not one access.
 */
struct rule_cost {
    double ms, low_ms, high_ms;
};
struct rule_cost rule_cost(const struct rule_context *c, enum defect defect, struct loc loc,
                           const struct access *access);
/* The same for another input, which differs from the context's in one thing only. */
struct rule_cost rule_cost_of(const struct rule_context *c, const struct model_input *in);
/* Adds a finding whose message ends with its cost. */
struct finding *rule_report(struct rule_context *c, struct loc loc, struct rule_cost cost,
                            const char *fmt, ...) __attribute__((format(printf, 4, 5)));

struct rule {
    struct rule_info info;
    void (*check)(struct rule_context *c);
};

#define RULE(name, id, group) extern const struct rule rule_##name;
#include "diag/rules.def"
#undef RULE

/* In table order, rule_count of them. */
extern const struct rule *const rule_all[];

#endif
