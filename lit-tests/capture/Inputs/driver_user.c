/* Uses CUDA's driver as CUDA's runtime does: loads it, asks it for each function, gives it the fat
 * binaries that are part of the program. With an argument it is killed behind its launches. */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int (*get)(const char *name, void **function, int version, uint64_t flags, int *status);
static int (*init)(unsigned);
static int (*retain)(void **context, int device);
static int (*load)(void **library, const void *data, void *, void **, unsigned, void *, void **,
                   unsigned);
static int (*kernel_of)(void **kernel, void *library, const char *name);
static int (*function_of)(void **function, void *kernel);
static int (*allocate)(uint64_t *pointer, size_t bytes);
static int (*to_device)(uint64_t to, const void *from, size_t bytes);
static int (*to_host)(void *to, uint64_t from, size_t bytes);
static int (*launch)(void *function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                     unsigned, void *stream, void **args, void **extra);
static int (*launch_own)(void *function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                         unsigned, void *stream, void **args, void **extra);
static int (*synchronize)(void);
static int (*new_stream)(void **stream, unsigned flags);
static int (*begin)(void *stream, int mode);
static int (*end)(void *stream, void **graph);
static int (*instantiate)(void **executable, void *graph, unsigned long long flags);
static int (*run_graph)(void *executable, void *stream);

static int ask(void *to, const char *name, int version, uint64_t flags) {
    void *function = NULL;
    int status = -1, error = get(name, &function, version, flags, &status);
    if (error || !function)
        printf("no %s: %d\n", name, error);
    *(void **)to = function;
    return error;
}

static const char text[] = "clperf kernels 1\nkernel add\n8|float*|p\n4|int|n\n"
                           "kernel captured\n8|float*|p\n4|int|n\n";
static const struct {
    unsigned magic, version;
    const void *binary;
    void *next;
} wrapper = {0x466243b1, 1, text, NULL};

static void *add, *captured;
static uint64_t memory;

static void *many(void *data) {
    int n = 7;
    void *args[] = {&memory, &n};
    for (int i = 0; i < 1000; i++)
        launch(add, 1, 1, 1, 64, 1, 1, 0, NULL, args, NULL);
    return data;
}

/* Two launches of a graph of one kernel. */
static void use_graph(void) {
    void *stream, *graph, *executable;
    int n = 5;
    void *args[] = {&memory, &n};
    new_stream(&stream, 0);
    begin(stream, 0);
    launch(captured, 2, 1, 1, 32, 1, 1, 0, stream, args, NULL);
    end(stream, &graph);
    instantiate(&executable, graph, 0);
    run_graph(executable, stream);
    run_graph(executable, stream);
}

int main(int argc, char **argv) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW), *context, *library, *kernel;
    float data[25] = {1, 2, 3}, back[25];
    int n = 3, zero = 0, failed;
    (void)argv;
    *(void **)&get = driver ? dlsym(driver, "cuGetProcAddress_v2") : NULL;
    if (!get || dlsym(driver, "cuNoSuchFunction") || !dlerror())
        return 1;
    ask(&init, "cuInit", 12000, 0), ask(&retain, "cuDevicePrimaryCtxRetain", 12000, 0);
    ask(&load, "cuLibraryLoadData", 12000, 0), ask(&kernel_of, "cuLibraryGetKernel", 12000, 0);
    ask(&function_of, "cuKernelGetFunction", 12000, 0), ask(&allocate, "cuMemAlloc", 12000, 0);
    ask(&to_device, "cuMemcpyHtoD", 12000, 0), ask(&to_host, "cuMemcpyDtoH", 12000, 0);
    ask(&launch, "cuLaunchKernel", 12000, 0), ask(&launch_own, "cuLaunchKernel", 12000, 2);
    ask(&synchronize, "cuCtxSynchronize", 12000, 0), ask(&new_stream, "cuStreamCreate", 12000, 0);
    ask(&begin, "cuStreamBeginCapture", 12000, 0), ask(&end, "cuStreamEndCapture", 12000, 0);
    ask(&instantiate, "cuGraphInstantiateWithFlags", 12000, 0);
    ask(&run_graph, "cuGraphLaunch", 12000, 0);
    init(0), retain(&context, 0);
    load(&library, &wrapper, NULL, NULL, 0, NULL, NULL, 0);
    kernel_of(&kernel, library, "add"), function_of(&add, kernel);
    kernel_of(&captured, library, "captured");
    allocate(&memory, sizeof data), to_device(memory, data, sizeof data);
    uint64_t inside = memory + 4 * sizeof *data;
    void *args[] = {&inside, &n}, *null[] = {&zero, &zero};
    uint64_t nothing = 0;
    null[0] = &nothing;
    launch(add, 4, 2, 1, 32, 2, 1, 16, NULL, args, NULL);
    launch_own(add, 3, 1, 1, 96, 1, 1, 0, NULL, null, NULL);
    failed = launch(add, 1, 1, 1, 4096, 1, 1, 0, NULL, args, NULL);
    use_graph();
    synchronize();
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, many, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    to_host(back, memory, sizeof back);
    printf("%d: %g %g %g\n", failed, back[0], back[1], back[2]);
    fflush(stdout);
    pid_t child = fork();
    n = 9;
    if (child == 0) {
        launch(add, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    if (argc > 1)
        raise(SIGKILL);
    return 3;
}
