#include "perfmodel/memory/in_flight.h"

#include "base/hash.h"
#include "perfmodel/memory/coalesce.h"
#include "perfmodel/memory/server.h"

/* Lines that are told apart, by a hash: a later one takes the place of another, which nobody waits
 * for then. One SM rarely has so many under way. */
enum { PLACES = 1024 };

struct arriving {
    uint64_t number; /* the line's + 1, 0 = none */
    double ready[SECTORS_PER_LINE];
};

struct arrivals {
    double last; /* when everything is there */
    struct arriving at[PLACES];
};

struct arrivals *arrivals_new(struct arena *a) {
    return NEW(a, struct arrivals);
}

static unsigned place_of(uint64_t number) {
    return (unsigned)(hash_of(number) >> 32) % PLACES;
}

void arrivals_add(struct arrivals *s, uint64_t line, unsigned sectors, double ready) {
    uint64_t number = line / LINE_BYTES + 1;
    struct arriving *x = &s->at[place_of(number)];
    if (x->number != number)
        *x = (struct arriving){.number = number};
    for (unsigned left = sectors; left; left &= left - 1)
        x->ready[__builtin_ctz(left)] = ready;
    s->last = later(s->last, ready);
}

double arrivals_wait(const struct arrivals *s, double now, uint64_t line, unsigned sectors) {
    if (now >= s->last)
        return now;
    uint64_t number = line / LINE_BYTES + 1;
    const struct arriving *x = &s->at[place_of(number)];
    double ready = now;
    for (unsigned left = x->number == number ? sectors : 0; left; left &= left - 1)
        ready = later(ready, x->ready[__builtin_ctz(left)]);
    return ready;
}
