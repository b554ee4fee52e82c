#include <string.h>

#include "base/die.h"
#include "codegen/estimate/targets/target.h"

#define TARGET(id, what) extern const struct target target_##id;
#include "codegen/estimate/targets/targets.def"
#undef TARGET

const struct target_row target_table[] = {
#define TARGET(id, what) {#id, &target_##id},
#include "codegen/estimate/targets/targets.def"
#undef TARGET
};

const uint32_t target_count = sizeof target_table / sizeof *target_table;

_Static_assert(sizeof target_table / sizeof *target_table <= 64, "a target_set has 64 bits");

static bool is_compiler_of(const struct target *t, const struct gpu *g) {
    const char *wanted = g->vendor->compiler;
    bool same = t->compiler && wanted ? strcmp(t->compiler, wanted) == 0 : t->compiler == wanted;
    return same && (!t->compiles_for || t->compiles_for(g));
}

uint32_t target_of(const struct gpu *g) {
    for (uint32_t i = 0; i < target_count; i++)
        if (is_compiler_of(target_table[i].target, g))
            return i;
    die("no compiler for the GPU %s", g->name);
}

target_set targets_of(const struct gpu *const *gpus, size_t n) {
    target_set set = 0;
    for (size_t i = 0; i < n; i++)
        set |= (target_set)1 << target_of(gpus[i]);
    return set;
}
