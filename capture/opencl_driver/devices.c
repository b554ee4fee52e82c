#include "capture/opencl_device/info.h"
#include "capture/opencl_driver/driver.h"

struct _cl_device_id the_device = {{&driver_dispatch, DEVICE, 1}};

const struct device *shown(void) {
    return device_shown();
}

bool is_the_device(const void *device) {
    return device == &the_device;
}

bool are_devices(cl_uint n, const cl_device_id *devices) {
    for (cl_uint i = 0; i < n && devices; i++)
        if (!is_the_device(devices[i]))
            return false;
    return (n == 0) == (devices == NULL);
}

cl_int CL_API_CALL FUNCTION(clGetDeviceIDs)(cl_platform_id platform, cl_device_type type,
                                            cl_uint room, cl_device_id *to, cl_uint *n) {
    const cl_device_type all = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                               CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    if (platform && !object_is(platform, PLATFORM))
        return CL_INVALID_PLATFORM;
    if (type != CL_DEVICE_TYPE_ALL && (!type || (type & ~all)))
        return CL_INVALID_DEVICE_TYPE;
    if ((!to && !n) || (to && !room))
        return CL_INVALID_VALUE;
    bool ours = type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT);
    if (n)
        *n = ours;
    if (to && ours)
        *to = &the_device;
    return ours ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

cl_int CL_API_CALL FUNCTION(clGetDeviceInfo)(cl_device_id device, cl_device_info info, size_t room,
                                             void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    if (!is_the_device(device))
        return CL_INVALID_DEVICE;
    if (info == CL_DEVICE_PLATFORM)
        return give_pointer(r, &the_platform);
    return device_info(info, r);
}

cl_int CL_API_CALL FUNCTION(clCreateSubDevices)(cl_device_id device,
                                                const cl_device_partition_property *properties,
                                                cl_uint room, cl_device_id *to, cl_uint *n) {
    (void)room, (void)to, (void)n;
    if (!is_the_device(device))
        return CL_INVALID_DEVICE;
    return properties ? CL_DEVICE_PARTITION_FAILED : CL_INVALID_VALUE;
}

/* Devices that are not parts of others last as long as the process. */
cl_int CL_API_CALL FUNCTION(clRetainDevice)(cl_device_id device) {
    return is_the_device(device) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int CL_API_CALL FUNCTION(clReleaseDevice)(cl_device_id device) {
    return is_the_device(device) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int CL_API_CALL FUNCTION(clGetDeviceAndHostTimer)(cl_device_id device, cl_ulong *on_device,
                                                     cl_ulong *on_host) {
    if (!is_the_device(device))
        return CL_INVALID_DEVICE;
    if (!on_device || !on_host)
        return CL_INVALID_VALUE;
    *on_device = *on_host = host_nanoseconds();
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clGetHostTimer)(cl_device_id device, cl_ulong *on_host) {
    if (!is_the_device(device))
        return CL_INVALID_DEVICE;
    if (!on_host)
        return CL_INVALID_VALUE;
    *on_host = host_nanoseconds();
    return CL_SUCCESS;
}
