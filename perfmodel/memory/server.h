/* A resource that works on one thing after another; first come, first served. Times in core
 * cycles. */
#ifndef PERFMODEL_MEMORY_SERVER_H
#define PERFMODEL_MEMORY_SERVER_H

struct server {
    double free; /* when it can take the next */
    double busy; /* cycles worked so far */
};

/* Of two times; unlike fmax() and fmin(), which have to look for numbers that are none, one
 * instruction. */
static inline double max_time(double x, double y) {
    return x > y ? x : y;
}

static inline double min_time(double x, double y) {
    return x < y ? x : y;
}

/* When the work of `cycles` that arrives at `now` is through. */
static inline double server_take(struct server *s, double now, double cycles) {
    s->free = max_time(now, s->free) + cycles;
    s->busy += cycles;
    return s->free;
}

#endif
