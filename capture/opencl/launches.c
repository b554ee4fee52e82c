#include <stdlib.h>
#include <string.h>

#include "capture/opencl/contents.h"
#include "capture/opencl/kernels.h"
#include "capture/opencl/times.h"

/* A launch, as the program wants it. */
struct request {
    cl_command_queue queue;
    cl_kernel handle;
    cl_uint dimensions; /* 0: of one work-item, by clEnqueueTask() */
    const size_t *offset, *global, *local;
    struct wait_list wait;
    cl_event *event;
};

static cl_int enqueue(const struct request *r, cl_event *event) {
    const cl_icd_dispatch *cl = opencl_next();
    if (!r->dimensions)
        return cl->clEnqueueTask(r->queue, r->handle, r->wait.n, r->wait.events, event);
    return cl->clEnqueueNDRangeKernel(r->queue, r->handle, r->dimensions, r->offset, r->global,
                                      r->local, r->wait.n, r->wait.events, event);
}

static void set_sizes(uint64_t to[3], const size_t *sizes, cl_uint n, uint64_t missing) {
    for (cl_uint i = 0; i < 3; i++)
        to[i] = sizes && i < n ? sizes[i] : missing;
}

/* With the kernel's own arguments, which its lock guards. */
static struct journal_launch launch_of(const struct request *r, const struct opencl_kernel *k) {
    struct journal_launch l = {
        .program = k->number, .kernel = k->name, .args = k->noted, .n_args = k->n_args};
    set_sizes(l.global, r->global, r->dimensions, 1);
    set_sizes(l.local, r->local, r->dimensions, r->local || !r->dimensions ? 1 : 0);
    set_sizes(l.offset, r->offset, r->dimensions, 0);
    return l;
}

/* The arguments as they are now, with contents where they are wanted; NULL where they are not. */
static struct journal_arg *read_contents(const struct request *r, struct opencl_kernel *k) {
    struct journal_arg *noted = NULL;
    struct argument *args = NULL;
    pthread_mutex_lock(&k->lock);
    struct journal_launch l = launch_of(r, k);
    if (journal_wants_contents(&l)) {
        noted = malloc((k->n_args + 1) * sizeof *noted);
        args = malloc((k->n_args + 1) * sizeof *args);
    }
    if (noted && args) {
        memcpy(noted, k->noted, k->n_args * sizeof *noted);
        memcpy(args, k->args, k->n_args * sizeof *args);
    }
    pthread_mutex_unlock(&k->lock);
    if (noted && args)
        contents_read(r->queue, &r->wait, args, noted, k->n_args);
    free(args);
    return noted;
}

static uint64_t note(const struct request *r, struct opencl_kernel *k,
                     const struct journal_arg *contents) {
    pthread_mutex_lock(&k->lock);
    for (size_t i = 0; i < k->n_args && contents; i++)
        k->noted[i].contents = contents[i].contents;
    struct journal_launch l = launch_of(r, k);
    uint64_t launch = journal_launch(&l);
    for (size_t i = 0; i < k->n_args && contents; i++)
        k->noted[i].contents = NULL;
    pthread_mutex_unlock(&k->lock);
    return launch;
}

static void query_text(cl_device_id device, cl_device_info info, char text[256]) {
    *text = '\0';
    WRAPPED(clGetDeviceInfo)(device, info, 256, text, NULL);
    text[255] = '\0';
}

static void note_device(cl_command_queue queue) {
    cl_device_id device = NULL;
    char name[256], vendor[256], driver[256];
    opencl_next()->clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    if (!device)
        return;
    query_text(device, CL_DEVICE_NAME, name);
    query_text(device, CL_DEVICE_VENDOR, vendor);
    query_text(device, CL_DRIVER_VERSION, driver);
    journal_device(name, vendor, driver);
}

static bool measures(cl_command_queue queue) {
    cl_command_queue_properties properties = 0;
    opencl_next()->clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties,
                                         NULL);
    return properties & CL_QUEUE_PROFILING_ENABLE;
}

/* Whether the kernel's launches are measured on this queue. Questions take time, so a kernel that
 * stays on its queue asks once. Addresses of queues are even. */
static bool is_measured(struct opencl_kernel *k, cl_command_queue queue) {
    uintptr_t known = atomic_load(&k->queue), handle = (uintptr_t)queue;
    if ((known & ~(uintptr_t)1) == handle)
        return known & 1;
    bool measured = measures(queue);
    note_device(queue);
    atomic_store(&k->queue, handle | measured);
    return measured;
}

/* Launches, and notes what was launched. On a queue that measures times we want the event too. */
static cl_int launch(const struct request *r) {
    struct opencl_kernel *k = journal_wanted() ? kernel_of(r->handle) : NULL;
    if (!k)
        return enqueue(r, r->event);
    struct journal_arg *contents = journal_contents_left() ? read_contents(r, k) : NULL;
    bool measured = is_measured(k, r->queue);
    cl_event own = NULL, *event = r->event || !measured ? r->event : &own;
    cl_int status = enqueue(r, event);
    if (status == CL_SUCCESS) {
        uint64_t number = note(r, k, contents);
        bool wanted = measured && journal_wants_time(number);
        if (wanted && !own)
            opencl_next()->clRetainEvent(*event);
        if (wanted)
            times_expect(*event, number);
        else if (own)
            opencl_next()->clReleaseEvent(own);
    }
    free(contents);
    return status;
}

cl_int CL_API_CALL WRAPPED(clEnqueueNDRangeKernel)(cl_command_queue queue, cl_kernel kernel,
                                                   cl_uint dimensions, const size_t *offset,
                                                   const size_t *global, const size_t *local,
                                                   cl_uint n, const cl_event *wait,
                                                   cl_event *event) {
    const struct request r = {queue, kernel, dimensions, offset, global, local, {n, wait}, event};
    if (dimensions < 1 || dimensions > 3)
        return opencl_next()->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global,
                                                     local, n, wait, event);
    return launch(&r);
}

cl_int CL_API_CALL WRAPPED(clEnqueueTask)(cl_command_queue queue, cl_kernel kernel, cl_uint n,
                                          const cl_event *wait, cl_event *event) {
    const struct request r = {.queue = queue, .handle = kernel, .wait = {n, wait}, .event = event};
    return launch(&r);
}

cl_int CL_API_CALL WRAPPED(clEnqueueNativeKernel)(cl_command_queue queue,
                                                  void(CL_CALLBACK *function)(void *), void *args,
                                                  size_t bytes, cl_uint n_memory,
                                                  const cl_mem *memory, const void **places,
                                                  cl_uint n, const cl_event *wait,
                                                  cl_event *event) {
    if (journal_wanted())
        journal_call("clEnqueueNativeKernel");
    return opencl_next()->clEnqueueNativeKernel(queue, function, args, bytes, n_memory, memory,
                                                places, n, wait, event);
}
