#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture/opencl_driver/driver.h"

/* A function that waits for a status of a user's event. */
struct waiting {
    void(CL_CALLBACK *call)(cl_event, cl_int, void *);
    void *data;
    cl_int wanted;
    struct waiting *next;
};

/* A call of such a function. */
struct call {
    cl_event event;
    cl_int status;
    void(CL_CALLBACK *call)(cl_event, cl_int, void *);
    void *data;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

cl_ulong host_nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (cl_ulong)t.tv_sec * 1000000000u + (cl_ulong)t.tv_nsec;
}

static cl_event create(cl_context context, cl_command_queue queue, cl_command_type type,
                       cl_int status) {
    cl_event e = object_new(EVENT, sizeof *e);
    if (!e)
        return NULL;
    e->context = context;
    e->queue = queue;
    e->type = type;
    e->status = status;
    e->start = host_nanoseconds();
    object_hold(context);
    object_hold(queue);
    return e;
}

cl_int command_check(const struct command *c) {
    if (!object_is(c->queue, QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if ((c->n_wait == 0) != (c->wait == NULL))
        return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint i = 0; i < c->n_wait; i++) {
        if (!object_is(c->wait[i], EVENT))
            return CL_INVALID_EVENT_WAIT_LIST;
        if (c->wait[i]->context != c->queue->context)
            return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

cl_int command_done(const struct command *c) {
    if (!c->event)
        return CL_SUCCESS;
    *c->event = create(c->queue->context, c->queue, c->type, CL_COMPLETE);
    return *c->event ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_event CL_API_CALL FUNCTION(clCreateUserEvent)(cl_context context, cl_int *error) {
    if (!object_is(context, CONTEXT))
        return failed(error, CL_INVALID_CONTEXT);
    return made(error, create(context, NULL, CL_COMMAND_USER, CL_SUBMITTED));
}

cl_int CL_API_CALL FUNCTION(clRetainEvent)(cl_event e) {
    if (!object_is(e, EVENT))
        return CL_INVALID_EVENT;
    object_hold(e);
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clReleaseEvent)(cl_event e) {
    if (!object_is(e, EVENT))
        return CL_INVALID_EVENT;
    if (!object_drop(e))
        return CL_SUCCESS;
    while (e->waiting) {
        struct waiting *next = e->waiting->next;
        free(e->waiting);
        e->waiting = next;
    }
    if (e->queue)
        FUNCTION(clReleaseCommandQueue)(e->queue);
    FUNCTION(clReleaseContext)(e->context);
    free(e);
    return CL_SUCCESS;
}

static void run_call(void *data) {
    struct call *c = data;
    c->call(c->event, c->status, c->data);
    FUNCTION(clReleaseEvent)(c->event);
    free(c);
}

static bool call_with(cl_event e, cl_int status, const struct waiting *w) {
    struct call *c = malloc(sizeof *c);
    if (!c)
        return false;
    *c = (struct call){e, status, w->call, w->data};
    object_hold(e);
    call_later(run_call, c);
    return true;
}

static bool is_reached(cl_int status, cl_int wanted) {
    return status <= wanted;
}

cl_int CL_API_CALL FUNCTION(clSetEventCallback)(cl_event e, cl_int wanted,
                                                void(CL_CALLBACK *call)(cl_event, cl_int, void *),
                                                void *data) {
    struct waiting w = {.call = call, .data = data, .wanted = wanted};
    bool kept = true;
    if (!object_is(e, EVENT))
        return CL_INVALID_EVENT;
    if (!call || wanted < CL_COMPLETE || wanted > CL_SUBMITTED)
        return CL_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    if (is_reached(e->status, wanted)) {
        kept = call_with(e, e->status < 0 ? e->status : wanted, &w);
    } else {
        struct waiting *new = malloc(sizeof *new);
        kept = new;
        w.next = e->waiting;
        if (new)
            *new = w, e->waiting = new;
    }
    pthread_mutex_unlock(&lock);
    return kept ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_int CL_API_CALL FUNCTION(clSetUserEventStatus)(cl_event e, cl_int status) {
    if (!object_is(e, EVENT) || e->type != CL_COMMAND_USER)
        return CL_INVALID_EVENT;
    if (status > CL_COMPLETE)
        return CL_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    bool first = e->status > CL_COMPLETE;
    if (first)
        e->status = status;
    for (struct waiting *w = e->waiting; first && w; w = w->next)
        call_with(e, status < 0 ? status : w->wanted, w);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return first ? CL_SUCCESS : CL_INVALID_OPERATION;
}

cl_int CL_API_CALL FUNCTION(clWaitForEvents)(cl_uint n, const cl_event *events) {
    bool wrong = false;
    if (!n || !events)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < n; i++)
        if (!object_is(events[i], EVENT))
            return CL_INVALID_EVENT;
    pthread_mutex_lock(&lock);
    for (cl_uint i = 0; i < n; i++) {
        while (events[i]->status > CL_COMPLETE)
            pthread_cond_wait(&changed, &lock);
        wrong |= events[i]->status < 0;
    }
    pthread_mutex_unlock(&lock);
    return wrong ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clGetEventInfo)(cl_event e, cl_event_info info, size_t room, void *to,
                                            size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(e, EVENT))
        return CL_INVALID_EVENT;
    switch (info) {
    case CL_EVENT_COMMAND_QUEUE:
        return give_pointer(r, e->queue);
    case CL_EVENT_CONTEXT:
        return give_pointer(r, e->context);
    case CL_EVENT_COMMAND_TYPE:
        return give_uint(r, e->type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return give_uint(r, (cl_uint)e->status);
    case CL_EVENT_REFERENCE_COUNT:
        return give_uint(r, (cl_uint)e->object.references);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Commands seem to take a microsecond: programs divide by the difference. */
cl_int CL_API_CALL FUNCTION(clGetEventProfilingInfo)(cl_event e, cl_profiling_info info,
                                                     size_t room, void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(e, EVENT))
        return CL_INVALID_EVENT;
    if (!e->queue || !(e->queue->properties & CL_QUEUE_PROFILING_ENABLE))
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    switch (info) {
    case CL_PROFILING_COMMAND_QUEUED:
    case CL_PROFILING_COMMAND_SUBMIT:
    case CL_PROFILING_COMMAND_START:
        return give_ulong(r, e->start);
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE:
        return give_ulong(r, e->start + 1000);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int mark(cl_command_queue q, cl_command_type type, cl_uint n, const cl_event *wait,
                   cl_event *event) {
    const struct command c = {q, type, n, wait, event};
    cl_int wrong = command_check(&c);
    return wrong ? wrong : command_done(&c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueMarker)(cl_command_queue q, cl_event *event) {
    return event ? mark(q, CL_COMMAND_MARKER, 0, NULL, event) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL FUNCTION(clEnqueueWaitForEvents)(cl_command_queue q, cl_uint n,
                                                    const cl_event *wait) {
    return n ? mark(q, CL_COMMAND_BARRIER, n, wait, NULL) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL FUNCTION(clEnqueueBarrier)(cl_command_queue q) {
    return mark(q, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int CL_API_CALL FUNCTION(clEnqueueMarkerWithWaitList)(cl_command_queue q, cl_uint n,
                                                         const cl_event *wait, cl_event *event) {
    return mark(q, CL_COMMAND_MARKER, n, wait, event);
}

cl_int CL_API_CALL FUNCTION(clEnqueueBarrierWithWaitList)(cl_command_queue q, cl_uint n,
                                                          const cl_event *wait, cl_event *event) {
    return mark(q, CL_COMMAND_BARRIER, n, wait, event);
}
