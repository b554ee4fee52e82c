/* What is known of a document, put together of what the store keeps of its kernels, and the other
 * way round. */
#ifndef LSP_REPORT_PARTS_H
#define LSP_REPORT_PARTS_H

#include "lsp/document.h"
#include "lsp/result_store.h"

/* Digests of all that the results for a document's kernels depend on. */
struct keys {
    const char **kernels; /* of each section */
    const char *common;   /* of kernels that are in no section */
    const char *all;      /* of what is said of the text as a whole */
    const char *text;     /* of the whole text, for results that depend on all of it */
};

/* `request` says everything else that counts: arguments, files. */
struct keys keys_of(struct arena *a, const struct document *d, const char *request);
/* What the store has of a section's kernel (SECTION_COMMON: of those in no section), or NULL. */
const struct stored *parts_find(struct arena *a, struct result_store *s, const struct keys *k,
                                int section);
/* Whether everything is known, and with fix-its. */
bool parts_are_known(struct arena *a, struct result_store *s, const struct document *d,
                     const struct keys *k, bool complete);
/* The names of kernels whose results are known, with fix-its if `complete`. */
struct words parts_known_kernels(struct arena *a, struct result_store *s, const struct document *d,
                                 const struct keys *k, bool complete);
/* Reads a report, for cJSON_Delete(), and notes the files that it depends on; `dir` is what its
 * relative paths are relative to. False if it is no report. */
bool parts_read_report(struct arena *a, struct document *d, const char *json, const char *dir,
                       cJSON **report);
/* Takes the report apart and keeps it: with keys made after parts_read_report(). At most `most`
 * entries stay. */
void parts_store(struct arena *a, struct result_store *s, struct document *d, const struct keys *k,
                 cJSON *report, bool complete, size_t most);
/* Sets the document's kernels and problems to what is known of them now. */
void parts_assemble(struct arena *a, struct result_store *s, struct document *d,
                    const struct keys *k);

#endif
