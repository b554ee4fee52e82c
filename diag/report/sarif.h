/* The parts of the SARIF writer. */
#ifndef DIAG_REPORT_SARIF_H
#define DIAG_REPORT_SARIF_H

#include "diag/finding/fingerprint.h"
#include "diag/finding/phrase.h"
#include "diag/text/source.h"

struct cJSON;

struct sarif {
    struct arena *arena;
    const struct report *report;
    const char *root;
    struct diag_source source;
    /* All findings with their fingerprints; out_sarif_results() fills them in. */
    const struct diag_entry *entries;
    const struct diag_fingerprint *prints;
    size_t n_entries;
};

/* What GitHub shows of a run; it refuses files that are longer after gzip. */
enum { SARIF_MOST_RESULTS = 5000, SARIF_MOST_BYTES = 10 << 20 };
/* Below all others: what is suppressed is left out first. */
enum { SARIF_SUPPRESSED_RANK = -2 };

const char *out_sarif_level(enum severity s);
/* A location object with one line's region, to be added somewhere by the caller. */
struct cJSON *out_sarif_location(struct sarif *s, const char *file, struct loc loc);
/* An "artifactLocation" of the object. */
void out_sarif_artifact(struct sarif *s, struct cJSON *object, const char *file);
/* The "fixes" of a result, if it has any. */
void out_sarif_fixes(struct sarif *s, struct cJSON *result, const struct diag_entry *e);
/* A region of a physical location under that key, columns in UTF-16 units. */
struct cJSON *out_sarif_columns(struct cJSON *physical, const char *key, uint32_t line,
                                uint32_t from, uint32_t to);
/* {"text": ...}, shortened to what viewers accept, under that key. */
void out_sarif_message(struct sarif *s, struct cJSON *object, const char *key, const char *text);
/* The whole log, for out_print_json() or cJSON_Delete(). */
struct cJSON *out_sarif_log(struct sarif *s);
/* Which n of them are among the `most` of highest rank; of equal ones the first. */
const bool *out_sarif_highest(struct arena *a, const double *rank, size_t n, size_t most);
/* Takes out of the run the rules and kinds of notifications that nothing refers to, and gives what
 * refers to the others their new numbers. */
void out_sarif_drop_unused(struct cJSON *run);
/* The array of results. */
struct cJSON *out_sarif_results(struct sarif *s);

#endif
