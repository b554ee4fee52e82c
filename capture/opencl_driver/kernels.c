#include <stdlib.h>
#include <string.h>

#include "capture/opencl_driver/driver.h"

static cl_kernel create(cl_program p, char *name, cl_int *error) {
    cl_kernel k = name ? object_new(KERNEL, sizeof *k) : NULL;
    if (!k) {
        free(name);
        return failed(error, CL_OUT_OF_HOST_MEMORY);
    }
    object_hold(p);
    k->program = p;
    k->name = name;
    k->found = scan_kernel(p->text, name, &k->signature);
    return made(error, k);
}

/* Names that the text does not have as a kernel's may be made by its macros, so any is one. */
cl_kernel CL_API_CALL FUNCTION(clCreateKernel)(cl_program p, const char *name, cl_int *error) {
    if (!object_is(p, PROGRAM))
        return failed(error, CL_INVALID_PROGRAM);
    if (!p->options || p->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        return failed(error, CL_INVALID_PROGRAM_EXECUTABLE);
    if (!name)
        return failed(error, CL_INVALID_VALUE);
    return create(p, strdup(name), error);
}

cl_int CL_API_CALL FUNCTION(clCreateKernelsInProgram)(cl_program p, cl_uint room, cl_kernel *to,
                                                      cl_uint *n) {
    if (!object_is(p, PROGRAM))
        return CL_INVALID_PROGRAM;
    if (!p->options)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    size_t found = scan_kernels(p->text, NULL, 0);
    if (n)
        *n = (cl_uint)found;
    if (!to)
        return CL_SUCCESS;
    struct signature *all = room < found ? NULL : calloc(found + 1, sizeof *all);
    if (!all)
        return room < found ? CL_INVALID_VALUE : CL_OUT_OF_HOST_MEMORY;
    scan_kernels(p->text, all, found);
    cl_int error = CL_SUCCESS;
    for (size_t i = 0; i < found && !error; i++)
        to[i] = create(p, strndup(all[i].name, all[i].n), &error);
    free(all);
    return error;
}

cl_kernel CL_API_CALL FUNCTION(clCloneKernel)(cl_kernel k, cl_int *error) {
    if (!object_is(k, KERNEL))
        return failed(error, CL_INVALID_KERNEL);
    cl_kernel copy = create(k->program, strdup(k->name), error);
    if (copy)
        copy->n_set = k->n_set;
    return copy;
}

cl_int CL_API_CALL FUNCTION(clRetainKernel)(cl_kernel k) {
    if (!object_is(k, KERNEL))
        return CL_INVALID_KERNEL;
    object_hold(k);
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clReleaseKernel)(cl_kernel k) {
    if (!object_is(k, KERNEL))
        return CL_INVALID_KERNEL;
    if (object_drop(k)) {
        FUNCTION(clReleaseProgram)(k->program);
        free(k->name);
        free(k);
    }
    return CL_SUCCESS;
}

static void set(cl_kernel k, cl_uint i) {
    if (i >= k->n_set)
        k->n_set = i + 1;
}

/* What parameters take is not known, so that sizes are not checked. A list with macros may have
 * more parameters than one sees. */
cl_int CL_API_CALL FUNCTION(clSetKernelArg)(cl_kernel k, cl_uint i, size_t bytes,
                                            const void *value) {
    if (!object_is(k, KERNEL))
        return CL_INVALID_KERNEL;
    if (i >= MOST_PARAMETERS)
        return CL_INVALID_ARG_INDEX;
    cl_uint qualifier =
        k->found && i < k->signature.n_parameters ? k->signature.parameters[i].qualifier : 0;
    if (!bytes || (qualifier == CL_KERNEL_ARG_ADDRESS_LOCAL && bytes > shown()->local_bytes))
        return CL_INVALID_ARG_SIZE;
    if (qualifier == CL_KERNEL_ARG_ADDRESS_LOCAL && value)
        return CL_INVALID_ARG_VALUE;
    set(k, i);
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clSetKernelArgSVMPointer)(cl_kernel k, cl_uint i, const void *value) {
    (void)value;
    if (!object_is(k, KERNEL))
        return CL_INVALID_KERNEL;
    if (i >= MOST_PARAMETERS)
        return CL_INVALID_ARG_INDEX;
    set(k, i);
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clSetKernelExecInfo)(cl_kernel k, cl_kernel_exec_info info,
                                                 size_t bytes, const void *value) {
    (void)info, (void)bytes;
    if (!object_is(k, KERNEL))
        return CL_INVALID_KERNEL;
    return value ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* As many parameters as the text has, or as were set; before that, room for any. */
static cl_uint count_parameters(cl_kernel k) {
    if (k->found)
        return k->signature.n_parameters > k->n_set ? k->signature.n_parameters : k->n_set;
    return k->n_set ? k->n_set : MOST_PARAMETERS;
}

cl_int CL_API_CALL FUNCTION(clGetKernelInfo)(cl_kernel k, cl_kernel_info info, size_t room,
                                             void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(k, KERNEL))
        return CL_INVALID_KERNEL;
    switch (info) {
    case CL_KERNEL_FUNCTION_NAME:
        return give_text(r, k->name);
    case CL_KERNEL_NUM_ARGS:
        return give_uint(r, count_parameters(k));
    case CL_KERNEL_REFERENCE_COUNT:
        return give_uint(r, (cl_uint)k->object.references);
    case CL_KERNEL_CONTEXT:
        return give_pointer(r, k->program->context);
    case CL_KERNEL_PROGRAM:
        return give_pointer(r, k->program);
    case CL_KERNEL_ATTRIBUTES:
        return give_text(r, "");
    default:
        return CL_INVALID_VALUE;
    }
}

/* Names, and address spaces where they are written. Types may be macros'. */
cl_int CL_API_CALL FUNCTION(clGetKernelArgInfo)(cl_kernel k, cl_uint i, cl_kernel_arg_info info,
                                                size_t room, void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    char name[256];
    if (!object_is(k, KERNEL))
        return CL_INVALID_KERNEL;
    if (k->found && i >= k->signature.n_parameters)
        return CL_INVALID_ARG_INDEX;
    const struct parameter *p = k->found ? &k->signature.parameters[i] : NULL;
    if (p && info == CL_KERNEL_ARG_ADDRESS_QUALIFIER && p->qualifier)
        return give_uint(r, p->qualifier);
    if (!p || info != CL_KERNEL_ARG_NAME || !p->n || p->n >= sizeof name)
        return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    memcpy(name, p->name, p->n);
    name[p->n] = '\0';
    return give_text(r, name);
}

cl_int CL_API_CALL FUNCTION(clGetKernelWorkGroupInfo)(cl_kernel k, cl_device_id device,
                                                      cl_kernel_work_group_info info, size_t room,
                                                      void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    const size_t none[3] = {0};
    if (!object_is(k, KERNEL))
        return CL_INVALID_KERNEL;
    if (device && !is_the_device(device))
        return CL_INVALID_DEVICE;
    switch (info) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return give_size(r, shown()->max_items_per_group);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return give(r, none, sizeof none);
    case CL_KERNEL_LOCAL_MEM_SIZE:
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return give_ulong(r, 0);
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return give_size(r, shown()->warp_width);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL FUNCTION(clGetKernelSubGroupInfo)(cl_kernel k, cl_device_id device,
                                                     cl_kernel_sub_group_info info,
                                                     size_t input_bytes, const void *input,
                                                     size_t room, void *to, size_t *size) {
    (void)device, (void)info, (void)input_bytes, (void)input, (void)room, (void)to, (void)size;
    return object_is(k, KERNEL) ? CL_INVALID_OPERATION : CL_INVALID_KERNEL;
}
