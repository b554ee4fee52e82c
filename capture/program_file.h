/* What a program's file says about how its launches can be captured. */
#ifndef CAPTURE_PROGRAM_FILE_H
#define CAPTURE_PROGRAM_FILE_H

#include <stdbool.h>

#include "base/arena.h"

struct program_file {
    bool script;        /* it begins with "#!" */
    bool elf;           /* what follows is known */
    bool other_machine; /* than ours, or of another word size */
    bool is_static;     /* no dynamic linker loads it */
    bool other_rights;  /* set-user-ID and the like, which the dynamic linker trusts with less */
    bool cuda_code, hip_code; /* it has device code within itself */
    bool symbols;             /* it has its table of symbols yet */
    bool loads;               /* it calls dlopen() */
    const char
        *libraries; /* those that the dynamic linker would load, one a line, as ldd shows them */
};

/* The file of that path. All false where it cannot be read. */
struct program_file program_file_read(struct arena *a, const char *path);
/* The line of the library called NAME.so, or NAME.so with a version; NULL: it is not loaded. */
const char *program_file_library(struct arena *a, const struct program_file *p, const char *name);

#endif
