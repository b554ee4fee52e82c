/* Launches through CUDA's driver, and calls that wait for them. */
#include "capture/interposer/cuda.h"

/* Of a thread's own, where a launch's default stream is that. */
#define OWN_STREAM ((void *)2)

static void *own(void *stream) {
    return stream ? stream : OWN_STREAM;
}

static void *legacy(void *stream) {
    return stream;
}

static void begin(struct interposed *i, void *function, const struct cuda_launch_config *c,
                  void **args, void **extra) {
    struct launch l = {.kernel = journal_wanted() ? cuda_kernel_of(function) : NULL,
                       .grid = {c->grid[0], c->grid[1], c->grid[2]},
                       .block = {c->block[0], c->block[1], c->block[2]},
                       .shared = c->shared,
                       .stream = c->stream,
                       .args = args};
    interposed_begin(i, &cuda_api, &l, extra, NULL);
}

#define LAUNCH(function_name, stream_of)                                                           \
    int function_name(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x,        \
                      unsigned block_y, unsigned block_z, unsigned shared, void *stream,           \
                      void **args, void **extra) {                                                 \
        const struct cuda_launch_config c = {                                                      \
            {x, y, z}, {block_x, block_y, block_z}, shared, stream_of(stream), NULL, 0};           \
        struct interposed i;                                                                       \
        begin(&i, function, &c, args, extra);                                                      \
        int error = CUDA_CALL(function_name, function, x, y, z, block_x, block_y, block_z, shared, \
                              stream, args, extra);                                                \
        interposed_end(&i, !error);                                                                \
        return error;                                                                              \
    }
LAUNCH(cuLaunchKernel, legacy)
LAUNCH(cuLaunchKernel_ptsz, own)

#define LAUNCH_COOPERATIVE(function_name, stream_of)                                               \
    int function_name(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x,        \
                      unsigned block_y, unsigned block_z, unsigned shared, void *stream,           \
                      void **args) {                                                               \
        const struct cuda_launch_config c = {                                                      \
            {x, y, z}, {block_x, block_y, block_z}, shared, stream_of(stream), NULL, 0};           \
        struct interposed i;                                                                       \
        begin(&i, function, &c, args, NULL);                                                       \
        int error = CUDA_CALL(function_name, function, x, y, z, block_x, block_y, block_z, shared, \
                              stream, args);                                                       \
        interposed_end(&i, !error);                                                                \
        return error;                                                                              \
    }
LAUNCH_COOPERATIVE(cuLaunchCooperativeKernel, legacy)
LAUNCH_COOPERATIVE(cuLaunchCooperativeKernel_ptsz, own)

#define LAUNCH_EX(function_name, stream_of)                                                        \
    int function_name(const struct cuda_launch_config *c, void *function, void **args,             \
                      void **extra) {                                                              \
        struct cuda_launch_config ours = *c;                                                       \
        struct interposed i;                                                                       \
        ours.stream = stream_of(c->stream);                                                        \
        begin(&i, function, &ours, args, extra);                                                   \
        int error = CUDA_CALL(function_name, c, function, args, extra);                            \
        interposed_end(&i, !error);                                                                \
        return error;                                                                              \
    }
LAUNCH_EX(cuLaunchKernelEx, legacy)
LAUNCH_EX(cuLaunchKernelEx_ptsz, own)

/* --- calls behind which launches are often done ------------------------------------------- */

#define POLLS_BEHIND(function, parameters, ...)                                                    \
    int function parameters {                                                                      \
        int error = CUDA_CALL(function, __VA_ARGS__);                                              \
        interposed_poll(&cuda_api);                                                                \
        return error;                                                                              \
    }
POLLS_BEHIND(cuCtxSynchronize_v2, (void *context), context)
POLLS_BEHIND(cuStreamSynchronize, (void *stream), stream)
POLLS_BEHIND(cuStreamSynchronize_ptsz, (void *stream), stream)
POLLS_BEHIND(cuEventSynchronize, (void *event), event)
POLLS_BEHIND(cuMemcpy, (uint64_t to, uint64_t from, size_t bytes), to, from, bytes)
POLLS_BEHIND(cuMemcpy_ptds, (uint64_t to, uint64_t from, size_t bytes), to, from, bytes)
POLLS_BEHIND(cuMemcpyDtoH_v2, (void *to, uint64_t from, size_t bytes), to, from, bytes)
POLLS_BEHIND(cuMemcpyDtoH_v2_ptds, (void *to, uint64_t from, size_t bytes), to, from, bytes)
POLLS_BEHIND(cuMemFree_v2, (uint64_t pointer), pointer)

int cuCtxSynchronize(void) {
    int error =
        cuda_driver()->cuCtxSynchronize ? cuda_driver()->cuCtxSynchronize() : CUDA_NOT_FOUND;
    interposed_poll(&cuda_api);
    return error;
}

/* Events end with their context. */
#define POLLS_BEFORE(function, parameters, ...)                                                    \
    int function parameters {                                                                      \
        interposed_poll(&cuda_api);                                                                \
        return CUDA_CALL(function, __VA_ARGS__);                                                   \
    }
POLLS_BEFORE(cuCtxDestroy_v2, (void *context), context)
POLLS_BEFORE(cuDevicePrimaryCtxRelease_v2, (int device), device)
POLLS_BEFORE(cuDevicePrimaryCtxReset_v2, (int device), device)
