/* The driver's linker: what it makes of PTX texts and machine code is the first piece with machine
 * code, or else all texts together, which hold the same kernels. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/module_file.h"

struct CUlinkState_st {
    char *code;  /* a fat binary or a cubin, or NULL */
    char *texts; /* all of PTX, or NULL */
    size_t code_bytes, text_bytes;
};

CUresult cuLinkCreate(unsigned n, CUjit_option *options, void **values, CUlinkState *state) {
    (void)n, (void)options, (void)values;
    *state = calloc(1, sizeof **state);
    return *state ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* Ends with a zero, which is no part of it. */
static bool append(char **to, size_t *n, const void *data, size_t bytes) {
    char *more = realloc(*to, *n + bytes + 1);
    if (!more)
        return false;
    memcpy(more + *n, data, bytes);
    *n += bytes;
    more[*n] = '\0';
    *to = more;
    return true;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes,
                       const char *name, unsigned n, CUjit_option *options, void **values) {
    (void)name, (void)n, (void)options, (void)values;
    if (!state || !data || !bytes)
        return CUDA_ERROR_INVALID_VALUE;
    bool done = type == CU_JIT_INPUT_PTX
                    ? append(&state->texts, &state->text_bytes, data, strnlen(data, bytes))
                : type == CU_JIT_INPUT_CUBIN || type == CU_JIT_INPUT_FATBINARY
                    ? state->code || append(&state->code, &state->code_bytes, data, bytes)
                    : true;
    return done ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned n,
                       CUjit_option *options, void **values) {
    size_t bytes = 0;
    char *data = module_file_read(path, &bytes);
    CUresult error = data && bytes
                         ? cuLinkAddData(state, type, data, bytes, path, n, options, values)
                         : CUDA_ERROR_FILE_NOT_FOUND;
    free(data);
    return error;
}

CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes) {
    if (!state || (!state->code && !state->texts))
        return CUDA_ERROR_INVALID_VALUE;
    *image = state->code ? state->code : state->texts;
    if (bytes)
        *bytes = state->code ? state->code_bytes : state->text_bytes + 1;
    return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state) {
    if (!state)
        return CUDA_ERROR_INVALID_HANDLE;
    free(state->code);
    free(state->texts);
    free(state);
    return CUDA_SUCCESS;
}
