/* The order of events against a search of all that wait. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "check.h"
#include "perfmodel/sim/events.h"

enum { SEED = 64, RUNNERS = 96, STEPS = 50000 };

/* The earliest of those that wait, at the same time the lowest number; those that do not wait have
 * no time. */
static uint32_t earliest(const double *time) {
    uint32_t first = 0;
    for (uint32_t i = 1; i < RUNNERS; i++)
        if (isnan(time[first]) || time[i] < time[first])
            first = i;
    return first;
}

/* Steps of a few cycles, waits of up to `most`, and many at the same time. */
static double wait(unsigned short *dice, double most) {
    double kinds[] = {0, 1, 0.25 * (double)(nrand48(dice) % 200), erand48(dice) * most};
    return kinds[nrand48(dice) % 4];
}

static void test_order(struct arena *a, double most) {
    unsigned short dice[3] = {SEED, (unsigned short)(unsigned)most, 0};
    struct events *q = events_new(a, RUNNERS);
    double time[RUNNERS];
    bool same = true;
    unsigned next = 0;
    for (uint32_t i = 0; i < RUNNERS; i++) {
        time[i] = i % 3 ? wait(dice, most) : NAN;
        if (i % 3)
            events_push(q, (struct event){time[i], i});
    }
    for (int n = 0; n < STEPS; n++) {
        uint32_t r = events_pop(q), other = (uint32_t)nrand48(dice) % RUNNERS;
        double now = time[r];
        same &= r == earliest(time);
        time[r] = n % 7 ? now + wait(dice, most) : NAN;
        struct event e = {time[r], r};
        same &= n % 7 == 0 || !events_left(q) || events_is_next(q, e) <= (earliest(time) == r);
        next += n % 7 && events_is_next(q, e);
        if (n % 7)
            events_push(q, e);
        if (isnan(time[other])) {
            time[other] = now + wait(dice, most);
            events_push(q, (struct event){time[other], other});
        }
    }
    CHECK(same);
    unsigned left = 0;
    for (uint32_t i = 0; i < RUNNERS; i++)
        left += !isnan(time[i]);
    CHECK(events_left(q) == (left > 0));
    CHECK(next > STEPS / 100);
}

/* Never is the last of all. */
static void test_never(struct arena *a) {
    struct events *q = events_new(a, 3);
    events_push(q, (struct event){INFINITY, 0});
    events_push(q, (struct event){1e9, 1});
    events_push(q, (struct event){INFINITY, 2});
    CHECK(events_pop(q) == 1);
    CHECK(events_pop(q) == 0);
    CHECK(events_pop(q) == 2);
}

int main(void) {
    struct arena arena = {0};
    test_order(&arena, 10);
    test_order(&arena, 1000);
    test_order(&arena, 1e6);
    test_never(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
