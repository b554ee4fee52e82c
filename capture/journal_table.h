/* What has a line in the journal, by a hash of it: a kernel, a launch, a call, a remark. */
#ifndef CAPTURE_JOURNAL_TABLE_H
#define CAPTURE_JOURNAL_TABLE_H

#include <stdint.h>

#include "capture/journal_format.h"
#include "capture/journal_hash.h"

struct journal_entry {
    struct journal_hash key;
    struct journal_counts *counts; /* of launches and calls, else NULL */
    uint32_t contents;             /* launches of this kind whose contents were wanted */
};

/* Entries have numbers from 1, in the order in which they came. */
struct journal_table {
    struct journal_entry *entries;
    uint32_t n, *places, n_places;
};

/* The number of an entry, or 0. */
uint32_t journal_table_find(const struct journal_table *t, struct journal_hash key);
/* The number that the next entry gets. */
uint32_t journal_table_next(const struct journal_table *t);
/* Adds an entry that is not there. 0 where there is no memory. */
uint32_t journal_table_add(struct journal_table *t, struct journal_hash key,
                           struct journal_counts *counts);
void journal_table_clear(struct journal_table *t);

#endif
