#include <stdlib.h>
#include <string.h>

#include "capture/opencl_driver/driver.h"

static const cl_mem_flags known_flags =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR |
    CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY |
    CL_MEM_HOST_NO_ACCESS | CL_MEM_KERNEL_READ_AND_WRITE;

static bool needs_host(cl_mem_flags flags) {
    return flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
}

static cl_mem create(cl_context context, cl_mem_flags flags, size_t bytes, void *host,
                     cl_int *error) {
    if (!object_is(context, CONTEXT))
        return failed(error, CL_INVALID_CONTEXT);
    if (flags & ~known_flags)
        return failed(error, CL_INVALID_VALUE);
    if (!bytes || bytes > shown()->global_bytes)
        return failed(error, CL_INVALID_BUFFER_SIZE);
    if (needs_host(flags) != (host != NULL))
        return failed(error, CL_INVALID_HOST_PTR);
    bool uses = flags & CL_MEM_USE_HOST_PTR;
    cl_mem m = object_new(MEMORY, sizeof *m);
    char *data = uses ? host : memory_reserve(bytes);
    if (!m || !data) {
        free(m);
        return failed(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }
    if (flags & CL_MEM_COPY_HOST_PTR)
        memcpy(data, host, bytes);
    object_hold(context);
    m->context = context;
    m->type = CL_MEM_OBJECT_BUFFER;
    m->flags = flags ? flags : CL_MEM_READ_WRITE;
    m->bytes = bytes;
    m->data = data;
    m->host = uses ? host : NULL;
    m->owns = !uses;
    return made(error, m);
}

cl_mem CL_API_CALL FUNCTION(clCreateBuffer)(cl_context context, cl_mem_flags flags, size_t bytes,
                                            void *host, cl_int *error) {
    return create(context, flags, bytes, host, error);
}

cl_mem CL_API_CALL FUNCTION(clCreateBufferWithProperties)(cl_context context,
                                                          const cl_mem_properties *properties,
                                                          cl_mem_flags flags, size_t bytes,
                                                          void *host, cl_int *error) {
    if (properties && *properties)
        return failed(error, CL_INVALID_PROPERTY);
    return create(context, flags, bytes, host, error);
}

cl_mem CL_API_CALL FUNCTION(clCreateSubBuffer)(cl_mem parent, cl_mem_flags flags,
                                               cl_buffer_create_type type, const void *what,
                                               cl_int *error) {
    const cl_buffer_region *region = what;
    if (!object_is(parent, MEMORY) || parent->type != CL_MEM_OBJECT_BUFFER || parent->parent)
        return failed(error, CL_INVALID_MEM_OBJECT);
    if (type != CL_BUFFER_CREATE_TYPE_REGION || !region || (flags & ~known_flags) ||
        region->origin > parent->bytes || region->size > parent->bytes - region->origin)
        return failed(error, CL_INVALID_VALUE);
    if (!region->size)
        return failed(error, CL_INVALID_BUFFER_SIZE);
    cl_mem m = object_new(MEMORY, sizeof *m);
    if (!m)
        return failed(error, CL_OUT_OF_HOST_MEMORY);
    object_hold(parent->context);
    object_hold(parent);
    m->context = parent->context;
    m->type = CL_MEM_OBJECT_BUFFER;
    m->flags = flags ? flags : parent->flags;
    m->bytes = region->size;
    m->data = parent->data + region->origin;
    m->host = parent->host ? (char *)parent->host + region->origin : NULL;
    m->parent = parent;
    m->origin = region->origin;
    return made(error, m);
}

cl_mem CL_API_CALL FUNCTION(clCreatePipe)(cl_context context, cl_mem_flags flags, cl_uint packet,
                                          cl_uint packets, const cl_pipe_properties *properties,
                                          cl_int *error) {
    (void)flags, (void)packet, (void)packets, (void)properties;
    return failed(error, object_is(context, CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
}

cl_int CL_API_CALL FUNCTION(clGetPipeInfo)(cl_mem pipe, cl_pipe_info info, size_t room, void *to,
                                           size_t *size) {
    (void)pipe, (void)info, (void)room, (void)to, (void)size;
    return CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL FUNCTION(clRetainMemObject)(cl_mem m) {
    if (!object_is(m, MEMORY))
        return CL_INVALID_MEM_OBJECT;
    object_hold(m);
    return CL_SUCCESS;
}

/* Without references. */
static void free_memory(cl_mem m) {
    endings_run(m->endings, m);
    if (m->owns)
        memory_release(m->data, m->bytes);
    if (m->parent)
        FUNCTION(clReleaseMemObject)(m->parent);
    FUNCTION(clReleaseContext)(m->context);
    free(m);
}

cl_int CL_API_CALL FUNCTION(clReleaseMemObject)(cl_mem m) {
    if (!object_is(m, MEMORY))
        return CL_INVALID_MEM_OBJECT;
    if (object_drop(m))
        free_memory(m);
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clSetMemObjectDestructorCallback)(
    cl_mem m, void(CL_CALLBACK *call)(cl_mem, void *), void *data) {
    void(CL_CALLBACK * plain)(void *, void *);
    if (!object_is(m, MEMORY))
        return CL_INVALID_MEM_OBJECT;
    if (!call)
        return CL_INVALID_VALUE;
    memcpy(&plain, &call, sizeof plain);
    return ending_add(&m->endings, plain, data) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_int CL_API_CALL FUNCTION(clGetMemObjectInfo)(cl_mem m, cl_mem_info info, size_t room, void *to,
                                                size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(m, MEMORY))
        return CL_INVALID_MEM_OBJECT;
    switch (info) {
    case CL_MEM_TYPE:
        return give_uint(r, m->type);
    case CL_MEM_FLAGS:
        return give_ulong(r, m->flags);
    case CL_MEM_SIZE:
        return give_size(r, m->bytes);
    case CL_MEM_HOST_PTR:
        return give_pointer(r, m->host);
    case CL_MEM_MAP_COUNT:
        return give_uint(r, m->maps);
    case CL_MEM_REFERENCE_COUNT:
        return give_uint(r, (cl_uint)m->object.references);
    case CL_MEM_CONTEXT:
        return give_pointer(r, m->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return give_pointer(r, m->parent);
    case CL_MEM_OFFSET:
        return give_size(r, m->origin);
    case CL_MEM_USES_SVM_POINTER:
        return give_bool(r, false);
    case CL_MEM_PROPERTIES:
        return give(r, NULL, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_sampler create_sampler(cl_context context, cl_bool normalized,
                                 cl_addressing_mode addressing, cl_filter_mode filter,
                                 cl_int *error) {
    if (!object_is(context, CONTEXT))
        return failed(error, CL_INVALID_CONTEXT);
    cl_sampler s = object_new(SAMPLER, sizeof *s);
    if (s) {
        object_hold(context);
        s->context = context;
        s->normalized = normalized;
        s->addressing = addressing;
        s->filter = filter;
    }
    return made(error, s);
}

cl_sampler CL_API_CALL FUNCTION(clCreateSampler)(cl_context context, cl_bool normalized,
                                                 cl_addressing_mode addressing,
                                                 cl_filter_mode filter, cl_int *error) {
    return create_sampler(context, normalized, addressing, filter, error);
}

cl_sampler CL_API_CALL FUNCTION(clCreateSamplerWithProperties)(
    cl_context context, const cl_sampler_properties *properties, cl_int *error) {
    cl_bool normalized = CL_TRUE;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
    for (; properties && properties[0]; properties += 2) {
        if (properties[0] == CL_SAMPLER_NORMALIZED_COORDS)
            normalized = (cl_bool)properties[1];
        else if (properties[0] == CL_SAMPLER_ADDRESSING_MODE)
            addressing = (cl_addressing_mode)properties[1];
        else if (properties[0] == CL_SAMPLER_FILTER_MODE)
            filter = (cl_filter_mode)properties[1];
        else
            return failed(error, CL_INVALID_VALUE);
    }
    return create_sampler(context, normalized, addressing, filter, error);
}

cl_int CL_API_CALL FUNCTION(clRetainSampler)(cl_sampler s) {
    if (!object_is(s, SAMPLER))
        return CL_INVALID_SAMPLER;
    object_hold(s);
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clReleaseSampler)(cl_sampler s) {
    if (!object_is(s, SAMPLER))
        return CL_INVALID_SAMPLER;
    if (object_drop(s)) {
        FUNCTION(clReleaseContext)(s->context);
        free(s);
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clGetSamplerInfo)(cl_sampler s, cl_sampler_info info, size_t room,
                                              void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(s, SAMPLER))
        return CL_INVALID_SAMPLER;
    switch (info) {
    case CL_SAMPLER_REFERENCE_COUNT:
        return give_uint(r, (cl_uint)s->object.references);
    case CL_SAMPLER_CONTEXT:
        return give_pointer(r, s->context);
    case CL_SAMPLER_NORMALIZED_COORDS:
        return give_uint(r, s->normalized);
    case CL_SAMPLER_ADDRESSING_MODE:
        return give_uint(r, s->addressing);
    case CL_SAMPLER_FILTER_MODE:
        return give_uint(r, s->filter);
    case CL_SAMPLER_PROPERTIES:
        return give(r, NULL, 0);
    default:
        return CL_INVALID_VALUE;
    }
}
