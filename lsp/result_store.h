/* What is known of kernels, by the digest of all that it depends on: entries of reports, as JSON.
 * What was not used for longest goes first. */
#ifndef LSP_RESULT_STORE_H
#define LSP_RESULT_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/store/result_cache.h"
#include "base/vec.h"

struct stored {
    char key[CACHE_KEY_TEXT];
    char *json;
    bool complete; /* fix-its were looked for */
    uint64_t used;
};

struct result_store {
    struct stored *at;
    size_t n, cap;
    uint64_t clock;
};

/* NULL if it is not there. Valid until the next result_store_put(). */
const struct stored *result_store_find(struct result_store *s, const char *key);
/* Takes over the text, which malloc() made. At most `most` entries stay. */
void result_store_put(struct result_store *s, const char *key, char *json, bool complete,
                      size_t most);
void result_store_free(struct result_store *s);

#endif
