#include "driver/missing_names.h"

#include <string.h>

bool missing_name_declare(struct arena *a, const char *message, struct words *seen,
                          struct str *declarations) {
    static const struct {
        const char *message, *before, *after;
    } kinds[] = {{"use of undeclared identifier '", "extern CLPERF_ANYTHING ", ";\n"},
                 {"unknown type name '", "typedef CLPERF_ANYTHING ", ";\n"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!str_starts(message, kinds[i].message))
            continue;
        const char *start = message + strlen(kinds[i].message);
        const char *name = arena_strndup(a, start, strcspn(start, "'"));
        for (size_t k = 0; k < seen->n; k++)
            if (strcmp(seen->at[k], name) == 0)
                return false;
        words_add(a, seen, name);
        str_printf(declarations, "%s%s%s", kinds[i].before, name, kinds[i].after);
        return true;
    }
    return false;
}
