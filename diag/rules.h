/* What a rule is. Rows of rules.def name them, diag/rules/ID.c holds each. */
#ifndef DIAG_RULES_H
#define DIAG_RULES_H

#include "diag/report.h"

/* What a rule sees of one kernel, launch and GPU, and where its findings go. */
struct rule_context;

struct rule {
    struct rule_info info;
    void (*check)(struct rule_context *c);
};

#define RULE(name, id) extern const struct rule rule_##name;
#include "diag/rules.def"
#undef RULE

/* In table order, rule_count of them. */
extern const struct rule *const rule_all[];

#endif
