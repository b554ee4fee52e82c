/* Launches, with events around them as long as times are wanted. */
#include <pthread.h>
#include <stdlib.h>

#include "capture/interposer/api.h"

static void name_device(const struct interposer_api *api) {
    static pthread_once_t cuda = PTHREAD_ONCE_INIT;
    pthread_once(&cuda, api->name_device);
}

/* Whether it may be that the time is wanted. That is known of a launch when it is noted, which it
 * is when it has succeeded: after some that were not wanted, few are measured. */
static bool is_measured(const struct cuda_kernel *k) {
    enum { IN_A_ROW = 64, ONE_OF = 64 };
    return k->unwanted < IN_A_ROW || k->unwanted % ONE_OF == 0;
}

static void drop_events(struct interposed *i) {
    if (i->start)
        i->api->drop(i->start);
    if (i->end)
        i->api->drop(i->end);
    i->start = i->end = NULL;
}

/* Nothing may come between an event and the launch that it is beside: both are there before. */
static void start_time(struct interposed *i) {
    if (!is_measured(i->kernel))
        return;
    i->start = i->api->event();
    i->end = i->api->event();
    if (!i->start || !i->end || !i->api->record(i->start, i->stream))
        drop_events(i);
}

/* Drivers may launch by calling another function of theirs that we are in front of. */
static _Thread_local unsigned depth;

void interposed_begin(struct interposed *i, const struct interposer_api *api, struct launch *l,
                      void **extra, const void *end) {
    *i = (struct interposed){.api = api, .stream = l->stream};
    if (depth++ || !journal_wanted() || !l->kernel)
        return;
    int error = api->error();
    if (!api->captures(l->stream)) {
        l->memory = &api->memory;
        if (!l->args)
            l->args = i->unpacked = launch_unpack_extra(&l->kernel->signature, extra, end);
        name_device(api);
        if (launch_describe(l, true, &i->row)) {
            i->kernel = (struct cuda_kernel *)l->kernel;
            start_time(i);
        }
    }
    api->restore(error);
}

static void note_time(struct interposed *i, uint64_t launch) {
    bool wanted = journal_wants_time(launch);
    i->kernel->unwanted = wanted ? 0 : i->kernel->unwanted + 1;
    if (wanted && i->start) {
        interposed_time(i->api, launch, i->start, i->end);
        i->start = i->end = NULL;
    }
}

void interposed_end(struct interposed *i, bool launched) {
    depth--;
    if (i->kernel) {
        int error = i->api->error();
        if (i->start && !(launched && i->api->record(i->end, i->stream)))
            drop_events(i);
        if (launched)
            note_time(i, journal_launch(&i->row.row));
        drop_events(i);
        i->api->restore(error);
    }
    free(i->row.args);
    free(i->unpacked);
}
