// An independent log of OpenCL launches, to hold against manifests: a library for LD_PRELOAD that
// writes a line of JSON to $LAUNCH_LOG for each launch that succeeds. It shares no code with the
// capture, and asks the implementation about every handle when the kernel is launched.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace {

struct Argument {
    bool set = false, shared = false, null = false;
    size_t bytes = 0;
    std::string value;
};

std::mutex mutex;
std::map<cl_kernel, std::map<cl_uint, Argument>> arguments;
std::set<cl_mem> memory;
std::set<cl_sampler> samplers;

template <typename F> F *real(const char *name) {
    static void *(*find)(void *, const char *) =
        (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    static void *library = nullptr;
    void *symbol = find(RTLD_NEXT, name);
    if (!symbol) {
        if (!library)
            library = dlopen("libOpenCL.so.1", RTLD_LAZY);
        symbol = find(library, name);
    }
    return (F *)symbol;
}

#define REAL(name) real<decltype(name)>(#name)

std::string quoted(const std::string &text) {
    std::string out = "\"";
    char code[8];
    for (unsigned char c : text)
        if (c < ' ' || c == '"' || c == '\\' || c > 126) {
            snprintf(code, sizeof code, "\\u%04x", c);
            out += code;
        } else {
            out += (char)c;
        }
    return out + "\"";
}

std::string hex(const std::string &bytes) {
    std::string out;
    char digits[4];
    for (unsigned char c : bytes) {
        snprintf(digits, sizeof digits, "%02x", c);
        out += digits;
    }
    return out;
}

std::string described(cl_mem handle) {
    cl_mem_object_type type = 0;
    size_t bytes = 0, width = 0, height = 0, depth = 0;
    clGetMemObjectInfo(handle, CL_MEM_TYPE, sizeof type, &type, nullptr);
    clGetMemObjectInfo(handle, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
    if (type == CL_MEM_OBJECT_BUFFER)
        return "{\"bytes\": " + std::to_string(bytes) + "}";
    clGetImageInfo(handle, CL_IMAGE_WIDTH, sizeof width, &width, nullptr);
    clGetImageInfo(handle, CL_IMAGE_HEIGHT, sizeof height, &height, nullptr);
    clGetImageInfo(handle, CL_IMAGE_DEPTH, sizeof depth, &depth, nullptr);
    return "{\"image\": [" + std::to_string(width) + ", " + std::to_string(height ? height : 1) +
           ", " + std::to_string(depth ? depth : 1) + "]}";
}

std::string described(const Argument &a) {
    if (!a.set || a.shared)
        return a.shared ? "{\"shared\": true}" : "{\"unset\": true}";
    if (a.null)
        return "{\"none\": " + std::to_string(a.bytes) + "}";
    void *handle = nullptr;
    if (a.bytes == sizeof handle)
        memcpy(&handle, a.value.data(), sizeof handle);
    if (handle && memory.count((cl_mem)handle))
        return described((cl_mem)handle);
    if (handle && samplers.count((cl_sampler)handle))
        return "{\"sampler\": true}";
    return "{\"hex\": \"" + hex(a.value) + "\"}";
}

std::string sizes(const size_t *at, cl_uint n, size_t missing) {
    std::string out = "[";
    for (cl_uint i = 0; i < 3; i++)
        out += (i ? ", " : "") + std::to_string(at && i < n ? at[i] : missing);
    return out + "]";
}

std::string text_of(cl_kernel kernel) {
    cl_program program = nullptr;
    size_t n = 0;
    clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr);
    clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, nullptr, &n);
    std::string text(n, '\0');
    if (n)
        clGetProgramInfo(program, CL_PROGRAM_SOURCE, n, &text[0], nullptr);
    return text.c_str();
}

std::string name_of(cl_kernel kernel) {
    char name[4096] = "";
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr);
    return name;
}

void write_line(cl_kernel kernel, cl_uint n, const size_t *offset, const size_t *global,
                const size_t *local) {
    std::lock_guard<std::mutex> lock(mutex);
    const char *path = getenv("LAUNCH_LOG");
    std::string text = text_of(kernel);
    std::string line = "{\"kernel\": " + quoted(name_of(kernel)) +
                       ", \"text\": " + std::to_string(std::hash<std::string>()(text) >> 12) +
                       ", \"text_bytes\": " + std::to_string(text.size()) +
                       ", \"global\": " + sizes(global, n, 1) +
                       ", \"local\": " + sizes(local, local ? n : 0, local ? 1 : 0) +
                       ", \"offset\": " + sizes(offset, n, 0) + ", \"args\": [";
    bool first = true;
    for (auto &a : arguments[kernel]) {
        line += (first ? "" : ", ") + described(a.second);
        first = false;
    }
    line += "]}\n";
    int fd = path ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0644) : -1;
    if (fd >= 0 && write(fd, line.data(), line.size()) < 0)
        perror("launch_log");
    if (fd >= 0)
        close(fd);
}

} // namespace

extern "C" {

cl_int clSetKernelArg(cl_kernel kernel, cl_uint i, size_t bytes, const void *value) {
    cl_int status = REAL(clSetKernelArg)(kernel, i, bytes, value);
    std::lock_guard<std::mutex> lock(mutex);
    Argument a;
    a.set = true;
    a.bytes = bytes;
    a.null = !value;
    if (value)
        a.value.assign((const char *)value, bytes);
    if (status == CL_SUCCESS)
        arguments[kernel][i] = a;
    return status;
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint i, const void *value) {
    cl_int status = REAL(clSetKernelArgSVMPointer)(kernel, i, value);
    std::lock_guard<std::mutex> lock(mutex);
    Argument a;
    a.set = a.shared = true;
    if (status == CL_SUCCESS)
        arguments[kernel][i] = a;
    return status;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error) {
    cl_kernel kernel = REAL(clCreateKernel)(program, name, error);
    std::lock_guard<std::mutex> lock(mutex);
    arguments.erase(kernel);
    return kernel;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t n, void *host, cl_int *error) {
    cl_mem m = REAL(clCreateBuffer)(context, flags, n, host, error);
    std::lock_guard<std::mutex> lock(mutex);
    memory.insert(m);
    return m;
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *region, cl_int *error) {
    cl_mem m = REAL(clCreateSubBuffer)(buffer, flags, type, region, error);
    std::lock_guard<std::mutex> lock(mutex);
    memory.insert(m);
    return m;
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                     const cl_image_desc *desc, void *host, cl_int *error) {
    cl_mem m = REAL(clCreateImage)(context, flags, format, desc, host, error);
    std::lock_guard<std::mutex> lock(mutex);
    memory.insert(m);
    return m;
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       size_t width, size_t height, size_t pitch, void *host, cl_int *error) {
    cl_mem m = REAL(clCreateImage2D)(context, flags, format, width, height, pitch, host, error);
    std::lock_guard<std::mutex> lock(mutex);
    memory.insert(m);
    return m;
}

cl_int clReleaseMemObject(cl_mem m) {
    cl_uint references = 0;
    clGetMemObjectInfo(m, CL_MEM_REFERENCE_COUNT, sizeof references, &references, nullptr);
    if (references == 1) {
        std::lock_guard<std::mutex> lock(mutex);
        memory.erase(m);
    }
    return REAL(clReleaseMemObject)(m);
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                           cl_filter_mode filter, cl_int *error) {
    cl_sampler s = REAL(clCreateSampler)(context, normalized, addressing, filter, error);
    std::lock_guard<std::mutex> lock(mutex);
    samplers.insert(s);
    return s;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint n,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint n_wait, const cl_event *wait, cl_event *event) {
    cl_int status =
        REAL(clEnqueueNDRangeKernel)(queue, kernel, n, offset, global, local, n_wait, wait, event);
    if (status == CL_SUCCESS)
        write_line(kernel, n, offset, global, local);
    return status;
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint n_wait, const cl_event *wait,
                     cl_event *event) {
    const size_t one = 1;
    cl_int status = REAL(clEnqueueTask)(queue, kernel, n_wait, wait, event);
    if (status == CL_SUCCESS)
        write_line(kernel, 1, nullptr, &one, &one);
    return status;
}

// Programs that load OpenCL themselves find ours too.
void *dlsym(void *library, const char *name) {
    static void *(*find)(void *, const char *) =
        (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    static const struct {
        const char *name;
        void *function;
    } ours[] = {{"clSetKernelArg", (void *)clSetKernelArg},
                {"clSetKernelArgSVMPointer", (void *)clSetKernelArgSVMPointer},
                {"clCreateKernel", (void *)clCreateKernel},
                {"clCreateBuffer", (void *)clCreateBuffer},
                {"clCreateSubBuffer", (void *)clCreateSubBuffer},
                {"clCreateImage", (void *)clCreateImage},
                {"clCreateImage2D", (void *)clCreateImage2D},
                {"clReleaseMemObject", (void *)clReleaseMemObject},
                {"clCreateSampler", (void *)clCreateSampler},
                {"clEnqueueNDRangeKernel", (void *)clEnqueueNDRangeKernel},
                {"clEnqueueTask", (void *)clEnqueueTask}};
    for (auto &f : ours)
        if (library != RTLD_NEXT && strcmp(f.name, name) == 0)
            return f.function;
    return find(library, name);
}
}
