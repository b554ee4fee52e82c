/* The parts of the SARIF writer. */
#ifndef DIAG_OUT_SARIF_H
#define DIAG_OUT_SARIF_H

#include "diag/report.h"
#include "diag/source.h"

struct cJSON;

struct sarif {
    struct arena *arena;
    const struct report *report;
    const char *root;
    struct diag_source source;
};

const char *out_sarif_level(enum severity s);
/* A location object with one line's region, to be added somewhere by the caller. */
struct cJSON *out_sarif_location(struct sarif *s, const char *file, struct loc loc);
/* {"text": ...}, shortened to what viewers accept, under that key. */
void out_sarif_message(struct sarif *s, struct cJSON *object, const char *key, const char *text);
/* The array of results. */
struct cJSON *out_sarif_results(struct sarif *s);

#endif
