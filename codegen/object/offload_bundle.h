/* Code objects of AMD's GPUs in what compilers leave: host objects and programs of HIP, which have
 * clang's offload bundles in the section .hip_fatbin, such bundles by themselves, compressed or
 * not, and code objects alone (.hsaco). */
#ifndef CODEGEN_OBJECT_OFFLOAD_BUNDLE_H
#define CODEGEN_OBJECT_OFFLOAD_BUNDLE_H

#include "codegen/code/code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A code object, and what it was compiled for. */
struct offload_entry {
    const char *target; /* processor, and features that are on or off: "gfx90a:sramecc+:xnack-" */
    const void *bytes;
    size_t n;
    size_t bundle; /* number of the bundle: a program has one of each source */
};

struct offload_entries {
    VEC(struct offload_entry) all;
    const char *error; /* one line: why the rest could not be read; NULL: all was */
};

/* The code objects in the bytes of a file, in their order. Entries of 0 bytes and those of the host
 * are left out. */
struct offload_entries offload_entries_of(struct arena *a, const void *bytes, size_t n);

/* The entry of a bundle to run on a processor ("gfx90a", or with features that are wanted): of that
 * processor, rather with features off; else of the nearest one of its family, and then *exact is
 * false. NULL: the bundle has none of the family. */
const struct offload_entry *offload_choose(const struct offload_entries *all, size_t bundle,
                                           const char *target, bool *exact);

/* The kernels for a processor in all bundles of a file. *which is the target of what was chosen, of
 * the first bundle that has one; NULL: none. */
struct code_module offload_read(struct arena *a, const void *bytes, size_t n, const char *target,
                                const char **which);

#ifdef __cplusplus
}
#endif
#endif
