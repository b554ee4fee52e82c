/* What executable graphs launch. Their launches have neither times nor contents: they run one after
 * another without anything between them. */
#include <pthread.h>
#include <stdlib.h>

#include "capture/interposer/api.h"

struct executable {
    const void *handle;
    struct graph_launch *launches;
    size_t n;
    struct executable *next;
};

static struct {
    pthread_mutex_t lock;
    struct executable *first;
} graphs = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Where the executable is in the list, or where its end is. */
static struct executable **find(const void *handle) {
    struct executable **e = &graphs.first;
    while (*e && (*e)->handle != handle)
        e = &(*e)->next;
    return e;
}

static void free_launches(struct graph_launch *launches, size_t n) {
    for (size_t i = 0; i < n; i++)
        launch_free(launches[i].launch);
    free(launches);
}

void graph_set(const void *executable, struct graph_launch *launches, size_t n) {
    pthread_mutex_lock(&graphs.lock);
    struct executable **e = find(executable);
    if (!*e && (*e = calloc(1, sizeof **e)))
        (*e)->handle = executable;
    struct executable *to = *e;
    if (to) {
        free_launches(to->launches, to->n);
        to->launches = launches;
        to->n = n;
    }
    pthread_mutex_unlock(&graphs.lock);
    if (!to)
        free_launches(launches, n);
}

void graph_replace(const void *executable, const void *node, struct launch *launch) {
    struct launch *unused = launch;
    pthread_mutex_lock(&graphs.lock);
    struct executable *e = *find(executable);
    for (size_t i = 0; e && i < e->n; i++)
        if (e->launches[i].node == node) {
            unused = e->launches[i].launch;
            e->launches[i].launch = launch;
            break;
        }
    pthread_mutex_unlock(&graphs.lock);
    launch_free(unused);
}

void graph_forget(const void *executable) {
    pthread_mutex_lock(&graphs.lock);
    struct executable **e = find(executable), *gone = *e;
    if (gone) {
        *e = gone->next;
        free_launches(gone->launches, gone->n);
    }
    pthread_mutex_unlock(&graphs.lock);
    free(gone);
}

static void note(const struct launch *l) {
    struct launch_row r;
    if (launch_describe(l, false, &r))
        journal_launch(&r.row);
    free(r.args);
}

/* In a stream that is captured it becomes part of another graph. */
void graph_note(const void *executable, const struct interposer_api *api, void *stream) {
    if (!journal_wanted())
        return;
    int error = api->error();
    bool runs = !api->captures(stream);
    pthread_mutex_lock(&graphs.lock);
    const struct executable *e = *find(executable);
    for (size_t i = 0; runs && e && i < e->n; i++)
        note(e->launches[i].launch);
    pthread_mutex_unlock(&graphs.lock);
    api->restore(error);
}
