/* Calls from another thread, as drivers make them: a program may hold a lock that its function
 * wants. */
#include <stdlib.h>

#include "capture/opencl_driver/driver.h"

struct later {
    void (*call)(void *);
    void *data;
    struct later *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct later *first, **last = &first;
static bool running;

static void *run(void *unused) {
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!first)
            pthread_cond_wait(&more, &lock);
        struct later *l = first;
        first = l->next;
        if (!first)
            last = &first;
        pthread_mutex_unlock(&lock);
        l->call(l->data);
        free(l);
        pthread_mutex_lock(&lock);
    }
    return unused;
}

/* In a child of fork() there is no such thread. */
static void forget(void) {
    running = false;
}

static bool start(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, NULL) != 0)
        return false;
    pthread_detach(thread);
    pthread_atfork(NULL, NULL, forget);
    return true;
}

void call_later(void (*call)(void *), void *data) {
    struct later *l = malloc(sizeof *l);
    if (l)
        *l = (struct later){call, data, NULL};
    pthread_mutex_lock(&lock);
    running = running || start();
    bool queued = l && running;
    if (queued) {
        *last = l;
        last = &l->next;
        pthread_cond_signal(&more);
    }
    pthread_mutex_unlock(&lock);
    if (!queued) {
        free(l);
        call(data);
    }
}
