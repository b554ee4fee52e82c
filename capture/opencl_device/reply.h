/* Answers to OpenCL's questions, and all of OpenCL's declarations. */
#ifndef CAPTURE_OPENCL_DEVICE_REPLY_H
#define CAPTURE_OPENCL_DEVICE_REPLY_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stddef.h>

/* Where an answer of unknown size goes. */
struct reply {
    size_t room;
    void *to;
    size_t *size;
};

static inline struct reply reply(size_t room, void *to, size_t *size) {
    return (struct reply){room, to, size};
}

/* Gives the value; CL_INVALID_VALUE where it finds no room. */
cl_int give(struct reply r, const void *value, size_t n);
cl_int give_text(struct reply r, const char *text);
cl_int give_bool(struct reply r, bool value);
cl_int give_uint(struct reply r, cl_uint value);
cl_int give_ulong(struct reply r, cl_ulong value);
cl_int give_size(struct reply r, size_t value);
cl_int give_pointer(struct reply r, const void *value);

#endif
