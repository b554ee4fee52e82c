/* Fuzzes the reading of formulas. */
#include <stdbool.h>

#include "base/formula.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    static const struct formula_names place = {formula_find_place, NULL};
    const char *error = NULL;
    struct formula_value value;
    const struct formula *f = formula_parse(&a, arena_strndup(&a, (const char *)bytes, n), &error);
    if (f && !formula_unknown(f, &place))
        formula_eval(&a, f, &(struct formula_names){formula_find_place, &(double){7}}, &value,
                     &error);
    struct formula_conditions conditions;
    struct formula_error wrong;
    formula_conditions(&a, arena_strndup(&a, (const char *)bytes, n), &place, &conditions, &wrong);
    arena_free(&a);
    return 0;
}
