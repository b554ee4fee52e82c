/* libclang, loaded where a host program is read: most calls of the compiler have none, and loading
 * it takes longer than they do. */
#ifndef SOURCE_LIBCLANG_H
#define SOURCE_LIBCLANG_H

#include <clang-c/Index.h>
#include <stdbool.h>

/* clang_NAME() as `name`. */
struct libclang {
#define FUNCTION(name) __typeof__(clang_##name) *name;
#include "source/libclang.def"
#undef FUNCTION
};

/* Whether it is installed. Loads it. */
bool libclang_found(void);
/* Its functions; it must have been found. */
const struct libclang *libclang(void);

#endif
