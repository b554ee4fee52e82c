/* What is said of a loop's iterations as a whole. */
#include <string.h>

#include "base/str.h"
#include "diag/finding/phrase.h"

/* "'a' and 'b'", of arrays that nobody says do not overlap. */
static void add_overlaps(struct str *s, const struct kernel_result *r) {
    const struct access *accesses = r->kernel->accesses;
    const char *last[2] = {"", ""};
    bool any = false;
    for (size_t i = 0; i < r->dependences->n; i++) {
        const struct dependence *d = &r->dependences->at[i];
        if (d->verdict != ITERATIONS_UNLESS_OVERLAP)
            continue;
        const char *x = accesses[d->access].base, *y = accesses[d->other].base;
        if (strcmp(x, last[0]) == 0 && strcmp(y, last[1]) == 0)
            continue;
        str_printf(s, "%s'%s' and '%s'", any ? ", " : "", x, y);
        last[0] = x;
        last[1] = y;
        any = true;
    }
}

/* Why nothing is proven, of the first such place. */
static void add_reason(struct str *s, const struct kernel_result *r) {
    for (size_t i = 0; i < r->dependences->n; i++) {
        const struct dependence *d = &r->dependences->at[i];
        if (d->verdict != ITERATIONS_NOT_PROVEN)
            continue;
        str_printf(s, ": ");
        if (d->reason)
            str_add(s, d->reason);
        else
            str_printf(s, "where '%s' is written at line %u is not known well enough",
                       d->name ? d->name : "memory", d->loc.line);
        return;
    }
}

static void add_scalars(struct str *s, const struct sequential_loop *l) {
    for (size_t i = 0; i < l->n_carried; i++)
        if (l->carried[i].operation)
            str_printf(s, "; reduction '%s' (%s)", l->carried[i].name, l->carried[i].operation);
    for (size_t i = 0; i < l->n_privates; i++)
        str_printf(s, "%s'%s'", i ? ", " : "; private: ", l->privates[i]);
}

const char *diag_independence(struct arena *a, const struct kernel_result *r) {
    static const char *const words[] = {
        [ITERATIONS_INDEPENDENT] = "its iterations are independent",
        [ITERATIONS_UNLESS_OVERLAP] = "its iterations are independent if these do not overlap: ",
        [ITERATIONS_NOT_PROVEN] = "that its iterations are independent is not proven",
        [ITERATIONS_DEPENDENT] = ("its iterations are not independent; the time is that of a "
                                  "kernel that ignores it")};
    struct str s = {.arena = a};
    str_add(&s, words[r->dependences->verdict]);
    if (r->dependences->verdict == ITERATIONS_UNLESS_OVERLAP)
        add_overlaps(&s, r);
    if (r->dependences->verdict == ITERATIONS_NOT_PROVEN)
        add_reason(&s, r);
    if (r->dependences->for_launch)
        str_add(&s, ", with the sizes of this launch");
    add_scalars(&s, r->kernel->sequential);
    return str_text(&s);
}
