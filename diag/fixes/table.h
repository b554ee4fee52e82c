/* The kinds of fix-its, a row of fixes.def each, and what they propose together. */
#ifndef DIAG_FIXES_TABLE_H
#define DIAG_FIXES_TABLE_H

#include "diag/fix/edits.h"

#define FIX(name, rule)                                                                            \
    fix_fn fix_##name;                                                                             \
    fix_check_fn check_##name;
#include "diag/fixes.def"
#undef FIX

/* swap_ids.c: whether the copy does the same with the first two dimensions of the global id
 * exchanged. */
bool fix_ids_are_swapped(const struct fix_check *c);

/* All proposals for the finding that differ; times are not set. */
struct finding_fixes {
    struct finding_fix *at;
    size_t n, cap;
};
struct finding_fixes fix_propose(struct arena *a, const struct fix_text *source,
                                 const struct kernel_result *r, const struct finding *f);

#endif
