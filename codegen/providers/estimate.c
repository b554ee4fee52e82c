/* What a GPU's compiler would allocate, from the live ranges of the machine view
 * (codegen/estimate/): for all kernels and GPUs. */
#include <assert.h>

#include "codegen/estimate/targets/target.h"
#include "codegen/provider.h"

static bool find(void *started, const struct code_query *q, struct code_answer *out) {
    const uint32_t row = target_of(q->gpu);
    const struct register_demand *d = &q->machine->demand[row];
    (void)started;
    assert(d->target);
    const struct target *t = target_table[row].target;
    out->registers = (struct register_use){.source = t->source,
                                           .per_item = (uint32_t)t->allocated(d, q->gpu),
                                           .private_bytes = q->machine->private_bytes};
    return true;
}

const struct provider provider_estimate = {.find = find, .estimates = true};
