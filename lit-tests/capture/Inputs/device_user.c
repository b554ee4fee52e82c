/* Asks an OpenCL device for its limits and uses what drivers have: buffers of 4 GiB, rectangles,
 * images, maps, SVM, callbacks, binaries, profiling times, errors.
 *
 * Prints what it found; exits with 1 at the first surprise. */
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPECT(what)                                                                               \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            printf("line %d: %s\n", __LINE__, #what);                                              \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static const char text[] =
    "/* kernel void hidden(int a) {} */\n"
    "#define SIZE 4\n"
    "kernel __attribute__((reqd_work_group_size(64, 1, 1)))\n"
    "void scale(global float *restrict data, const float by, local int *tile,\n"
    "           int (*unused)(int, int)) { data[get_global_id(0)] *= by; }\n"
    "__kernel void nothing(void) {}\n"
    "kernel void declared(int a);\n";

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static atomic_int called;

static void find_device(void) {
    cl_platform_id platform;
    char name[128];
    size_t group, items[3];
    cl_ulong local, global;
    cl_uint n = 0, units, mhz;
    EXPECT(clGetPlatformIDs(1, &platform, &n) == CL_SUCCESS && n == 1);
    EXPECT(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_DEVICE_NOT_FOUND);
    EXPECT(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, &n) == CL_SUCCESS && n == 1);
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof group, &group, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL);
    clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL);
    clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof global, &global, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof mhz, &mhz, NULL);
    EXPECT(clGetDeviceInfo(device, CL_DEVICE_NAME, 3, name, NULL) == CL_INVALID_VALUE);
    printf("%s: %u units, %u MHz, groups of %zu, %llu bytes of local and %llu of global memory\n",
           name, units, mhz, group, (unsigned long long)local, (unsigned long long)global);
}

static void use_buffers(void) {
    const size_t all = (size_t)4 << 30, far = all - 16;
    const size_t origin[3] = {4, 1, 0}, host[3] = {0, 0, 0}, region[3] = {8, 2, 1};
    int value = 7, back = 0, rows[4] = {1, 2, 3, 4}, got[4] = {0};
    cl_int error;
    cl_mem big = clCreateBuffer(context, CL_MEM_READ_WRITE, all, NULL, &error);
    EXPECT(error == CL_SUCCESS);
    EXPECT(clEnqueueWriteBuffer(queue, big, CL_TRUE, far, 4, &value, 0, NULL, NULL) == CL_SUCCESS);
    EXPECT(clEnqueueCopyBuffer(queue, big, big, far, 64, 4, 0, NULL, NULL) == CL_SUCCESS);
    EXPECT(clEnqueueReadBuffer(queue, big, CL_TRUE, 64, 4, &back, 0, NULL, NULL) == CL_SUCCESS);
    EXPECT(back == 7);
    EXPECT(clEnqueueReadBuffer(queue, big, CL_TRUE, all - 2, 4, &back, 0, NULL, NULL) ==
           CL_INVALID_VALUE);
    EXPECT(clEnqueueFillBuffer(queue, big, &value, 4, 0, 64, 0, NULL, NULL) == CL_SUCCESS);
    const cl_buffer_region part = {16, 32};
    cl_mem sub = clCreateSubBuffer(big, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &error);
    EXPECT(error == CL_SUCCESS);
    int *map = clEnqueueMapBuffer(queue, sub, CL_TRUE, CL_MAP_READ, 4, 8, 0, NULL, NULL, &error);
    EXPECT(map && map[0] == 7 && map[1] == 7);
    EXPECT(clEnqueueUnmapMemObject(queue, sub, map, 0, NULL, NULL) == CL_SUCCESS);
    EXPECT(clEnqueueWriteBufferRect(queue, big, CL_TRUE, origin, host, region, 16, 0, 8, 0, rows, 0,
                                    NULL, NULL) == CL_SUCCESS);
    EXPECT(clEnqueueReadBufferRect(queue, big, CL_TRUE, origin, host, region, 16, 0, 8, 0, got, 0,
                                   NULL, NULL) == CL_SUCCESS);
    EXPECT(memcmp(rows, got, sizeof rows) == 0);
    clReleaseMemObject(sub);
    clReleaseMemObject(big);
    EXPECT(!clCreateBuffer(context, 0, 0, NULL, &error) && error == CL_INVALID_BUFFER_SIZE);
}

static void use_images(void) {
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 5, .image_height = 3};
    const size_t origin[3] = {1, 1, 0}, region[3] = {2, 2, 1}, whole[3] = {5, 4, 1};
    unsigned char texels[60], got[16];
    const float red[4] = {1, 0, 0.5f, 2};
    size_t row;
    cl_int error;
    for (int i = 0; i < 60; i++)
        texels[i] = (unsigned char)i;
    cl_mem image = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &desc, texels, &error);
    EXPECT(error == CL_SUCCESS);
    EXPECT(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, got, 0, NULL, NULL) ==
           CL_SUCCESS);
    EXPECT(got[0] == 24 && got[7] == 31 && got[8] == 44);
    EXPECT(clEnqueueReadImage(queue, image, CL_TRUE, origin, whole, 0, 0, got, 0, NULL, NULL) ==
           CL_INVALID_VALUE);
    EXPECT(clEnqueueFillImage(queue, image, red, origin, region, 0, NULL, NULL) == CL_SUCCESS);
    unsigned char *map = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, region, &row,
                                           NULL, 0, NULL, NULL, &error);
    EXPECT(map && row == 20 && map[0] == 255 && map[1] == 0 && map[2] == 128 && map[3] == 255);
    clEnqueueUnmapMemObject(queue, image, map, 0, NULL, NULL);
    clReleaseMemObject(image);
}

static void CL_CALLBACK note(cl_event event, cl_int status, void *data) {
    (void)event;
    called += status == CL_COMPLETE && data == &called;
}

static void CL_CALLBACK built(cl_program program, void *data) {
    (void)program;
    called += data == &called;
}

static void wait_for(int n) {
    for (int i = 0; i < 2000 && called != n; i++)
        usleep(1000);
    EXPECT(called == n);
}

static void launch(cl_program program) {
    cl_int error;
    size_t global = 128, odd = 100, local = 64, many = 4096;
    float by = 2;
    cl_uint n;
    cl_event event;
    cl_ulong start, end;
    cl_kernel kernel = clCreateKernel(program, "scale", &error);
    EXPECT(error == CL_SUCCESS);
    EXPECT(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof n, &n, NULL) == CL_SUCCESS && n == 4);
    EXPECT(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) ==
           CL_INVALID_KERNEL_ARGS);
    cl_mem data = clCreateBuffer(context, 0, 512, NULL, &error);
    EXPECT(clSetKernelArg(kernel, 0, sizeof data, &data) == CL_SUCCESS);
    EXPECT(clSetKernelArg(kernel, 1, sizeof by, &by) == CL_SUCCESS);
    EXPECT(clSetKernelArg(kernel, 2, 1 << 30, NULL) == CL_INVALID_ARG_SIZE);
    EXPECT(clSetKernelArg(kernel, 2, 256, NULL) == CL_SUCCESS);
    EXPECT(clSetKernelArg(kernel, 3, sizeof by, &by) == CL_SUCCESS);
    EXPECT(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &odd, &local, 0, NULL, NULL) ==
           CL_INVALID_WORK_GROUP_SIZE);
    EXPECT(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &many, &many, 0, NULL, NULL) ==
           CL_INVALID_WORK_ITEM_SIZE);
    EXPECT(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &event) ==
           CL_SUCCESS);
    EXPECT(clWaitForEvents(1, &event) == CL_SUCCESS);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    EXPECT(end > start);
    called = 0;
    EXPECT(clSetEventCallback(event, CL_COMPLETE, note, &called) == CL_SUCCESS);
    wait_for(1);
    clReleaseEvent(event);
    clReleaseMemObject(data);
    clReleaseKernel(kernel);
}

static void use_programs(void) {
    const char *pieces[] = {text};
    cl_int error, status;
    size_t bytes;
    cl_uint n;
    cl_kernel both[2];
    char names[64];
    cl_program program = clCreateProgramWithSource(context, 1, pieces, NULL, &error);
    EXPECT(!clCreateKernel(program, "scale", &error) && error == CL_INVALID_PROGRAM_EXECUTABLE);
    EXPECT(clBuildProgram(program, 1, &device, "-DN=4", built, &called) == CL_SUCCESS);
    wait_for(1);
    EXPECT(clCreateKernelsInProgram(program, 2, both, &n) == CL_SUCCESS && n == 2);
    clReleaseKernel(both[0]);
    clReleaseKernel(both[1]);
    clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL);
    EXPECT(strcmp(names, "scale;nothing") == 0);
    launch(program);
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL);
    unsigned char *binary = malloc(bytes);
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    const unsigned char *again[] = {binary};
    cl_program copy =
        clCreateProgramWithBinary(context, 1, &device, &bytes, again, &status, &error);
    EXPECT(error == CL_SUCCESS && status == CL_SUCCESS);
    EXPECT(clBuildProgram(copy, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS);
    launch(copy);
    clReleaseProgram(copy);
    clReleaseProgram(program);
    free(binary);
}

static void *wait_for_user(void *event) {
    cl_event e = event;
    EXPECT(clWaitForEvents(1, &e) == CL_SUCCESS);
    return NULL;
}

static void use_events(void) {
    cl_int error;
    pthread_t thread;
    cl_event event = clCreateUserEvent(context, &error);
    called = 0;
    clSetEventCallback(event, CL_COMPLETE, note, &called);
    pthread_create(&thread, NULL, wait_for_user, event);
    EXPECT(clSetUserEventStatus(event, CL_COMPLETE) == CL_SUCCESS);
    EXPECT(clSetUserEventStatus(event, CL_COMPLETE) == CL_INVALID_OPERATION);
    pthread_join(thread, NULL);
    wait_for(1);
    clReleaseEvent(event);
    int *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0), value = 3, back = 0;
    EXPECT(shared);
    EXPECT(clEnqueueSVMMemFill(queue, shared, &value, 4, 4096, 0, NULL, NULL) == CL_SUCCESS);
    EXPECT(clEnqueueSVMMemcpy(queue, CL_TRUE, &back, shared + 1023, 4, 0, NULL, NULL) ==
           CL_SUCCESS);
    EXPECT(back == 3);
    clSVMFree(context, shared);
}

static void *work(void *unused) {
    for (int i = 0; i < 200; i++) {
        cl_int error;
        cl_mem m = clCreateBuffer(context, 0, 64, NULL, &error);
        EXPECT(clEnqueueFillBuffer(queue, m, &i, 4, 0, 64, 0, NULL, NULL) == CL_SUCCESS);
        clReleaseMemObject(m);
    }
    return unused;
}

int main(void) {
    cl_int error;
    cl_uint references;
    pthread_t threads[32];
    find_device();
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    EXPECT(error == CL_SUCCESS);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    EXPECT(error == CL_SUCCESS);
    use_buffers();
    use_images();
    use_programs();
    use_events();
    for (int i = 0; i < 32; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 32; i++)
        pthread_join(threads[i], NULL);
    clReleaseCommandQueue(queue);
    clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof references, &references, NULL);
    EXPECT(references == 1);
    clReleaseContext(context);
    printf("all as expected\n");
    return 0;
}
