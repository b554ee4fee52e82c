/* The report: everything that the writers (text, SARIF, JSON, page) print. Plain
 * data, made by the driver's run.c and the rules, read-only for the writers. */
#ifndef DIAG_REPORT_H
#define DIAG_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "analysis/ir/dependence.h"
#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"
#include "analysis/trace/trace.h"
#include "base/message_style.h"
#include "base/problems.h"
#include "base/texts.h"
#include "base/words.h"
#include "hwdb/gpu.h"
#include "perfmodel/estimate.h"
#include "perfmodel/occupancy/occupancy.h"

/* How far a rule's findings go. */
struct rule_traits {
    const char *precision; /* SARIF: "very-high", "high", "medium" */
    bool by_registers;     /* how many registers there are decides about it */
    bool
        by_build_options; /* options that a program is built with at run time may decide about it */
    bool by_launch;       /* sizes and counts decide: of a guessed launch it is a remark at most */
    bool last_resort;     /* told where no other rule says why the kernel takes its time */
    bool remark;          /* a note of -Rclperf, unless an option with its name asks for more */
};

/* A row of rules.def with what the writers say about the rule. */
struct rule_info {
    const char *id;    /* "uncoalesced"; users see "clperf-uncoalesced" */
    const char *title; /* one sentence */
    const char *help;  /* Markdown: why, what to do, when to ignore */
    const struct rule_traits *traits;
};

/* One more line below a finding: text, and optionally a place of its own. */
struct finding_note {
    struct loc loc; /* line 0: no place of its own */
    const char *text;
};

/* Why a finding is known but not reported. */
enum suppression_kind { SUPPRESSED_IN_SOURCE, SUPPRESSED_BY_FILE };
struct suppression {
    enum suppression_kind kind;
    const char *reason; /* as somebody wrote it, or NULL */
    struct loc loc;     /* of the comment, the pragma or the line of a mapping */
};

/* Text in place of the columns [col, end_col) of one line of the source; equal columns insert. */
struct fix_edit {
    uint32_t line, col, end_col;
    const char *text;
};

struct fix_kind;

/* A local edit that was tried: without the finding the kernel takes time_ms. */
struct finding_fix {
    const struct fix_kind *kind;
    const char *title;            /* an imperative, no trailing period */
    bool exact;                   /* results are the same, bit for bit */
    const struct fix_edit *edits; /* in the order of places, apart from each other */
    size_t n_edits;
    bool moves;            /* what costs is done once, elsewhere, and may be found there */
    bool swaps_dimensions; /* of the launch, the first two */
    uint64_t local[3];     /* the size of the work-groups that goes with it; 0: as before */
    double time_ms;
};

/* Another local size, and the kernel's time with it. */
struct group_size {
    uint64_t local[3];
    double time_ms;
};

/* A step of the chain from the launch to the cost. */
struct finding_step {
    struct loc loc;
    const char *text;
};

/* Against the findings of an earlier log, where there is one. */
enum baseline_state { BASELINE_NONE, BASELINE_NEW, BASELINE_UNCHANGED };

struct kernel_result;
struct finding;

/* A finding of one cause in another kernel. */
struct finding_instance {
    const struct kernel_result *result;
    const struct finding *finding;
};

struct finding {
    const struct rule_info *rule;
    enum severity severity;
    struct loc loc;
    /* One sentence, no rule name, no cost, no trailing period: diag_message() makes the whole. */
    const char *message;
    const struct finding_note *notes;
    size_t n_notes;
    const struct loc *also; /* other places that it is about, where its fixes are due as well */
    size_t n_also;
    double cost_ms, cost_low_ms, cost_high_ms; /* counterfactual; -1 where a cost makes no sense */
    /* Part of the kernel's time over all plausible launches, where the launch is guessed, or where
     * counts of loops are; share_high 0: the time is known. */
    double share_low, share_high;
    const struct suppression *suppression; /* NULL: it is reported */
    const struct finding_fix *fixes;       /* in the kernel's own file */
    size_t n_fixes;
    const struct group_size *better_size; /* NULL: none, or the rule is not about it */
    enum baseline_state baseline;
    const struct finding_instance *instances; /* in other kernels, told with this one */
    size_t n_instances;
    /* Of other launches of its kernel on its GPU, told with this one. */
    const struct finding_instance *launches;
    size_t n_launches;
    bool is_copy;                /* it is told with another one, as its instance or launch */
    const struct access *access; /* of the source view, that it is about, or NULL */
    bool by_estimate;            /* of registers or launches, which nobody has counted: a remark */
    uint32_t decided_by;         /* value of the source view whose lanes make it true, or NONE */
    const struct finding_step *steps;
    size_t n_steps;
};

struct study;

/* What the launches of a kernel that are known take on one GPU. */
struct kernel_total {
    size_t n;              /* launches that differ, each of which is a result */
    double launches;       /* as often as they are made */
    double ms, largest_ms; /* of all, and of the one that takes longest */
    double program_ms;     /* of all kernels that the program launches; 0: not known */
};

/* One kernel, launch and GPU. */
struct kernel_result {
    const struct study *study;   /* that it is of, or NULL */
    const struct kernel *kernel; /* source view */
    const char *file;            /* as the user named it */
    const struct launch *launch;
    const struct gpu *gpu;
    const struct trace *trace;  /* of the source view: what the whole launch does; NULL, as the
                                   estimate: there is nothing to show of the kernel */
    const struct trace *walked; /* the same of some groups, in order; where asked for */
    const struct access_metrics *access; /* by access site number, kernel->n_accesses of them */
    const struct estimate *estimate;
    const uint32_t *idioms; /* by loop, and outside of loops: bit per enum idiom; or NULL */
    struct register_use registers;
    uint32_t local_bytes;                  /* per work-group */
    const struct dependences *dependences; /* of a kernel that was a loop, else NULL */
    const struct finding *findings;
    size_t n_findings;
    const struct finding *open; /* that depend on a guess: not all plausible launches have them */
    size_t n_open;
    const struct kernel_total *total; /* of its kernel; NULL: its launch is not known */
};

/* The rows of problems.def. */
enum problem_kind {
#define PROBLEM(name, id, what, help) PROBLEM_##name,
#include "diag/problems.def"
#undef PROBLEM
    PROBLEM_KINDS
};

/* Why something was not analysed: one line, and where. */
struct report_problem {
    const char *file;
    struct loc loc; /* line 0: none */
    enum severity severity;
    const char *text;
    enum problem_kind kind;
    bool unanalysed;            /* it is of clperf-not-analysed */
    const char *reason;         /* `text` without the names of kernels, or NULL */
    const char *help;           /* what would help, or NULL */
    const char *const *kernels; /* that it is about, or whose launches; may be none */
    size_t n_kernels;
};

/* "kernel-refused" */
const char *problem_id(enum problem_kind k);

/* One of an earlier log that is gone, as it stood there. */
struct absent_finding {
    const char *rule; /* "clperf-uncoalesced" */
    const char *level, *message, *file, *kernel, *target, *launch;
    const char *line_fingerprint, *fingerprint;
    uint32_t line, col, end_col; /* columns in UTF-16 units */
};

struct report {
    const char *tool_version;
    const struct kernel_result *results;
    size_t n_results;
    const struct report_problem *problems;
    size_t n_problems;
    const struct absent_finding *absent;
    size_t n_absent;
    const struct texts *texts; /* that stand for files, or NULL */
    bool whole_program;        /* results are of all launches that the host program makes */
    const char *const *files;  /* that were read or looked for, where that is asked */
    size_t n_files;
};

/* How many results, from that one on, are of one launch on one GPU by different models. */
size_t report_models(const struct report *r, size_t first);

/* Whether it is known and not left out: neither suppressed nor known from an earlier log. */
static inline bool finding_is_reported(const struct finding *f) {
    return !f->suppression && f->baseline != BASELINE_UNCHANGED;
}

/* Whether text says it by itself. */
static inline bool finding_is_told(const struct finding *f) {
    return finding_is_reported(f) && !f->is_copy;
}

/* What a writer needs besides the report. */
struct writer_options {
    bool colour;
    bool remarks;                      /* -Rclperf */
    bool all;                          /* text has all warnings, not only the most expensive */
    bool compact;                      /* costs come first in texts, and remarks are notes */
    bool links;                        /* the name of a rule in a text leads to its page */
    const struct message_style *style; /* of texts; NULL: the standard one */
    const char *pages;                 /* the folder with the pages of the rules, or NULL */
    const struct words *folders;       /* of -I, for what texts say of headers, or NULL */
    const struct words *sources;       /* that the compiler was given, likewise */
    const char *root; /* directory that names of files are relative to; NULL: that SARIF URIs are
                       * relative to the current one, and texts have names as given */
};

/* One row of writers.def. Returns 0, or -1 with errno set if writing failed. */
typedef int writer_fn(struct arena *a, FILE *out, const struct report *r,
                      const struct writer_options *o);

/* All rules, in table order. */
extern const struct rule_info *const rule_table[];
extern const size_t rule_count;

/* What is said about clperf-not-analysed, which is no rule: problems of a report are of it. */
extern const struct rule_info rule_not_analysed;
/* Whatever has a name and a page, by number: the rules in table order, then that. NULL behind it.
 */
const struct rule_info *rule_listed(size_t i);

#endif
