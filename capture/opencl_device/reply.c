#include "capture/opencl_device/reply.h"

#include <string.h>

cl_int give(struct reply r, const void *value, size_t n) {
    if (r.to && r.room < n)
        return CL_INVALID_VALUE;
    if (r.to && n)
        memcpy(r.to, value, n);
    if (r.size)
        *r.size = n;
    return CL_SUCCESS;
}

cl_int give_text(struct reply r, const char *text) {
    return give(r, text, strlen(text) + 1);
}

cl_int give_bool(struct reply r, bool value) {
    return give_uint(r, value ? CL_TRUE : CL_FALSE);
}

cl_int give_uint(struct reply r, cl_uint value) {
    return give(r, &value, sizeof value);
}

cl_int give_ulong(struct reply r, cl_ulong value) {
    return give(r, &value, sizeof value);
}

cl_int give_size(struct reply r, size_t value) {
    return give(r, &value, sizeof value);
}

cl_int give_pointer(struct reply r, const void *value) {
    return give(r, &value, sizeof value);
}
