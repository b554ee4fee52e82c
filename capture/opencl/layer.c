/* The layer: what OpenCL's loader asks for, see CL/cl_layer.h. */
#include <pthread.h>
#include <string.h>

#include "capture/opencl/opencl.h"

#include <CL/cl_layer.h>

#define VISIBLE __attribute__((visibility("default")))

static const char name[] = "clperf capture";

static cl_icd_dispatch next, ours;

const cl_icd_dispatch *opencl_next(void) {
    return &next;
}

VISIBLE cl_int CL_API_CALL clGetLayerInfo(cl_layer_info info, size_t room, void *to, size_t *size) {
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const struct reply r = reply(room, to, size);
    switch (info) {
    case CL_LAYER_API_VERSION:
        return give(r, &version, sizeof version);
    case CL_LAYER_NAME:
        return give(r, name, sizeof name);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Loaders may know more functions than we do, or fewer. */
VISIBLE cl_int CL_API_CALL clInitLayer(cl_uint n, const cl_icd_dispatch *target, cl_uint *n_ours,
                                       const cl_icd_dispatch **table) {
    size_t bytes = n * sizeof(void *);
    if (!target || !n_ours || !table)
        return CL_INVALID_VALUE;
    memcpy(&next, target, bytes < sizeof next ? bytes : sizeof next);
    ours = next;
#define WRAP(function)                                                                             \
    if (next.function)                                                                             \
        ours.function = wrapped_##function;
#include "capture/opencl/wrapped.def"
#undef WRAP
    *n_ours = sizeof ours / sizeof(void *);
    *table = &ours;
    return CL_SUCCESS;
}
