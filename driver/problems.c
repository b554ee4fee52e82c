#include "driver/problems.h"

#include <string.h>

#include "base/die.h"
#include "base/vec.h"
#include "diag/utf8.h"

void problems_add(struct problems *p, enum severity severity, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *text = diag_one_line(p->arena, arena_vprintf(p->arena, fmt, ap));
    va_end(ap);
    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->at[i].text, text) == 0)
            return;
    vec_push(p->arena, p, (struct problem){severity, text});
}

void problems_text(struct str *out, const struct problems *p) {
    static const char *const severities[] = {"note", "warning", "error"};
    for (size_t i = 0; i < p->n; i++)
        str_printf(out, "clperf-cc: %s: %s\n", severities[p->at[i].severity], p->at[i].text);
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
