/* Functions that are counted by their names and do nothing. They are defined with fewer parameters
 * than callers pass, which nobody reads. */
#include "capture/journal.h"

#define SKIPPED_CALL(name)                                                                         \
    __attribute__((visibility("default"))) int name(void);                                         \
    int name(void) {                                                                               \
        journal_call(#name);                                                                       \
        return 0;                                                                                  \
    }
#include "source/sdk/cuda/clperf/driver_calls.def"
#include "source/sdk/cuda/clperf/runtime_calls.def"
