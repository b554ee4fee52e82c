/* What the pages are made of: units, what is guessed, colours of source text. */
#include <math.h>
#include <string.h>

#include "diag/report/html/html.h"
#include "lit-tests/unit/check.h"

static bool is(const char *text, const char *wanted) {
    if (strcmp(text, wanted) == 0)
        return true;
    printf("'%s' is not '%s'\n", text, wanted);
    return false;
}

static void test_times(struct arena *a) {
    CHECK(is(html_time(a, 0.0000045), "4.5 ns"));
    CHECK(is(html_time(a, 0.00045), "0.45 µs"));
    CHECK(is(html_time(a, 0.0000994), "99 ns"));
    CHECK(is(html_time(a, 0.0000996), "0.10 µs"));
    CHECK(is(html_time(a, 0.012), "12 µs"));
    CHECK(is(html_time(a, 0.41), "0.41 ms"));
    CHECK(is(html_time(a, 1), "1.0 ms"));
    CHECK(is(html_time(a, 200), "200 ms"));
    CHECK(is(html_time(a, 999.6), "1.0 s"));
    CHECK(is(html_time(a, 2576), "2.6 s"));
    CHECK(is(html_time(a, 4e8), "400000 s"));
    CHECK(is(html_time(a, 0), "0 ns"));
    CHECK(is(html_time(a, -1), "unknown") && is(html_time(a, INFINITY), "unknown"));
    CHECK(is(html_interval(a, 0.05, 0.41), "50 µs–0.41 ms"));
    CHECK(is(html_si(a, 2147483648.), "2.15 G") && is(html_si(a, 0), "0 "));
    CHECK(is(html_si(a, 999.7), "1 k") && is(html_si(a, 156e9), "156 G"));
}

static void test_guesses(struct arena *a) {
    struct launch_arg args[] = {
        {.name = "n", .kind = ARG_NUMBER, .number = 1024, .source = LAUNCH_ASSUMED},
        {.name = "m", .kind = ARG_NUMBER, .number = 3, .source = LAUNCH_HOST},
        {.name = "p", .kind = ARG_ELEMENTS, .count = 9, .source = LAUNCH_ASSUMED}};
    struct launch l = {.local = {64, 1, 1},
                       .global_source = LAUNCH_MANIFEST,
                       .local_source = LAUNCH_MANIFEST,
                       .args = args};
    CHECK(is(html_guessed(a, &l), ""));
    l.local_source = LAUNCH_ASSUMED;
    CHECK(is(html_guessed(a, &l), "local size"));
    l.n_args = 3;
    CHECK(is(html_guessed(a, &l), "local size, n = 1024, sizes of buffers"));
    l.global_source = LAUNCH_ASSUMED;
    l.n_args = 0;
    CHECK(is(html_guessed(a, &l), "global size, local size"));
}

/* The line of the text in colours. */
static const char *coloured(struct arena *a, const char *source, uint32_t line) {
    struct text text = {.path = "k.cl", .text = source, .n = strlen(source)};
    struct texts texts = {.at = &text, .n = 1};
    struct html h = {.arena = a, .out = {.arena = a}, .source = {.arena = a, .texts = &texts}};
    html_code(&h, "k.cl", line);
    return str_text(&h.out);
}

static void test_colours(struct arena *a) {
    CHECK(is(coloured(a, "kernel void f(uint4 v);", 1),
             "<span class=\"key\">kernel</span> <span class=\"typ\">void</span> f(<span "
             "class=\"typ\">uint4</span> v);"));
    CHECK(is(coloured(a, "float5 int2d kernels", 1), "float5 int2d kernels"));
    CHECK(is(coloured(a, "a+.5e-3f-0x1p+2-7", 1),
             "a+<span class=\"num\">.5e-3f</span>-<span class=\"num\">0x1p+2</span>-<span "
             "class=\"num\">7</span>"));
    CHECK(is(coloured(a, "x = '\\'' + \"a\\\"<b>\"; \"open", 1),
             "x = <span class=\"str\">'\\''</span> + <span "
             "class=\"str\">&quot;a\\&quot;&lt;b&gt;&quot;</span>; <span "
             "class=\"str\">&quot;open</span>"));
    CHECK(is(coloured(a, "a / b // int", 1), "a / b <span class=\"com\">// int</span>"));
    CHECK(is(coloured(a, "\xc3\xa9\xff;\n", 1), "\xc3\xa9\xef\xbf\xbd;"));
}

/* Comments and directives go on over lines, also those that nobody asks for. */
static void test_lines(struct arena *a) {
    static const char source[] = "a /* b\nint c\n*/ int d\n#define X 1 \\\n  int \"s\"\nint e";
    CHECK(is(coloured(a, source, 1), "a <span class=\"com\">/* b</span>"));
    CHECK(is(coloured(a, source, 2), "<span class=\"com\">int c</span>"));
    CHECK(is(coloured(a, source, 3),
             "<span class=\"com\">*/</span> <span class=\"typ\">int</span> d"));
    CHECK(is(coloured(a, source, 4),
             "<span class=\"pre\">#</span><span class=\"pre\">define</span> <span "
             "class=\"pre\">X</span> <span class=\"num\">1</span> <span class=\"pre\">\\</span>"));
    CHECK(is(coloured(a, source, 5),
             "  <span class=\"pre\">int</span> <span class=\"str\">&quot;s&quot;</span>"));
    CHECK(is(coloured(a, source, 6), "<span class=\"typ\">int</span> e"));
    CHECK(is(coloured(a, source, 7), ""));
}

int main(void) {
    struct arena a = {0};
    test_times(&a);
    test_guesses(&a);
    test_colours(&a);
    test_lines(&a);
    arena_free(&a);
    return CHECK_DONE();
}
