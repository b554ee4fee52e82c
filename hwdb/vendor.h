/* Vendors of GPUs, the rows of vendors.def: what depends on who made a GPU and is not a number of
 * the GPU's own. Code reads a field of the row, and never asks for a vendor's name. */
#ifndef HWDB_VENDOR_H
#define HWDB_VENDOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum vendor_id {
#define VENDOR(name, ...) VENDOR_##name,
#include "hwdb/vendors.def"
#undef VENDOR
    N_VENDORS
};

/* A term of messages (diag/text/terms.def), and the word of the vendor's users for it. */
struct vendor_word {
    const char *term, *word;
};

enum { MOST_VENDOR_WORDS = 8 };

struct vendor {
    const char *name;   /* "vendor" in the JSON files of its GPUs, and their folder */
    const char *called; /* in texts */
    const char
        *long_name; /* what else the vendor's name in drivers may begin with; NULL: nothing */

    /* What its OpenCL says of a device. */
    const char *opencl_name; /* CL_DEVICE_VENDOR */
    uint32_t pci_id;         /* CL_DEVICE_VENDOR_ID */
    bool names_architecture; /* a device is called by its architecture, not by its product */
    double
        reported_local_bytes; /* most local memory that is reported; 0: all that a group may have */

    /* What compiles for its GPUs: the `compiler` of targets (codegen/estimate/targets/) and of back
     * ends (codegen/backend/). NULL: nobody looks into it, and registers are the live ranges'
     * demand. */
    const char *compiler;
    uint32_t usual_group_items; /* most in a group of a kernel that does not say more; 0: the GPU's
                                   limit */

    const char
        *relative; /* the GPU that gives what cannot be measured on an unknown one; NULL: none */
    struct vendor_word words[MOST_VENDOR_WORDS]; /* in kernels of any language, up to NULL */
    struct vendor_word
        cuda_words[MOST_VENDOR_WORDS]; /* in CUDA's kernels or its dialect's, before those */
};

extern const struct vendor vendors[N_VENDORS];

/* The row of that name, or NULL. */
const struct vendor *vendor_find(const char *name);
/* The row of what a driver says who made a device, or NULL. */
const struct vendor *vendor_of_driver(const char *text);
/* The vendor's word for a term, or NULL where it is that of the kernel's language. */
const char *vendor_word(const struct vendor *v, bool cuda, const char *term);
/* "nvidia, amd" */
const char *vendor_names(struct arena *a);

#endif
