/* What implementations say of kernels' parameters. */
#ifndef CAPTURE_OPENCL_SIGNATURES_H
#define CAPTURE_OPENCL_SIGNATURES_H

#include "capture/opencl/programs.h"

/* Asks for the parameters of a kernel. NULL where there is no memory. */
struct signature *signature_query(cl_kernel kernel, const char *name);
struct signature *signatures_find(struct signature *list, const char *kernel, unsigned build);
void signatures_free(struct signature *list);

#endif
