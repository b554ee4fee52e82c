/* The parts of the pages that clperf writes: of one compilation (diag/report/html.c), and of a
 * whole build (diag/merge/merge_html.c). Pictures are SVG in place, nothing comes from elsewhere,
 * and all is there without scripts. */
#ifndef DIAG_REPORT_HTML_HTML_H
#define DIAG_REPORT_HTML_HTML_H

#include "base/str.h"
#include "base/vec.h"
#include "diag/report.h"
#include "diag/text/source.h"

/* How far a source file is coloured. */
struct html_place {
    const char *file;
    uint32_t line; /* that was last */
    int within;    /* what the next line begins in; diag/report/html/syntax.c */
};

struct html {
    struct arena *arena;
    struct str out;
    struct diag_source source;
    struct html_place coloured;
};

/* A kernel's time on one GPU. */
struct html_time {
    const char *gpu;
    double ms, low_ms, high_ms; /* ms is negative if the kernel cannot run there */
};

/* A launch of a kernel on all GPUs. */
struct html_kernel {
    const char *name, *file;
    uint32_t line;
    const char *id;      /* of its section of the page */
    const char *launch;  /* "2048x2048/32x8" */
    const char *guessed; /* what of the launch nobody gave, "" if all is known */
    VEC(struct html_time) on;
    double slowest_ms;
    size_t n_findings;
    double most_saved_ms; /* by one finding; 0: none has a cost */
};

/* What goes with a finding on one GPU. */
struct html_cost {
    const char *gpu;
    double ms, low_ms, high_ms;   /* ms is negative if it is not known */
    double of_ms;                 /* the kernel's time */
    double share_low, share_high; /* part of the time over all plausible launches; 0: it is known */
    const char *tried;            /* an edit or a local size that was simulated, or NULL */
    double tried_ms;              /* the kernel's time with it */
};

/* A finding of a launch on all GPUs that have it. */
struct html_finding {
    const char *message, *rule, *file;
    uint32_t line;
    const char *id; /* of the annotated line, or of the kernel's section */
    const char *kernel, *kernel_id;
    const char *guessed; /* as of html_kernel */
    VEC(struct html_cost) on;
    double most_ms; /* where it saves most; negative if that is not known */
    size_t order;   /* among findings that save the same */
};

struct html_findings {
    VEC(struct html_finding) list;
};
struct html_kernels {
    VEC(struct html_kernel) list;
};

extern const char html_style[];
extern const char html_sort[];

/* Markup as it is. */
void html_add(struct html *h, const char *markup);
void html_printf(struct html *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Text for the page or an attribute, in which markup has no meaning. */
const char *html_escape(struct html *h, const char *text);
const char *html_escape_n(struct html *h, const char *text, size_t n);
/* A path or a name for the page, escaped, which may be broken behind '/' and '_'. */
const char *html_escape_path(struct html *h, const char *path);
/* A time with its unit and two significant digits: "4.5 ns", "12 µs", "0.41 ms", "2.6 s". */
const char *html_time(struct arena *a, double ms);
/* Both ends of an interval: "0.36 ms–0.47 ms". */
const char *html_interval(struct arena *a, double low_ms, double high_ms);
/* A number with a prefix of the SI and two decimals: "2.15 G". */
const char *html_si(struct arena *a, double number);
/* What of the launch nobody gave: "global size, n = 1024"; "" if all is known. */
const char *html_guessed(struct arena *a, const struct launch *l);
/* A word beside a time that rests on such a guess. */
void html_guess_mark(struct html *h, const char *guessed);
/* The line of the source that would give a guessed launch. */
void html_launch_line(struct html *h, const char *line);

/* From <!DOCTYPE> to the page's first heading; `title` and `lead` are markup. */
void html_begin(struct html *h, const char *title, const char *lead);
/* A link for each section that the page has. */
struct html_link {
    const char *id, *text;
};
void html_contents(struct html *h, const struct html_link *links, size_t n);
void html_end(struct html *h, bool sortable);

/* A bar that is full at share 1. */
void html_bar(struct html *h, double share, const char *label);
/* What the kernel saves without the finding: its cost, else what was tried gains; negative if
 * neither is known. */
double html_saved_ms(const struct html_cost *c);
/* Of what was tried, the best is kept. */
void html_add_try(struct html_cost *c, const char *tried, double ms);
/* Findings, those that save most first. */
void html_fix_first(struct html *h, struct html_findings *f);
/* Kernels with their times on one logarithmic axis. */
void html_kernel_table(struct html *h, const struct html_kernels *k);
/* A line of a source file with a <span> for each word that has a colour, and nothing else around
 * it. */
void html_code(struct html *h, const char *file, uint32_t line);

#endif
