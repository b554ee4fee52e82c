#include "perfmodel/recent.h"

#include "base/bytes.h"

struct recent recent_none(unsigned n) {
    return (struct recent){.n = n < RECENT_MOST ? n : RECENT_MOST};
}

static uint8_t mark_of(uint64_t number) {
    return (uint8_t)(number * 0x9E3779B97F4A7C15u >> 56);
}

static bool has(const struct recent *r, uint64_t number) {
    for (unsigned first = 0; first < r->n; first += BYTES_PER_WORD) {
        uint64_t word = r->marks[first / BYTES_PER_WORD];
        for (uint64_t m = bytes_equal(word, mark_of(number)); m; m &= m - 1)
            if (r->numbers[first + bytes_first(m)] == number)
                return true;
    }
    return false;
}

bool recent_use(struct recent *r, uint64_t number) {
    if (r->last == number)
        return false;
    r->last = number;
    if (has(r, number))
        return false;
    uint64_t random = r->new * 0x9E3779B97F4A7C15u >> 32;
    unsigned place = (unsigned)(r->new < r->n ? r->new : random % r->n);
    r->new ++;
    r->numbers[place] = number;
    uint64_t *marks = &r->marks[place / BYTES_PER_WORD];
    *marks = bytes_set(*marks, place % BYTES_PER_WORD, mark_of(number));
    return true;
}
