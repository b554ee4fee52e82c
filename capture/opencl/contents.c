#include "capture/opencl/contents.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Events of the program's own that it has not completed yet. Any command may depend on them. */
static atomic_long unfinished;

cl_event CL_API_CALL WRAPPED(clCreateUserEvent)(cl_context context, cl_int *error) {
    cl_event event = opencl_next()->clCreateUserEvent(context, error);
    if (event)
        unfinished++;
    return event;
}

cl_int CL_API_CALL WRAPPED(clSetUserEventStatus)(cl_event event, cl_int status) {
    cl_int error = opencl_next()->clSetUserEventStatus(event, status);
    if (error == CL_SUCCESS)
        unfinished--;
    return error;
}

/* A function that the program wants called, which must not wait for commands: nor must we in it. */
struct callback {
    void(CL_CALLBACK *function)(cl_event event, cl_int status, void *data);
    void *data;
};

static _Thread_local int in_callback;

static void CL_CALLBACK call_back(cl_event event, cl_int status, void *data) {
    struct callback c = *(struct callback *)data;
    free(data);
    in_callback++;
    c.function(event, status, c.data);
    in_callback--;
}

cl_int CL_API_CALL WRAPPED(clSetEventCallback)(cl_event event, cl_int type,
                                               void(CL_CALLBACK *function)(cl_event, cl_int,
                                                                           void *),
                                               void *data) {
    struct callback *ours = function && journal_contents_left() ? malloc(sizeof *ours) : NULL;
    if (!ours)
        return opencl_next()->clSetEventCallback(event, type, function, data);
    *ours = (struct callback){function, data};
    cl_int status = opencl_next()->clSetEventCallback(event, type, call_back, ours);
    if (status != CL_SUCCESS)
        free(ours);
    return status;
}

/* Reading waits for commands of other queues, which need not have begun. */
static void flush(const struct wait_list *wait) {
    for (cl_uint i = 0; i < wait->n; i++) {
        cl_command_queue queue = NULL;
        opencl_next()->clGetEventInfo(wait->events[i], CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue,
                                      NULL);
        if (queue)
            opencl_next()->clFlush(queue);
    }
}

/* What only the kernel writes has no contents that matter. */
static bool is_input(cl_mem memory) {
    cl_mem_flags flags = 0;
    opencl_next()->clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    if (flags & (CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY))
        journal_remark("The contents of some buffers are unknown: the host must not read them.");
    return !(flags & (CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY));
}

static bool read_memory(cl_command_queue queue, const struct wait_list *wait,
                        const struct argument *arg, uint64_t bytes, void *to) {
    const cl_icd_dispatch *cl = opencl_next();
    const cl_event *events = wait->n ? wait->events : NULL;
    if (arg->shared)
        return cl->clEnqueueSVMMemcpy &&
               cl->clEnqueueSVMMemcpy(queue, CL_TRUE, to, arg->shared, bytes, wait->n, events,
                                      NULL) == CL_SUCCESS;
    return cl->clEnqueueReadBuffer(queue, arg->memory, CL_TRUE, 0, bytes, to, wait->n, events,
                                   NULL) == CL_SUCCESS;
}

static const char *read_contents(cl_command_queue queue, const struct wait_list *wait,
                                 const struct argument *arg, uint64_t bytes) {
    if (bytes > journal_contents_left()) {
        journal_remark("The contents of some buffers are unknown: they are beyond --buffers.");
        return NULL;
    }
    void *to = malloc(bytes);
    bool read = to && read_memory(queue, wait, arg, bytes, to);
    const char *name = read ? journal_contents(to, bytes) : NULL;
    free(to);
    if (!read)
        journal_remark("The contents of some buffers are unknown: reading them failed.");
    return name;
}

void contents_read(cl_command_queue queue, const struct wait_list *wait,
                   const struct argument *args, struct journal_arg *noted, size_t n) {
    if (unfinished > 0 || in_callback) {
        journal_remark("The contents of some buffers are unknown: reading them could have waited "
                       "for the program itself.");
        return;
    }
    flush(wait);
    for (size_t i = 0; i < n; i++) {
        bool readable = noted[i].kind == JOURNAL_BUFFER && noted[i].bytes > 0;
        if (readable && (args[i].shared || (args[i].memory && is_input(args[i].memory))))
            noted[i].contents = read_contents(queue, wait, &args[i], noted[i].bytes);
    }
}
