/* Times between events, read when the program has waited for something, so that nothing of ours
 * waits. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "capture/interposer/api.h"

enum { MOST_PENDING = 1024 };

struct pending {
    uint64_t launch;
    void *start, *end;
};

static struct {
    pthread_mutex_t lock;
    atomic_size_t n;
    struct pending at[MOST_PENDING];
} times = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void drop(const struct interposer_api *api, const struct pending *p) {
    api->drop(p->start);
    api->drop(p->end);
}

/* True if there is nothing to wait for any more. */
static bool is_read(const struct interposer_api *api, const struct pending *p) {
    enum { NANOSECONDS = 1000000 };
    float ms = 0;
    enum interposer_event state = api->elapsed(p->start, p->end, &ms);
    if (state == EVENT_PENDING)
        return false;
    if (state == EVENT_DONE && ms >= 0)
        journal_time(p->launch, (uint64_t)((double)ms * NANOSECONDS));
    drop(api, p);
    return true;
}

static void read_all(const struct interposer_api *api) {
    size_t kept = 0;
    pthread_mutex_lock(&times.lock);
    for (size_t i = 0; i < times.n; i++)
        if (!is_read(api, &times.at[i]))
            times.at[kept++] = times.at[i];
    times.n = kept;
    pthread_mutex_unlock(&times.lock);
}

void interposed_poll(const struct interposer_api *api) {
    if (!times.n)
        return;
    int error = api->error();
    read_all(api);
    api->restore(error);
}

void interposed_time(const struct interposer_api *api, uint64_t launch, void *start, void *end) {
    struct pending p = {launch, start, end};
    if (times.n >= MOST_PENDING / 2)
        read_all(api);
    pthread_mutex_lock(&times.lock);
    bool room = times.n < MOST_PENDING;
    if (room)
        times.at[times.n++] = p;
    pthread_mutex_unlock(&times.lock);
    if (!room)
        drop(api, &p);
}
