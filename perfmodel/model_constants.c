#include "perfmodel/model_constants.h"

#ifdef CLPERF_VARIED_CONSTANTS
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REAL(name, value, unit, what, source, effect) double name = value;
#define COUNT(name, value, unit, what, source, effect) int name = value;
#include "perfmodel/model_constants.def"
#undef REAL
#undef COUNT

/* CLPERF_VARY=NAME=FACTOR: that constant times the factor, an integer by one at least. */
__attribute__((constructor)) static void vary(void) {
    const char *text = getenv("CLPERF_VARY"), *factor = text ? strchr(text, '=') : NULL;
    if (!factor)
        return;
    double f = strtod(factor + 1, NULL);
    size_t n = (size_t)(factor - text);
#define REAL(name, value, unit, what, source, effect)                                              \
    if (strlen(#name) == n && strncmp(text, #name, n) == 0)                                        \
        name *= f;
#define COUNT(name, value, unit, what, source, effect)                                             \
    if (strlen(#name) == n && strncmp(text, #name, n) == 0)                                        \
        name = (int)(f > 1 ? ceil(name * f) : floor(name * f));
#include "perfmodel/model_constants.def"
#undef REAL
#undef COUNT
}
#endif

void model_constants_dump(FILE *out) {
#define REAL(name, value, unit, what, source, effect)                                              \
    fprintf(out, "constant %s = %g %s: %s (%s; %s)\n", #name, (double)(value), unit, what, source, \
            effect);
#define COUNT(name, value, unit, what, source, effect) REAL(name, value, unit, what, source, effect)
#include "perfmodel/model_constants.def"
#undef REAL
#undef COUNT
}
