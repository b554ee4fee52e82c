/* What would be called if nothing were in front of it. */
#ifndef CAPTURE_INTERPOSER_REAL_H
#define CAPTURE_INTERPOSER_REAL_H

#include <stdbool.h>

/* CUDA's driver, and HIP's runtime, which is a driver's interface as well. */
enum real_library { REAL_CUDA, REAL_HIP, REAL_LIBRARIES };

/* The C library's dlsym(). */
typedef void *real_dlsym_function(void *handle, const char *name);
real_dlsym_function *real_dlsym(void);

/* A function of the library that the process has loaded, or NULL. */
void *real_find(enum real_library library, const char *name);
/* Whether an address is within that library. */
bool real_owns(enum real_library library, const void *address);

/* The function of ours that is in front of the library's of this name, or NULL. */
void *wrapper_cuda(const char *name);
void *wrapper_hip(const char *name);

#endif
