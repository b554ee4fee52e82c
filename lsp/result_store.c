#include "lsp/result_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/die.h"

static struct stored *find(struct result_store *s, const char *key) {
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->at[i].key, key) == 0)
            return &s->at[i];
    return NULL;
}

const struct stored *result_store_find(struct result_store *s, const char *key) {
    struct stored *found = find(s, key);
    if (found)
        found->used = ++s->clock;
    return found;
}

static void drop_oldest(struct result_store *s) {
    size_t oldest = 0;
    for (size_t i = 1; i < s->n; i++)
        if (s->at[i].used < s->at[oldest].used)
            oldest = i;
    free(s->at[oldest].json);
    s->at[oldest] = s->at[--s->n];
}

static struct stored *add(struct result_store *s, const char *key) {
    if (s->n == s->cap) {
        s->cap = s->cap ? s->cap * 2 : 64;
        s->at = realloc(s->at, s->cap * sizeof *s->at);
        if (!s->at)
            die("out of memory (%zu entries)", s->cap);
    }
    struct stored *e = &s->at[s->n++];
    *e = (struct stored){0};
    memcpy(e->key, key, sizeof e->key);
    return e;
}

void result_store_put(struct result_store *s, const char *key, char *json, bool complete,
                      size_t most) {
    struct stored *e = find(s, key);
    while (!e && s->n >= most && s->n)
        drop_oldest(s);
    e = e ? e : add(s, key);
    free(e->json);
    e->json = json;
    e->complete = complete;
    e->used = ++s->clock;
}

void result_store_free(struct result_store *s) {
    for (size_t i = 0; i < s->n; i++)
        free(s->at[i].json);
    free(s->at);
    *s = (struct result_store){0};
}
