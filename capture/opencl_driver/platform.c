#include <string.h>

#include "capture/opencl_driver/driver.h"

#define VISIBLE __attribute__((visibility("default")))

struct _cl_platform_id the_platform = {{&driver_dispatch, PLATFORM, 1}};

const cl_icd_dispatch driver_dispatch = {
#define ENTRY(name) .name = driver_##name,
#include "capture/opencl_driver/entries.def"
#undef ENTRY
};

static const char *const extensions = "cl_khr_icd";

cl_int CL_API_CALL FUNCTION(clGetPlatformIDs)(cl_uint room, cl_platform_id *to, cl_uint *n) {
    if ((!to && !n) || (to && !room))
        return CL_INVALID_VALUE;
    if (!shown())
        return -1001; /* CL_PLATFORM_NOT_FOUND_KHR */
    if (to)
        *to = &the_platform;
    if (n)
        *n = 1;
    return CL_SUCCESS;
}

static cl_int give_versions(struct reply r) {
    static const cl_name_version all[] = {{CL_MAKE_VERSION(1, 0, 0), "cl_khr_icd"}};
    return give(r, all, sizeof all);
}

cl_int CL_API_CALL FUNCTION(clGetPlatformInfo)(cl_platform_id platform, cl_platform_info info,
                                               size_t room, void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    if (platform && !object_is(platform, PLATFORM))
        return CL_INVALID_PLATFORM;
    switch (info) {
    case CL_PLATFORM_PROFILE:
        return give_text(r, "FULL_PROFILE");
    case CL_PLATFORM_VERSION:
        return give_text(r, "OpenCL 3.0 clperf capture --dry-run");
    case CL_PLATFORM_NAME:
        return give_text(r, "clperf capture --dry-run");
    case CL_PLATFORM_VENDOR:
        return give_text(r, shown() ? shown()->vendor : "clperf");
    case CL_PLATFORM_EXTENSIONS:
        return give_text(r, extensions);
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return give_versions(r);
    case CL_PLATFORM_ICD_SUFFIX_KHR:
        return give_text(r, "CLPERF");
    case CL_PLATFORM_NUMERIC_VERSION:
        return give_uint(r, CL_MAKE_VERSION(3, 0, 0));
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return give_ulong(r, 1);
    default:
        return CL_INVALID_VALUE;
    }
}

VISIBLE cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *to, cl_uint *n) {
    return FUNCTION(clGetPlatformIDs)(room, to, n);
}

VISIBLE cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info info,
                                             size_t room, void *to, size_t *size) {
    return FUNCTION(clGetPlatformInfo)(platform, info, room, to, size);
}

void *CL_API_CALL FUNCTION(clGetExtensionFunctionAddress)(const char *name) {
    static const struct {
        const char *name;
        void (*function)(void);
    } functions[] = {{"clIcdGetPlatformIDsKHR", (void (*)(void))clIcdGetPlatformIDsKHR}};
    for (size_t i = 0; name && i < sizeof functions / sizeof *functions; i++)
        if (strcmp(name, functions[i].name) == 0) {
            void *address;
            memcpy(&address, &functions[i].function, sizeof address);
            return address;
        }
    return NULL;
}

VISIBLE void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
    return FUNCTION(clGetExtensionFunctionAddress)(name);
}

void *CL_API_CALL FUNCTION(clGetExtensionFunctionAddressForPlatform)(cl_platform_id platform,
                                                                     const char *name) {
    return object_is(platform, PLATFORM) ? FUNCTION(clGetExtensionFunctionAddress)(name) : NULL;
}

cl_int CL_API_CALL FUNCTION(clUnloadCompiler)(void) {
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clUnloadPlatformCompiler)(cl_platform_id platform) {
    return object_is(platform, PLATFORM) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}
