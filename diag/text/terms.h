/* The words of a message in its reader's language: "work-item" for OpenCL is "thread" for CUDA,
 * NVIDIA's "warp" is AMD's "wave". */
#ifndef DIAG_TEXT_TERMS_H
#define DIAG_TEXT_TERMS_H

#include "analysis/ir/kernel.h"
#include "hwdb/gpu.h"

/* Whose words a message is in: those of the kernel's language, but where the GPU's vendor has its
 * own. */
struct speech {
    enum kernel_language language;
    const struct vendor *vendor;
};

struct speech speech_of(enum kernel_language language, const struct gpu *g);
/* The text with the words of that speech in place of each {term}; other braces stay. */
const char *terms_fill(struct arena *a, struct speech s, const char *text);
/* Whether terms.def has a term of that name. */
bool is_term(const char *name);

#endif
