#include "perfmodel/memory/server.h"

#include "base/hash.h"
#include "perfmodel/memory/server.h"

/* Lines that are told apart, by a hash: a later one takes the place of another, which nobody waits
 * for then. One SM rarely has so many under way. */
enum { PLACES = 1024 };

struct arriving {
    uint64_t number; /* the line's + 1, 0 = none */
    double ready[MOST_LINE_SECTORS];
};

struct in_flight {
    struct memory_grid grid;
    double last; /* when everything is there */
    struct arriving at[PLACES];
};

struct in_flight *in_flight_new(struct arena *a, struct memory_grid grid) {
    struct in_flight *s = NEW(a, struct in_flight);
    s->grid = grid;
    return s;
}

static unsigned place_of(uint64_t number) {
    return (unsigned)(hash_of(number) >> 32) % PLACES;
}

void in_flight_add(struct in_flight *s, uint64_t line, unsigned sectors, double ready) {
    uint64_t number = grid_line(&s->grid, line) + 1;
    struct arriving *x = &s->at[place_of(number)];
    if (x->number != number)
        *x = (struct arriving){.number = number};
    for (unsigned left = sectors; left; left &= left - 1)
        x->ready[__builtin_ctz(left)] = ready;
    s->last = max_time(s->last, ready);
}

double in_flight_wait(const struct in_flight *s, double now, uint64_t line, unsigned sectors) {
    if (now >= s->last)
        return now;
    uint64_t number = grid_line(&s->grid, line) + 1;
    const struct arriving *x = &s->at[place_of(number)];
    double ready = now;
    for (unsigned left = x->number == number ? sectors : 0; left; left &= left - 1)
        ready = max_time(ready, x->ready[__builtin_ctz(left)]);
    return ready;
}
