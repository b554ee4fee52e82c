/* Functions of the program that jump to other ones. */
#ifndef CAPTURE_STATIC_RUNTIME_REDIRECT_H
#define CAPTURE_STATIC_RUNTIME_REDIRECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A jump overwrites this many bytes. */
#if defined(__x86_64__)
enum { REDIRECT_BYTES = 14 };
#elif defined(__aarch64__)
enum { REDIRECT_BYTES = 16 };
#else
enum { REDIRECT_BYTES = 0 }; /* it is not known how */
#endif

/* Addresses of functions. */
struct redirection {
    uintptr_t from, to;
};

/* Overwrites the beginning of each function. False, with errno set, if the system does not let code
 * be written; then none is changed. No thread may run them meanwhile. */
bool redirect(const struct redirection *functions, size_t n);

#endif
