/* A store of results on disk that parallel runs share. An entry is named by the digest of
 * everything that it depends on, so it never becomes wrong, only unused.
 *
 * The directory is $CLPERF_CACHE_DIR, else $XDG_CACHE_HOME/clperf, else ~/.cache/clperf. It may be
 * removed at any time. What cannot be read or written is a miss: the cache never fails a run.
 *
 * A directory that is not the user's, or that others can write, is not used: whoever writes entries
 * decides what later analyses say. */
#ifndef BASE_STORE_RESULT_CACHE_H
#define BASE_STORE_RESULT_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct cache {
    const char *dir;     /* NULL: neither read nor written */
    const char *refused; /* why a directory that is there is not used, or NULL */
};

/* Hexadecimal digits and the final NUL. */
enum { CACHE_KEY_TEXT = 65 };

/* What an entry depends on, piece by piece. */
struct cache_key {
    struct arena *arena;
    void *digest;
};

struct cache cache_open(struct arena *a, bool enabled);

/* `kind` says what the entries are and in which form: "registers 1". */
struct cache_key cache_key(struct arena *a, const char *kind);
/* Pieces of equal bytes put together differently are different keys. */
void cache_key_add(struct cache_key *k, const void *bytes, size_t n);
void cache_key_text(struct cache_key *k, const char *text);
/* The file's contents; false if it cannot be read. */
bool cache_key_contents(struct cache_key *k, const char *path);
/* Which file it is, without reading it: path, size, time of its last change. For programs. */
void cache_key_file(struct cache_key *k, const char *path);

/* Hexadecimal, of all pieces so far. */
void cache_key_digest(const struct cache_key *k, char text[CACHE_KEY_TEXT]);

/* The entry's bytes, NUL-terminated, or NULL. An entry that is damaged is removed. */
const char *cache_get(struct arena *a, const struct cache *c, const struct cache_key *k, size_t *n);
/* Keeps an entry, and removes the oldest where there are too many bytes. */
void cache_put(struct arena *a, const struct cache *c, const struct cache_key *k, const char *bytes,
               size_t n);

#endif
