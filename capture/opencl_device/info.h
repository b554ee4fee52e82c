/* What the stand-in device answers. */
#ifndef CAPTURE_OPENCL_DEVICE_INFO_H
#define CAPTURE_OPENCL_DEVICE_INFO_H

#include "capture/opencl_device/reply.h"

/* As clGetDeviceInfo() of the device that the environment names, but for its platform. */
cl_int device_info(cl_device_info info, struct reply r);

#endif
