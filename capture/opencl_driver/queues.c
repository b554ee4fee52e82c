#include <stdlib.h>

#include "capture/opencl_driver/driver.h"

static const cl_command_queue_properties known =
    CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

static cl_command_queue create(cl_context context, cl_device_id device,
                               cl_command_queue_properties properties, cl_int *error) {
    if (!object_is(context, CONTEXT))
        return failed(error, CL_INVALID_CONTEXT);
    if (!is_the_device(device))
        return failed(error, CL_INVALID_DEVICE);
    if (properties & ~known)
        return failed(error, properties & (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)
                                 ? CL_INVALID_QUEUE_PROPERTIES
                                 : CL_INVALID_VALUE);
    cl_command_queue q = object_new(QUEUE, sizeof *q);
    if (q) {
        q->context = context;
        q->properties = properties;
        object_hold(context);
    }
    return made(error, q);
}

cl_command_queue CL_API_CALL FUNCTION(clCreateCommandQueue)(cl_context context, cl_device_id device,
                                                            cl_command_queue_properties properties,
                                                            cl_int *error) {
    return create(context, device, properties, error);
}

cl_command_queue CL_API_CALL FUNCTION(clCreateCommandQueueWithProperties)(
    cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *error) {
    cl_command_queue_properties all = 0;
    for (; properties && properties[0]; properties += 2) {
        if (properties[0] == CL_QUEUE_PROPERTIES)
            all = properties[1];
        else if (properties[0] != CL_QUEUE_SIZE)
            return failed(error, CL_INVALID_VALUE);
    }
    return create(context, device, all, error);
}

cl_int CL_API_CALL FUNCTION(clRetainCommandQueue)(cl_command_queue q) {
    if (!object_is(q, QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    object_hold(q);
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clReleaseCommandQueue)(cl_command_queue q) {
    if (!object_is(q, QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (object_drop(q)) {
        FUNCTION(clReleaseContext)(q->context);
        free(q);
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clGetCommandQueueInfo)(cl_command_queue q, cl_command_queue_info info,
                                                   size_t room, void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(q, QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    switch (info) {
    case CL_QUEUE_CONTEXT:
        return give_pointer(r, q->context);
    case CL_QUEUE_DEVICE:
        return give_pointer(r, &the_device);
    case CL_QUEUE_REFERENCE_COUNT:
        return give_uint(r, (cl_uint)q->object.references);
    case CL_QUEUE_PROPERTIES:
        return give_ulong(r, q->properties);
    case CL_QUEUE_DEVICE_DEFAULT:
        return give_pointer(r, NULL);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return give(r, NULL, 0);
    case CL_QUEUE_SIZE:
        return CL_INVALID_COMMAND_QUEUE;
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL FUNCTION(clSetCommandQueueProperty)(cl_command_queue q,
                                                       cl_command_queue_properties properties,
                                                       cl_bool enable,
                                                       cl_command_queue_properties *old) {
    if (!object_is(q, QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (properties & ~known)
        return CL_INVALID_VALUE;
    if (old)
        *old = q->properties;
    q->properties = enable ? q->properties | properties : q->properties & ~properties;
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clSetDefaultDeviceCommandQueue)(cl_context context, cl_device_id device,
                                                            cl_command_queue q) {
    (void)q;
    if (!object_is(context, CONTEXT))
        return CL_INVALID_CONTEXT;
    return is_the_device(device) ? CL_INVALID_OPERATION : CL_INVALID_DEVICE;
}

cl_int CL_API_CALL FUNCTION(clFlush)(cl_command_queue q) {
    return object_is(q, QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int CL_API_CALL FUNCTION(clFinish)(cl_command_queue q) {
    return object_is(q, QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}
