/* Our own options of the command line: rows of options.def. This file is part of clperf-cc: nothing
 * but libc. */
#ifndef DRIVER_COMMAND_LINE_OPTIONS_H
#define DRIVER_COMMAND_LINE_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/problems.h"
#include "base/store/write_output.h"
#include "base/words.h"

/* What a link of objects waits for the evaluation of their host code at most, in seconds, if
 * -fclperf-budget= allows as much. */
enum { OPTIONS_LINK_SECONDS = 15 };

struct budget {
    double seconds; /* CPU time for one kernel */
    unsigned long mib;
    double total_seconds; /* for all that one command line compiles, as clocks show it */
};

/* -fclperf-clock=, in MHz; 0: the GPU's own. */
struct clock_option {
    double core_mhz, mem_mhz;
};

/* One -fclperf-add-output=FORMAT:file=PATH. */
struct output_option {
    const char *format;
    struct output_place to;
};

struct output_options {
    struct output_option *at;
    size_t n, cap;
};

/* One -W option, as written; options_rule() says what they amount to. */
struct rule_option {
    const char *spelling; /* what stands before the rule: "-Wno-clperf-" */
    const char *rule;     /* "uncoalesced", or a group of rules; NULL: all */
    enum { RULE_ON, RULE_OFF, RULE_AS_ERROR, RULE_NO_ERROR } effect;
    bool has_threshold;
    double least_ms, least_percent;
};

struct rule_options {
    struct rule_option *at;
    size_t n, cap;
};

/* What holds for one rule. Both thresholds must be reached. */
struct rule_setting {
    bool enabled, as_error;
    bool asked;         /* by an option with its own name */
    bool has_threshold; /* an option gives it */
    double threshold_ms, threshold_percent;
};

/* Where options come from. */
struct option_source {
    const char *name; /* "command line", "CLPERF_FLAGS", or the path of a .clperf */
    bool fallback;    /* lists of it are replaced, not added to, by other sources */
};

/* Where the value of an option came from, for -fclperf-dump=config. */
struct option_origin {
    const char *option, *value; /* value "" where it takes none */
    const struct option_source *source;
};

struct option_origins {
    struct option_origin *at;
    size_t n, cap;
};

struct options {
    struct words gpus;           /* as given, at least one */
    struct words launches;       /* -fclperf-launch=, in order */
    struct words build;          /* -fclperf-build-options=: words as clBuildProgram() takes them */
    size_t captured_launches;    /* most that are analysed of a kernel; 0: all */
    struct words loops;          /* of -fclperf-loops=: functions */
    bool trace;                  /* -fclperf-trace */
    const char *trace_into;      /* of -fclperf-trace-into=, or NULL: a folder for traced sources */
    const char *argv;            /* of -fclperf-argv=, or NULL */
    const char *build_argv;      /* what the build runs the program with, or NULL */
    const char *build_argv_from; /* where it says so */
    const char *units;           /* of -fclperf-host-units=, or NULL */
    const char *link;            /* of -fclperf-link=, or NULL: a database of what is linked */
    bool at_link;                /* -fclperf-at-link: of launches only those that other units say */
    const char *model;
    bool exact, no_cache, no_fixes, no_text, remarks, compact, all, help, version;
    struct budget budget;
    struct clock_option clock;
    struct output_options outputs;
    struct words dumps;    /* stages, known ones only */
    const char *baseline;  /* of -fclperf-baseline=, or NULL */
    struct words mappings; /* -fclperf-suppression-mappings= */
    struct rule_options rules;
    struct words overlays;              /* -fclperf-overlay= */
    struct words skipped;               /* -fclperf-skip=, names of kernels */
    struct output_options only_outputs; /* -fclperf-only-output=; where there is one, others are
                                           not written */
    bool beside_compiler; /* -fclperf-beside-compiler: clperf-cc has said what is wrong with the
                           * command line */
    const char *root;     /* -fclperf-root=, for a part of a project: what names in texts are
                                  relative to; NULL: as given */
    struct option_origins origins;
};

struct options options_default(struct arena *a);
/* Whether anybody has named a GPU. */
bool options_gpu_is_chosen(const struct options *o);
/* Whether the GPU is that of options_take_machine_gpu(). */
bool options_gpu_is_of_machine(const struct options *o);
/* Has that GPU, of this machine, take the place of the common one that stands there by default. */
void options_take_machine_gpu(struct arena *a, struct options *o, const char *gpu);
/* If the word is one of ours, applies it to *o and says true; what is wrong with it
 * goes to *p. */
bool options_apply(struct arena *a, struct options *o, const char *word,
                   const struct option_source *source, struct problems *p);
bool options_is_ours(const char *word);
/* CLPERF_FLAGS, then the arguments (the program's name not among them). Those that
 * are not ours go to *rest, in order. A response file is only taken apart if it
 * holds one of ours. */
void options_command_line(struct arena *a, struct options *o, const struct words *args,
                          struct words *rest, struct problems *p);

struct rule_setting options_rule(const struct options *o, const char *rule);
/* What the options make of something that is not analysed. */
enum unanalysed_level {
    UNANALYSED_USUAL, /* nobody says: a remark, a note or a warning, each by its own severity */
    UNANALYSED_SILENT,
    UNANALYSED_WARNING,
    UNANALYSED_ERROR
};
enum unanalysed_level options_unanalysed(const struct options *o);
/* Whether a mistake in the options fails the build: any -Werror=clperf that is not taken back. */
bool options_fail_on_mistakes(const struct options *o);
bool options_dumps(const struct options *o, const char *stage);

/* -fclperf-help, and -fclperf-dump=config. */
void options_help(FILE *out);
void options_dump(FILE *out, const struct options *o);

#endif
