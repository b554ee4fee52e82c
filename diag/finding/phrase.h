/* Phrases that messages and writers share, and the findings of all results as one
 * list. */
#ifndef DIAG_FINDING_PHRASE_H
#define DIAG_FINDING_PHRASE_H

#include "diag/report.h"

/* Two significant digits without an exponent: "0.41", "4.3", "120". */
const char *diag_ms(struct arena *a, double ms);
/* A mean of counts as people say it: "4", "4.9", "about 32". */
const char *diag_count(struct arena *a, double n);
/* What keeps a count from being exact, to stand behind it: " (followed: loops were sampled)";
 * behind "unknown" only why. "" of an exact one. */
const char *diag_uncertainty(struct arena *a, struct certain c);
/* "s" where there are not exactly one. */
const char *diag_plural(uint64_t n);
/* The dimensions that matter: "16x16". */
const char *diag_size(struct arena *a, const uint64_t size[3]);
/* Global and local size: "8192x8192/16x16", or without the local size if not given. */
const char *diag_launch(struct arena *a, const struct launch *l);
/* "35 to 52 %", or "35 %". */
const char *diag_share(struct arena *a, double low, double high);
/* The GPU's name, and its clocks where they are not its own: "gtx-980 at 1000:900 MHz". */
const char *diag_gpu(struct arena *a, const struct gpu *g);
/* A bound as text names it: "DRAM", "shared memory". */
const char *diag_bound(enum bound b);
/* A bound as text names it, from the name that JSON reports give it; NULL if it is none. */
const char *diag_bound_named(const char *name);
/* Whether the iterations of what was a loop are independent, and its reductions and private
 * variables. */
const char *diag_independence(struct arena *a, const struct kernel_result *r);
/* What it costs: "costs 0.14 of 0.34 ms on gtx-980", or where the launch is guessed "costs 35 to 52
 * % of the kernel's time on gtx-980 in every plausible launch". NULL where that is not known. */
const char *diag_cost(struct arena *a, const struct kernel_result *r, const struct finding *f);
/* "12 % of the program's GPU time" that so many ms of the kernel are; NULL where that is not known,
 * or there is no other kernel. */
const char *diag_program_share(struct arena *a, const struct kernel_result *r, double ms);
/* "'halve': 16 launches, 0.65 ms in all on rtx-3060, the largest 0.30", of a kernel that has a
 * total. */
const char *diag_total(struct arena *a, const struct kernel_result *r);
/* What the finding says, with its cost. */
const char *diag_message(struct arena *a, const struct kernel_result *r, const struct finding *f);
/* diag_message() with the cost in front, where there is one. */
const char *diag_message_by_cost(struct arena *a, const struct kernel_result *r,
                                 const struct finding *f);
/* Another kernel that has a finding: "also in 'k2': costs 0.14 of 0.34 ms on gtx-980". */
const char *diag_instance(struct arena *a, const struct finding_instance *x);
/* The text with a capital letter at its front and a period at its end. */
const char *diag_sentence(struct arena *a, const char *text);
/* What to do, and the time then: "make the rows of 'tile' ...: takes 0.20 instead of 0.26 ms on
 * gtx-980". */
const char *diag_fix_text(struct arena *a, const struct kernel_result *r,
                          const struct finding_fix *f);
/* The local size that is better, and the time then: "a local size of 64 takes 0.20 instead of 0.26
 * ms on gtx-980; ...". */
const char *diag_size_text(struct arena *a, const struct kernel_result *r,
                           const struct group_size *size);
/* The problem in one line: what is wrong, and what would help. */
const char *diag_problem(struct arena *a, const struct report_problem *p);
/* The file of a place in that result, as the user named it. */
const char *diag_file_of(const struct kernel_result *r, struct loc loc);
bool diag_in_own_file(const struct kernel_result *r, struct loc loc);

struct diag_entry {
    const struct kernel_result *result;
    const struct finding *finding;
    struct loc loc; /* the finding's, or else the kernel's */
    const char *file;
    size_t order; /* of the result in the report */
};

/* Whether both are of one place of one file. */
bool diag_is_of_place(const struct diag_entry *x, const struct diag_entry *y);

typedef int diag_order(const void *a, const void *b);
/* By place, then the most expensive first. */
diag_order diag_by_place;
/* By result, then by place: does not depend on costs. */
diag_order diag_by_result;

struct diag_entry *diag_entries(struct arena *a, const struct report *r, diag_order *order,
                                size_t *n);

#endif
