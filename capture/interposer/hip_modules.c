/* What a program registers before main(), modules that it loads, and the kernels in them. */
#include <stdlib.h>

#include "capture/cuda/module_file.h"
#include "capture/hip/code_object.h"
#include "capture/interposer/handles.h"
#include "capture/interposer/hip.h"
#include "capture/interposer/real.h"

/* What hipcc puts around a bundle. */
struct wrapper {
    uint32_t magic, version;
    const void *bundle;
    void *next;
};

static struct image *read_bundle(const void *bundle) {
    return image_of_kernels(code_object_kernels(bundle, 0));
}

void **__hipRegisterFatBinary(const void *data) {
    void **(*next)(const void *);
    *(void **)&next = real_find(REAL_HIP, "__hipRegisterFatBinary");
    void **modules = next ? next(data) : NULL;
    if (modules && data && journal_wanted())
        handles_put(modules, module_in_program(((const struct wrapper *)data)->bundle, read_bundle),
                    NULL);
    return modules;
}

void __hipRegisterFunction(void **modules, const void *host, char *device, const char *name,
                           unsigned threads, void *thread, void *block, void *block_size,
                           void *grid_size, int *warp) {
    static void (*next)(void **, const void *, char *, const char *, unsigned, void *, void *,
                        void *, void *, int *);
    if (!next)
        *(void **)&next = real_find(REAL_HIP, "__hipRegisterFunction");
    if (next)
        next(modules, host, device, name, threads, thread, block, block_size, grid_size, warp);
    if (journal_wanted() && name)
        handles_put(host, handles_module(modules), name);
}

/* --- modules that the program loads -------------------------------------------------------- */

static void note_bytes(const void *handle, const void *bytes, size_t n) {
    if (journal_wanted() && bytes)
        handles_put(handle, module_of(image_of_kernels(code_object_kernels(bytes, n))), NULL);
}

int hipModuleLoad(void **module, const char *path) {
    int error = HIP_CALL(hipModuleLoad, module, path);
    size_t n = 0;
    char *bytes = !error && journal_wanted() ? module_file_read(path, &n) : NULL;
    if (bytes)
        note_bytes(*module, bytes, n);
    free(bytes);
    return error;
}

int hipModuleLoadData(void **module, const void *image) {
    int error = HIP_CALL(hipModuleLoadData, module, image);
    if (!error)
        note_bytes(*module, image, 0);
    return error;
}

int hipModuleLoadDataEx(void **module, const void *image, unsigned n, void *options,
                        void **values) {
    int error = HIP_CALL(hipModuleLoadDataEx, module, image, n, options, values);
    if (!error)
        note_bytes(*module, image, 0);
    return error;
}

int hipModuleGetFunction(void **function, void *module, const char *name) {
    int error = HIP_CALL(hipModuleGetFunction, function, module, name);
    if (!error && journal_wanted())
        handles_put(*function, handles_module(module), name);
    return error;
}

struct cuda_kernel *hip_kernel_of(const void *handle) {
    return handles_kernel(handle, NULL);
}
