/* Binaries that the program took out of programs, which it may make programs of again. */
#ifndef CAPTURE_OPENCL_BINARIES_H
#define CAPTURE_OPENCL_BINARIES_H

#include "capture/opencl/programs.h"

/* The program gets its binaries, as clGetProgramInfo() wrote them. */
void binaries_taken(struct program *p, unsigned char *const *binaries, size_t n);
/* The program that a binary was taken out of, or NULL. */
const struct program *binaries_origin(const unsigned char *binary, size_t bytes);

#endif
