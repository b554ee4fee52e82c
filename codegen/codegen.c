#include "codegen/codegen.h"

#include "analysis/analysis.h"
#include "analysis/passes/passes.h"
#include "codegen/estimate/machine/machine.h"
#include "codegen/estimate/registers/registers.h"
#include "source/languages/lowerings.h"

static void finish_machine_view(struct arena *a, struct kernel *k, const struct kernel *source,
                                target_set targets, enum machine_form form) {
    cg_merge_addresses(a, k);
    cg_offset_addresses(a, k);
    cg_find_unrolled(a, k, source);
    an_find_streams(k);
    an_classify(a, k, form == FORM_WHOLE_INTEGERS);
    cg_fuse_three_input(a, k);
    cg_pack(a, k);
    cg_predicate(k);
    an_mark_needed(a, k);
    an_find_linked(a, k);
    an_find_joined_atomics(a, k);
    cg_fold_operands(a, k);
    cg_schedule(a, k);
    an_make_items(a, k);
    cg_estimate_registers(a, k, targets);
}

/* Of the compilers that the targets stand for. */
static form_set forms_of(target_set targets) {
    form_set set = 0;
    for (uint32_t i = 0; i < target_count; i++)
        if (targets & (target_set)1 << i)
            set |= 1U << target_table[i].target->form;
    return set;
}

/* The targets whose machine view has that form. */
static target_set targets_with(target_set targets, int form) {
    target_set set = 0;
    for (uint32_t i = 0; i < target_count; i++)
        if ((int)target_table[i].target->form == form)
            set |= targets & (target_set)1 << i;
    return set;
}

struct module *cg_load(struct arena *a, const struct module_input *input,
                       const struct refusals *refusals, target_set targets, const char **error) {
    struct module *m = an_load(a, input, &language_lowerings, refusals, forms_of(targets), error);
    for (int u = 0; m && u < MACHINE_FORMS; u++)
        for (size_t i = 0; m->machine[u] && i < m->n; i++)
            finish_machine_view(a, m->machine[u][i], m->source[i], targets_with(targets, u),
                                (enum machine_form)u);
    return m;
}

struct kernel *cg_machine(const struct module *m, size_t i, const struct gpu *g) {
    return m->machine[target_table[target_of(g)].target->form][i];
}
