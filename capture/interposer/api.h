/* What launches are noted with: the functions that CUDA and HIP both have. */
#ifndef CAPTURE_INTERPOSER_API_H
#define CAPTURE_INTERPOSER_API_H

#include <stdbool.h>

#include "capture/cuda/launch.h"

enum interposer_event { EVENT_PENDING, EVENT_DONE, EVENT_FAILED };

struct interposer_api {
    struct launch_memory memory;
    /* Whether what is put into the stream goes into a graph instead of running. */
    bool (*captures)(void *stream);
    /* A new event, or NULL; whether it is recorded in the stream. */
    void *(*event)(void);
    bool (*record)(void *event, void *stream);
    void (*drop)(void *event);
    /* The time between two of them, once both are reached. */
    enum interposer_event (*elapsed)(void *start, void *end, float *ms);
    /* The error that the program would be told next; and afterwards, whatever calls of ours
     * failed, it is told that one. */
    int (*error)(void);
    void (*restore)(int error);
    void (*name_device)(void);
};

/* A launch that is about to happen. */
struct interposed {
    const struct interposer_api *api;
    struct cuda_kernel *kernel; /* NULL: it is not noted */
    struct launch_row row;
    void **unpacked; /* arguments that were in a buffer */
    void *stream;
    void *start, *end; /* events, or NULL */
};

/* Before and behind the launch itself. `extra` as the driver has it, which ends with `end`. */
void interposed_begin(struct interposed *i, const struct interposer_api *api, struct launch *l,
                      void **extra, const void *end);
void interposed_end(struct interposed *i, bool launched);

/* Reads the times of launches that are done, where the program has just waited for some. */
void interposed_poll(const struct interposer_api *api);
/* Takes over the two events around a launch. */
void interposed_time(const struct interposer_api *api, uint64_t launch, void *start, void *end);

/* The launches of a graph that became executable, each by its node: copies (launch_copy()). */
struct graph_launch {
    const void *node;
    struct launch *launch;
};

struct graph_launches {
    struct graph_launch *at;
    size_t n;
};

/* Adds the launch of the node, or nothing if it is NULL; takes it over. */
void graph_add(struct graph_launches *list, const void *node, struct launch *launch);
/* Takes the list over, in the place of an earlier one of this executable. */
void graph_set(const void *executable, struct graph_launches launches);
/* Puts another launch into the place of that node's; takes it over. */
void graph_replace(const void *executable, const void *node, struct launch *launch);
void graph_forget(const void *executable);
/* Notes what the executable launches. */
void graph_note(const void *executable, const struct interposer_api *api, void *stream);

#endif
