/* The cheap look at a host source before anything is started: part of clperf-cc, libc only. */
#ifndef SOURCE_SCAN_KERNEL_SCAN_H
#define SOURCE_SCAN_KERNEL_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/words.h"

/* Whether the file may hold, load or launch an OpenCL kernel, or a file may that it includes in
 * quotes: from beside it, or, where the name suggests kernels, from one of the folders. */
bool host_scan_file(struct arena *a, const char *path, const struct words *folders);
/* Whether a text of n bytes may hold, load or launch an OpenCL kernel, without what it includes; or
 * it asks for loops to be taken as kernels. */
bool host_scan_text(const char *text, size_t n);
/* That, or it has device code in a language that is not read. */
bool host_scan(struct arena *a, const char *path, const struct words *folders);

/* Whether a script may have kernels in strings, or the file others that are not read. */
bool script_scan_text(const char *text, size_t n);
bool script_scan(struct arena *a, const char *path);
/* Where in a script the first function is that row `i` of the languages which are not read makes a
 * kernel of, with the language's name; NULL: there is none. */
enum { SCRIPT_OTHER_LANGUAGES = 3 };
const char *script_scan_language(const char *text, size_t n, int i, const char **name);

/* Where in the text the first device code is that row `i` of the languages which are not read
 * knows, with the language's name, or of OpenMP what moves data for code elsewhere; NULL: there is
 * none. Two rows in a row may be of one language.
 */
enum { HOST_OTHER_LANGUAGES = 8 };
const char *host_scan_language(const char *text, size_t n, int i, const char **name);

/* Whether the word "kernel" at text[i] can begin a kernel: as __kernel, or before a type
 * or an attribute. */
bool host_scan_is_kernel(const char *text, size_t n, size_t i);

#endif
