/* OpenCL as the wrappers see it: all its versions, and the functions behind ours.
 *
 * A wrapper is WRAPPED(clName): it does what the function behind it does and notes it. The same
 * files make a layer of OpenCL's loader (layer.c) and a library for LD_PRELOAD (interposer.c), in
 * which the wrappers bear OpenCL's own names. */
#ifndef CAPTURE_OPENCL_OPENCL_H
#define CAPTURE_OPENCL_OPENCL_H

#include "capture/opencl_device/reply.h"

#ifdef CAPTURE_INTERPOSER
#define WRAPPED(name) name
#define WRAP(name) __attribute__((visibility("default"))) extern __typeof__(name) name;
#else
#define WRAPPED(name) wrapped_##name
#define WRAP(name) extern __typeof__(name) wrapped_##name;
#endif
#include "capture/opencl/wrapped.def"
#undef WRAP

/* The loader's functions, or the next layer's. Those that it lacks are NULL. */
const cl_icd_dispatch *opencl_next(void);

#endif
