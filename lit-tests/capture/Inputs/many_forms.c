/* Launches in all forms that OpenCL has: contexts and queues, kinds of arguments, sizes, programs
 * of several parts. Prints what it computes. */
#include "opencl_host.h"

struct settings {
    int from;
    float by;
    char tag[5];
};

static const char *const parts[] = {
    "typedef struct { int from; float by; char tag[5]; } settings;\n",
    "kernel void scale(global float *data, float4 by, local float *scratch, settings s) {\n"
    "    size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);\n"
    "    scratch[get_local_id(0)] = data[i];\n",
    "    data[i] = scratch[get_local_id(0)] * by.y + s.by + s.tag[0];\n"
    "}\n"
    "kernel void one(global int *out, long add) { out[0] += add; }\n"
    "kernel void maybe(global int *out, constant int *values) {\n"
    "    out[get_global_id(0) - get_global_offset(0)] += values ? values[0] : 7;\n"
    "}\n",
};

static const char picture[] =
    "kernel void shade(read_only image2d_t in, sampler_t how, global float *out) {\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    out[y * get_global_size(0) + x] = read_imagef(in, how, (int2)(x, y)).x * FACTOR;\n"
    "}\n";

static cl_program in_parts(cl_context context) {
    const size_t lengths[] = {strlen(parts[0]), 0, strlen(parts[2])};
    cl_int error;
    cl_program program =
        clCreateProgramWithSource(context, 3, (const char **)parts, lengths, &error);
    TRY(error);
    TRY(clBuildProgram(program, 0, NULL, "-cl-kernel-arg-info -DUNUSED", NULL, NULL));
    return program;
}

static void scale(cl_context context, cl_command_queue queue, cl_program program) {
    float data[64], by[4] = {1, 0.1f, 3, -4};
    static const struct settings s = {3, 0.5f, "\1abc"}; /* padding is zeros */
    const size_t global[2] = {32, 2}, local[2] = {16, 1};
    for (int i = 0; i < 64; i++)
        data[i] = (float)i;
    cl_mem buffer = buffer_of(context, CL_MEM_COPY_HOST_PTR, sizeof data, data);
    cl_kernel kernel = kernel_named(program, "scale");
    set_buffer(kernel, 0, buffer);
    TRY(clSetKernelArg(kernel, 1, sizeof by, by));
    TRY(clSetKernelArg(kernel, 2, 16 * sizeof(float), NULL));
    TRY(clSetKernelArg(kernel, 3, sizeof s, &s));
    for (int i = 0; i < 3; i++)
        TRY(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
    by[1] = 2;
    TRY(clSetKernelArg(kernel, 1, sizeof by, by));
    TRY(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
    TRY(clReleaseKernel(kernel));
    TRY(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
    TRY(clReleaseMemObject(buffer));
    printf("scale: %g %g\n", data[1], data[31]);
}

/* A half of a buffer, a task, and a null pointer. */
static void halves(cl_context context, cl_command_queue queue, cl_program program) {
    int values[64] = {0};
    cl_int error;
    cl_mem whole = buffer_of(context, CL_MEM_COPY_HOST_PTR, 16384, calloc(1, 16384));
    const cl_buffer_region region = {8192, 256};
    cl_mem half = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    TRY(error);
    cl_kernel one = kernel_named(program, "one"), maybe = kernel_named(program, "maybe");
    const cl_long add = (cl_long)1 << 60 | 5;
    const size_t offset = 100, global = 8;
    set_buffer(one, 0, half);
    TRY(clSetKernelArg(one, 1, sizeof add, &add));
    TRY(clEnqueueTask(queue, one, 0, NULL, NULL));
    set_buffer(maybe, 0, half);
    TRY(clSetKernelArg(maybe, 1, sizeof(cl_mem), NULL));
    TRY(clEnqueueNDRangeKernel(queue, maybe, 1, &offset, &global, NULL, 0, NULL, NULL));
    TRY(clEnqueueReadBuffer(queue, half, CL_TRUE, 0, 256, values, 0, NULL, NULL));
    printf("halves: %d %d\n", values[0], values[7]);
    cl_kernel both[8];
    cl_uint n = 0;
    TRY(clCreateKernelsInProgram(program, 8, both, &n));
    printf("kernels: %u\n", n);
    while (n > 0)
        TRY(clReleaseKernel(both[--n]));
    TRY(clReleaseKernel(one));
    TRY(clReleaseKernel(maybe));
    TRY(clReleaseMemObject(half));
    TRY(clReleaseMemObject(whole));
}

static void shade(cl_context context, cl_command_queue queue) {
    const cl_image_format format = {CL_R, CL_FLOAT};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 4};
    const size_t global[2] = {8, 4};
    float texels[32], out[32];
    cl_int error;
    for (int i = 0; i < 32; i++)
        texels[i] = (float)i;
    cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc,
                                 texels, &error);
    TRY(error);
    cl_sampler sampler =
        clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    TRY(error);
    cl_mem result = buffer_of(context, CL_MEM_WRITE_ONLY, sizeof out, NULL);
    cl_program program = built(context, picture, "-D FACTOR=2.0f");
    cl_kernel kernel = kernel_named(program, "shade");
    TRY(clReleaseProgram(program));
    set_buffer(kernel, 0, image);
    TRY(clSetKernelArg(kernel, 1, sizeof sampler, &sampler));
    set_buffer(kernel, 2, result);
    cl_event event;
    TRY(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, NULL, 0, NULL, &event));
    TRY(clWaitForEvents(1, &event));
    TRY(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof out, out, 1, &event, NULL));
    printf("shade: %g %g\n", out[9], out[31]);
    TRY(clReleaseEvent(event));
    TRY(clReleaseKernel(kernel));
    TRY(clReleaseMemObject(image));
    TRY(clReleaseMemObject(result));
    TRY(clReleaseSampler(sampler));
}

/* What is wrong stays wrong in the same way. */
static void mistakes(cl_context context, cl_command_queue queue, cl_program program) {
    const size_t global = 64, odd = 7;
    cl_kernel kernel = kernel_named(program, "one");
    cl_int error;
    printf("mistakes: %d",
           clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    printf(" %d", clEnqueueNDRangeKernel(queue, kernel, 9, NULL, &global, &odd, 0, NULL, NULL));
    printf(" %d", clSetKernelArg(kernel, 5, 4, &global));
    printf(" %d", clSetKernelArg(kernel, 1, 3, &global));
    clCreateKernel(program, "none", &error);
    printf(" %d", error);
    clCreateBuffer(context, 0, 0, NULL, &error);
    printf(" %d\n", error);
    TRY(clReleaseKernel(kernel));
}

int main(void) {
    cl_device_id device = first_device();
    for (int i = 0; i < 2; i++) {
        cl_context context = context_on(device);
        cl_command_queue plain = queue_on(context, device, 0);
        cl_command_queue timed = queue_on(context, device, CL_QUEUE_PROFILING_ENABLE);
        cl_program program = in_parts(context);
        scale(context, plain, program);
        halves(context, timed, program);
        shade(context, timed);
        mistakes(context, plain, program);
        TRY(clReleaseProgram(program));
        TRY(clReleaseCommandQueue(plain));
        TRY(clReleaseCommandQueue(timed));
        TRY(clReleaseContext(context));
    }
    return 3;
}
