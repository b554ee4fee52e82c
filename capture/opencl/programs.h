/* Programs: their texts, options, and what their kernels' parameters are called. */
#ifndef CAPTURE_OPENCL_PROGRAMS_H
#define CAPTURE_OPENCL_PROGRAMS_H

#include <pthread.h>
#include <stdbool.h>

#include "capture/opencl/objects.h"
#include "capture/opencl/opencl.h"

/* What is passed to a parameter. */
enum passed { PASSED_UNKNOWN, PASSED_VALUE, PASSED_MEMORY, PASSED_LOCAL, PASSED_HANDLE };

/* A parameter as the implementation describes it, if it does. */
struct parameter {
    char *name, *type; /* NULL: unknown */
    enum passed passed;
};

struct signature {
    struct signature *next;
    char *kernel;
    unsigned build; /* which build of the program it is of */
    cl_uint n;
    struct parameter parameters[];
};

struct program {
    struct object object;
    pthread_mutex_t lock; /* of what follows */
    char *text;           /* NULL: unknown */
    size_t bytes;
    char *options;
    bool compiled;   /* a binary, whose options are those that it was built with at first */
    unsigned build;  /* counts builds */
    uint64_t number; /* journal_program()'s, 0: not asked for yet */
    struct signature *signatures;
};

/* The program with that handle; one that we did not see made is entered without a text. NULL where
 * there is no memory. */
struct program *program_of(cl_program handle);
uint64_t program_number(struct program *p);
/* What the parameters of one of its kernels are, or NULL. It lasts as long as the program. */
const struct signature *program_signature(struct program *p, cl_kernel kernel, const char *name);
/* One reference less; frees the program with the last. */
void program_drop(struct program *p);

#endif
