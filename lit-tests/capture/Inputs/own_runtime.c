/* A program that has a runtime of CUDA's within itself, whose functions must never run, and device code. */
#include <stdio.h>
#include <stdlib.h>

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

int main(void) {
    void *p;
    int n = 100;
    void *args[] = {&p, &n};
    int error = cudaMalloc(&p, 4096);
    error |= cudaLaunchKernel((const void *)kernel, (struct dim3){3, 1, 1}, (struct dim3){64, 1, 1}, args, 0, NULL);
    printf("error %d, doubled %d, newest %d\n", error, cudaDoubles(n), cudaNewestOfAll());
    return 0;
}
