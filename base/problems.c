#include "base/problems.h"

#include <string.h>

#include "base/die.h"
#include "base/utf8.h"
#include "base/vec.h"

/* Whether the texts are the same but for numbers in brackets: launches[0] and launches[12]. */
static bool same_but_indices(const char *x, const char *y) {
    for (; *x && *x == *y; x++, y++)
        if (*x == '[') {
            x += strspn(x + 1, "0123456789");
            y += strspn(y + 1, "0123456789");
        }
    return *x == *y;
}

const char *problem_text(struct arena *a, const struct problem *p) {
    return p->more ? arena_printf(a, "%s (and %zu more like it)", p->text, p->more) : p->text;
}

void problems_add(struct problems *p, enum severity severity, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *text = diag_one_line(p->arena, arena_vprintf(p->arena, fmt, ap));
    va_end(ap);
    for (size_t i = 0; i < p->n; i++) {
        if (strcmp(p->at[i].text, text) == 0)
            return;
        if (p->at[i].severity != severity || !same_but_indices(p->at[i].text, text))
            continue;
        p->at[i].more++;
        return;
    }
    vec_push(p->arena, p, (struct problem){severity, text, 0});
}

void problems_text(struct str *out, const struct problems *p) {
    static const char *const severities[] = {"note", "warning", "error"};
    for (size_t i = 0; i < p->n; i++)
        str_printf(out, "clperf-cc: %s: %s\n", severities[p->at[i].severity],
                   problem_text(p->arena, &p->at[i]));
}

void problems_print(FILE *out, const struct problems *p) {
    struct str text = {.arena = p->arena};
    problems_text(&text, p);
    fputs(str_text(&text), out);
}

int problems_fail(const char *error) {
    struct arena a = {0};
    fprintf(stderr, "clperf: error: %s\n", diag_one_line(&a, error));
    arena_free(&a);
    return EXIT_USAGE;
}

bool problems_has_error(const struct problems *p) {
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].severity == SEVERITY_ERROR)
            return true;
    return false;
}
