/* What a rule is. Rows of rules.def name them, diag/rules/NAME.c holds each, and diag/rules/NAME.md
 * its title and what is said about it. */
#ifndef DIAG_FINDING_RULES_H
#define DIAG_FINDING_RULES_H

#include "diag/finding/finding.h"
#include "diag/finding/messages.h"
#include "diag/finding/phrase.h"
#include "diag/text/terms.h"
#include "perfmodel/study/study.h"

/* What a rule sees of one kernel, launch and GPU, and where its findings go. */
struct rule_context {
    struct arena *arena;
    const struct kernel_result *result;
    const struct study *study;    /* of the result, which has no estimate yet unless it is shown */
    const struct rule_info *rule; /* the one that is checking */
    struct finding_list *findings;
    struct finding_threshold least;    /* what costs less is not reported */
    const struct kernel_result *asked; /* nothing but its findings is asked for; NULL: everything */
};

/* What the kernel takes because of the defect: it is simulated again without, as the rule's
 * counterfactual says (perfmodel/sim/counterfactual.h). Never negative;
 * the interval is as wide as the estimate's. All -1 where the budget did not suffice. `access` is
 * NULL where the defect is not one access.
 */
struct rule_cost {
    double ms, low_ms, high_ms;
};
struct rule_cost rule_cost(const struct rule_context *c, const struct counterfactual *without,
                           struct loc loc, const struct access *access);
/* Whether a cost is one to report. */
bool rule_cost_matters(const struct rule_context *c, double ms);
/* rule_cost_matters() of a share of the kernel's time, which is predicted only if it decides. */
bool rule_share_matters(const struct rule_context *c, double share);
/* rule_cost() of a study that is changed from the context's in one thing. */
struct rule_cost rule_cost_of(const struct rule_context *c, const struct study *changed);
/* Where the rule's evidence stands without a cost. */
static const struct rule_cost rule_no_cost = {-1, -1, -1};
/* Adds a finding with that cost. The format is one of messages.h, whose {terms} become the words
 * of the kernel's language and the GPU's vendor. */
struct finding *rule_report(struct rule_context *c, struct loc loc, struct rule_cost cost,
                            const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* Says that the finding is about that access of the source view, whose address makes it true. */
void rule_about(const struct rule_context *c, struct finding *f, const struct access *a);
/* One more note, of the same formats; loc.line 0 where it has no place of its own. */
void rule_note(const struct rule_context *c, struct finding *f, struct loc loc, const char *fmt,
               ...) __attribute__((format(printf, 4, 5)));
/* What a message calls an access: "load from" or "store to", and the name of what it is based on.
 */
const char *rule_access_kind(const struct access *a);
const char *rule_base_name(const struct access *a);
/* The address of an access of the source view as an expression. */
const char *rule_address(const struct rule_context *c, const struct access *a);
/* What keeps more warps from being resident. */
const char *rule_limiter(const struct rule_context *c);

/* A row NAME defines rule_NAME. */
struct rule {
    struct rule_traits traits;
    void (*check)(struct rule_context *c);
};

/* In table order, rule_count of them. */
extern const struct rule *const rule_all[];

#endif
