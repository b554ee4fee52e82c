/* The page of a whole build: merge_html.c reads the report, merge_html_files.c writes the sections
 * of its files. */
#ifndef DIAG_MERGE_MERGE_HTML_H
#define DIAG_MERGE_MERGE_HTML_H

#include "diag/merge/merge.h"
#include "diag/report/html/html.h"

/* A launch of a kernel: its entries in the report are one for each GPU. */
struct build_launch {
    size_t number; /* from 1; the slowest launch is 1 */
    VEC(const struct cJSON *) on;
    struct html_kernel row;
    const char *source; /* of the sizes: "manifest" */
};

struct build_page {
    struct html h;
    const struct merge *merge;
    VEC(struct build_launch) launches; /* the slowest first */
};

/* The number of that key, or -1 where it is null or not there. */
double build_number(const struct cJSON *json, const char *key);
/* The number of its line, 0 where there is none. */
uint32_t build_line(const struct cJSON *place);
/* The file of a place in that kernel's entry. */
const char *build_file(const struct cJSON *kernel, const struct cJSON *place);
/* The finding in the entry of another GPU, or NULL. */
const struct cJSON *build_same_in(const struct cJSON *kernel, const struct cJSON *finding);
/* Whether it is neither suppressed nor known from a baseline, and no GPU before that one has it. */
bool build_is_first(const struct build_launch *l, size_t gpu, const struct cJSON *finding);
/* The id of the line that a finding is about. */
const char *build_line_id(struct arena *a, const struct build_launch *l,
                          const struct cJSON *finding);
/* A section for each file, in the order of their names. */
void build_put_files(struct build_page *p);

#endif
