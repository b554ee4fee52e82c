#include "capture/opencl/signatures.h"

#include <stdlib.h>
#include <string.h>

/* A text that is asked for, or NULL where there is none, as in programs that are built without
 * -cl-kernel-arg-info for some implementations. */
static char *query_text(cl_kernel kernel, cl_uint i, cl_kernel_arg_info info) {
    size_t n = 0;
    if (opencl_next()->clGetKernelArgInfo(kernel, i, info, 0, NULL, &n) != CL_SUCCESS || n < 2)
        return NULL;
    char *text = calloc(1, n + 1);
    if (text && opencl_next()->clGetKernelArgInfo(kernel, i, info, n, text, NULL) == CL_SUCCESS &&
        *text)
        return text;
    free(text);
    return NULL;
}

static bool starts(const char *text, const char *with) {
    return text && strncmp(text, with, strlen(with)) == 0;
}

/* Types whose values are handles though they have no address space. */
static bool is_handle(const char *type) {
    return starts(type, "image") || starts(type, "sampler") || starts(type, "queue") ||
           starts(type, "pipe");
}

static enum passed query_passed(cl_kernel kernel, cl_uint i, const char *type) {
    cl_kernel_arg_address_qualifier space;
    if (opencl_next()->clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space,
                                          &space, NULL) != CL_SUCCESS)
        return PASSED_UNKNOWN;
    if (space == CL_KERNEL_ARG_ADDRESS_LOCAL)
        return PASSED_LOCAL;
    if (space != CL_KERNEL_ARG_ADDRESS_PRIVATE)
        return PASSED_MEMORY;
    return is_handle(type) ? PASSED_HANDLE : PASSED_VALUE;
}

static struct parameter query_parameter(cl_kernel kernel, cl_uint i) {
    struct parameter p = {.name = query_text(kernel, i, CL_KERNEL_ARG_NAME),
                          .type = query_text(kernel, i, CL_KERNEL_ARG_TYPE_NAME)};
    p.passed = query_passed(kernel, i, p.type);
    return p;
}

struct signature *signature_query(cl_kernel kernel, const char *name) {
    cl_uint n = 0;
    opencl_next()->clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof n, &n, NULL);
    struct signature *s = calloc(1, sizeof *s + n * sizeof *s->parameters);
    if (!s || !(s->kernel = strdup(name))) {
        free(s);
        return NULL;
    }
    s->n = n;
    for (cl_uint i = 0; i < n && opencl_next()->clGetKernelArgInfo; i++)
        s->parameters[i] = query_parameter(kernel, i);
    return s;
}

struct signature *signatures_find(struct signature *list, const char *kernel, unsigned build) {
    while (list && (list->build != build || strcmp(list->kernel, kernel) != 0))
        list = list->next;
    return list;
}

void signatures_free(struct signature *list) {
    while (list) {
        struct signature *next = list->next;
        for (cl_uint i = 0; i < list->n; i++) {
            free(list->parameters[i].name);
            free(list->parameters[i].type);
        }
        free(list->kernel);
        free(list);
        list = next;
    }
}
