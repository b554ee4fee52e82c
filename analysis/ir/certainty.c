#include "analysis/ir/certainty.h"

#include <stddef.h>

struct certain certain_least(struct certain a, struct certain b) {
    return b.level > a.level ? b : a;
}

void certain_lower(struct certain *c, enum certainty level, enum certainty_reason reason) {
    *c = certain_least(*c, (struct certain){level, reason});
}

const char *certainty_text(enum certainty level) {
    static const char *const texts[] = {[CERTAINTY_MEASURED] = "measured",
                                        [CERTAINTY_EXACT] = "exact",
                                        [CERTAINTY_FOLLOWED] = "followed",
                                        [CERTAINTY_ASSUMED] = "assumed",
                                        [CERTAINTY_UNKNOWN] = "unknown"};
    return texts[level];
}

const char *certainty_reason_text(enum certainty_reason reason) {
    static const char *const texts[] = {
        [REASON_NONE] = NULL,
        [REASON_SAMPLED] = "loops were sampled",
        [REASON_GROUPS] = "some work-groups stand for all",
        [REASON_LAUNCH] = "the size of the launch is assumed",
        [REASON_ARGUMENT] = "an argument is assumed",
        [REASON_ADDRESS] = "an address depends on data that is not known",
        [REASON_IMAGE] = "where an image's texels lie is assumed",
        [REASON_BRANCH] = "a branch depends on data that is not known",
        [REASON_LOOP_BRANCH] = "a branch in a loop depends on data that is not known",
        [REASON_GUARD] = "whether an access happens depends on data that is not known",
        [REASON_LANES] = "values that differ from lane to lane were not computed",
        [REASON_CUT] = "the trace was cut at its limit",
        [REASON_UNMODELLED] = "the kernel does what is not modelled"};
    return texts[reason];
}
