/* With DRIVER a driver of HIP whose launches are by another function of its own; else a program of it. */
#include <stdio.h>

struct size {
    unsigned x, y, z;
};

void **__hipRegisterFatBinary(const void *data);
void __hipRegisterFunction(void **modules, const void *host, char *device, const char *name, unsigned threads,
                           void *thread, void *block, void *block_size, void *grid_size, int *warp);
int hipLaunchKernel(const void *kernel, struct size grid, struct size block, void **args, size_t shared, void *stream);
int hipModuleLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x, unsigned block_y,
                          unsigned block_z, unsigned shared, void *stream, void **args, void **extra);

#ifdef DRIVER

static void *modules[1];

void **__hipRegisterFatBinary(const void *data) {
    modules[0] = (void *)data;
    return modules;
}

void __hipRegisterFunction(void **m, const void *host, char *device, const char *name, unsigned threads, void *thread,
                           void *block, void *block_size, void *grid_size, int *warp) {}

int hipModuleLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x, unsigned block_y,
                          unsigned block_z, unsigned shared, void *stream, void **args, void **extra) {
    return printf("launched %u of %u\n", x, block_x) < 0;
}

int hipLaunchKernel(const void *kernel, struct size grid, struct size block, void **args, size_t shared, void *stream) {
    return hipModuleLaunchKernel((void *)kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared, stream,
                                 args, NULL);
}

#else

static void kernel(int n) {}

int main(void) {
    static const struct {
        unsigned magic, version;
        const void *bundle, *next;
    } binary = {0x48495046, 1, "", NULL};
    int n = 4;
    void *args[] = {&n};
    void **modules = __hipRegisterFatBinary(&binary);
    __hipRegisterFunction(modules, (const void *)kernel, "f", "_Z1fi", -1, 0, 0, 0, 0, 0);
    return hipLaunchKernel((const void *)kernel, (struct size){2, 1, 1}, (struct size){64, 1, 1}, args, 0, NULL);
}

#endif
