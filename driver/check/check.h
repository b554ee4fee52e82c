/* clperf check: a project's kernels, analysed without building it. */
#ifndef DRIVER_CHECK_CHECK_H
#define DRIVER_CHECK_CHECK_H

#include "diag/merge/merge.h"
#include "driver/command_line/options.h"
#include "source/compiler/front_ends.h"

/* A file to write besides the text on stdout. */
struct check_output {
    const struct merge_format *format;
    const char *path; /* "-": stdout, in the place of the text */
};

struct check_request {
    const char *build;      /* of -p: a database or its directory; NULL: it is looked for */
    struct words files;     /* as given */
    struct words objects;   /* whose PTX is analysed */
    struct words passed;    /* options for clperf-analyze */
    struct words before;    /* arguments in front of those of each compilation */
    struct words arguments; /* after "--": how every file is compiled */
    bool fixed;             /* there was a "--": no database */
    bool quiet;             /* no progress, no total */
    bool list;              /* only says what would be analysed */
    bool remarks;           /* -Rclperf is among `passed` */
    enum unanalysed_level unanalysed; /* what `passed` makes of what is not analysed */
    int jobs;                         /* analyses at a time */
    const char *root;                 /* absolute; paths are written relative to it */
    const char *category;             /* of SARIF runs, or NULL */
    VEC(struct check_output) outputs;
};

/* One analysis: a command of the database, or a file by itself. */
struct check_unit {
    const char *directory; /* where it runs, absolute */
    const char *file;      /* absolute */
    struct words words;    /* what clperf-analyze gets for it */
    bool named;            /* a user named the file */
    bool rest;             /* only where no other unit's analysis has read the file */
    bool skipped;          /* it holds no kernels, or see `rest` */
    const char *reason;    /* why it was not analysed, or NULL */
    const char *messages;  /* of the analysis itself, on its stderr */
    const char *results;   /* what it wrote: SARIF log, JSON report, text */
    bool failed;           /* a finding counts as an error */
    bool misused;          /* something is wrong with the request, such as a .clperf */
};

struct check_units {
    struct check_unit *at;
    size_t n, cap;
    const char *database; /* where the commands come from; NULL: none */
    struct words folders; /* with headers of sources that no command compiles */
};

/* What the request is about. False, with a problem, if it cannot be known. */
bool check_units_find(struct arena *a, const struct check_request *r, struct check_units *out,
                      struct problems *p);
/* Adds the files in a wanted language in the directory and below, by their names. Hidden
 * directories, those of builds and what captures kept are left out. */
void check_walk(struct arena *a, const char *dir, bool (*wanted)(const struct language *l),
                struct words *out);
/* Adds -I for each folder of the project that has a header which the source includes, or another
 * of these headers, and the folder. */
void check_add_include_folders(struct arena *a, const char *source, struct words *arguments,
                               struct words *folders);
/* What a captured manifest says is launched: one unit for each source that it names. *project is
 * the directory that the program ran in if kernels without a source were launched, which are the
 * project's then; else NULL. */
bool check_manifest(struct arena *a, const char *path, struct check_units *out, struct problems *p,
                    const char **project);

/* Analyses the units [first, end), of which `total` are in all. 0, or the signal that ended it. */
int check_run(struct arena *a, const struct check_request *r, struct check_units *units,
              size_t first, size_t end);

/* Says of each unit whether it would be analysed, and does not. */
void check_select(struct arena *a, struct check_units *units);

/* The texts of analyses as one: diagnostics by place, each once. */
struct check_text {
    struct arena *arena;
    VEC(struct check_block) blocks;
};
struct check_block {
    const char *file, *text; /* a diagnostic with its notes */
    int line, col;
};
void check_text_add(struct check_text *t, const char *text);
void check_text_write(struct check_text *t, FILE *out, bool colour);

/* Returns the exit status. */
int check_project(struct arena *a, const struct check_request *r);
/* The arguments after `clperf`. */
int check_command(struct arena *a, int argc, char **argv);

#endif
