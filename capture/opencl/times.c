#include "capture/opencl/times.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "capture/journal.h"

enum { MOST_PENDING = 256 };

struct pending {
    cl_event event;
    uint64_t launch;
};

/* Launches whose end is to come. */
static struct {
    pthread_mutex_t lock;
    atomic_size_t n;
    struct pending at[MOST_PENDING];
} times = {.lock = PTHREAD_MUTEX_INITIALIZER};

static cl_int status_of(cl_event event) {
    cl_int status = CL_QUEUED;
    cl_int error = opencl_next()->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                                 sizeof status, &status, NULL);
    return error == CL_SUCCESS ? status : error;
}

static void read_times(const struct pending *p) {
    cl_ulong start, end;
    const cl_icd_dispatch *cl = opencl_next();
    if (cl->clGetEventProfilingInfo(p->event, CL_PROFILING_COMMAND_START, sizeof start, &start,
                                    NULL) == CL_SUCCESS &&
        cl->clGetEventProfilingInfo(p->event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) ==
            CL_SUCCESS &&
        end >= start)
        journal_time(p->launch, end - start);
}

/* Takes all out, so that nothing is asked with the lock: what is asked may wait for a callback, and
 * that for the lock. */
static size_t take_all(struct pending *taken) {
    pthread_mutex_lock(&times.lock);
    size_t n = times.n;
    memcpy(taken, times.at, n * sizeof *taken);
    times.n = 0;
    pthread_mutex_unlock(&times.lock);
    return n;
}

/* False where there is no room. */
static bool put(const struct pending *p) {
    pthread_mutex_lock(&times.lock);
    bool room = times.n < MOST_PENDING;
    if (room)
        times.at[times.n++] = *p;
    pthread_mutex_unlock(&times.lock);
    return room;
}

static void poll(void) {
    struct pending taken[MOST_PENDING];
    size_t n = times.n ? take_all(taken) : 0;
    for (size_t i = 0; i < n; i++) {
        bool complete = status_of(taken[i].event) <= CL_COMPLETE;
        if (complete)
            read_times(&taken[i]);
        if (complete || !put(&taken[i]))
            opencl_next()->clReleaseEvent(taken[i].event);
    }
}

void times_expect(cl_event event, uint64_t launch) {
    if (times.n >= MOST_PENDING / 2)
        poll();
    if (!put(&(struct pending){event, launch}))
        opencl_next()->clReleaseEvent(event);
}

/* Calls behind which commands are often complete. */
#define POLLS(type, function, parameters, arguments)                                               \
    type CL_API_CALL WRAPPED(function) parameters {                                                \
        type result = opencl_next()->function arguments;                                           \
        poll();                                                                                    \
        return result;                                                                             \
    }

POLLS(cl_int, clFinish, (cl_command_queue queue), (queue))
POLLS(cl_int, clWaitForEvents, (cl_uint n, const cl_event *events), (n, events))
POLLS(cl_int, clReleaseCommandQueue, (cl_command_queue queue), (queue))
POLLS(cl_int, clReleaseContext, (cl_context context), (context))
POLLS(cl_int, clReleaseEvent, (cl_event event), (event))
POLLS(cl_int, clEnqueueReadBuffer,
      (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
       void *to, cl_uint n, const cl_event *wait, cl_event *event),
      (queue, buffer, blocking, offset, bytes, to, n, wait, event))
POLLS(cl_int, clEnqueueReadBufferRect,
      (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *origin,
       const size_t *host_origin, const size_t *region, size_t row, size_t slice, size_t host_row,
       size_t host_slice, void *to, cl_uint n, const cl_event *wait, cl_event *event),
      (queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice, to,
       n, wait, event))
POLLS(cl_int, clEnqueueReadImage,
      (cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
       const size_t *region, size_t row, size_t slice, void *to, cl_uint n, const cl_event *wait,
       cl_event *event),
      (queue, image, blocking, origin, region, row, slice, to, n, wait, event))
POLLS(void *, clEnqueueMapBuffer,
      (cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
       size_t bytes, cl_uint n, const cl_event *wait, cl_event *event, cl_int *error),
      (queue, buffer, blocking, flags, offset, bytes, n, wait, event, error))
POLLS(void *, clEnqueueMapImage,
      (cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
       const size_t *origin, const size_t *region, size_t *row, size_t *slice, cl_uint n,
       const cl_event *wait, cl_event *event, cl_int *error),
      (queue, image, blocking, flags, origin, region, row, slice, n, wait, event, error))
POLLS(cl_int, clEnqueueSVMMemcpy,
      (cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t bytes,
       cl_uint n, const cl_event *wait, cl_event *event),
      (queue, blocking, to, from, bytes, n, wait, event))
POLLS(cl_int, clEnqueueSVMMap,
      (cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *at, size_t bytes,
       cl_uint n, const cl_event *wait, cl_event *event),
      (queue, blocking, flags, at, bytes, n, wait, event))
