/* Another device that stands in for a GPU: it runs kernels and shows the GPU's limits. */
#include <stdlib.h>

#include "capture/device.h"
#include "capture/journal.h"
#include "capture/opencl/opencl.h"
#include "capture/opencl_device/info.h"

static bool pretends(void) {
    return journal_wanted() && getenv(JOURNAL_EXECUTES) && device_shown();
}

/* What programs choose sizes and kernels by. Extensions and limits of images stay those of the
 * device that runs the kernels. */
static bool is_limit(cl_device_info info) {
    static const cl_device_info limits[] = {CL_DEVICE_TYPE,
                                            CL_DEVICE_NAME,
                                            CL_DEVICE_VENDOR,
                                            CL_DEVICE_VENDOR_ID,
                                            CL_DEVICE_MAX_COMPUTE_UNITS,
                                            CL_DEVICE_MAX_CLOCK_FREQUENCY,
                                            CL_DEVICE_MAX_WORK_GROUP_SIZE,
                                            CL_DEVICE_MAX_WORK_ITEM_SIZES,
                                            CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                            CL_DEVICE_LOCAL_MEM_SIZE,
                                            CL_DEVICE_LOCAL_MEM_TYPE,
                                            CL_DEVICE_GLOBAL_MEM_CACHE_SIZE,
                                            CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE,
                                            CL_DEVICE_HOST_UNIFIED_MEMORY};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i] == info)
            return true;
    return false;
}

cl_int CL_API_CALL WRAPPED(clGetDeviceInfo)(cl_device_id device, cl_device_info info, size_t room,
                                            void *to, size_t *size) {
    if (device && is_limit(info) && pretends())
        return device_info(info, reply(room, to, size));
    return opencl_next()->clGetDeviceInfo(device, info, room, to, size);
}

/* Asked for a GPU, it is one; asked for a processor, it is none. */
static bool takes(cl_device_type *type) {
    if (!pretends() || *type == CL_DEVICE_TYPE_ALL)
        return true;
    bool wanted = *type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT);
    *type = CL_DEVICE_TYPE_ALL;
    return wanted;
}

cl_int CL_API_CALL WRAPPED(clGetDeviceIDs)(cl_platform_id platform, cl_device_type type,
                                           cl_uint room, cl_device_id *to, cl_uint *n) {
    if (takes(&type))
        return opencl_next()->clGetDeviceIDs(platform, type, room, to, n);
    if (n)
        *n = 0;
    return CL_DEVICE_NOT_FOUND;
}

cl_context CL_API_CALL WRAPPED(clCreateContextFromType)(
    const cl_context_properties *properties, cl_device_type type,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
    cl_int *error) {
    if (takes(&type))
        return opencl_next()->clCreateContextFromType(properties, type, notify, data, error);
    if (error)
        *error = CL_DEVICE_NOT_FOUND;
    return NULL;
}

cl_int CL_API_CALL WRAPPED(clGetKernelWorkGroupInfo)(cl_kernel kernel, cl_device_id device,
                                                     cl_kernel_work_group_info info, size_t room,
                                                     void *to, size_t *size) {
    bool ours = kernel && pretends();
    if (ours && info == CL_KERNEL_WORK_GROUP_SIZE)
        return give_size(reply(room, to, size), device_shown()->max_items_per_group);
    if (ours && info == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
        return give_size(reply(room, to, size), device_shown()->warp_width);
    return opencl_next()->clGetKernelWorkGroupInfo(kernel, device, info, room, to, size);
}
