/* What the program's images hold: kernels, variables and references of textures, registered by the
 * addresses that host code names them by. */
#ifndef CAPTURE_CUDA_KERNELS_H
#define CAPTURE_CUDA_KERNELS_H

#include <stdint.h>

#include "capture/cuda/signature.h"

struct cuda_kernel {
    const void *handle;
    const char *symbol;
    uint64_t program; /* see struct image */
    struct signature signature;
    size_t max_dynamic_shared; /* as the program set it, 0: not */
    unsigned unwanted; /* launches since the last one whose time the journal wanted (interposer/) */
    struct cuda_kernel *next;
};

struct variable {
    const void *handle;
    const char *symbol;
    size_t bytes;
    void *memory; /* NULL until it is asked for */
    struct variable *next;
};

/* A program, a PTX text or a module. */
struct image {
    uint64_t program; /* the journal's number of its PTX; 0: none that the program loaded */
    const char *text; /* of its kernels (signature.h), or NULL */
    struct cuda_kernel *kernels; /* of a module that the driver loaded */
    struct variable *variables;
    struct image *next;
};

/* `data` is what a fat binary, a cubin or a PTX text starts with, `n` its bytes or 0: unknown. */
struct image *image_new(const void *data, size_t n);
/* Of a module that the program loads, whose PTX is noted: no source of the project has it. */
struct image *image_load(const void *data, size_t n);
/* With this text of its kernels, which it takes. NULL if that is. */
struct image *image_of_kernels(char *text);

/* Registers by the address of host code. */
void kernel_register(const struct image *image, const void *handle, const char *symbol);
void variable_register(const void *handle, const char *symbol, size_t bytes);
/* NULL if there is none. */
struct cuda_kernel *kernel_find(const void *handle);
/* The variable with its memory. */
struct variable *variable_find(const void *handle);
/* A module's kernel by its symbol; whether the module holds it is only known of texts of kernels.
 * NULL if it does not. */
struct cuda_kernel *image_kernel(struct image *image, const char *symbol);

#endif
