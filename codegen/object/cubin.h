/* NVIDIA's device code for one architecture: an ELF file, a cubin. */
#ifndef CODEGEN_OBJECT_CUBIN_H
#define CODEGEN_OBJECT_CUBIN_H

#include "codegen/code/code.h"
#include "codegen/object/elf.h"

/* What a cubin was compiled for. */
struct cubin_target {
    unsigned arch;    /* 90 of sm_90a */
    char suffix;      /* 'a': of this very architecture, 'f': of its family; '\0' */
    bool relocatable; /* nvcc -rdc=true, not linked yet */
};

bool cubin_is(const struct elf *e);
struct cubin_target cubin_target_of(const struct elf *e);
/* "sm_90a" */
const char *cubin_arch_text(struct arena *a, unsigned arch, char suffix);
/* Adds the kernels of a cubin. `most_bytes` of machine code may be decoded yet, and is lessened.
 * Names borrow the file's bytes. NULL, or why not all was read. */
const char *cubin_read(struct arena *a, const struct elf *e, const struct cubin_target *t,
                       uint64_t *most_bytes, struct code_module *m);

#endif
