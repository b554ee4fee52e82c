/* Runs kernels with the first OpenCL device there is. Contraction is off and divisions are rounded
 * correctly, so that the same operations give the same bits. */
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

struct program {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
};

struct handle {
    const struct program *program;
    cl_kernel kernel;
};

static bool failed(const char *what, cl_int error) {
    if (error != CL_SUCCESS)
        fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    return error != CL_SUCCESS;
}

/* The source behind a pragma; a byte-order mark may only come first, so it is left out. */
static char *read_source(const char *file) {
    static const char before[] = "#pragma OPENCL FP_CONTRACT OFF\n#line 1\n";
    FILE *f = fopen(file, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    size_t n = (size_t)ftell(f), head = strlen(before);
    rewind(f);
    char *text = calloc(head + n + 1, 1);
    memcpy(text, before, head);
    n = fread(text + head, 1, n, f);
    fclose(f);
    if (n >= 3 && memcmp(text + head, "\xef\xbb\xbf", 3) == 0)
        memmove(text + head, text + head + 3, n - 2);
    return text;
}

static bool build(struct program *p, cl_device_id device, const char *file, const char *more) {
    char options[4096], log[16384] = "";
    char *text = read_source(file), *slash = strrchr(file, '/');
    if (!text)
        return false;
    cl_int error;
    p->program = clCreateProgramWithSource(p->context, 1, (const char **)&text, NULL, &error);
    free(text);
    snprintf(
        options, sizeof options,
        "-cl-std=CL3.0 -w -cl-kernel-arg-info -cl-fp32-correctly-rounded-divide-sqrt -I %.*s %s",
        slash ? (int)(slash - file) : 1, slash ? file : ".", more);
    if (failed("program", error) ||
        clBuildProgram(p->program, 1, &device, options, NULL, NULL) == CL_SUCCESS)
        return error == CL_SUCCESS;
    clGetProgramBuildInfo(p->program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "%s does not build: %s\n", file, log);
    return false;
}

static void *load(const char *file, const char *options) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    struct program *p = calloc(1, sizeof *p);
    if (failed("platform", clGetPlatformIDs(1, &platform, NULL)) ||
        failed("device", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)))
        return NULL;
    p->context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    if (failed("context", error))
        return NULL;
    p->queue = clCreateCommandQueueWithProperties(p->context, device, NULL, &error);
    if (failed("queue", error) || !build(p, device, file, options))
        return NULL;
    return p;
}

static void describe(cl_kernel kernel, cl_uint i, struct param *p) {
    cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
    clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, sizeof p->name, p->name, NULL);
    clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof p->type, p->type, NULL);
    clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, NULL);
    size_t end = strlen(p->type);
    bool pointer = end > 0 && p->type[end - 1] == '*';
    p->type[end - pointer] = '\0';
    if (strstr(p->type, "image") || strcmp(p->type, "sampler_t") == 0)
        p->kind = PARAM_OTHER;
    else if (!pointer)
        p->kind = PARAM_VALUE;
    else
        p->kind = space == CL_KERNEL_ARG_ADDRESS_LOCAL ? PARAM_LOCAL : PARAM_GLOBAL;
}

static bool find(void *program, const char *name, struct kernel *k) {
    struct handle *h = calloc(1, sizeof *h);
    cl_uint n = 0;
    cl_int error;
    h->program = program;
    h->kernel = clCreateKernel(h->program->program, name, &error);
    if (failed(name, error))
        return false;
    clGetKernelInfo(h->kernel, CL_KERNEL_NUM_ARGS, sizeof n, &n, NULL);
    k->handle = h;
    k->n_params = n < MAX_PARAMS ? (int)n : MAX_PARAMS;
    for (cl_uint i = 0; i < n && i < MAX_PARAMS; i++)
        describe(h->kernel, i, &k->params[i]);
    return n <= MAX_PARAMS;
}

/* A value whose type has a name of its own may be smaller or larger than was thought. */
static cl_int set_value(cl_kernel kernel, cl_uint i, size_t bytes, const void *value) {
    cl_int error = clSetKernelArg(kernel, i, bytes, value);
    for (size_t n = 1; error == CL_INVALID_ARG_SIZE && n <= 128; n *= 2)
        error = clSetKernelArg(kernel, i, n, value);
    return error;
}

static cl_int set_buffer(const struct handle *h, cl_uint i, const struct launch *l, cl_mem *m) {
    cl_int error;
    *m = clCreateBuffer(h->program->context, CL_MEM_USE_HOST_PTR, l->bytes[i], l->args[i], &error);
    return error == CL_SUCCESS ? clSetKernelArg(h->kernel, i, sizeof *m, m) : error;
}

static bool run(const struct kernel *k, const struct launch *l) {
    const struct handle *h = k->handle;
    cl_mem buffers[MAX_PARAMS] = {0};
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < k->n_params && error == CL_SUCCESS; i++)
        if (k->params[i].kind == PARAM_GLOBAL)
            error = set_buffer(h, (cl_uint)i, l, &buffers[i]);
        else if (k->params[i].kind == PARAM_LOCAL)
            error = clSetKernelArg(h->kernel, (cl_uint)i, LOCAL_BYTES, NULL);
        else
            error = set_value(h->kernel, (cl_uint)i, l->bytes[i], l->args[i]);
    if (error == CL_SUCCESS)
        error = clEnqueueNDRangeKernel(h->program->queue, h->kernel, 3, NULL, l->global, l->local,
                                       0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clFinish(h->program->queue);
    for (int i = 0; i < k->n_params; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    return !failed("launch", error);
}

const struct engine opencl_engine = {load, find, run};
