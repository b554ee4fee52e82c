#include "perfmodel/events.h"

/* Those of a day are a list. */
struct waiting_runner {
    double time;
    uint32_t next;
};

static const uint32_t nobody = UINT32_MAX;

enum { CYCLES_PER_DAY = 8 };

/* Also of what comes later, or never. */
static const int64_t last_day = INT64_C(1) << 52;

struct events *events_new(struct arena *a, uint32_t runners) {
    struct events *q = NEW(a, struct events);
    q->runners = NEW_ARRAY(a, struct waiting_runner, runners);
    q->first = nobody;
    return q;
}

static int64_t day_of(double time) {
    double day = time * (1.0 / CYCLES_PER_DAY);
    return day < (double)last_day ? (int64_t)day : last_day;
}

static bool earlier(const struct events *q, uint32_t a, uint32_t b) {
    double x = q->runners[a].time, y = q->runners[b].time;
    return x < y || (x == y && a < b);
}

/* Mostly the runner is the first or the last one. */
static void join_today(struct events *q, uint32_t runner) {
    struct waiting_runner *of = q->runners;
    uint32_t *at = &q->first;
    if (q->first == nobody || earlier(q, q->last, runner)) {
        if (q->first != nobody)
            at = &of[q->last].next;
        of[runner].next = nobody;
        q->last = runner;
    } else {
        while (earlier(q, *at, runner))
            at = &of[*at].next;
        of[runner].next = *at;
    }
    *at = runner;
}

/* What is too far away for the calendar is put off again on its last day. */
static void put_off(struct events *q, uint32_t runner, int64_t day) {
    int64_t end = q->today + DAYS - 1;
    uint32_t at = (uint32_t)(day < end ? day : end) % DAYS, word = at / 64;
    uint64_t bit = UINT64_C(1) << at % 64;
    q->runners[runner].next = q->busy[word] & bit ? q->days[at] : nobody;
    q->days[at] = runner;
    q->busy[word] |= bit;
    q->busy_words |= UINT64_C(1) << word;
}

static void enter(struct events *q, uint32_t runner) {
    int64_t day = day_of(q->runners[runner].time);
    if (day <= q->today)
        join_today(q, runner);
    else
        put_off(q, runner, day);
}

void events_push(struct events *q, struct event e) {
    q->runners[e.runner].time = e.time;
    q->n++;
    enter(q, e.runner);
}

/* The next day with runners. In the word with today, days before it are the last ones. */
static uint32_t next_day(const struct events *q) {
    uint32_t today = (uint32_t)q->today % DAYS, word = today / 64;
    uint64_t rest = q->busy[word] >> today % 64;
    if (rest)
        return today + (uint32_t)__builtin_ctzll(rest);
    uint32_t after = (word + 1) % DAY_WORDS;
    uint64_t words = q->busy_words >> after | q->busy_words << -after % 64;
    word = (after + (uint32_t)__builtin_ctzll(words)) % DAY_WORDS;
    return word * 64 + (uint32_t)__builtin_ctzll(q->busy[word]);
}

static int64_t earliest_day(const struct events *q, uint32_t runner) {
    int64_t first = last_day;
    for (; runner != nobody; runner = q->runners[runner].next) {
        int64_t day = day_of(q->runners[runner].time);
        first = day < first ? day : first;
    }
    return first;
}

/* Where all that wait have been put off to the same day, it is the first one's. */
static void begin_day(struct events *q) {
    uint32_t day = next_day(q), word = day / 64;
    q->busy[word] &= ~(UINT64_C(1) << day % 64);
    if (!q->busy[word])
        q->busy_words &= ~(UINT64_C(1) << word);
    q->today = q->busy_words ? q->today + (day - (uint32_t)q->today) % DAYS
                             : earliest_day(q, q->days[day]);
    for (uint32_t r = q->days[day], next; r != nobody; r = next) {
        next = q->runners[r].next;
        enter(q, r);
    }
}

uint32_t events_pop(struct events *q) {
    while (q->first == nobody)
        begin_day(q);
    uint32_t first = q->first;
    q->first = q->runners[first].next;
    q->n--;
    return first;
}

bool events_is_next(const struct events *q, struct event e) {
    if (q->first == nobody)
        return day_of(e.time) <= q->today;
    double first = q->runners[q->first].time;
    return e.time < first || (e.time == first && e.runner < q->first);
}
