#include "diag/report/html/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

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
    for (const char *c = diag_printable(h->arena, text, n); *c; c++) {
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

const char *html_escape_path(struct html *h, const char *path) {
    struct str s = {.arena = h->arena};
    for (const char *c = html_escape(h, path); *c; c++) {
        str_addn(&s, c, 1);
        if ((*c == '/' || *c == '_') && c[1])
            str_add(&s, "<wbr>");
    }
    return str_text(&s);
}

void html_begin(struct html *h, const char *title, const char *lead) {
    html_printf(h,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
                "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta "
                "name=\"color-scheme\" content=\"light dark\">\n<title>%s</title>\n<style>\n",
                title);
    html_add(h, html_style);
    html_printf(h, "</style>\n</head>\n<body>\n<header>\n<h1>%s</h1>\n<p>%s</p>\n</header>\n",
                title, lead);
}

void html_contents(struct html *h, const struct html_link *links, size_t n) {
    html_add(h, n ? "<nav aria-label=\"Contents\"><ul>\n" : "");
    for (size_t i = 0; i < n; i++)
        html_printf(h, "<li><a href=\"#%s\">%s</a></li>\n", links[i].id, links[i].text);
    html_add(h, n ? "</ul></nav>\n<main>\n" : "<main>\n");
}

void html_end(struct html *h, bool sortable) {
    html_add(h, "</main>\n");
    if (sortable) {
        html_add(h, "<script>\n");
        html_add(h, html_sort);
        html_add(h, "</script>\n");
    }
    html_add(h, "</body>\n</html>\n");
}
