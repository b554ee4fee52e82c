/* A static library's code in a program that was linked with it and has lost its table of symbols.
 */
#ifndef CAPTURE_STATIC_RUNTIME_STATIC_LIBRARY_H
#define CAPTURE_STATIC_RUNTIME_STATIC_LIBRARY_H

#include <stdint.h>

#include "codegen/object/elf.h"

/* One member of the library, whose `.text` is in the program as a whole. */
struct linked_member {
    struct elf elf;
    uint32_t text; /* the number of its section */
    uint64_t at;   /* where it starts in the program's code */
};

/* The first member with code that is in the program's `code`, which starts at `address`, byte for
 * byte but for what linking changes. False if there is none. */
bool static_library_find(struct arena *a, struct piece library, struct piece code, uint64_t address,
                         struct linked_member *out);

#endif
