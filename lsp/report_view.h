/* Entries of a document's report, as editors show them. */
#ifndef LSP_REPORT_VIEW_H
#define LSP_REPORT_VIEW_H

#include "lsp/document.h"

/* The file of a place in that kernel's entry, from the top; NULL: the document's own text. */
const char *view_file(const struct document *d, const cJSON *kernel, const cJSON *place);
/* Where a line and a column are in a file: the document's own, or another one, which is read. */
struct span view_span(struct arena *a, const struct documents *all, const struct document *d,
                      const char *file, const cJSON *place, enum encoding e);
/* The same of the expression that is there. */
struct span view_expression(struct arena *a, const struct documents *all, const struct document *d,
                            const char *file, const cJSON *place, enum encoding e);
/* Whether the kernel is written in the document. */
bool view_is_own(const struct document *d, const cJSON *kernel);
/* The name of a kernel where it is written. */
struct span view_name(const struct document *d, const cJSON *kernel, enum encoding e);
/* All lines of the kernel, up to the brace that closes it. */
struct span view_kernel(const struct document *d, const cJSON *kernel, enum encoding e);
/* The section of a kernel, or NULL. */
const struct section *view_section(const struct document *d, const char *kernel);

/* "0.34 ms", "unknown" */
const char *view_ms(struct arena *a, double ms);
/* "1024x1024/16x16" */
const char *view_launch(struct arena *a, const cJSON *kernel);
/* "manifest", "host code in main.c:12", "assumption, assuming width = 1024" */
const char *view_source(struct arena *a, const cJSON *kernel);
/* What bounds it, as texts name it. */
const char *view_bound(const cJSON *kernel);
/* One line with time, GPU, bound, occupancy and launch. */
const char *view_summary(struct arena *a, const cJSON *kernel);
/* Whether the finding is reported. */
bool view_is_reported(const cJSON *finding);

#endif
