#include "driver/check/missing_launches.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/str.h"
#include "driver/check/arguments.h"

/* Names in the line. */
enum { NAMED = 3 };

static struct words guessed(struct arena *a, const struct merge *m) {
    struct words names = {0}, known = {0};
    for (size_t i = 0; i < m->reports.n; i++) {
        const cJSON *k, *kernels = sarif_at(m->reports.at[i], "kernels");
        cJSON_ArrayForEach (k, kernels) {
            const bool is_known = merge_is_known(sarif_at(k, "launch"));
            const char *name = arena_strdup(a, sarif_text(k, "name"));
            if (*name && !words_has(is_known ? &known : &names, name))
                words_add(a, is_known ? &known : &names, name);
        }
    }
    struct words left = {0};
    for (size_t i = 0; i < names.n; i++)
        if (!words_has(&known, names.at[i]))
            words_add(a, &left, names.at[i]);
    return left;
}

/* How the build itself runs one of its programs, or NULL. */
static const char *run_of(struct arena *a, const struct check_units *units, const char *root) {
    for (size_t i = 0; i < units->n; i++) {
        const struct check_unit *u = &units->at[i];
        const char *run = u->skipped ? NULL : check_arguments_of(a, u, units->database, root).run;
        if (run)
            return run;
    }
    return NULL;
}

void check_say_missing(struct arena *a, const struct merge *m, const struct check_units *units,
                       const char *root, FILE *out) {
    const struct words names = guessed(a, m);
    if (!names.n)
        return;
    const char *run = run_of(a, units, root);
    fputs("clperf: the launches of ", out);
    for (size_t i = 0; i < names.n && i < NAMED; i++)
        fprintf(out, "%s'%s'", i ? ", " : "", names.at[i]);
    if (names.n > NAMED)
        fprintf(out, " and %zu more", names.n - NAMED);
    fprintf(out,
            " are guessed; 'clperf capture --dry-run --remember -- %s' takes them from a run "
            "without a GPU\n",
            run ? run : "PROGRAM");
}
