#include <stdlib.h>
#include <string.h>

#include "capture/opencl/kernels.h"
#include "capture/opencl/memory.h"

/* An argument that is being set. */
struct setting {
    enum passed passed;
    struct journal_arg *noted;
    struct argument *arg;
    size_t bytes;
    const void *value;
};

static bool is_local(const struct setting *s) {
    if (s->passed != PASSED_UNKNOWN)
        return s->passed == PASSED_LOCAL;
    return !s->value && s->bytes != sizeof(cl_mem);
}

static void set_value(struct setting *s) {
    if (s->arg->room < s->bytes) {
        void *grown = realloc(s->arg->value, s->bytes);
        if (!grown)
            return;
        s->arg->value = grown;
        s->arg->room = s->bytes;
    }
    memcpy(s->arg->value, s->value, s->bytes);
    s->noted->kind = JOURNAL_VALUE;
    s->noted->value = s->arg->value;
    s->noted->bytes = s->bytes;
}

/* True if the value is a handle that is known, or must be one. */
static bool set_handle(struct setting *s) {
    void *handle;
    if (s->bytes != sizeof handle || s->passed == PASSED_VALUE)
        return false;
    memcpy(&handle, s->value, sizeof handle);
    bool is_memory = s->passed == PASSED_MEMORY;
    if (memory_describe(handle, is_memory && handle, s->noted)) {
        s->arg->memory = handle;
        return true;
    }
    if (!handle && is_memory)
        s->noted->kind = JOURNAL_NULL;
    else if (memory_is_sampler(handle))
        s->noted->kind = JOURNAL_SAMPLER;
    return s->noted->kind != JOURNAL_UNSET;
}

static void note(struct setting *s) {
    s->noted->kind = JOURNAL_UNSET;
    s->arg->memory = NULL;
    s->arg->shared = NULL;
    if (is_local(s)) {
        s->noted->kind = JOURNAL_LOCAL;
        s->noted->bytes = s->bytes;
    } else if (!s->value) {
        s->noted->kind = JOURNAL_NULL;
    } else if (!set_handle(s) && (s->passed == PASSED_UNKNOWN || s->passed == PASSED_VALUE)) {
        set_value(s);
    }
}

cl_int CL_API_CALL WRAPPED(clSetKernelArg)(cl_kernel handle, cl_uint i, size_t bytes,
                                           const void *value) {
    cl_int status = opencl_next()->clSetKernelArg(handle, i, bytes, value);
    struct opencl_kernel *k = status == CL_SUCCESS ? kernel_of(handle) : NULL;
    if (!k || i >= k->n_args)
        return status;
    struct setting s = {k->signature->parameters[i].passed, &k->noted[i], &k->args[i], bytes,
                        value};
    pthread_mutex_lock(&k->lock);
    note(&s);
    pthread_mutex_unlock(&k->lock);
    return status;
}

cl_int CL_API_CALL WRAPPED(clSetKernelArgSVMPointer)(cl_kernel handle, cl_uint i,
                                                     const void *value) {
    cl_int status = opencl_next()->clSetKernelArgSVMPointer(handle, i, value);
    struct opencl_kernel *k = status == CL_SUCCESS ? kernel_of(handle) : NULL;
    if (!k || i >= k->n_args)
        return status;
    pthread_mutex_lock(&k->lock);
    k->noted[i].kind = value ? JOURNAL_BUFFER : JOURNAL_NULL;
    k->noted[i].bytes = svm_bytes(value);
    k->args[i].memory = NULL;
    k->args[i].shared = value;
    pthread_mutex_unlock(&k->lock);
    return status;
}
