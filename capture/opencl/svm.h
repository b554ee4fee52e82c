/* Shared virtual memory. */
#ifndef CAPTURE_OPENCL_SVM_H
#define CAPTURE_OPENCL_SVM_H

#include <stdint.h>

/* Bytes from there to the end of the allocation that it is in, 0: in none that we know. */
uint64_t svm_bytes(const void *at);

#endif
