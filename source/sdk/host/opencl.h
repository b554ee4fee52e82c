/* What a host program expects of OpenCL's headers, as far as launches can depend on it: names and
 * types only. Read by libclang in front of every host source; the real headers, which may be
 * missing and take long, are not read. Constants have the values of the OpenCL specification. */

#define __OPENCL_H
#define __OPENCL_CL_H
#define __CL_H
#define __CL_PLATFORM_H
#define __OPENCL_CL_EXT_H
#define CL_HPP_
#define OPENCL_CL2_HPP_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int8_t cl_char;
typedef uint8_t cl_uchar;
typedef int16_t cl_short;
typedef uint16_t cl_ushort;
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef int64_t cl_long;
typedef uint64_t cl_ulong;
typedef uint16_t cl_half;
typedef float cl_float;
typedef double cl_double;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef cl_bitfield cl_device_type, cl_mem_flags, cl_map_flags, cl_command_queue_properties;
typedef cl_bitfield cl_queue_properties;
typedef cl_uint cl_platform_info, cl_device_info, cl_context_info, cl_program_info,
    cl_program_build_info, cl_kernel_info, cl_kernel_work_group_info, cl_profiling_info,
    cl_event_info, cl_mem_object_type, cl_channel_order, cl_channel_type, cl_addressing_mode,
    cl_filter_mode;
typedef intptr_t cl_context_properties;

#define CLPERF_VECTORS(name, type)                                                                 \
    typedef union {                                                                                \
        type s[2];                                                                                 \
        struct {                                                                                   \
            type x, y;                                                                             \
        };                                                                                         \
    } name##2;                                                                                     \
    typedef union {                                                                                \
        type s[4];                                                                                 \
        struct {                                                                                   \
            type x, y, z, w;                                                                       \
        };                                                                                         \
    } name##4, name##3;                                                                            \
    typedef union {                                                                                \
        type s[8];                                                                                 \
    } name##8;                                                                                     \
    typedef union {                                                                                \
        type s[16];                                                                                \
    } name##16;
CLPERF_VECTORS(cl_char, cl_char)
CLPERF_VECTORS(cl_uchar, cl_uchar)
CLPERF_VECTORS(cl_short, cl_short)
CLPERF_VECTORS(cl_ushort, cl_ushort)
CLPERF_VECTORS(cl_int, cl_int)
CLPERF_VECTORS(cl_uint, cl_uint)
CLPERF_VECTORS(cl_long, cl_long)
CLPERF_VECTORS(cl_ulong, cl_ulong)
CLPERF_VECTORS(cl_float, cl_float)
CLPERF_VECTORS(cl_double, cl_double)
#undef CLPERF_VECTORS

typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
typedef struct _cl_sampler *cl_sampler;
typedef struct {
    cl_channel_order image_channel_order;
    cl_channel_type image_channel_data_type;
} cl_image_format;

#define CL_SUCCESS 0
#define CL_FALSE 0
#define CL_TRUE 1
#define CL_BLOCKING 1
#define CL_NON_BLOCKING 0
#define CL_DEVICE_TYPE_DEFAULT 1
#define CL_DEVICE_TYPE_CPU 2
#define CL_DEVICE_TYPE_GPU 4
#define CL_DEVICE_TYPE_ACCELERATOR 8
#define CL_DEVICE_TYPE_ALL 0xFFFFFFFF
#define CL_MEM_READ_WRITE 1
#define CL_MEM_WRITE_ONLY 2
#define CL_MEM_READ_ONLY 4
#define CL_MEM_USE_HOST_PTR 8
#define CL_MEM_ALLOC_HOST_PTR 16
#define CL_MEM_COPY_HOST_PTR 32
#define CL_QUEUE_PROFILING_ENABLE 2
#define CL_CONTEXT_PLATFORM 0x1084
#define CL_PROGRAM_BUILD_LOG 0x1183
#define CL_PROGRAM_BUILD_STATUS 0x1181
#define CL_DEVICE_NAME 0x102B
#define CL_DEVICE_MAX_WORK_GROUP_SIZE 0x1004
#define CL_DEVICE_MAX_COMPUTE_UNITS 0x1002
#define CL_DEVICE_LOCAL_MEM_SIZE 0x1023
#define CL_KERNEL_WORK_GROUP_SIZE 0x11B0
#define CL_PROFILING_COMMAND_START 0x1282
#define CL_PROFILING_COMMAND_END 0x1283
#define CL_COMPLETE 0

cl_program clCreateProgramWithSource(cl_context, cl_uint, const char **, const size_t *, cl_int *);
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *,
                      void (*)(cl_program, void *), void *);
cl_int clCompileProgram(cl_program, cl_uint, const cl_device_id *, const char *, cl_uint,
                        const cl_program *, const char **, void (*)(cl_program, void *), void *);
cl_kernel clCreateKernel(cl_program, const char *, cl_int *);
cl_int clCreateKernelsInProgram(cl_program, cl_uint, cl_kernel *, cl_uint *);
cl_int clSetKernelArg(cl_kernel, cl_uint, size_t, const void *);
cl_mem clCreateBuffer(cl_context, cl_mem_flags, size_t, void *, cl_int *);
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,
                              const size_t *, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueTask(cl_command_queue, cl_kernel, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueWriteBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *,
                            cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint,
                           const cl_event *, cl_event *);
cl_int clGetPlatformIDs(cl_uint, cl_platform_id *, cl_uint *);
cl_int clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *);
cl_int clGetDeviceInfo(cl_device_id, cl_device_info, size_t, void *, size_t *);
cl_int clGetKernelWorkGroupInfo(cl_kernel, cl_device_id, cl_kernel_work_group_info, size_t, void *,
                                size_t *);
cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info, size_t, void *,
                             size_t *);
cl_context clCreateContext(const cl_context_properties *, cl_uint, const cl_device_id *,
                           void (*)(const char *, const void *, size_t, void *), void *, cl_int *);
cl_context clCreateContextFromType(const cl_context_properties *, cl_device_type,
                                   void (*)(const char *, const void *, size_t, void *), void *,
                                   cl_int *);
cl_command_queue clCreateCommandQueue(cl_context, cl_device_id, cl_command_queue_properties,
                                      cl_int *);
cl_command_queue clCreateCommandQueueWithProperties(cl_context, cl_device_id,
                                                    const cl_queue_properties *, cl_int *);
cl_int clFinish(cl_command_queue);
cl_int clFlush(cl_command_queue);
cl_int clWaitForEvents(cl_uint, const cl_event *);
cl_int clReleaseKernel(cl_kernel);
cl_int clReleaseProgram(cl_program);
cl_int clReleaseMemObject(cl_mem);

#ifdef __cplusplus
}
#endif
