/* A program that has a runtime of CUDA's within itself, whose functions must never run, and device code. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct dim3 {
    unsigned x, y, z;
};

#ifdef DEVICE_CODE
/* A fat binary without entries. */
__attribute__((section(".nv_fatbin"), used, aligned(8))) static const unsigned fat[] = {0xba55ed50, 0x00100001, 0, 0};
#endif

/* The compiler must not see that they never return. */
static volatile int ends = 1;

#define RUNTIME(type, name, ...)                                                                                       \
    __attribute__((noipa)) type name(__VA_ARGS__) {                                                                    \
        puts("the program's own " #name " ran");                                                                       \
        if (ends)                                                                                                      \
            exit(1);                                                                                                   \
        return (type)0;                                                                                                \
    }

RUNTIME(int, cudaMalloc, void **p, size_t bytes)
RUNTIME(int, cudaNewestOfAll, void)
RUNTIME(void **, __cudaRegisterFatBinary, const void *binary)
RUNTIME(int, __cudaRegisterFunction, void **image, const void *host, char *device, const char *name, int threads,
        void *thread, void *block, void *block_dim, void *grid_dim, int *warp)
RUNTIME(int, cudaLaunchKernel, const void *kernel, struct dim3 grid, struct dim3 block, void **args, size_t shared,
        void *stream)

/* Named like a function of the runtime's, and none. */
__attribute__((noipa)) int cudaDoubles(int n) {
    return 2 * n;
}

static void kernel(void) {}

/* As code does that nvcc puts into programs, before main(). */
__attribute__((constructor)) static void start(void) {
    static const struct {
        int magic, version;
        const void *data, *more;
    } binary = {0x466243b1, 1,
#ifdef DEVICE_CODE
                fat,
#else
                NULL,
#endif
                NULL};
    void **image = __cudaRegisterFatBinary(&binary);
    __cudaRegisterFunction(image, (const void *)kernel, "scale", "_Z5scalePfi", -1, 0, 0, 0, 0, 0);
}

static void *buffer;

static int launch(unsigned blocks, int n) {
    void *args[] = {&buffer, &n};
    return cudaLaunchKernel((const void *)kernel, (struct dim3){blocks, 1, 1}, (struct dim3){64, 1, 1}, args, 0, NULL);
}

static void *launch_often(void *blocks) {
    for (int i = 0; i < 1000; i++)
        launch((unsigned)(size_t)blocks, 1);
    return NULL;
}

/* From a child, from two threads, and right before it is killed. */
static void launch_from_everywhere(void) {
    pthread_t threads[2];
    pid_t child = fork();
    if (child == 0) {
        launch(10, 2);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    for (size_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, launch_often, (void *)(20 + i));
    for (size_t i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    launch(30, 3);
    kill(getpid(), SIGKILL);
}

int main(int argc, char **argv) {
    (void)argv;
    int error = cudaMalloc(&buffer, 4096);
    if (argc > 1)
        launch_from_everywhere();
    error |= launch(3, 100);
    printf("error %d, doubled %d, newest %d\n", error, cudaDoubles(100), cudaNewestOfAll());
    return 0;
}
