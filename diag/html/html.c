#include "diag/html/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diag/utf8.h"

void html_add(struct html *h, const char *markup) {
    str_add(&h->out, markup);
}

void html_printf(struct html *h, const char *fmt, ...) {
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    char *text = arena_alloc(h->arena, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, fmt, again);
    str_addn(&h->out, text, (size_t)n);
    va_end(again);
    va_end(args);
}

const char *html_escape_n(struct html *h, const char *text, size_t n) {
    struct str s = {.arena = h->arena};
    for (const char *c = diag_utf8(h->arena, text, n); *c; c++) {
        const char *entity = *c == '&'   ? "&amp;"
                             : *c == '<' ? "&lt;"
                             : *c == '>' ? "&gt;"
                             : *c == '"' ? "&quot;"
                                         : NULL;
        if (entity)
            str_add(&s, entity);
        else
            str_addn(&s, c, 1);
    }
    return str_text(&s);
}

const char *html_escape(struct html *h, const char *text) {
    return html_escape_n(h, text, strlen(text));
}

const struct kernel_result *html_on_gpu(const struct html_launch *l, const struct gpu *g) {
    for (size_t i = 0; i < l->on.n; i++)
        if (l->on.at[i]->gpu == g)
            return l->on.at[i];
    return NULL;
}
