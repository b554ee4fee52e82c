/* Launches through HIP's runtime, and calls that wait for them. */
#include "capture/interposer/hip.h"
#include "capture/interposer/real.h"

/* Of a thread's own, where a launch's default stream is that. */
#define OWN_STREAM ((void *)2)
#define EXPORTED __attribute__((visibility("default")))

static void *own(void *stream) {
    return stream ? stream : OWN_STREAM;
}

static void *legacy(void *stream) {
    return stream;
}

static void begin(struct interposed *i, const void *kernel, struct hip_size grid,
                  struct hip_size block, size_t shared, void *stream, void **args, void **extra) {
    struct launch l = {.kernel = journal_wanted() ? hip_kernel_of(kernel) : NULL,
                       .grid = {grid.x, grid.y, grid.z},
                       .block = {block.x, block.y, block.z},
                       .shared = shared,
                       .stream = stream,
                       .args = args};
    interposed_begin(i, &hip_api, &l, extra, (const void *)(uintptr_t)HIP_EXTRA_END);
}

#define LAUNCH(function, shared_type, stream_of)                                                   \
    int function(const void *kernel, struct hip_size grid, struct hip_size block, void **args,     \
                 shared_type shared, void *stream) {                                               \
        struct interposed i;                                                                       \
        begin(&i, kernel, grid, block, shared, stream_of(stream), args, NULL);                     \
        int error = HIP_CALL(function, kernel, grid, block, args, shared, stream);                 \
        interposed_end(&i, !error);                                                                \
        return error;                                                                              \
    }
LAUNCH(hipLaunchKernel, size_t, legacy)
LAUNCH(hipLaunchKernel_spt, size_t, own)
LAUNCH(hipLaunchCooperativeKernel, unsigned, legacy)
LAUNCH(hipLaunchCooperativeKernel_spt, unsigned, own)

int hipExtLaunchKernel(const void *kernel, struct hip_size grid, struct hip_size block, void **args,
                       size_t shared, void *stream, void *start, void *stop, int flags) {
    struct interposed i;
    begin(&i, kernel, grid, block, shared, stream, args, NULL);
    int error =
        HIP_CALL(hipExtLaunchKernel, kernel, grid, block, args, shared, stream, start, stop, flags);
    interposed_end(&i, !error);
    return error;
}

int hipLaunchKernelExC(const struct hip_launch_config *c, const void *kernel, void **args) {
    struct interposed i;
    begin(&i, kernel, c->grid, c->block, c->shared, c->stream, args, NULL);
    int error = HIP_CALL(hipLaunchKernelExC, c, kernel, args);
    interposed_end(&i, !error);
    return error;
}

int hipModuleLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x,
                          unsigned block_y, unsigned block_z, unsigned shared, void *stream,
                          void **args, void **extra) {
    struct interposed i;
    begin(&i, function, (struct hip_size){x, y, z}, (struct hip_size){block_x, block_y, block_z},
          shared, stream, args, extra);
    int error = HIP_CALL(hipModuleLaunchKernel, function, x, y, z, block_x, block_y, block_z,
                         shared, stream, args, extra);
    interposed_end(&i, !error);
    return error;
}

int hipModuleLaunchCooperativeKernel(void *function, unsigned x, unsigned y, unsigned z,
                                     unsigned block_x, unsigned block_y, unsigned block_z,
                                     unsigned shared, void *stream, void **args) {
    struct interposed i;
    begin(&i, function, (struct hip_size){x, y, z}, (struct hip_size){block_x, block_y, block_z},
          shared, stream, args, NULL);
    int error = HIP_CALL(hipModuleLaunchCooperativeKernel, function, x, y, z, block_x, block_y,
                         block_z, shared, stream, args);
    interposed_end(&i, !error);
    return error;
}

/* --- launches in numbers of work-items ------------------------------------------------------ */

/* C++ functions of the runtime, which AMD's libraries launch by. */
#define EXT_LAUNCH                                                                                 \
    "_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_"   \
    "tS6_j"

EXPORTED int launch_items(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x,
                          unsigned block_y, unsigned block_z, size_t shared, void *stream,
                          void **args, void **extra, void *start, void *stop,
                          unsigned flags) __asm__(EXT_LAUNCH);

static unsigned groups(unsigned items, unsigned per_group) {
    return per_group ? items / per_group + (items % per_group != 0) : 0;
}

int launch_items(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x,
                 unsigned block_y, unsigned block_z, size_t shared, void *stream, void **args,
                 void **extra, void *start, void *stop, unsigned flags) {
    static int (*next)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, size_t,
                       void *, void **, void **, void *, void *, unsigned);
    struct interposed i;
    if (!next)
        *(void **)&next = real_find(REAL_HIP, EXT_LAUNCH);
    begin(&i, function,
          (struct hip_size){groups(x, block_x), groups(y, block_y), groups(z, block_z)},
          (struct hip_size){block_x, block_y, block_z}, shared, stream, args, extra);
    int error = next ? next(function, x, y, z, block_x, block_y, block_z, shared, stream, args,
                            extra, start, stop, flags)
                     : HIP_NOT_FOUND;
    interposed_end(&i, !error);
    return error;
}

/* --- calls behind which launches are often done --------------------------------------------- */

/* What they return is the next error, too, which reading the times does not change. */
#define POLLS_BEHIND(function, parameters, ...)                                                    \
    int function parameters {                                                                      \
        int error = HIP_CALL(function, __VA_ARGS__);                                               \
        interposed_poll(&hip_api);                                                                 \
        return error;                                                                              \
    }
POLLS_BEHIND(hipStreamSynchronize, (void *stream), stream)
POLLS_BEHIND(hipStreamSynchronize_spt, (void *stream), stream)
POLLS_BEHIND(hipEventSynchronize, (void *event), event)
POLLS_BEHIND(hipFree, (void *pointer), pointer)
POLLS_BEHIND(hipMemcpy, (void *to, const void *from, size_t bytes, int kind), to, from, bytes, kind)
POLLS_BEHIND(hipMemcpy_spt, (void *to, const void *from, size_t bytes, int kind), to, from, bytes,
             kind)
POLLS_BEHIND(hipMemcpyDtoH, (void *to, void *from, size_t bytes), to, from, bytes)

int hipDeviceSynchronize(void) {
    int error = HIP_CALL_WITHOUT(hipDeviceSynchronize);
    interposed_poll(&hip_api);
    return error;
}

/* Events end with it. */
int hipDeviceReset(void) {
    interposed_poll(&hip_api);
    return HIP_CALL_WITHOUT(hipDeviceReset);
}
