/* clperf merge: what the objects of a build left in CLPERF_OUTPUT_DIR as one file. */
#ifndef DIAG_MERGE_MERGE_H
#define DIAG_MERGE_MERGE_H

#include "base/problems.h"
#include "base/words.h"
#include "diag/report/sarif_read.h"

struct merge_format;

/* The folder beside reports that has those of a second analysis, which stand for them. */
#define MERGE_JOINED ".joined"

/* What came of looking for launches in other sources' host code. */
struct merge_joined {
    size_t analysed, sources; /* again, of those that left a record and have kernels */
    size_t known;             /* launches that are known now and were not */
    size_t left_out;          /* sources that there was no time for */
    struct words files;       /* reports and logs that others stand for now */
};

struct merge_request {
    const struct merge_format *format;
    const char *output;   /* "-": stdout */
    const char *root;     /* absolute; paths are written relative to it */
    const char *category; /* of the SARIF run, or NULL */
    bool all;             /* text and markdown list all findings, not the ten that cost most */
    size_t most_bytes;    /* of a SARIF log after gzip */
    /* Looks for launches of a directory's reports in other sources' host code; NULL: nobody does.
     */
    void (*join)(struct arena *a, const char *dir, struct merge_joined *out);
    struct words paths; /* files, and directories of them */
};

/* What was read. The formats take from it what they need. */
struct merge {
    struct arena *arena;
    const struct merge_request *request;
    struct problems problems;           /* of files that are left out, and of what is cut */
    VEC(struct sarif_log) logs;         /* in the order of their files' names */
    VEC(struct cJSON *) reports;        /* the same for JSON reports */
    VEC(struct sarif_finding) findings; /* of all logs: sorted by place, each once */
    struct merge_joined joined;
};

/* A row of merge_formats.def. */
struct merge_format {
    const char *name, *what;
    const char *suffix; /* of the files that it is made of */
    int (*write)(struct merge *m, FILE *out);
};

extern const struct merge_format merge_formats[];
extern const size_t merge_format_count;

#define MERGE_FORMAT(name, what, suffix) int merge_##name(struct merge *m, FILE *out);
#include "diag/merge/merge_formats.def"
#undef MERGE_FORMAT

/* One report of all, for cJSON_Delete(): entries by their place, each once. */
struct cJSON *merge_reports(struct merge *m);
/* The total of the reports, in lines for a terminal. */
void merge_total(struct merge *m, FILE *out);
/* Whether nothing of a launch in a report is assumed. */
bool merge_is_known(const struct cJSON *launch);
/* The format of that name; NULL, with one line in *error: there is none. */
const struct merge_format *merge_format_named(struct arena *a, const char *name,
                                              const char **error);
/* Add the text of a SARIF log, or of a JSON report. False, with one line in *error, if it is none
 * of ours. */
bool merge_add_log(struct merge *m, const char *text, const char **error);
bool merge_add_report(struct merge *m, const char *text, const char **error);
/* Writes what was added in the request's format to its output. */
void merge_write(struct merge *m);
void merge_release(struct merge *m);
/* Returns the exit status. */
int merge_run(struct arena *a, const struct merge_request *r);

#endif
