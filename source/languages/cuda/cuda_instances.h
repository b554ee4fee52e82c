/* Which instance of a template an error is about, so that it costs that instance only. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_INSTANCES_H
#define SOURCE_LANGUAGES_CUDA_CUDA_INSTANCES_H

#include "source/libclang.h"

#include "base/arena.h"

/* The template arguments with which the function was instantiated where the error is, as clang
 * writes them, each ended by a newline. NULL: it is no template, or the error is not of an instance
 * of it. */
const char *cuda_instance_of(struct arena *a, CXDiagnostic d, const char *function);

#endif
