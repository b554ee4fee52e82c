#include <stdlib.h>
#include <string.h>

#include "capture/opencl_driver/driver.h"

static size_t count_properties(const cl_context_properties *p) {
    size_t n = 0;
    while (p && p[n])
        n += 2;
    return p ? n + 1 : 0;
}

static cl_int wrong_property(const cl_context_properties *p) {
    for (size_t i = 0; p && p[i]; i += 2)
        if (p[i] == CL_CONTEXT_PLATFORM && p[i + 1] != (cl_context_properties)&the_platform)
            return CL_INVALID_PLATFORM;
    return CL_SUCCESS;
}

static cl_context create(const cl_context_properties *properties, cl_int *error) {
    size_t n = count_properties(properties);
    cl_int wrong = wrong_property(properties);
    if (wrong)
        return failed(error, wrong);
    cl_context c = object_new(CONTEXT, sizeof *c);
    cl_context_properties *copy = n ? malloc(n * sizeof *copy) : NULL;
    if (!c || (n && !copy)) {
        free(copy);
        free(c);
        return failed(error, CL_OUT_OF_HOST_MEMORY);
    }
    if (n)
        memcpy(copy, properties, n * sizeof *copy);
    c->properties = copy;
    c->n_properties = n;
    return made(error, c);
}

cl_context CL_API_CALL FUNCTION(clCreateContext)(
    const cl_context_properties *properties, cl_uint n, const cl_device_id *devices,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
    cl_int *error) {
    if (!n || !devices || (!notify && data))
        return failed(error, CL_INVALID_VALUE);
    if (!are_devices(n, devices))
        return failed(error, CL_INVALID_DEVICE);
    return create(properties, error);
}

cl_context CL_API_CALL FUNCTION(clCreateContextFromType)(
    const cl_context_properties *properties, cl_device_type type,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
    cl_int *error) {
    cl_device_id device;
    if (!notify && data)
        return failed(error, CL_INVALID_VALUE);
    cl_int status = FUNCTION(clGetDeviceIDs)(&the_platform, type, 1, &device, NULL);
    return status ? failed(error, status) : create(properties, error);
}

cl_int CL_API_CALL FUNCTION(clRetainContext)(cl_context c) {
    if (!object_is(c, CONTEXT))
        return CL_INVALID_CONTEXT;
    object_hold(c);
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clReleaseContext)(cl_context c) {
    if (!object_is(c, CONTEXT))
        return CL_INVALID_CONTEXT;
    if (object_drop(c)) {
        endings_run(c->endings, c);
        free(c->properties);
        free(c);
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clGetContextInfo)(cl_context c, cl_context_info info, size_t room,
                                              void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(c, CONTEXT))
        return CL_INVALID_CONTEXT;
    switch (info) {
    case CL_CONTEXT_REFERENCE_COUNT:
        return give_uint(r, (cl_uint)c->object.references);
    case CL_CONTEXT_NUM_DEVICES:
        return give_uint(r, 1);
    case CL_CONTEXT_DEVICES:
        return give_pointer(r, &the_device);
    case CL_CONTEXT_PROPERTIES:
        return give(r, c->properties, c->n_properties * sizeof *c->properties);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL FUNCTION(clSetContextDestructorCallback)(
    cl_context c, void(CL_CALLBACK *call)(cl_context, void *), void *data) {
    void(CL_CALLBACK * plain)(void *, void *);
    if (!object_is(c, CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!call)
        return CL_INVALID_VALUE;
    memcpy(&plain, &call, sizeof plain);
    return ending_add(&c->endings, plain, data) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}
