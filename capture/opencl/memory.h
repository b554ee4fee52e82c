/* Buffers, images and samplers. */
#ifndef CAPTURE_OPENCL_MEMORY_H
#define CAPTURE_OPENCL_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "capture/journal.h"
#include "capture/opencl/opencl.h"

/* What the implementation says of a buffer or an image, as an argument. False if the handle is of
 * neither. `unseen` also asks about a handle that we did not see created: only where a parameter
 * is known to be memory, for other values may look like anything. */
bool memory_describe(cl_mem handle, bool unseen, struct journal_arg *arg);
bool memory_is_sampler(cl_sampler handle);

/* Shared virtual memory. */

/* Bytes from there to the end of the allocation that it is in, 0: in none that we know. */
uint64_t svm_bytes(const void *at);

#endif
