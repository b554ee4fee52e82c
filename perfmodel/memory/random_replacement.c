#include "perfmodel/memory/random_replacement.h"

#include "base/hash.h"

struct random_set random_set_none(unsigned n) {
    return (struct random_set){.n = divisor_of(n < RECENT_MOST ? n : RECENT_MOST)};
}

static uint8_t chain_of(uint64_t number) {
    return (uint8_t)(hash_of(number) >> 56);
}

static bool has(const struct random_set *r, uint64_t number) {
    unsigned i = r->first[chain_of(number)];
    while (i && r->numbers[i - 1] != number)
        i = r->next[i - 1];
    return i;
}

static void take_out(struct random_set *r, unsigned place) {
    uint8_t *link = &r->first[chain_of(r->numbers[place])];
    while (*link != place + 1)
        link = &r->next[*link - 1];
    *link = r->next[place];
}

static void put_in(struct random_set *r, unsigned place, uint64_t number) {
    uint8_t *first = &r->first[chain_of(number)];
    r->numbers[place] = number;
    r->next[place] = *first;
    *first = (uint8_t)(place + 1);
}

bool random_set_use(struct random_set *r, uint64_t number) {
    if (r->last == number)
        return false;
    r->last = number;
    if (has(r, number))
        return false;
    bool full = r->new >= r->n.number;
    uint32_t random = (uint32_t)(hash_of(r->new) >> 32);
    unsigned place = full ? remainder_of(random, r->n) : (unsigned)r->new;
    r->new ++;
    if (full)
        take_out(r, place);
    put_in(r, place, number);
    return true;
}
