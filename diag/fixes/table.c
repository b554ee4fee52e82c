#include "diag/fixes/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diag/finding/phrase.h"

static int by_place(const void *x, const void *y) {
    const struct fix_edit *a = x, *b = y;
    int c = (a->line > b->line) - (a->line < b->line);
    return c ? c : (a->col > b->col) - (a->col < b->col);
}

struct finding_fixes fix_propose(struct arena *a, const struct fix_text *source,
                                 const struct kernel_result *r, const struct finding *f) {
    static const struct fix_kind all[] = {
#define FIX(name, rule) {rule, fix_##name, check_##name},
#include "diag/fixes.def"
#undef FIX
    };
    struct finding_fixes fixes = {0};
    for (size_t i = 0; i < sizeof all / sizeof *all && diag_in_own_file(r, f->loc); i++) {
        struct finding_fix fix = {.kind = &all[i]};
        struct fix_context c = {
            .arena = a, .source = source, .result = r, .finding = f, .fix = &fix};
        if (strcmp(all[i].rule, f->rule->id) != 0 || !all[i].propose(&c))
            continue;
        qsort(c.edits.at, c.edits.n, sizeof *c.edits.at, by_place);
        fix.edits = c.edits.at;
        fix.n_edits = c.edits.n;
        vec_push(a, &fixes, fix);
    }
    return fixes;
}
