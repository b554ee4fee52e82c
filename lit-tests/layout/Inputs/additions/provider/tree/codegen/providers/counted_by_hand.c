/* A provider of registers: somebody counted those of one kernel. */
#include <string.h>

#include "codegen/provider.h"

static bool find(void *started, const struct code_query *q, struct code_answer *out) {
    (void)started;
    out->registers = (struct register_use){.per_item = 77};
    return strcmp(q->machine->name, "counted") == 0;
}

const struct provider provider_counted_by_hand = {.find = find};
