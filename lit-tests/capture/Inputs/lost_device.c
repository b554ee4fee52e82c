/* A layer of OpenCL's loader: a device that is lost after five launches. */
#include <CL/cl_layer.h>
#include <string.h>

static cl_icd_dispatch next, ours;
static int launched;

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint n,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint n_wait, const cl_event *wait, cl_event *event) {
    if (launched++ >= 5)
        return CL_OUT_OF_RESOURCES;
    return next.clEnqueueNDRangeKernel(queue, kernel, n, offset, global, local, n_wait, wait,
                                       event);
}

cl_int CL_API_CALL clGetLayerInfo(cl_layer_info info, size_t room, void *to, size_t *size) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (info != CL_LAYER_API_VERSION || room < sizeof version)
        return CL_INVALID_VALUE;
    memcpy(to, &version, sizeof version);
    if (size)
        *size = sizeof version;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clInitLayer(cl_uint n, const cl_icd_dispatch *target, cl_uint *n_ours,
                               const cl_icd_dispatch **table) {
    memcpy(&next, target, n * sizeof(void *) < sizeof next ? n * sizeof(void *) : sizeof next);
    ours = next;
    ours.clEnqueueNDRangeKernel = launch;
    *n_ours = sizeof ours / sizeof(void *);
    *table = &ours;
    return CL_SUCCESS;
}
