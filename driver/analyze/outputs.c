#include "driver/analyze/outputs.h"

#include <stdlib.h>

#include "base/die.h"
#include "base/str.h"

const char *outputs_render(struct arena *a, const struct report *r, const struct writer_options *w,
                           const char *format, size_t *n) {
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, n);
    bool good = out && diag_writer(format)->write(a, out, r, w) == 0;
    good = out && fclose(out) == 0 && good;
    if (!good)
        die("out of memory");
    const char *copy = arena_strndup(a, bytes, *n);
    free(bytes);
    return copy;
}

void outputs_check(const struct options *o, struct problems *p) {
    struct str formats = {.arena = p->arena};
    for (size_t i = 0; i < diag_writer_count; i++)
        str_printf(&formats, "%s%s", i ? ", " : "", diag_writers[i].name);
    for (size_t i = 0; i < o->outputs.n; i++)
        if (!diag_writer(o->outputs.at[i].format))
            problems_add(p, SEVERITY_ERROR, "unknown output format '%s'; there are %s",
                         o->outputs.at[i].format, str_text(&formats));
}
