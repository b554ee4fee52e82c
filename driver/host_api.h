/* What a host program expects of OpenCL's headers and of C++'s, as far as launches can depend on
 * it: names and types only. Read by libclang in front of every host source; the real headers, which
 * may be missing and take long, are not read. Constants have the values of the OpenCL
 * specification. */
#pragma GCC system_header
#define __OPENCL_H
#define __OPENCL_CL_H
#define __CL_H
#define __CL_PLATFORM_H
#define __OPENCL_CL_EXT_H
#define CL_HPP_
#define OPENCL_CL2_HPP_

#include <stddef.h>
#include <stdint.h>
#if __has_include(<math.h>)
#include <math.h>
#endif
#if __has_include(<stdlib.h>)
#include <stdlib.h>
#endif
#if __has_include(<stdio.h>)
#include <stdio.h>
#endif
#if __has_include(<string.h>)
#include <string.h>
#endif

/* The type of what the source lacks a declaration of. */
#ifdef __cplusplus
struct clperf_anything {
    clperf_anything();
    template <class... T> clperf_anything(const T &...);
    template <class T> operator T() const;
    template <class T> clperf_anything operator[](const T &) const;
    template <class... T> clperf_anything operator()(const T &...) const;
    template <class T> clperf_anything &operator=(const T &);
};
#define CLPERF_ANYTHING clperf_anything
extern "C" {
#else
#define CLPERF_ANYTHING void *
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

namespace std {
template <class T> struct initializer_list {
    const T *first;
    decltype(sizeof 0) count;
};
template <class A, class B> struct pair {
    A first;
    B second;
    pair(const A &, const B &);
};
template <class A, class B> pair<A, B> make_pair(A, B);
struct string {
    static const size_t npos = -1;
    string();
    string(const char *);
    string(const char *, size_t);
    const char *c_str() const;
    const char *data() const;
    size_t size() const;
    size_t length() const;
    string &operator+=(const string &);
    bool empty() const;
};
string operator+(const string &, const string &);
string to_string(double);
template <class T> struct vector {
    vector();
    vector(size_t);
    vector(size_t, const T &);
    vector(initializer_list<T>);
    template <class I> vector(I, I);
    T *data();
    size_t size() const;
    T &operator[](size_t);
    const T &operator[](size_t) const;
    T *begin();
    T *end();
    T &at(size_t);
    void push_back(const T &);
    void resize(size_t);
};
template <class K, class V> struct map {
    V &operator[](const K &);
    V &at(const K &);
    pair<K, V> *begin();
    pair<K, V> *end();
    pair<K, V> *find(const K &);
    void insert(pair<K, V>);
    size_t count(const K &) const;
};
template <class K, class V> struct unordered_map : map<K, V> {};
template <class T> struct list : vector<T> {};
template <class T> struct deque : vector<T> {};
template <class T> struct unique_ptr {
    unique_ptr();
    unique_ptr(T *);
    T *operator->() const;
    T &operator*() const;
    T *get() const;
};
template <class T> struct shared_ptr : unique_ptr<T> {
    shared_ptr();
    shared_ptr(T *);
};
template <class T, class... A> shared_ptr<T> make_shared(A &&...);
template <class T, class... A> unique_ptr<T> make_unique(A &&...);
template <class T, size_t N> struct array {
    T elements[N];
    T &operator[](size_t);
    T *data();
    size_t size() const;
};
template <class T> T min(T, T);
template <class T> T max(T, T);
struct ostream {
    template <class T> ostream &operator<<(const T &);
};
struct stringstream : ostream {
    string str() const;
};
typedef stringstream ostringstream;
struct istream {
    template <class T> istream &operator>>(T &);
};
struct ifstream : istream {
    ifstream();
    template <class T> ifstream(const T &, ...);
    template <class T> void open(const T &, ...);
    bool is_open();
    void close();
};
struct fstream : ifstream {
    template <class T> fstream(const T &, ...);
};
struct ofstream : ostream {
    ofstream();
    template <class T> ofstream(const T &, ...);
};
extern istream cin;
extern ostream cout, cerr;
ostream &endl(ostream &);
struct runtime_error {
    runtime_error(const string &);
};
using ::ceil;
using ::floor;
using ::pow;
using ::sqrt;
struct exception {
    const char *what() const;
};
} // namespace std

namespace cl {
struct Device {};
struct Platform {
    static cl_int get(std::vector<Platform> *);
    static Platform getDefault();
    cl_int getDevices(cl_device_type, std::vector<Device> *) const;
};
struct Context {
    Context();
    Context(const Device &);
    Context(const std::vector<Device> &);
    Context(cl_device_type, ...);
};
struct Event {
    void wait();
};
struct Program {
    struct Sources {
        Sources();
        template <class... T> Sources(T...);
        template <class T> void push_back(const T &);
    };
    Program();
    template <class S> Program(const Context &, const S &, bool = false, cl_int * = 0);
    template <class S> explicit Program(const S &, bool = false, cl_int * = 0);
    cl_int build(const char * = 0) const;
    cl_int build(const std::string &) const;
    template <class D> cl_int build(const D &, const char *, ...) const;
    template <class D> cl_int build(const D &) const;
};
struct NDRange {
    NDRange();
    NDRange(size_t);
    NDRange(size_t, size_t);
    NDRange(size_t, size_t, size_t);
};
static const NDRange NullRange;
struct LocalSpaceArg {
    size_t bytes;
};
LocalSpaceArg Local(size_t);
LocalSpaceArg __local(size_t);
struct Memory {};
struct Buffer : Memory {
    Buffer();
    Buffer(const Context &, cl_mem_flags, size_t, void * = 0, cl_int * = 0);
    Buffer(cl_mem_flags, size_t, void * = 0, cl_int * = 0);
    template <class I> Buffer(I, I, bool, bool = false, cl_int * = 0);
    template <class I> Buffer(const Context &, I, I, bool, bool = false, cl_int * = 0);
};
struct Image2D : Memory {};
struct Kernel {
    Kernel();
    Kernel(const Program &, const char *, cl_int * = 0);
    Kernel(const Program &, const std::string &, cl_int * = 0);
    template <class T> cl_int setArg(cl_uint, const T &);
    cl_int setArg(cl_uint, size_t, const void *);
    template <class... T> cl_int setArgs(const T &...);
};
struct CommandQueue {
    CommandQueue();
    CommandQueue(const Context &, const Device &, cl_command_queue_properties = 0, cl_int * = 0);
    CommandQueue(const Context &, cl_command_queue_properties = 0, cl_int * = 0);
    cl_int enqueueNDRangeKernel(const Kernel &, const NDRange &, const NDRange &,
                                const NDRange & = NullRange, const std::vector<Event> * = 0,
                                Event * = 0) const;
    cl_int enqueueTask(const Kernel &, const std::vector<Event> * = 0, Event * = 0) const;
    template <class... T> cl_int enqueueWriteBuffer(T...) const;
    template <class... T> cl_int enqueueReadBuffer(T...) const;
    cl_int finish() const;
    cl_int flush() const;
};
struct EnqueueArgs {
    EnqueueArgs(NDRange);
    EnqueueArgs(NDRange, NDRange);
    EnqueueArgs(NDRange, NDRange, NDRange);
    EnqueueArgs(CommandQueue &, NDRange);
    EnqueueArgs(CommandQueue &, NDRange, NDRange);
    EnqueueArgs(CommandQueue &, NDRange, NDRange, NDRange);
};
template <class... T> struct KernelFunctor {
    KernelFunctor(const Kernel &);
    KernelFunctor(const Program &, const std::string &, cl_int * = 0);
    Event operator()(const EnqueueArgs &, T...);
};
template <class... T> struct make_kernel {
    make_kernel(const Kernel &);
    make_kernel(const Program &, const std::string &, cl_int * = 0);
    Event operator()(const EnqueueArgs &, T...);
};
template <class I> cl_int copy(const CommandQueue &, I, I, Buffer &);
} // namespace cl
#endif
