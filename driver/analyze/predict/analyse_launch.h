/* One kernel, one launch, one GPU: model and rules. */
#ifndef DRIVER_ANALYZE_PREDICT_ANALYSE_LAUNCH_H
#define DRIVER_ANALYZE_PREDICT_ANALYSE_LAUNCH_H

#include "analysis/ir/kernel.h"
#include "diag/suppress/suppress.h"
#include "driver/command_line/options.h"
#include "perfmodel/study/study.h"

struct analysis_request {
    const struct options *options;
    struct suppress *suppress;
    const struct study *asked; /* kernel, launch, GPU, model and code; not begun yet */
    const char *file;          /* of the kernel, as the user named it */
    /* Of the same launch by another model: what was counted and found serves again, only the time
     * is predicted. NULL: none. */
    const struct kernel_result *counted;
    bool options_assumed;                 /* nobody says what options the program is built with */
    const struct rule_info *only;         /* the rule that is checked, or NULL for all */
    const struct kernel_result *rules_of; /* only findings that are there, too, or NULL for all */
    bool compared; /* the findings tell whether those of another launch hold, nothing else */
    bool shown;    /* nothing is shown but findings that are more than remarks */
    bool for_sure; /* and of these, only such as hold for every plausible launch */
};

/* False, with one line in *reason, if the kernel cannot be analysed. Where nothing but findings for
 * sure is shown and nothing asked for the estimate, it is NULL. */
bool analyse_launch(struct arena *a, const struct analysis_request *r, struct kernel_result *out,
                    const char **reason);
/* Whether a guessed launch can be sure of the rule's findings: not where they hang on build options
 * that nobody names, or on registers that are estimated. */
bool analyse_can_be_sure(const struct analysis_request *r, const struct register_use *use,
                         const struct rule_info *rule);
/* Whether not even one work-group of the launch can be traced within the limits. */
bool analyse_never_ends(const struct analysis_request *r);
/* The stages of -fclperf-dump= that depend on launch and GPU: access, trace, occupancy, sim. */
void analyse_dump(FILE *out, struct arena *a, const struct options *o,
                  const struct kernel_result *result);

#endif
