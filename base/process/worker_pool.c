#include "base/process/worker_pool.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/die.h"

static const struct timespec tick_time = {.tv_nsec = 200 * 1000 * 1000};

/* A place for one child after another. */
struct slot {
    pid_t child;         /* 0: none */
    bool redo;           /* its unit is to be gone on with */
    atomic_size_t claim; /* number of the unit in work, from 1; 0 = none so far */
};

/* In shared memory. */
struct board {
    atomic_size_t next; /* unit */
    struct slot slots[];
};

struct pool {
    const struct workers *w;
    struct work_item *items;
    struct board *board;
    sigset_t awaited, before; /* signals: what the parent waits for; the mask that was */
    int running;
};

void *workers_memory(size_t bytes) {
    void *p =
        mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        die("no memory for %zu bytes: %s", bytes, strerror(errno));
    return p;
}

void workers_release(void *memory, size_t bytes) {
    munmap(memory, bytes ? bytes : 1);
}

void work_fail(struct work_item *item, const char *reason) {
    snprintf(item->reason, sizeof item->reason, "%s", reason);
    item->state = WORK_FAILED;
}

static void do_unit(struct pool *p, const struct work_unit *u) {
    for (size_t i = u->first; i < u->end; i++) {
        if (p->items[i].state != WORK_OPEN)
            continue;
        p->items[i].state = WORK_RUNNING;
        p->w->run(p->w->context, i, &p->items[i]);
        if (p->items[i].state == WORK_RUNNING)
            p->items[i].state = WORK_DONE;
    }
}

/* A child's life. Signals of the terminal are the parent's to act on. */
static void work(struct pool *p, struct slot *s) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_SETMASK, &p->before, NULL);
    if (p->w->begin)
        p->w->begin(p->w->context);
    size_t unit = s->redo ? s->claim - 1 : atomic_fetch_add(&p->board->next, 1);
    while (unit < p->w->n_units) {
        s->claim = unit + 1;
        do_unit(p, &p->w->units[unit]);
        unit = atomic_fetch_add(&p->board->next, 1);
    }
}

static void start(struct pool *p, struct slot *s) {
    fflush(NULL);
    if (!s->redo)
        s->claim = 0;
    pid_t child = fork();
    if (child < 0)
        die("cannot start a process: %s", strerror(errno));
    if (child) {
        s->child = child;
        p->running++;
        return;
    }
    work(p, s);
    fflush(NULL);
    _exit(0);
}

static const char *describe(int status) {
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return signal == SIGXCPU || signal == SIGALRM ? "takes more time than its budget"
           : signal                               ? strsignal(signal)
                                                  : "the process ended early";
}

/* A child that ended before its work was done failed at one item; another one goes on with the rest
 * of the unit. If it had begun none, none can be. */
static void end(struct pool *p, struct slot *s, int status) {
    const struct work_unit *u = s->claim ? &p->w->units[s->claim - 1] : &(struct work_unit){0, 0};
    bool failed = false;
    s->child = 0;
    s->redo = false;
    p->running--;
    for (size_t i = u->first; i < u->end; i++) {
        if (p->items[i].state == WORK_RUNNING) {
            work_fail(&p->items[i], describe(status));
            failed = true;
        }
        if (p->items[i].state == WORK_OPEN && !failed)
            work_fail(&p->items[i], describe(status));
        else if (p->items[i].state == WORK_OPEN)
            s->redo = true;
    }
    bool clean = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (s->redo || (!clean && u->end && p->board->next < p->w->n_units))
        start(p, s);
}

static void end_children(struct pool *p) {
    int status;
    pid_t child;
    while ((child = waitpid(-1, &status, WNOHANG)) > 0)
        for (int i = 0; i < p->w->jobs; i++)
            if (p->board->slots[i].child == child)
                end(p, &p->board->slots[i], status);
}

static void kill_children(struct pool *p) {
    for (int i = 0; i < p->w->jobs; i++) {
        pid_t child = p->board->slots[i].child;
        if (child && kill(child, SIGKILL) == 0)
            waitpid(child, NULL, 0);
    }
}

/* 0, or the signal that ends it all. */
static int watch(struct pool *p) {
    while (p->running) {
        int signal = sigtimedwait(&p->awaited, NULL, &tick_time);
        if (signal == SIGINT || signal == SIGTERM) {
            kill_children(p);
            return signal;
        }
        end_children(p);
        if (p->w->tick && p->running)
            p->w->tick(p->w->context, p->items);
    }
    return 0;
}

/* No child could do anything: there is nobody left for the rest. */
static void give_up(struct pool *p) {
    size_t n = p->w->n_units ? p->w->units[p->w->n_units - 1].end : 0;
    for (size_t i = 0; i < n; i++)
        if (p->items[i].state == WORK_OPEN)
            work_fail(&p->items[i], "no process could be started for it");
}

int workers_run(const struct workers *w, struct work_item *items) {
    size_t bytes = sizeof(struct board) + (size_t)w->jobs * sizeof(struct slot);
    struct pool p = {.w = w, .items = items, .board = workers_memory(bytes)};
    sigemptyset(&p.awaited);
    sigaddset(&p.awaited, SIGCHLD);
    sigaddset(&p.awaited, SIGINT);
    sigaddset(&p.awaited, SIGTERM);
    sigprocmask(SIG_BLOCK, &p.awaited, &p.before);
    for (int i = 0; i < w->jobs && (size_t)i < w->n_units; i++)
        start(&p, &p.board->slots[i]);
    int signal = watch(&p);
    if (!signal)
        give_up(&p);
    if (w->tick)
        w->tick(w->context, items);
    sigprocmask(SIG_SETMASK, &p.before, NULL);
    workers_release(p.board, bytes);
    return signal;
}
