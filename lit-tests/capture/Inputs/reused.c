/* Handles that OpenCL gives again: programs, kernels and buffers that are released and made anew
 * many times, kernels that outlive their program, and programs of binaries. */
#include "opencl_host.h"

static cl_program numbered(cl_context context, int number) {
    char text[128];
    snprintf(text, sizeof text,
             "kernel void k%d(global int *out, int b) { out[get_global_id(0)] = b + %d; }\n",
             number % 3, number);
    return built(context, text, number % 2 ? "-cl-kernel-arg-info" : NULL);
}

static cl_kernel of_number(cl_program program, int number) {
    char name[16];
    snprintf(name, sizeof name, "k%d", number % 3);
    return kernel_named(program, name);
}

static void launch_once(cl_context context, cl_command_queue queue, cl_kernel kernel, int number) {
    int values[64];
    cl_mem buffer = buffer_of(context, 0, 64 * sizeof(int) * (size_t)(1 + number % 4), NULL);
    set_buffer(kernel, 0, buffer);
    TRY(clSetKernelArg(kernel, 1, sizeof number, &number));
    launch(queue, kernel, 64);
    TRY(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
    TRY(clReleaseMemObject(buffer));
    printf("%d ", values[63]);
}

/* The program made of what another was compiled to, for the same device. */
static cl_program of_binary(cl_context context, cl_device_id device, cl_program program) {
    size_t bytes;
    cl_int status, error;
    TRY(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
    unsigned char *binary = malloc(bytes);
    TRY(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    TRY(clReleaseProgram(program));
    cl_program copy = clCreateProgramWithBinary(context, 1, &device, &bytes,
                                                (const unsigned char **)&binary, &status, &error);
    TRY(error);
    TRY(clBuildProgram(copy, 1, &device, "", NULL, NULL));
    free(binary);
    return copy;
}

int main(void) {
    cl_device_id device = first_device();
    cl_context context = context_on(device);
    cl_command_queue queue = queue_on(context, device, 0);
    for (int i = 0; i < 12; i++) {
        cl_program program = numbered(context, i % 6);
        cl_kernel kernel = of_number(program, i % 6);
        TRY(clRetainKernel(kernel));
        TRY(clReleaseKernel(kernel));
        TRY(clReleaseProgram(program));
        launch_once(context, queue, kernel, i);
        TRY(clReleaseKernel(kernel));
    }
    cl_program copy = of_binary(context, device, numbered(context, 1));
    cl_kernel kernel = of_number(copy, 1);
    launch_once(context, queue, kernel, 40);
    cl_int error;
    cl_kernel clone = clCloneKernel(kernel, &error);
    if (error == CL_SUCCESS)
        launch_once(context, queue, clone, 41);
    puts("");
    return 0;
}
