/* What an editor underlines for a column of a compiler's message. */
#include <stdbool.h>

#include "check.h"
#include "lsp/expression.h"

/* The character behind @ has the compiler's column, and what stands between { and } is underlined.
 */
static const char *const lines[] = {
    /* stores, at their operators */
    "    {out[x * height + y] @=} in[y * width + x];",
    "    if (x < n) {out[f(x)] @=} 0;",
    "    {a->b[i].c @+=} 1;",
    "    {*p @=} 1;",
    "    {(*p)[i] @<<=} 1;",
    "    {hist[key]@++};",
    "    for (;;) {s.x @=} 1;",
    "    {data::out[i] @=} 1;",
    /* the rest of the destination is on the line before */
    "        + y] {@=} 1;",
    "    {@++counts[i]};",
    /* loads */
    "    out[i] = {@in[y * width + x]};",
    "    out[i] = {in[i].@x} + 1;",
    "    out[i] = {p->q->@x[3]} + 1;",
    "    out[i] = {@*p};",
    "    out[i] = {@*(p + 1)} + 2;",
    "    float v = {@tile[id(0)][id(1)]}, w = 0;",
    /* the rest of the index is on the next line */
    "    out[i] = {@in}[y * width +",
    /* calls and operators */
    "    {@atomic_add(&hist[key], 1)};",
    "    float q = 2 * {a[i] @/ b[i]} + 1;",
    "    int r = {i @% (n + 1)};",
    "    return {f(x) @/ -y};",
    /* statements */
    "    {@if} (x < n)",
    "    {@barrier(CLK_LOCAL_MEM_FENCE)};",
    "{@__kernel} void f(",
    "{@}",
};

static bool is_underlined(const char *marked) {
    char line[100];
    size_t n = 0, begin = 0, end = 0, at = 0;
    for (const char *c = marked; *c; c++) {
        if (*c == '{')
            begin = n;
        else if (*c == '}')
            end = n;
        else if (*c == '@')
            at = n;
        else
            line[n++] = *c;
    }
    struct diag_range r = expression_at((struct diag_line){line, n, 0}, (uint32_t)at + 1);
    if (r.begin != begin || r.end != end)
        printf("'%s': %zu to %zu instead of %zu to %zu\n", marked, r.begin, r.end, begin, end);
    return r.begin == begin && r.end == end;
}

int main(void) {
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        CHECK(is_underlined(lines[i]));
    return CHECK_DONE();
}
