/* Programs that end badly, or do much at once: faults MODE [N]. Each prints what it computed. */
#include "opencl_host.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char text[] = "kernel void add(global int *a, int b) { a[get_global_id(0)] += b; }\n";

static struct {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
} cl;

static void start(void) {
    cl_device_id device = first_device();
    cl.context = context_on(device);
    cl.queue = queue_on(cl.context, device, 0);
    cl.program = built(cl.context, text, "-cl-kernel-arg-info");
}

struct adder {
    cl_kernel kernel;
    cl_mem buffer;
};

static struct adder new_adder(size_t bytes, cl_mem_flags flags) {
    struct adder a = {kernel_named(cl.program, "add"), buffer_of(cl.context, flags, bytes, NULL)};
    set_buffer(a.kernel, 0, a.buffer);
    return a;
}

static cl_int add(struct adder *a, int b) {
    const size_t global = 4;
    TRY(clSetKernelArg(a->kernel, 1, sizeof b, &b));
    return clEnqueueNDRangeKernel(cl.queue, a->kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static volatile int launched_more;

static void write_zeros(struct adder *a) {
    static const int zeros[4];
    TRY(clEnqueueWriteBuffer(cl.queue, a->buffer, CL_TRUE, 0, sizeof zeros, zeros, 0, NULL, NULL));
}

static int sum(struct adder *a) {
    int values[4] = {0};
    TRY(clEnqueueReadBuffer(cl.queue, a->buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
    return values[0] + values[3];
}

/* N launches of so many different kinds. */
static void launch_many(int n, int kinds) {
    struct adder a = new_adder(64, 0);
    write_zeros(&a);
    for (int i = 0; i < n; i++)
        TRY(add(&a, i % kinds));
    printf("%d\n", sum(&a));
    TRY(clReleaseKernel(a.kernel));
    TRY(clReleaseMemObject(a.buffer));
}

static void *run_thread(void *n) {
    launch_many(*(int *)n, 10);
    return NULL;
}

static void in_threads(int n) {
    enum { THREADS = 32 };
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run_thread, &n);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* Parent and children each use OpenCL for themselves. */
static void in_children(int n) {
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            start();
            launch_many(n, 1 + i);
            exit(0);
        }
    while (wait(NULL) > 0)
        ;
    start();
    launch_many(n, 1);
}

/* From now on files may have 128 KiB: what writes more is sent a signal. All launches differ. */
static void without_room(int n) {
    const struct rlimit limit = {128 << 10, 128 << 10};
    setrlimit(RLIMIT_FSIZE, &limit);
    launch_many(n, n);
}

/* A device that fails after some launches; the program sees which status, and goes on. */
static void until_lost(int n) {
    struct adder a = new_adder(64, 0);
    int launched = 0;
    for (int i = 0; i < n; i++)
        launched += add(&a, 1) == CL_SUCCESS;
    printf("%d launches, then %d\n", launched, add(&a, 1));
}

static void CL_CALLBACK add_more(cl_event event, cl_int status, void *adder) {
    (void)event, (void)status;
    TRY(add(adder, 1));
    TRY(clFlush(cl.queue));
    launched_more = 1;
}

/* A launch from a callback. */
static void call_back(struct adder *a) {
    const size_t global = 4;
    cl_event done;
    TRY(clEnqueueNDRangeKernel(cl.queue, a->kernel, 1, NULL, &global, NULL, 0, NULL, &done));
    TRY(clSetEventCallback(done, CL_COMPLETE, add_more, a));
    TRY(clFinish(cl.queue));
    while (!launched_more)
        usleep(1000);
    TRY(clFinish(cl.queue));
}

/* A launch with a buffer of so many MiB. */
static void launch_large(int mib) {
    struct adder large = new_adder((size_t)mib << 20, 0);
    TRY(add(&large, 5));
    TRY(clFinish(cl.queue));
}

/* A launch that waits for the program itself, on a buffer that the host must not read, and one of
 * 16 MiB. Reading any of them would hang, fail or take long. */
static void unreadable(void) {
    struct adder hidden = new_adder(64, CL_MEM_HOST_NO_ACCESS), open = new_adder(64, 0);
    const size_t global = 4;
    cl_int error;
    TRY(add(&hidden, 1));
    write_zeros(&open);
    cl_event gate = clCreateUserEvent(cl.context, &error);
    TRY(error);
    TRY(clSetKernelArg(open.kernel, 1, sizeof(int), &(int){3}));
    TRY(clEnqueueNDRangeKernel(cl.queue, open.kernel, 1, NULL, &global, NULL, 1, &gate, NULL));
    TRY(clSetUserEventStatus(gate, CL_COMPLETE));
    printf("%d ", sum(&open));
    call_back(&open);
    printf("%d\n", sum(&open));
    launch_large(16);
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    int n = argc > 2 ? atoi(argv[2]) : 0;
    if (strcmp(mode, "fork") == 0) {
        in_children(n);
        return 0;
    }
    start();
    if (strcmp(mode, "threads") == 0)
        in_threads(n);
    else if (strcmp(mode, "lost") == 0)
        until_lost(n);
    else if (strcmp(mode, "unreadable") == 0)
        unreadable();
    else if (strcmp(mode, "large") == 0)
        launch_large(n);
    else if (strcmp(mode, "full") == 0)
        without_room(n);
    else
        launch_many(n, 10);
    fflush(stdout);
    if (strcmp(mode, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(mode, "crash") == 0)
        *(volatile int *)1 = 0;
    return 0;
}
