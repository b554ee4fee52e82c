#include "capture/opencl/kernels.h"

#include <stdlib.h>
#include <string.h>

static void free_kernel(struct opencl_kernel *k) {
    for (size_t i = 0; i < k->n_args && k->args; i++)
        free(k->args[i].value);
    program_drop(k->program);
    pthread_mutex_destroy(&k->lock);
    free(k->name);
    free(k->noted);
    free(k->args);
    free(k);
}

static char *name_of(cl_kernel handle) {
    size_t n = 0;
    opencl_next()->clGetKernelInfo(handle, CL_KERNEL_FUNCTION_NAME, 0, NULL, &n);
    char *name = calloc(1, n + 1);
    if (name)
        opencl_next()->clGetKernelInfo(handle, CL_KERNEL_FUNCTION_NAME, n, name, NULL);
    return name;
}

static struct program *program_behind(cl_kernel handle) {
    cl_program program = NULL;
    opencl_next()->clGetKernelInfo(handle, CL_KERNEL_PROGRAM, sizeof program, &program, NULL);
    return program_of(program);
}

/* False where there is no memory. */
static bool describe(struct opencl_kernel *k, cl_kernel handle) {
    k->name = name_of(handle);
    k->signature = k->name ? program_signature(k->program, handle, k->name) : NULL;
    if (!k->signature)
        return false;
    k->n_args = k->signature->n;
    k->noted = calloc(k->n_args + 1, sizeof *k->noted);
    k->args = calloc(k->n_args + 1, sizeof *k->args);
    for (size_t i = 0; i < k->n_args && k->noted; i++) {
        k->noted[i].name = k->signature->parameters[i].name;
        k->noted[i].type = k->signature->parameters[i].type;
    }
    return k->noted && k->args;
}

/* A kernel holds its program, as OpenCL's does. */
static struct opencl_kernel *enter(cl_kernel handle) {
    struct opencl_kernel *k = handle && journal_wanted() ? calloc(1, sizeof *k) : NULL;
    if (!k)
        return NULL;
    pthread_mutex_init(&k->lock, NULL);
    k->program = program_behind(handle);
    if (k->program)
        object_hold(&k->program->object);
    k->number = program_number(k->program);
    if (!describe(k, handle)) {
        free_kernel(k);
        return NULL;
    }
    object_enter(&k->object, OBJECT_KERNEL, handle);
    return k;
}

struct opencl_kernel *kernel_of(cl_kernel handle) {
    struct opencl_kernel *k = (struct opencl_kernel *)object_find(OBJECT_KERNEL, handle);
    return k ? k : enter(handle);
}

cl_kernel CL_API_CALL WRAPPED(clCreateKernel)(cl_program program, const char *name, cl_int *error) {
    cl_kernel handle = opencl_next()->clCreateKernel(program, name, error);
    enter(handle);
    return handle;
}

cl_int CL_API_CALL WRAPPED(clCreateKernelsInProgram)(cl_program program, cl_uint room,
                                                     cl_kernel *kernels, cl_uint *n) {
    cl_uint found = 0;
    cl_int status = opencl_next()->clCreateKernelsInProgram(program, room, kernels, &found);
    for (cl_uint i = 0; i < found && kernels && status == CL_SUCCESS; i++)
        enter(kernels[i]);
    if (n && status == CL_SUCCESS)
        *n = found;
    return status;
}

static void copy_argument(struct opencl_kernel *to, const struct opencl_kernel *from, size_t i) {
    to->noted[i] = from->noted[i];
    to->args[i] = from->args[i];
    to->args[i].value = NULL;
    if (from->noted[i].kind != JOURNAL_VALUE)
        return;
    to->args[i].value = malloc(from->args[i].room);
    to->noted[i].value = to->args[i].value;
    if (to->args[i].value)
        memcpy(to->args[i].value, from->args[i].value, from->noted[i].bytes);
    else
        to->noted[i].kind = JOURNAL_UNSET;
}

cl_kernel CL_API_CALL WRAPPED(clCloneKernel)(cl_kernel source, cl_int *error) {
    cl_kernel handle = opencl_next()->clCloneKernel(source, error);
    struct opencl_kernel *from = kernel_of(source), *to = enter(handle);
    if (!from || !to)
        return handle;
    pthread_mutex_lock(&from->lock);
    for (size_t i = 0; i < from->n_args && i < to->n_args; i++)
        copy_argument(to, from, i);
    pthread_mutex_unlock(&from->lock);
    return handle;
}

cl_int CL_API_CALL WRAPPED(clRetainKernel)(cl_kernel handle) {
    cl_int status = opencl_next()->clRetainKernel(handle);
    if (status == CL_SUCCESS)
        object_retained(OBJECT_KERNEL, handle);
    return status;
}

cl_int CL_API_CALL WRAPPED(clReleaseKernel)(cl_kernel handle) {
    struct object *o = object_released(OBJECT_KERNEL, handle);
    if (o)
        free_kernel((struct opencl_kernel *)o);
    return opencl_next()->clReleaseKernel(handle);
}
