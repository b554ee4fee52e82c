/* Outputs whose names mean a descriptor that is open already: "-", /dev/stdout, /dev/stderr,
 * /dev/fd/N and /proc/self/fd/N. Opening these again begins regular files anew, and fails where
 * they are sockets. */
#ifndef BASE_DESCRIPTOR_H
#define BASE_DESCRIPTOR_H

#include <stdbool.h>
#include <stdio.h>

/* The descriptor that the path means, or -1. */
int descriptor_named(const char *path);
/* Writes all bytes, waiting for whoever reads them. False with errno set; that nobody reads any
 * more is no failure. */
bool descriptor_write(int fd, const char *bytes, size_t n);
/* A stream to the file of that path, from its beginning, or to the descriptor that it means. NULL
 * with errno set. */
FILE *descriptor_open(const char *path);

#endif
