/* Modules and libraries of code, and the kernels in them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/fat_binary.h"
#include "capture/cuda/module_file.h"
#include "capture/interposer/cuda.h"
#include "capture/interposer/handles.h"

static struct image *read_program(const void *data) {
    return image_new(data, 0);
}

/* The program's own code, which its sources have, or some that it loads. */
static void note_data(void *handle, const void *data) {
    if (!journal_wanted() || !data)
        return;
    const void *own = fat_binary_wrapped(data);
    struct module *m = own ? module_in_program(own, read_program) : module_of(image_load(data, 0));
    handles_put(handle, m, NULL);
}

static void note_file(void *handle, const char *path) {
    size_t n = 0;
    char *bytes = journal_wanted() ? module_file_read(path, &n) : NULL;
    if (bytes)
        handles_put(handle, module_of(image_load(bytes, n)), NULL);
    free(bytes);
}

int cuModuleLoad(void **module, const char *path) {
    int error = CUDA_CALL(cuModuleLoad, module, path);
    if (!error)
        note_file(*module, path);
    return error;
}

int cuModuleLoadData(void **module, const void *image) {
    int error = CUDA_CALL(cuModuleLoadData, module, image);
    if (!error)
        note_data(*module, image);
    return error;
}

int cuModuleLoadDataEx(void **module, const void *image, unsigned n, void *options, void **values) {
    int error = CUDA_CALL(cuModuleLoadDataEx, module, image, n, options, values);
    if (!error)
        note_data(*module, image);
    return error;
}

int cuModuleLoadFatBinary(void **module, const void *image) {
    int error = CUDA_CALL(cuModuleLoadFatBinary, module, image);
    if (!error)
        note_data(*module, image);
    return error;
}

int cuLibraryLoadData(void **library, const void *image, void *jit, void **jit_values,
                      unsigned n_jit, void *options, void **values, unsigned n) {
    int error =
        CUDA_CALL(cuLibraryLoadData, library, image, jit, jit_values, n_jit, options, values, n);
    if (!error)
        note_data(*library, image);
    return error;
}

int cuLibraryLoadFromFile(void **library, const char *path, void *jit, void **jit_values,
                          unsigned n_jit, void *options, void **values, unsigned n) {
    int error =
        CUDA_CALL(cuLibraryLoadFromFile, library, path, jit, jit_values, n_jit, options, values, n);
    if (!error)
        note_file(*library, path);
    return error;
}

int cuLibraryGetModule(void **module, void *library) {
    int error = CUDA_CALL(cuLibraryGetModule, module, library);
    if (!error)
        handles_put(*module, handles_module(library), NULL);
    return error;
}

/* --- kernels ---------------------------------------------------------------------------- */

int cuModuleGetFunction(void **function, void *module, const char *name) {
    int error = CUDA_CALL(cuModuleGetFunction, function, module, name);
    if (!error && journal_wanted())
        handles_put(*function, handles_module(module), name);
    return error;
}

int cuLibraryGetKernel(void **kernel, void *library, const char *name) {
    int error = CUDA_CALL(cuLibraryGetKernel, kernel, library, name);
    if (!error && journal_wanted())
        handles_put(*kernel, handles_module(library), name);
    return error;
}

/* The driver's text of the kernel's parameters; NULL if it is older than the question, which CUDA
 * 12.4 brought. */
static char *ask_parameters(const void *function, const char *symbol) {
    const struct cuda_driver *d = cuda_driver();
    void *handle = (void *)(uintptr_t)function;
    char *text = NULL;
    size_t n, offset, bytes = 0, i = 0;
    FILE *out = d->cuFuncGetParamInfo ? open_memstream(&text, &n) : NULL;
    if (!out)
        return NULL;
    fprintf(out, SIGNATURE_MAGIC "kernel %s\n", symbol);
    while (!d->cuFuncGetParamInfo(handle, i, &offset, &bytes)) {
        fprintf(out, "%zu||\n", bytes);
        i++;
    }
    fclose(out);
    if (i)
        return text;
    free(text);
    return NULL;
}

int cuKernelGetFunction(void **function, void *kernel) {
    int error = CUDA_CALL(cuKernelGetFunction, function, kernel);
    const struct cuda_kernel *k = error ? NULL : handles_kernel(kernel, NULL);
    if (k)
        handles_put(*function, handles_module(kernel), k->symbol);
    return error;
}

struct cuda_kernel *cuda_kernel_of(void *function) {
    const char *name = NULL;
    struct cuda_kernel *k = handles_kernel(function, ask_parameters);
    if (k || CUDA_CALL(cuFuncGetName, &name, function) || !name)
        return k;
    handles_put(function, NULL, name);
    return handles_kernel(function, ask_parameters);
}
