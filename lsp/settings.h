/* What the user sets in the editor; docs/lsp.md. */
#ifndef LSP_SETTINGS_H
#define LSP_SETTINGS_H

#include "base/words.h"
#include "lsp/json.h"

struct settings {
    struct arena arena;
    struct words gpus;              /* none: those of .clperf, or the default */
    struct words flags;             /* more arguments for the analysis */
    double least_ms, least_percent; /* of a hint */
    bool hints, lenses, fixes;
    bool warm;       /* start the next analysis process ahead */
    double debounce; /* seconds */
    double timeout;  /* seconds that an analysis may take */
};

struct settings settings_default(void);
/* Those that are there; of the wrong type ones, one line each goes to *wrong. */
struct settings settings_read(const cJSON *json, struct words *wrong, struct arena *a);
void settings_free(struct settings *s);

#endif
