/* Numbers as a reader wants them, and what is guessed of a launch. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diag/report/html/html.h"

/* Two significant digits without an exponent; 99.6 is "100". */
static const char *two_digits(struct arena *a, double v) {
    int decimals = 1 - atoi(strchr(arena_printf(a, "%.1e", v), 'e') + 1);
    return arena_printf(a, "%.*f", decimals < 0 ? 0 : decimals, v);
}

const char *html_time(struct arena *a, double ms) {
    static const struct {
        double least_ms, per_ms;
        const char *name;
    } units[] = {{999.5, 1e-3, "s"}, {0.0995, 1, "ms"}, {0.0000995, 1e3, "µs"}, {0, 1e6, "ns"}};
    if (!isfinite(ms) || ms < 0)
        return "unknown";
    size_t u = 0;
    while (ms < units[u].least_ms)
        u++;
    double v = ms * units[u].per_ms;
    return v < 0.001 ? "0 ns" : arena_printf(a, "%s %s", two_digits(a, v), units[u].name);
}

const char *html_interval(struct arena *a, double low_ms, double high_ms) {
    return arena_printf(a, "%s–%s", html_time(a, low_ms), html_time(a, high_ms));
}

const char *html_si(struct arena *a, double number) {
    static const char *const prefixes[] = {"", "k", "M", "G", "T", "P", "E"};
    size_t p = 0;
    while (fabs(number) >= 999.5 && p + 1 < sizeof prefixes / sizeof *prefixes)
        number /= 1000, p++;
    return arena_printf(a, "%.3g %s", number, prefixes[p]);
}

static void add_word(struct str *s, const char *word) {
    str_printf(s, "%s%s", s->n ? ", " : "", word);
}

const char *html_guessed(struct arena *a, const struct launch *l) {
    struct str s = {.arena = a};
    bool buffers = false;
    if (l->global_source == LAUNCH_ASSUMED)
        add_word(&s, "global size");
    if (l->local_source == LAUNCH_ASSUMED && l->local[0])
        add_word(&s, "local size");
    for (size_t i = 0; i < l->n_args; i++) {
        const struct launch_arg *arg = &l->args[i];
        bool number = arg->kind == ARG_NUMBER && arg->name;
        if (arg->source != LAUNCH_ASSUMED)
            continue;
        if (number)
            add_word(&s, arena_printf(a, "%s = %.10g", arg->name, arg->number));
        buffers |= !number;
    }
    if (buffers)
        add_word(&s, "sizes of buffers");
    return str_text(&s);
}

void html_guess_mark(struct html *h, const char *guessed) {
    if (*guessed)
        html_printf(h, " <span class=\"guess\">guessed: %s</span>", html_escape(h, guessed));
}

void html_launch_line(struct html *h, const char *line) {
    html_printf(h,
                "<p>To give the launch, put above the kernel, with your numbers: "
                "<code>%s</code></p>\n",
                html_escape(h, line));
}
