/* What a work-group wrote to global memory so far, byte by byte: pages by address, made when
 * first written. Forgotten when the next group starts: work-groups of one launch have no order, so
 * what one loads is what was there at the launch or what itself has written. */
#ifndef ANALYSIS_TRACE_WRITE_LOG_H
#define ANALYSIS_TRACE_WRITE_LOG_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum { WRITTEN_PAGE = 512 };

/* Of a float of which the range is known, memory holds both ends; byte i of its n bytes is in the
 * state BYTE_RANGE + n + i, so that nothing else is read as one. */
enum byte_state { BYTE_UNTOUCHED, BYTE_UNKNOWN, BYTE_KNOWN, BYTE_RANGE };

/* Up to 8 bytes that are unknown, known or those of a range. */
struct datum {
    uint8_t low[8], high[8]; /* high: of ranges only */
    enum byte_state state;
};

/* The state of byte i of n. */
uint8_t datum_byte_state(enum byte_state state, uint64_t n, uint64_t i);

struct written_page {
    uint64_t number; /* address / WRITTEN_PAGE */
    uint8_t bytes[WRITTEN_PAGE];
    uint8_t high[WRITTEN_PAGE];  /* where a byte is of a range: of its upper end */
    uint8_t state[WRITTEN_PAGE]; /* datum_byte_state() */
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
bool written_put(struct written *w, uint64_t address, uint8_t byte, uint8_t high, uint8_t state);
/* Whether any of so many bytes has been written: no more than a page. */
bool written_any(const struct written *w, uint64_t address, uint64_t n);
/* Up to 8 bytes, each with its state: the values of those that have been written. */
void written_get(const struct written *w, uint64_t address, uint64_t n, struct datum *d,
                 uint8_t *states);

#endif
