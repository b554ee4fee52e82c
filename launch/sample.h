/* Which of the captured launches are analysed: programs launch a kernel in thousands of ways. */
#ifndef LAUNCH_SAMPLE_H
#define LAUNCH_SAMPLE_H

#include "launch/launch.h"

/* All launches that a person wrote, and of each kernel at most `most` (0: all) captured ones: that
 * with most work-items, counted as often as it was made, and others as far apart in this order as
 * can be. In the order given. */
struct given_launches launch_sample(struct arena *a, const struct given_launches *given,
                                    size_t most);

#endif
