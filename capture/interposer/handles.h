/* Modules and kernels by the handles that a driver gave for them, or that host code names them by.
 * What is in a module is read when a kernel of it is launched. */
#ifndef CAPTURE_INTERPOSER_HANDLES_H
#define CAPTURE_INTERPOSER_HANDLES_H

#include "capture/cuda/kernels.h"

struct module;

/* A module that is read already; NULL: no memory. */
struct module *module_of(struct image *image);
/* One that is part of the program: its data stay, and `read` makes the image. */
struct module *module_in_program(const void *data, struct image *(*read)(const void *data));

/* In the place of an earlier one of this handle, which the driver may give again. `symbol` is the
 * kernel's; NULL: the handle is the module's. */
void handles_put(const void *handle, struct module *module, const char *symbol);
struct module *handles_module(const void *handle);

/* The kernel with this handle, which is learnt at its first launch: with the text of parameters
 * (signature.h) that `ask` returns, or else that of its module. `ask` may be NULL, or return
 * NULL; what it returns is taken over. NULL where the handle is unknown. */
struct cuda_kernel *handles_kernel(const void *handle,
                                   char *(*ask)(const void *handle, const char *symbol));

#endif
