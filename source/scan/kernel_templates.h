/* Templates of kernels in a text of CUDA or HIP, and where the text launches them. */
#ifndef SOURCE_SCAN_KERNEL_TEMPLATES_H
#define SOURCE_SCAN_KERNEL_TEMPLATES_H

#include <stdbool.h>

#include "base/arena.h"

struct template_parameter {
    enum { TEMPLATE_TYPE, TEMPLATE_BOOL, TEMPLATE_NUMBER, TEMPLATE_OTHER } kind;
    const char *name; /* "" where it has none */
    bool has_default;
};

struct kernel_template {
    const char *name, *scope; /* scope: "outer::inner::" or "" */
    unsigned line;            /* of its name */
    struct template_parameter *parameters;
    size_t n_parameters, cap_parameters;
    unsigned launch_line;         /* of its first launch in the text, 0: there is none */
    const char *launch_arguments; /* between < and > there, or NULL */
};

struct kernel_templates {
    struct kernel_template *at;
    size_t n, cap;
};

struct kernel_templates kernel_templates(struct arena *a, const char *text, size_t n);

#endif
