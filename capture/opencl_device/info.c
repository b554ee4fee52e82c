#include "capture/opencl_device/info.h"

#include <string.h>

#include "capture/device.h"

/* What NVIDIA's and AMD's drivers allow for all GPUs that the database has. */
enum {
    CONSTANT_BYTES = 64 << 10,
    PARAMETER_BYTES = 4352,
    IMAGE_SIDE = 16384,
    IMAGE_VOLUME_SIDE = 2048,
    IMAGE_LAYERS = 2048,
};

/* Kernels get no more of global memory in one piece; NVIDIA's share. */
static cl_ulong most_bytes(void) {
    return device_shown()->global_bytes / 4;
}

static const char *extensions(void) {
    return device_shown()->has_fp64
               ? "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
                 "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
                 "cl_khr_byte_addressable_store cl_khr_int64_base_atomics "
                 "cl_khr_int64_extended_atomics cl_khr_fp16 cl_khr_fp64 cl_khr_icd"
               : "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
                 "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
                 "cl_khr_byte_addressable_store cl_khr_int64_base_atomics "
                 "cl_khr_int64_extended_atomics cl_khr_fp16 cl_khr_icd";
}

/* One entry for each word of the extensions. */
static cl_int give_extensions(struct reply r) {
    cl_name_version all[16] = {{0}};
    size_t n = 0;
    for (const char *s = extensions(); *s && n < 16; n++) {
        size_t length = strcspn(s, " ");
        all[n].version = CL_MAKE_VERSION(1, 0, 0);
        memcpy(all[n].name, s, length < sizeof all[n].name - 1 ? length : sizeof all[n].name - 1);
        s += length + (s[length] == ' ');
    }
    return give(r, all, n * sizeof *all);
}

static cl_int give_languages(struct reply r) {
    static const cl_name_version all[] = {{CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
                                          {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
                                          {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
                                          {CL_MAKE_VERSION(2, 0, 0), "OpenCL C"},
                                          {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"}};
    return give(r, all, sizeof all);
}

/* Texts and lists. True if the question was one for them. */
static bool describe(struct reply r, cl_device_info info, cl_int *status) {
    const struct device *d = device_shown();
    const size_t items[3] = {d->max_items_per_group, d->max_items_per_group, 64};
    switch (info) {
    case CL_DEVICE_NAME:
        *status = give_text(r, d->name);
        return true;
    case CL_DEVICE_VENDOR:
        *status = give_text(r, d->vendor);
        return true;
    case CL_DRIVER_VERSION:
        *status = give_text(r, "0.1");
        return true;
    case CL_DEVICE_PROFILE:
        *status = give_text(r, "FULL_PROFILE");
        return true;
    case CL_DEVICE_VERSION:
        *status = give_text(r, "OpenCL 3.0 clperf");
        return true;
    case CL_DEVICE_OPENCL_C_VERSION:
        *status = give_text(r, "OpenCL C 1.2");
        return true;
    case CL_DEVICE_EXTENSIONS:
        *status = give_text(r, extensions());
        return true;
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
    case CL_DEVICE_BUILT_IN_KERNELS:
    case CL_DEVICE_IL_VERSION:
        *status = give_text(r, "");
        return true;
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        *status = give_extensions(r);
        return true;
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
        *status = give_languages(r);
        return true;
    case CL_DEVICE_ILS_WITH_VERSION:
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    case CL_DEVICE_OPENCL_C_FEATURES:
    case CL_DEVICE_PARTITION_TYPE:
        *status = give(r, NULL, 0);
        return true;
    case CL_DEVICE_PARTITION_PROPERTIES: {
        const cl_device_partition_property none = 0;
        *status = give(r, &none, sizeof none);
        return true;
    }
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        *status = give(r, items, sizeof items);
        return true;
    default:
        return false;
    }
}

/* A number that is asked for, and of which type OpenCL gives it. */
struct number {
    cl_device_info info;
    enum { AS_UINT, AS_ULONG, AS_SIZE, AS_POINTER } type;
    cl_ulong value;
};

static cl_int give_number(struct reply r, const struct number *n) {
    switch (n->type) {
    case AS_UINT:
        return give_uint(r, (cl_uint)n->value);
    case AS_ULONG:
        return give_ulong(r, n->value);
    case AS_SIZE:
        return give_size(r, (size_t)n->value);
    default:
        return give_pointer(r, NULL);
    }
}

cl_int device_info(cl_device_info info, struct reply r) {
    cl_int status;
    if (describe(r, info, &status))
        return status;
    const struct device *d = device_shown();
    const cl_device_fp_config rounding = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                         CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
    const struct number numbers[] = {
        {CL_DEVICE_TYPE, AS_ULONG, CL_DEVICE_TYPE_GPU},
        {CL_DEVICE_VENDOR_ID, AS_UINT, d->vendor_id},
        {CL_DEVICE_MAX_COMPUTE_UNITS, AS_UINT, d->compute_units},
        {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, AS_UINT, 3},
        {CL_DEVICE_MAX_WORK_GROUP_SIZE, AS_SIZE, d->max_items_per_group},
        {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, AS_SIZE, d->warp_width},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, AS_UINT, 1},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, AS_UINT, 1},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, AS_UINT, 1},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, AS_UINT, 1},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, AS_UINT, 1},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, AS_UINT, d->has_fp64},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, AS_UINT, 1},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, AS_UINT, 1},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, AS_UINT, 1},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, AS_UINT, 1},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, AS_UINT, 1},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, AS_UINT, 1},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, AS_UINT, d->has_fp64},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, AS_UINT, 1},
        {CL_DEVICE_MAX_CLOCK_FREQUENCY, AS_UINT, d->clock_mhz},
        {CL_DEVICE_ADDRESS_BITS, AS_UINT, 64},
        {CL_DEVICE_MAX_MEM_ALLOC_SIZE, AS_ULONG, most_bytes()},
        {CL_DEVICE_GLOBAL_MEM_SIZE, AS_ULONG, d->global_bytes},
        {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, AS_UINT, CL_READ_WRITE_CACHE},
        {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, AS_ULONG, d->cache_bytes},
        {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, AS_UINT, d->cache_line_bytes},
        {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, AS_ULONG, CONSTANT_BYTES},
        {CL_DEVICE_MAX_CONSTANT_ARGS, AS_UINT, 9},
        {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, AS_SIZE, 0},
        {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, AS_SIZE, 0},
        {CL_DEVICE_LOCAL_MEM_TYPE, AS_UINT, CL_LOCAL},
        {CL_DEVICE_LOCAL_MEM_SIZE, AS_ULONG, d->local_bytes},
        {CL_DEVICE_MAX_PARAMETER_SIZE, AS_SIZE, PARAMETER_BYTES},
        {CL_DEVICE_MEM_BASE_ADDR_ALIGN, AS_UINT, 4096},
        {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, AS_UINT, 128},
        {CL_DEVICE_IMAGE_SUPPORT, AS_UINT, CL_TRUE},
        {CL_DEVICE_MAX_READ_IMAGE_ARGS, AS_UINT, 256},
        {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, AS_UINT, 32},
        {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, AS_UINT, 0},
        {CL_DEVICE_IMAGE2D_MAX_WIDTH, AS_SIZE, IMAGE_SIDE},
        {CL_DEVICE_IMAGE2D_MAX_HEIGHT, AS_SIZE, IMAGE_SIDE},
        {CL_DEVICE_IMAGE3D_MAX_WIDTH, AS_SIZE, IMAGE_VOLUME_SIDE},
        {CL_DEVICE_IMAGE3D_MAX_HEIGHT, AS_SIZE, IMAGE_VOLUME_SIDE},
        {CL_DEVICE_IMAGE3D_MAX_DEPTH, AS_SIZE, IMAGE_VOLUME_SIDE},
        {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, AS_SIZE, 1 << 27},
        {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, AS_SIZE, IMAGE_LAYERS},
        {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, AS_UINT, 32},
        {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, AS_UINT, 32},
        {CL_DEVICE_MAX_SAMPLERS, AS_UINT, 32},
        {CL_DEVICE_SINGLE_FP_CONFIG, AS_ULONG, rounding | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT},
        {CL_DEVICE_DOUBLE_FP_CONFIG, AS_ULONG, d->has_fp64 ? rounding : 0},
        {CL_DEVICE_HALF_FP_CONFIG, AS_ULONG, CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST},
        {CL_DEVICE_ERROR_CORRECTION_SUPPORT, AS_UINT, CL_FALSE},
        {CL_DEVICE_HOST_UNIFIED_MEMORY, AS_UINT, CL_FALSE},
        {CL_DEVICE_PROFILING_TIMER_RESOLUTION, AS_SIZE, 1000},
        {CL_DEVICE_ENDIAN_LITTLE, AS_UINT, CL_TRUE},
        {CL_DEVICE_AVAILABLE, AS_UINT, CL_TRUE},
        {CL_DEVICE_COMPILER_AVAILABLE, AS_UINT, CL_TRUE},
        {CL_DEVICE_LINKER_AVAILABLE, AS_UINT, CL_TRUE},
        {CL_DEVICE_EXECUTION_CAPABILITIES, AS_ULONG, CL_EXEC_KERNEL},
        {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, AS_ULONG,
         CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE},
        {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, AS_ULONG, 0},
        {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, AS_UINT, 0},
        {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, AS_UINT, 0},
        {CL_DEVICE_MAX_ON_DEVICE_QUEUES, AS_UINT, 0},
        {CL_DEVICE_MAX_ON_DEVICE_EVENTS, AS_UINT, 0},
        {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, AS_ULONG, 0},
        {CL_DEVICE_PRINTF_BUFFER_SIZE, AS_SIZE, 1 << 20},
        {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, AS_UINT, CL_TRUE},
        {CL_DEVICE_PARENT_DEVICE, AS_POINTER, 0},
        {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, AS_UINT, 0},
        {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, AS_ULONG, 0},
        {CL_DEVICE_REFERENCE_COUNT, AS_UINT, 1},
        {CL_DEVICE_SVM_CAPABILITIES, AS_ULONG, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER},
        {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, AS_ULONG,
         CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP},
        {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, AS_ULONG,
         CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
             CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP},
        {CL_DEVICE_MAX_PIPE_ARGS, AS_UINT, 0},
        {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, AS_UINT, 0},
        {CL_DEVICE_PIPE_MAX_PACKET_SIZE, AS_UINT, 0},
        {CL_DEVICE_PIPE_SUPPORT, AS_UINT, CL_FALSE},
        {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, AS_UINT, 0},
        {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, AS_UINT, 0},
        {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, AS_UINT, 0},
        {CL_DEVICE_MAX_NUM_SUB_GROUPS, AS_UINT, 0},
        {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, AS_UINT, CL_FALSE},
        {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, AS_UINT, CL_FALSE},
        {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, AS_UINT, CL_FALSE},
        {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, AS_UINT, CL_FALSE},
        {CL_DEVICE_NUMERIC_VERSION, AS_UINT, CL_MAKE_VERSION(3, 0, 0)},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].info == info)
            return give_number(r, &numbers[i]);
    return CL_INVALID_VALUE;
}
