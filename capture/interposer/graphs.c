/* What executable graphs launch. Their launches have neither times nor contents: they run one after
 * another without anything between them. */
#include <pthread.h>
#include <stdlib.h>

#include "capture/interposer/api.h"

struct executable {
    const void *handle;
    struct graph_launches launches;
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

static void free_launches(const struct graph_launches *l) {
    for (size_t i = 0; i < l->n; i++)
        launch_free(l->at[i].launch);
    free(l->at);
}

void graph_add(struct graph_launches *list, const void *node, struct launch *launch) {
    struct graph_launch *more = launch ? realloc(list->at, (list->n + 1) * sizeof *more) : NULL;
    if (!more) {
        launch_free(launch);
        return;
    }
    list->at = more;
    more[list->n++] = (struct graph_launch){node, launch};
}

void graph_set(const void *executable, struct graph_launches launches) {
    pthread_mutex_lock(&graphs.lock);
    struct executable **e = find(executable);
    if (!*e && (*e = calloc(1, sizeof **e)))
        (*e)->handle = executable;
    struct executable *to = *e;
    struct graph_launches unused = to ? to->launches : launches;
    if (to)
        to->launches = launches;
    pthread_mutex_unlock(&graphs.lock);
    free_launches(&unused);
}

void graph_replace(const void *executable, const void *node, struct launch *launch) {
    struct launch *unused = launch;
    pthread_mutex_lock(&graphs.lock);
    struct executable *e = *find(executable);
    for (size_t i = 0; e && i < e->launches.n; i++)
        if (e->launches.at[i].node == node) {
            unused = e->launches.at[i].launch;
            e->launches.at[i].launch = launch;
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
        free_launches(&gone->launches);
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
    for (size_t i = 0; runs && e && i < e->launches.n; i++)
        note(e->launches.at[i].launch);
    pthread_mutex_unlock(&graphs.lock);
    api->restore(error);
}
