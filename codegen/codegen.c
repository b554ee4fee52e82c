#include "codegen/codegen.h"

#include "analysis/analysis.h"
#include "analysis/passes/passes.h"
#include "codegen/estimate/machine/machine.h"
#include "codegen/estimate/registers/registers.h"
#include "source/languages/lowerings.h"

static void finish_machine_view(struct arena *a, struct kernel *k, target_set targets) {
    cg_merge_addresses(a, k);
    cg_offset_addresses(a, k);
    cg_find_unrolled(a, k);
    an_find_streams(k);
    an_classify(a, k);
    cg_fuse_three_input(a, k);
    cg_pack(a, k);
    cg_predicate(k);
    an_mark_needed(a, k);
    cg_fold_operands(a, k);
    cg_schedule(a, k);
    an_make_items(a, k);
    cg_estimate_registers(a, k, targets);
}

struct module *cg_load(struct arena *a, const char *bitcode_path, const char *file,
                       const struct refusals *refusals, target_set targets, const char **error) {
    struct module *m = an_load(a, bitcode_path, file, &language_lowerings, refusals, true, error);
    for (size_t i = 0; m && i < m->n; i++)
        finish_machine_view(a, m->machine[i], targets);
    return m;
}
