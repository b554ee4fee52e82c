/* Files that a program loads device code from. */
#ifndef CAPTURE_CUDA_MODULE_FILE_H
#define CAPTURE_CUDA_MODULE_FILE_H

#include <stddef.h>

/* The file's bytes with a NUL behind them, and their number in *n; free() them. NULL if it cannot
 * be read. */
char *module_file_read(const char *path, size_t *n);

#endif
