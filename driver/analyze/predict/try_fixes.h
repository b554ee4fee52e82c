/* Tries the edits that diag/fix/edits.h proposes: each on a copy of the source, which is compiled
 * and analysed again. */
#ifndef DRIVER_ANALYZE_PREDICT_TRY_FIXES_H
#define DRIVER_ANALYZE_PREDICT_TRY_FIXES_H

#include "driver/analyze/predict/analyse_launch.h"
#include "source/frontend.h"

struct trial_request {
    const struct frontend_request *compiled; /* what the result was compiled from */
    const struct analysis_request *analysed; /* and how it was analysed */
    const struct module *module;             /* that its kernel is of */
    const struct launch *launches;           /* all known ones of the kernel */
    size_t n_launches;
    const char *text; /* of the source */
    size_t bytes;
};

/* Sets the fixes of the result's findings: those that remove a finding, gain time, and leave what
 * the kernel computes as it is, or as the fix says, and other kernels of the source too. What they
 * are tried with is the result's own launch, GPU, model and register count where somebody counted.
 */
void trials_add_fixes(struct arena *a, const struct trial_request *r, struct kernel_result *result);

#endif
