#include "capture/opencl/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "capture/journal.h"
#include "capture/opencl/objects.h"
#include "capture/opencl/opencl.h"

struct memory {
    struct object object;
    struct journal_arg arg;
};

static size_t image_size(cl_mem handle, cl_image_info info) {
    size_t n = 0;
    opencl_next()->clGetImageInfo(handle, info, sizeof n, &n, NULL);
    return n ? n : 1;
}

/* Layers of an array stand in the dimension behind those of one of them. */
static void describe_image(cl_mem handle, cl_mem_object_type type, struct journal_arg *arg) {
    arg->kind = JOURNAL_IMAGE;
    arg->size[0] = image_size(handle, CL_IMAGE_WIDTH);
    arg->size[1] = image_size(handle, CL_IMAGE_HEIGHT);
    arg->size[2] = image_size(handle, CL_IMAGE_DEPTH);
    if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        arg->size[1] = image_size(handle, CL_IMAGE_ARRAY_SIZE);
    if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
        arg->size[2] = image_size(handle, CL_IMAGE_ARRAY_SIZE);
}

static bool query(cl_mem handle, struct journal_arg *arg) {
    cl_mem_object_type type;
    size_t bytes = 0;
    if (opencl_next()->clGetMemObjectInfo(handle, CL_MEM_TYPE, sizeof type, &type, NULL) !=
        CL_SUCCESS)
        return false;
    opencl_next()->clGetMemObjectInfo(handle, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    arg->kind = type == CL_MEM_OBJECT_PIPE ? JOURNAL_UNSET : JOURNAL_BUFFER;
    arg->bytes = bytes;
    if (type != CL_MEM_OBJECT_PIPE && type != CL_MEM_OBJECT_BUFFER)
        describe_image(handle, type, arg);
    return true;
}

bool memory_describe(cl_mem handle, bool unseen, struct journal_arg *arg) {
    const struct memory *m = (struct memory *)object_find(OBJECT_MEMORY, handle);
    struct journal_arg found = {0};
    if (m)
        found = m->arg;
    else if (!unseen || !query(handle, &found))
        return false;
    arg->kind = found.kind;
    arg->bytes = found.bytes;
    for (int i = 0; i < 3; i++)
        arg->size[i] = found.size[i];
    return true;
}

static cl_mem enter(cl_mem handle) {
    struct memory *m = handle && journal_wanted() ? calloc(1, sizeof *m) : NULL;
    if (!m)
        return handle;
    query(handle, &m->arg);
    object_enter(&m->object, OBJECT_MEMORY, handle);
    return handle;
}

#define CREATES(function, parameters, arguments)                                                   \
    cl_mem CL_API_CALL WRAPPED(function) parameters {                                              \
        return enter(opencl_next()->function arguments);                                           \
    }

CREATES(clCreateBuffer,
        (cl_context context, cl_mem_flags flags, size_t n, void *host, cl_int *error),
        (context, flags, n, host, error))
CREATES(clCreateBufferWithProperties,
        (cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t n,
         void *host, cl_int *error),
        (context, properties, flags, n, host, error))
CREATES(clCreateSubBuffer,
        (cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *region,
         cl_int *error),
        (buffer, flags, type, region, error))
CREATES(clCreateImage,
        (cl_context context, cl_mem_flags flags, const cl_image_format *format,
         const cl_image_desc *image, void *host, cl_int *error),
        (context, flags, format, image, host, error))
CREATES(clCreateImageWithProperties,
        (cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
         const cl_image_format *format, const cl_image_desc *image, void *host, cl_int *error),
        (context, properties, flags, format, image, host, error))
CREATES(clCreateImage2D,
        (cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
         size_t height, size_t pitch, void *host, cl_int *error),
        (context, flags, format, width, height, pitch, host, error))
CREATES(clCreateImage3D,
        (cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
         size_t height, size_t depth, size_t row, size_t slice, void *host, cl_int *error),
        (context, flags, format, width, height, depth, row, slice, host, error))
CREATES(clCreateFromGLBuffer,
        (cl_context context, cl_mem_flags flags, cl_GLuint buffer, cl_int *error),
        (context, flags, buffer, error))
CREATES(clCreateFromGLTexture,
        (cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
         cl_GLuint texture, cl_int *error),
        (context, flags, target, level, texture, error))
CREATES(clCreateFromGLTexture2D,
        (cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
         cl_GLuint texture, cl_int *error),
        (context, flags, target, level, texture, error))
CREATES(clCreateFromGLTexture3D,
        (cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
         cl_GLuint texture, cl_int *error),
        (context, flags, target, level, texture, error))
CREATES(clCreateFromGLRenderbuffer,
        (cl_context context, cl_mem_flags flags, cl_GLuint buffer, cl_int *error),
        (context, flags, buffer, error))

cl_int CL_API_CALL WRAPPED(clRetainMemObject)(cl_mem handle) {
    cl_int status = opencl_next()->clRetainMemObject(handle);
    if (status == CL_SUCCESS)
        object_retained(OBJECT_MEMORY, handle);
    return status;
}

cl_int CL_API_CALL WRAPPED(clReleaseMemObject)(cl_mem handle) {
    free(object_released(OBJECT_MEMORY, handle));
    return opencl_next()->clReleaseMemObject(handle);
}

static cl_sampler enter_sampler(cl_sampler handle) {
    struct object *o = handle && journal_wanted() ? calloc(1, sizeof *o) : NULL;
    if (o)
        object_enter(o, OBJECT_SAMPLER, handle);
    return handle;
}

bool memory_is_sampler(cl_sampler handle) {
    return object_find(OBJECT_SAMPLER, handle);
}

cl_sampler CL_API_CALL WRAPPED(clCreateSampler)(cl_context context, cl_bool normalized,
                                                cl_addressing_mode addressing,
                                                cl_filter_mode filter, cl_int *error) {
    return enter_sampler(
        opencl_next()->clCreateSampler(context, normalized, addressing, filter, error));
}

cl_sampler CL_API_CALL WRAPPED(clCreateSamplerWithProperties)(
    cl_context context, const cl_sampler_properties *properties, cl_int *error) {
    return enter_sampler(opencl_next()->clCreateSamplerWithProperties(context, properties, error));
}

cl_int CL_API_CALL WRAPPED(clRetainSampler)(cl_sampler handle) {
    cl_int status = opencl_next()->clRetainSampler(handle);
    if (status == CL_SUCCESS)
        object_retained(OBJECT_SAMPLER, handle);
    return status;
}

cl_int CL_API_CALL WRAPPED(clReleaseSampler)(cl_sampler handle) {
    free(object_released(OBJECT_SAMPLER, handle));
    return opencl_next()->clReleaseSampler(handle);
}

struct allocation {
    uintptr_t at;
    size_t bytes;
};

/* In the order of addresses. */
static struct {
    pthread_mutex_t lock;
    struct allocation *at;
    size_t n, cap;
} allocations = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* How many begin at the address or before it. */
static size_t count_before(uintptr_t at) {
    size_t low = 0, high = allocations.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (allocations.at[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(uintptr_t at, size_t bytes) {
    if (allocations.n == allocations.cap) {
        size_t cap = allocations.cap ? 2 * allocations.cap : 16;
        struct allocation *grown = realloc(allocations.at, cap * sizeof *grown);
        if (!grown)
            return;
        allocations.at = grown;
        allocations.cap = cap;
    }
    size_t i = count_before(at);
    memmove(&allocations.at[i + 1], &allocations.at[i],
            (allocations.n++ - i) * sizeof *allocations.at);
    allocations.at[i] = (struct allocation){at, bytes};
}

static void erase(uintptr_t at) {
    size_t i = count_before(at);
    if (i == 0 || allocations.at[i - 1].at != at)
        return;
    memmove(&allocations.at[i - 1], &allocations.at[i],
            (allocations.n-- - i) * sizeof *allocations.at);
}

uint64_t svm_bytes(const void *pointer) {
    uintptr_t at = (uintptr_t)pointer;
    pthread_mutex_lock(&allocations.lock);
    size_t i = count_before(at);
    const struct allocation *in = i ? &allocations.at[i - 1] : NULL;
    uint64_t bytes = in && at - in->at < in->bytes ? in->bytes - (at - in->at) : 0;
    pthread_mutex_unlock(&allocations.lock);
    return bytes;
}

void *CL_API_CALL WRAPPED(clSVMAlloc)(cl_context context, cl_svm_mem_flags flags, size_t n,
                                      cl_uint alignment) {
    void *at = opencl_next()->clSVMAlloc(context, flags, n, alignment);
    if (!at || !journal_wanted())
        return at;
    pthread_mutex_lock(&allocations.lock);
    insert((uintptr_t)at, n);
    pthread_mutex_unlock(&allocations.lock);
    return at;
}

void CL_API_CALL WRAPPED(clSVMFree)(cl_context context, void *at) {
    pthread_mutex_lock(&allocations.lock);
    erase((uintptr_t)at);
    pthread_mutex_unlock(&allocations.lock);
    opencl_next()->clSVMFree(context, at);
}
