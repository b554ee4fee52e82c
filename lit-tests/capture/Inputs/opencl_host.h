/* What the host programs of these tests share. */
#ifndef OPENCL_HOST_H
#define OPENCL_HOST_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRY(call)                                                                                  \
    do {                                                                                           \
        cl_int status_ = (call);                                                                   \
        if (status_ != CL_SUCCESS) {                                                               \
            fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status_);                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static inline cl_device_id first_device(void) {
    cl_platform_id platform;
    cl_device_id device;
    TRY(clGetPlatformIDs(1, &platform, NULL));
    TRY(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    return device;
}

static inline cl_context context_on(cl_device_id device) {
    cl_int error;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    TRY(error);
    return context;
}

static inline cl_command_queue queue_on(cl_context context, cl_device_id device,
                                        cl_queue_properties properties) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int error;
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, list, &error);
    TRY(error);
    return queue;
}

static inline cl_program built(cl_context context, const char *text, const char *options) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    TRY(error);
    TRY(clBuildProgram(program, 0, NULL, options, NULL, NULL));
    return program;
}

static inline cl_kernel kernel_named(cl_program program, const char *name) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    TRY(error);
    return kernel;
}

static inline cl_mem buffer_of(cl_context context, cl_mem_flags flags, size_t bytes, void *host) {
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, flags, bytes, host, &error);
    TRY(error);
    return buffer;
}

static inline void set_buffer(cl_kernel kernel, cl_uint i, cl_mem buffer) {
    TRY(clSetKernelArg(kernel, i, sizeof buffer, &buffer));
}

/* One dimension, everything left to the implementation. */
static inline void launch(cl_command_queue queue, cl_kernel kernel, size_t global) {
    TRY(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
}

#endif
