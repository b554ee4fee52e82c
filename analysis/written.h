/* What a work-group wrote to global memory so far, byte by byte: pages by address, made when
 * first written. Forgotten when the next group starts: work-groups of one launch have no order, so
 * what one loads is what was there at the launch or what itself has written. */
#ifndef ANALYSIS_WRITTEN_H
#define ANALYSIS_WRITTEN_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum { WRITTEN_PAGE = 512 };

enum byte_state { BYTE_UNTOUCHED, BYTE_KNOWN, BYTE_UNKNOWN };

struct written_page {
    uint64_t number; /* address / WRITTEN_PAGE */
    uint8_t bytes[WRITTEN_PAGE];
    uint8_t state[WRITTEN_PAGE]; /* enum byte_state */
};

struct written {
    struct arena *arena;
    VEC(struct written_page *) pages; /* the first `used` are in use */
    size_t used;
    uint32_t *slots; /* hash table of numbers in pages + 1, 0 = free */
    size_t cap;
};

void written_clear(struct written *w);
/* False if there is no more room. */
bool written_put(struct written *w, uint64_t address, uint8_t byte, bool known);
enum byte_state written_get(const struct written *w, uint64_t address, uint8_t *byte);

#endif
