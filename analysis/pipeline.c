#include "analysis/passes/passes.h"

void an_finish_kernel(struct arena *a, struct kernel *k) {
    if (k->view == VIEW_MACHINE) {
        an_merge_addresses(a, k);
        an_offset_addresses(a, k);
    }
    if (k->view == VIEW_SOURCE)
        an_find_trips(a, k);
    an_find_unrolled(a, k);
    an_find_streams(k);
    an_classify(a, k);
    if (k->view == VIEW_MACHINE)
        an_predicate(k);
    an_mark_needed(a, k);
    if (k->view == VIEW_MACHINE) {
        an_fold_operands(a, k);
        an_schedule(a, k);
    }
    an_make_items(a, k);
    if (k->view == VIEW_MACHINE)
        an_estimate_registers(a, k);
}
