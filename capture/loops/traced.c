#include "capture/loops/traced.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture/journal.h"
#include "capture/loops/memory.h"

#define VISIBLE __attribute__((visibility("default")))

/* A loop that has begun, with a copy of what it began with. */
struct begun {
    const struct traced_loop *loop;
    struct timespec start;
    size_t n_args;
    struct journal_arg args[];
};

static struct journal_arg describe(const struct traced_value *v) {
    struct journal_arg out = {.name = *v->name ? v->name : NULL, .type = *v->type ? v->type : NULL};
    if (v->array && !v->at) {
        out.kind = JOURNAL_NULL;
    } else if (v->array) {
        out.bytes = v->bytes ? v->bytes : heap_bytes_from(v->at);
        out.kind = out.bytes ? JOURNAL_BUFFER : JOURNAL_UNSET;
    } else if (v->at && v->bytes) {
        out.kind = JOURNAL_VALUE;
        out.bytes = v->bytes;
        out.value = malloc(v->bytes);
        if (out.value)
            memcpy((void *)out.value, v->at, v->bytes);
        else
            out.kind = JOURNAL_UNSET;
    }
    return out;
}

static struct journal_launch launch_of(const struct begun *b) {
    return (struct journal_launch){.kernel = b->loop->kernel,
                                   .global = {1, 1, 1},
                                   .local = {1, 1, 1},
                                   .args = b->args,
                                   .n_args = b->n_args,
                                   .file = b->loop->file,
                                   .line = (unsigned)b->loop->line};
}

/* What the arrays hold before the loop, where its addresses or conditions depend on that. */
static void add_contents(struct begun *b, const struct traced_value *values) {
    struct journal_launch l = launch_of(b);
    if (!journal_wants_contents(&l))
        return;
    for (size_t i = 0; i < b->n_args; i++)
        if (b->args[i].kind == JOURNAL_BUFFER && values[i].contents)
            b->args[i].contents = journal_contents(values[i].at, b->args[i].bytes);
}

VISIBLE void *clperf_loop_begin(const struct traced_loop *loop, const struct traced_value *values) {
    size_t n = loop->n_values;
    struct begun *b = journal_wanted() ? calloc(1, sizeof *b + n * sizeof *b->args) : NULL;
    if (!b)
        return NULL;
    b->loop = loop;
    b->n_args = n;
    for (size_t i = 0; i < n; i++)
        b->args[i] = describe(&values[i]);
    add_contents(b, values);
    clock_gettime(CLOCK_MONOTONIC, &b->start);
    return b;
}

static uint64_t nanoseconds_since(const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)((now.tv_sec - start->tv_sec) * INT64_C(1000000000) + now.tv_nsec -
                      start->tv_nsec);
}

/* As many work-groups as cover the iterations. */
static void set_sizes(struct journal_launch *l, const struct traced_loop *loop,
                      const uint64_t *counts) {
    for (uint64_t d = 0; d < loop->dims && d < 3; d++) {
        uint64_t group = loop->group[d] ? loop->group[d] : 1;
        l->local[d] = group;
        l->global[d] = (counts[d] + group - 1) / group * group;
    }
}

VISIBLE void clperf_loop_end(void *begun, const uint64_t *counts) {
    struct begun *b = begun;
    if (!b)
        return;
    uint64_t time = nanoseconds_since(&b->start);
    struct journal_launch l = launch_of(b);
    set_sizes(&l, b->loop, counts);
    journal_time(journal_launch(&l), time);
    for (size_t i = 0; i < b->n_args; i++)
        free((void *)b->args[i].value);
    free(b);
}
