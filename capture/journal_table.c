#include "capture/journal_table.h"

#include <stdlib.h>

/* Where an entry's number is, or where it belongs. */
static uint32_t *place_of(const struct journal_table *t, struct journal_hash key) {
    uint32_t i = (uint32_t)key.a & (t->n_places - 1);
    while (t->places[i] && !journal_hash_equal(t->entries[t->places[i] - 1].key, key))
        i = (i + 1) & (t->n_places - 1);
    return &t->places[i];
}

uint32_t journal_table_find(const struct journal_table *t, struct journal_hash key) {
    return t->n_places ? *place_of(t, key) : 0;
}

uint32_t journal_table_next(const struct journal_table *t) {
    return t->n + 1;
}

/* Half of the places stay empty. */
static int make_room(struct journal_table *t) {
    uint32_t n = t->n_places ? 2 * t->n_places : 256;
    struct journal_entry *entries = realloc(t->entries, n / 2 * sizeof *entries);
    if (entries)
        t->entries = entries;
    uint32_t *places = entries ? calloc(n, sizeof *places) : NULL;
    if (!places)
        return 0;
    free(t->places);
    t->places = places;
    t->n_places = n;
    for (uint32_t i = 0; i < t->n; i++)
        *place_of(t, t->entries[i].key) = i + 1;
    return 1;
}

uint32_t journal_table_add(struct journal_table *t, struct journal_hash key,
                           struct journal_counts *counts) {
    if (2 * t->n >= t->n_places && !make_room(t))
        return 0;
    t->entries[t->n++] = (struct journal_entry){.key = key, .counts = counts};
    return *place_of(t, key) = t->n;
}

void journal_table_clear(struct journal_table *t) {
    t->n = 0;
    if (t->places)
        memset(t->places, 0, t->n_places * sizeof *t->places);
}
