#include "analysis/trace/write_log.h"

#include <string.h>

#include "base/hash.h"

/* 48 MiB of them: a kernel that writes more has its buffers unknown. */
enum { MOST_PAGES = 1 << 15 };

static size_t first_slot(const struct written *w, uint64_t number) {
    uint64_t h = hash_of(number);
    return (h ^ h >> 29) & (w->cap - 1);
}

static uint32_t *slot_of(const struct written *w, uint64_t number) {
    size_t i = first_slot(w, number);
    while (w->slots[i] && w->pages.at[w->slots[i] - 1]->number != number)
        i = (i + 1) & (w->cap - 1);
    return &w->slots[i];
}

/* Keeps the table at most half full. */
static void keep_room(struct written *w) {
    if (w->used * 2 < w->cap)
        return;
    w->cap = w->cap ? w->cap * 2 : 64;
    w->slots = NEW_ARRAY(w->arena, uint32_t, w->cap);
    for (size_t i = 0; i < w->used; i++)
        *slot_of(w, w->pages.at[i]->number) = (uint32_t)i + 1;
}

void written_clear(struct written *w) {
    if (w->cap)
        memset(w->slots, 0, w->cap * sizeof *w->slots);
    w->used = 0;
}

static struct written_page *page_for(struct written *w, uint64_t number) {
    keep_room(w);
    uint32_t *slot = slot_of(w, number);
    if (*slot)
        return w->pages.at[*slot - 1];
    if (w->used == MOST_PAGES)
        return NULL;
    if (w->used == w->pages.n)
        vec_push(w->arena, &w->pages, NEW(w->arena, struct written_page));
    struct written_page *page = w->pages.at[w->used++];
    page->number = number;
    memset(page->state, BYTE_UNTOUCHED, sizeof page->state);
    *slot = (uint32_t)w->used;
    return page;
}

uint8_t datum_byte_state(enum byte_state state, uint64_t n, uint64_t i) {
    return (uint8_t)(state == BYTE_RANGE ? BYTE_RANGE + n + i : state);
}

bool written_put(struct written *w, uint64_t address, uint8_t byte, uint8_t high, uint8_t state) {
    struct written_page *page = page_for(w, address / WRITTEN_PAGE);
    if (!page)
        return false;
    page->bytes[address % WRITTEN_PAGE] = byte;
    page->high[address % WRITTEN_PAGE] = high;
    page->state[address % WRITTEN_PAGE] = state;
    return true;
}

/* Those from `first` to `end`, of one page. */
static void page_get(const struct written *w, uint64_t address, uint64_t first, uint64_t end,
                     struct datum *d, uint8_t *states) {
    uint32_t at = *slot_of(w, (address + first) / WRITTEN_PAGE);
    const struct written_page *page = at ? w->pages.at[at - 1] : NULL;
    for (uint64_t i = first; page && i < end; i++) {
        uint64_t byte = (address + i) % WRITTEN_PAGE;
        d->low[i] = page->bytes[byte];
        d->high[i] = page->high[byte];
        states[i] = page->state[byte];
    }
}

void written_get(const struct written *w, uint64_t address, uint64_t n, struct datum *d,
                 uint8_t *states) {
    uint64_t left = WRITTEN_PAGE - address % WRITTEN_PAGE, here = n < left ? n : left;
    memset(states, BYTE_UNTOUCHED, n);
    if (w->used)
        page_get(w, address, 0, here, d, states);
    if (w->used && here < n)
        page_get(w, address, here, n, d, states);
}

static bool page_any(const struct written *w, uint64_t address, uint64_t n) {
    uint32_t at = *slot_of(w, address / WRITTEN_PAGE);
    const uint8_t *state = at ? w->pages.at[at - 1]->state + address % WRITTEN_PAGE : NULL;
    for (uint64_t i = 0; state && i < n; i++)
        if (state[i] != BYTE_UNTOUCHED)
            return true;
    return false;
}

bool written_any(const struct written *w, uint64_t address, uint64_t n) {
    uint64_t left = WRITTEN_PAGE - address % WRITTEN_PAGE, here = n < left ? n : left;
    return w->used &&
           (page_any(w, address, here) || (n > here && page_any(w, address + here, n - here)));
}
