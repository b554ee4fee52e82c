#include "base/process/progress_line.h"

#include <time.h>
#include <unistd.h>

/* Seconds between what is said. */
static const double on_terminals = 0.05, elsewhere = 10;

double progress_line_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct progress_line progress_line_begin(double now, bool silent) {
    const bool terminal = isatty(STDERR_FILENO);
    return (struct progress_line){
        .silent = silent, .terminal = terminal, .last = terminal ? now - on_terminals : now};
}

double progress_line_wait(const struct progress_line *p, double now) {
    const double wait = p->last + (p->terminal ? on_terminals : elsewhere) - now;
    return wait > 0 ? wait : 0;
}

bool progress_line_is_due(struct progress_line *p, double now) {
    if (p->silent || progress_line_wait(p, now) > 0)
        return false;
    p->last = now;
    p->said = true;
    return true;
}
