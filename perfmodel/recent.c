#include "perfmodel/recent.h"

#include "base/bytes.h"

enum { PLACE_BITS = 4 };

struct recent recent_none(void) {
    return (struct recent){.order = 0xfedcba9876543210u};
}

static uint8_t mark_of(uint64_t number) {
    return (uint8_t)(number * 0x9E3779B97F4A7C15u >> 56);
}

/* The number's place, or RECENT. */
static unsigned find(const struct recent *r, uint64_t number) {
    for (unsigned word = 0; word < RECENT_WORDS; word++)
        for (uint64_t m = bytes_equal(r->marks[word], mark_of(number)); m; m &= m - 1) {
            unsigned place = word * BYTES_PER_WORD + bytes_first(m);
            if (r->numbers[place] == number)
                return place;
        }
    return RECENT;
}

/* Those used since move up by one. */
static void move_to_front(struct recent *r, unsigned place) {
    static const uint64_t ones = 0x1111111111111111u;
    uint64_t x = r->order ^ ones * place, found = (x - ones) & ~x & ones << 3;
    unsigned at = (unsigned)__builtin_ctzll(found) / PLACE_BITS * PLACE_BITS;
    uint64_t since = ((uint64_t)1 << at) - 1, moved = since << PLACE_BITS | (RECENT - 1);
    r->order = (r->order & ~moved) | (r->order & since) << PLACE_BITS | place;
}

bool recent_use(struct recent *r, uint64_t number) {
    if (r->numbers[r->order % RECENT] == number)
        return false;
    unsigned place = find(r, number), oldest = (unsigned)(r->order >> 60);
    bool is_new = place == RECENT;
    if (is_new) {
        place = oldest;
        r->numbers[place] = number;
        uint64_t *marks = &r->marks[place / BYTES_PER_WORD];
        *marks = bytes_set(*marks, place % BYTES_PER_WORD, mark_of(number));
    }
    move_to_front(r, place);
    return is_new;
}
