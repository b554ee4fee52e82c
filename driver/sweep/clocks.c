/* The clocks of `clperf sweep --clock`: CORES:MEMORIES, each a list of numbers and of ranges
 * FROM-TO/STEP with both ends, in MHz. */
#include <stdlib.h>
#include <string.h>

#include "driver/sweep/space.h"

/* As the numbers of gpu_at_clock() may be; it says so itself what a GPU cannot have. */
static const double most_mhz = 1e6;

typedef VEC(struct formula_value) values;

static bool read_number(const char **text, double *out) {
    char *end;
    *out = strtod(*text, &end);
    bool good = end != *text && *out > 0 && *out <= most_mhz;
    *text = end;
    return good;
}

/* Adds a number or a range; false if there is none. */
static bool read_part(struct arena *a, const char **text, values *out) {
    double from, to, step;
    if (!read_number(text, &from))
        return false;
    to = step = from;
    if (**text == '-') {
        ++*text;
        if (!read_number(text, &to) || *(*text)++ != '/' || !read_number(text, &step) || to < from)
            return false;
    }
    if ((to - from) / step >= SWEEP_MOST_VALUES)
        return false;
    for (size_t i = 0; from + (double)i * step <= to + 1e-9 * step; i++)
        vec_push(a, out, (struct formula_value){.number = from + (double)i * step});
    return true;
}

static bool read_list(struct arena *a, const char **text, const char *name,
                      struct sweep_axis *axis) {
    values found = {0};
    do
        if (!read_part(a, text, &found))
            return false;
    while (**text == ',' && *++*text);
    *axis = (struct sweep_axis){name, found.at, found.n};
    for (size_t i = 1; i < found.n; i++)
        if (found.at[i].number <= found.at[i - 1].number)
            return false;
    return true;
}

const char *sweep_read_clocks(struct arena *a, const char *text, struct sweep_axis axes[2]) {
    const char *at = text;
    bool good = read_list(a, &at, "core_clock", &axes[0]) && *at++ == ':' &&
                read_list(a, &at, "mem_clock", &axes[1]) && !*at;
    return good ? NULL
                : arena_printf(a,
                               "--clock: '%s' is not CORES:MEMORIES, rising numbers of MHz and "
                               "ranges FROM-TO/STEP",
                               text);
}
