/* Kernels: their registration, launches, attributes, occupancy. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/device.h"
#include "capture/cuda/start.h"
#include "capture/cuda/streams.h"

/* --- images of the program ---------------------------------------------------- */

/* What compilers give as a fat binary: `data` is a text of kernels if nvcc of ours made it. */
struct fat_binary {
    int magic, version;
    const void *data;
    void *next;
};

CUDA_EXPORT void **__cudaRegisterFatBinary(const struct fat_binary *binary);
CUDA_EXPORT void __cudaRegisterFatBinaryEnd(void **image);
CUDA_EXPORT void __cudaUnregisterFatBinary(void **image);
CUDA_EXPORT void __cudaRegisterFunction(void **image, const void *host, char *device,
                                        const char *name, int threads, void *thread, void *block,
                                        void *block_dim, void *grid_dim, int *warp);
CUDA_EXPORT void __cudaRegisterVar(void **image, void *host, char *device, const char *name,
                                   int external, size_t bytes, int constant, int global);
CUDA_EXPORT void __cudaRegisterManagedVar(void **image, void **host, void *initial,
                                          const char *name, size_t bytes, unsigned align);
CUDA_EXPORT void __cudaRegisterTexture(void **image, const void *host, const void **device,
                                       const char *name, int dimensions, int normalized,
                                       int external);
CUDA_EXPORT void __cudaRegisterSurface(void **image, const void *host, const void **device,
                                       const char *name, int dimensions, int external);
CUDA_EXPORT char __cudaInitModule(void **image);

void **__cudaRegisterFatBinary(const struct fat_binary *binary) {
    return (void **)image_new(binary->data, 0);
}

void __cudaRegisterFatBinaryEnd(void **image) {
    (void)image;
}

/* Programs may still launch while they end. */
void __cudaUnregisterFatBinary(void **image) {
    (void)image;
}

char __cudaInitModule(void **image) {
    return image != NULL;
}

void __cudaRegisterFunction(void **image, const void *host, char *device, const char *name,
                            int threads, void *thread, void *block, void *block_dim, void *grid_dim,
                            int *warp) {
    (void)device, (void)threads, (void)thread, (void)block, (void)block_dim, (void)grid_dim;
    (void)warp;
    kernel_register((const struct image *)image, host, name);
}

void __cudaRegisterVar(void **image, void *host, char *device, const char *name, int external,
                       size_t bytes, int constant, int global) {
    (void)image, (void)device, (void)external, (void)constant, (void)global;
    variable_register(host, name, bytes);
}

/* Host code reads a managed variable through the pointer. */
void __cudaRegisterManagedVar(void **image, void **host, void *initial, const char *name,
                              size_t bytes, unsigned align) {
    (void)image, (void)align;
    variable_register(host, name, bytes);
    struct variable *v = variable_find(host);
    if (v && v->memory && initial)
        memcpy(v->memory, initial, bytes);
    *host = v ? v->memory : NULL;
}

void __cudaRegisterTexture(void **image, const void *host, const void **device, const char *name,
                           int dimensions, int normalized, int external) {
    (void)image, (void)host, (void)device, (void)name, (void)dimensions, (void)normalized;
    (void)external;
}

void __cudaRegisterSurface(void **image, const void *host, const void **device, const char *name,
                           int dimensions, int external) {
    (void)image, (void)host, (void)device, (void)name, (void)dimensions, (void)external;
}

/* --- configurations ----------------------------------------------------------- */

enum { NESTED = 16 };

/* What `kernel<<<...>>>` pushes before the arguments are evaluated, which may launch as well. */
static _Thread_local struct {
    struct configuration {
        dim3 grid, block;
        size_t shared;
        cudaStream_t stream;
        const char *file;
        unsigned line;
    } at[NESTED];
    unsigned n;
    const char *file; /* of the last one popped */
    unsigned line;
    char *args; /* of cudaSetupArgument() */
    size_t args_bytes;
} pushed;

CUDA_EXPORT unsigned clperf_cuda_launch_at(dim3 grid, dim3 block, size_t shared,
                                           cudaStream_t stream, const char *file, unsigned line);
CUDA_EXPORT unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                                 cudaStream_t stream);
CUDA_EXPORT cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                                   void *stream);

unsigned clperf_cuda_launch_at(dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                               const char *file, unsigned line) {
    struct configuration c = {grid, block, shared, stream, file, line};
    if (pushed.n == NESTED)
        return 1;
    pushed.at[pushed.n++] = c;
    return 0;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    return clperf_cuda_launch_at(grid, block, shared, stream, NULL, 0);
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
    if (!pushed.n)
        return cuda_fail(cudaErrorMissingConfiguration);
    const struct configuration *c = &pushed.at[--pushed.n];
    *grid = c->grid;
    *block = c->block;
    *shared = c->shared;
    *(cudaStream_t *)stream = c->stream;
    pushed.file = c->file;
    pushed.line = c->line;
    return cudaSuccess;
}

/* --- launches ----------------------------------------------------------------- */

static bool within(const uint64_t size[3], const int most[3]) {
    for (int d = 0; d < 3; d++)
        if (!size[d] || size[d] > (uint64_t)most[d])
            return false;
    return true;
}

static cudaError_t check(const struct launch *l) {
    const struct cudaDeviceProp *p = device_properties();
    uint64_t threads = l->block[0] * l->block[1] * l->block[2];
    size_t most = l->kernel->max_dynamic_shared > p->sharedMemPerBlock
                      ? l->kernel->max_dynamic_shared
                      : p->sharedMemPerBlock;
    if (!within(l->grid, p->maxGridSize) || !within(l->block, p->maxThreadsDim) ||
        threads > (uint64_t)p->maxThreadsPerBlock)
        return cudaErrorInvalidConfiguration;
    return l->shared > most ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t cuda_launch(struct launch *l, cudaStream_t stream) {
    start_capture();
    l->memory = &cuda_memory;
    l->stream = stream;
    cudaError_t error = check(l);
    if (!error)
        error = stream_do(stream, &(struct work){.kind = WORK_LAUNCH, .launch = l});
    return cuda_fail(error);
}

/* A launch that `<<<>>>` did not configure has no place. */
static cudaError_t launch_handle(const void *handle, dim3 grid, dim3 block, void *const *args,
                                 size_t shared, cudaStream_t stream) {
    struct launch l = {.kernel = kernel_find(handle),
                       .grid = {grid.x, grid.y, grid.z},
                       .block = {block.x, block.y, block.z},
                       .shared = shared,
                       .args = args,
                       .file = pushed.file,
                       .line = pushed.line};
    pushed.file = NULL;
    pushed.line = 0;
    return l.kernel ? cuda_launch(&l, stream) : cuda_fail(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
                             cudaStream_t stream) {
    return launch_handle(kernel, grid, block, args, shared, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                        size_t shared, cudaStream_t stream) {
    int threads = (int)(block.x * block.y * block.z);
    uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z;
    uint64_t most = (uint64_t)device_blocks(threads, shared) *
                    (uint64_t)device_properties()->multiProcessorCount;
    if (blocks > most)
        return cuda_fail(cudaErrorCooperativeLaunchTooLarge);
    return launch_handle(kernel, grid, block, args, shared, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **args) {
    return launch_handle(kernel, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
                         config->stream);
}

/* --- launches before CUDA 9.2: arguments one by one ------------------------------ */

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    pushed.args_bytes = 0;
    clperf_cuda_launch_at(grid, block, shared, stream, NULL, 0);
    return cudaSuccess;
}

cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset) {
    if (offset + bytes > pushed.args_bytes) {
        char *more = realloc(pushed.args, offset + bytes);
        if (!more)
            return cuda_fail(cudaErrorMemoryAllocation);
        pushed.args = more;
        pushed.args_bytes = offset + bytes;
    }
    memcpy(pushed.args + offset, argument, bytes);
    return cudaSuccess;
}

cudaError_t cudaLaunch(const void *handle) {
    const struct cuda_kernel *k = kernel_find(handle);
    dim3 grid, block;
    size_t shared = 0;
    cudaStream_t stream = NULL;
    cudaError_t error = __cudaPopCallConfiguration(&grid, &block, &shared, &stream);
    if (error || !k)
        return cuda_fail(error ? error : cudaErrorInvalidDeviceFunction);
    void **args = launch_unpack(&k->signature, pushed.args, pushed.args_bytes);
    error = launch_handle(handle, grid, block, args, shared, stream);
    free(args);
    return error;
}

/* --- attributes --------------------------------------------------------------- */

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *handle) {
    const struct cuda_kernel *k = kernel_find(handle);
    const struct cudaDeviceProp *p = device_properties();
    if (!k)
        return cuda_fail(cudaErrorInvalidDeviceFunction);
    *attributes = (struct cudaFuncAttributes){
        .maxThreadsPerBlock = p->maxThreadsPerBlock,
        .numRegs = 32,
        .ptxVersion = 10 * p->major + p->minor,
        .binaryVersion = 10 * p->major + p->minor,
        .maxDynamicSharedSizeBytes =
            (int)(k->max_dynamic_shared ? k->max_dynamic_shared : p->sharedMemPerBlock)};
    return cudaSuccess;
}

cudaError_t cuda_set_attribute(struct cuda_kernel *k, int attribute, int value) {
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    if (value < 0 || (size_t)value > device_properties()->sharedMemPerBlockOptin)
        return cuda_fail(cudaErrorInvalidValue);
    k->max_dynamic_shared = (size_t)value;
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *handle, enum cudaFuncAttribute attribute, int value) {
    struct cuda_kernel *k = kernel_find(handle);
    return k ? cuda_set_attribute(k, (int)attribute, value)
             : cuda_fail(cudaErrorInvalidDeviceFunction);
}

static cudaError_t is_kernel(const void *handle) {
    return kernel_find(handle) ? cudaSuccess : cuda_fail(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config) {
    (void)config;
    return is_kernel(kernel);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig config) {
    (void)config;
    return is_kernel(kernel);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *kernel) {
    *function = (cudaFunction_t)kernel_find(kernel);
    return is_kernel(kernel);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int threads, size_t shared) {
    if (is_kernel(kernel) || threads <= 0)
        return cuda_fail(threads <= 0 ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
    *blocks = device_blocks(threads, shared);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int threads, size_t shared,
                                                                   unsigned flags) {
    (void)flags;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *kernel,
                                                      int blocks, int threads) {
    (void)threads;
    *shared = blocks > 0 ? device_properties()->sharedMemPerMultiprocessor / (size_t)blocks : 0;
    return is_kernel(kernel);
}
