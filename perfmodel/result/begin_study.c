#include "perfmodel/study/study.h"

#include "analysis/ir/names.h"
#include "codegen/code/join.h"
#include "codegen/estimate/targets/target.h"
#include "perfmodel/issue/issue.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/occupancy/occupancy.h"
#include "perfmodel/scale/resident_groups.h"

/* Local memory of a group: static arrays and the launch's __local arguments. */
static uint32_t local_bytes(const struct study *study) {
    const struct param *params = study->source->params;
    uint64_t bytes = study->source->static_local_bytes;
    for (uint32_t i = 0; i < study->source->n_params; i++) {
        const struct launch_arg *arg = launch_arg(study->launch, (int)i, params[i].name);
        if (arg && arg->kind == ARG_LOCAL_BYTES)
            bytes += (arg->count + 15) / 16 * 16;
    }
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

/* NULL if a group of the study fits on its GPU. */
static const char *misfit(struct arena *a, const struct study *study) {
    const struct gpu *g = study->gpu;
    if (study->local_bytes > g->local.local_bytes_per_group)
        return arena_printf(a,
                            "a work-group of %u bytes of local memory does not fit on %s, which "
                            "has %.0f for one",
                            study->local_bytes, g->name, g->local.local_bytes_per_group);
    if (study_round(study)->groups_per_sm == 0)
        return arena_printf(a,
                            "a work-group of %u bytes of local memory and %u registers per "
                            "work-item does not fit on %s",
                            study->local_bytes, study->registers.per_item, g->name);
    enum op_class matrices = matrix_without_rate(g, study->machine);
    if (matrices == CLASS_FREE)
        return NULL;
    return arena_printf(a, "it uses %s instructions, of which %s has none or no known rate",
                        class_text(matrices), g->name);
}

/* As the code has it; else as the GPU's compiler is known to make it. */
static const uint8_t *ahead(const struct study *study) {
    const struct kernel *machine = study->machine;
    uint32_t target = target_of(study->gpu);
    if (study->join)
        return study->join->ahead;
    bool estimated = study->gpu->machine.loads_ahead > 0 && target < machine->n_demand;
    return estimated ? machine->demand[target].ahead : NULL;
}

const struct study *study_begin(struct arena *a, const struct study *asked, const char **reason) {
    const uint64_t *local = asked->launch->local;
    const uint32_t items = (uint32_t)(local[0] * local[1] * local[2]);
    struct study *study = arena_memdup(a, asked, sizeof *asked);
    study->memo = NEW(a, struct study_memo);
    study->memo->arena = a;
    study->registers = registers_in_launch(*asked->counted, asked->source, asked->gpu, items);
    study->counted = &study->registers;
    study->local_bytes = local_bytes(asked);
    study->work = NEW(a, struct work);
    study->max_ops = trace_ops;
    study->spills = registers_spills(a, asked->machine, &study->registers, asked->gpu);
    study->join = asked->code ? code_join(a, asked->machine, asked->code, asked->gpu) : NULL;
    study->ahead = ahead(study);
    *reason = asked->source->reason ? asked->source->reason : misfit(a, study);
    return *reason ? NULL : study;
}
