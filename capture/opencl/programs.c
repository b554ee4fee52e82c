#include "capture/opencl/programs.h"

#include <stdlib.h>
#include <string.h>

#include "capture/journal.h"
#include "capture/opencl/binaries.h"
#include "capture/opencl/signatures.h"

static struct program *enter(cl_program handle, char *text, size_t bytes) {
    struct program *p = handle ? calloc(1, sizeof *p) : NULL;
    if (!p) {
        free(text);
        return NULL;
    }
    pthread_mutex_init(&p->lock, NULL);
    p->text = text;
    p->bytes = bytes;
    object_enter(&p->object, OBJECT_PROGRAM, handle);
    return p;
}

static struct program *find(cl_program handle) {
    return (struct program *)object_find(OBJECT_PROGRAM, handle);
}

struct program *program_of(cl_program handle) {
    struct program *p = find(handle);
    return p ? p : enter(handle, NULL, 0);
}

static void free_program(struct program *p) {
    signatures_free(p->signatures);
    pthread_mutex_destroy(&p->lock);
    free(p->text);
    free(p->options);
    free(p);
}

void program_drop(struct program *p) {
    if (p && object_drop(&p->object))
        free_program(p);
}

uint64_t program_number(struct program *p) {
    if (!p)
        return 0;
    pthread_mutex_lock(&p->lock);
    if (!p->number)
        p->number = journal_program(
            &(struct journal_program){JOURNAL_OPENCL, p->text, p->bytes, p->options});
    uint64_t number = p->number;
    pthread_mutex_unlock(&p->lock);
    if (!p->text)
        journal_remark("The texts of some programs are unknown: they were loaded as binaries.");
    return number;
}

const struct signature *program_signature(struct program *p, cl_kernel kernel, const char *name) {
    if (!p)
        return NULL;
    pthread_mutex_lock(&p->lock);
    struct signature *s = signatures_find(p->signatures, name, p->build);
    if (!s && (s = signature_query(kernel, name))) {
        s->next = p->signatures;
        s->build = p->build;
        p->signatures = s;
    }
    pthread_mutex_unlock(&p->lock);
    return s;
}

static size_t length_of(const char *const *strings, const size_t *lengths, cl_uint i) {
    return lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
}

/* The strings as one. NULL where there is no memory. */
static char *join(cl_uint n, const char *const *strings, const size_t *lengths, size_t *bytes) {
    *bytes = 0;
    for (cl_uint i = 0; i < n; i++)
        *bytes += length_of(strings, lengths, i);
    char *text = malloc(*bytes + 1), *to = text;
    for (cl_uint i = 0; i < n && text; i++) {
        memcpy(to, strings[i], length_of(strings, lengths, i));
        to += length_of(strings, lengths, i);
    }
    while (text && to > text && !to[-1])
        to--;
    *bytes = text ? (size_t)(to - text) : 0;
    return text;
}

cl_program CL_API_CALL WRAPPED(clCreateProgramWithSource)(cl_context context, cl_uint n,
                                                          const char **strings,
                                                          const size_t *lengths, cl_int *error) {
    cl_program handle =
        opencl_next()->clCreateProgramWithSource(context, n, strings, lengths, error);
    if (handle && journal_wanted()) {
        size_t bytes;
        char *text = join(n, strings, lengths, &bytes);
        enter(handle, text, bytes);
    }
    return handle;
}

/* A program of a binary that was taken out of another is that other. */
static void enter_binary(cl_program handle, const unsigned char *binary, size_t bytes) {
    const struct program *origin = handle ? binaries_origin(binary, bytes) : NULL;
    char *text = origin && origin->text ? malloc(origin->bytes + 1) : NULL;
    if (text)
        memcpy(text, origin->text, origin->bytes);
    struct program *p = enter(handle, text, text ? origin->bytes : 0);
    if (!p || !text)
        return;
    p->options = origin->options ? strdup(origin->options) : NULL;
    p->compiled = true;
}

cl_program CL_API_CALL WRAPPED(clCreateProgramWithBinary)(cl_context context, cl_uint n,
                                                          const cl_device_id *devices,
                                                          const size_t *lengths,
                                                          const unsigned char **binaries,
                                                          cl_int *status, cl_int *error) {
    cl_program handle = opencl_next()->clCreateProgramWithBinary(context, n, devices, lengths,
                                                                 binaries, status, error);
    if (handle && journal_wanted())
        enter_binary(handle, binaries[0], lengths[0]);
    return handle;
}

cl_int CL_API_CALL WRAPPED(clGetProgramInfo)(cl_program handle, cl_program_info info, size_t room,
                                             void *to, size_t *size) {
    cl_int status = opencl_next()->clGetProgramInfo(handle, info, room, to, size);
    struct program *p = info == CL_PROGRAM_BINARIES && to && journal_wanted() ? find(handle) : NULL;
    if (p && p->text && status == CL_SUCCESS)
        binaries_taken(p, to, room / sizeof(unsigned char *));
    return status;
}

cl_program CL_API_CALL WRAPPED(clCreateProgramWithBuiltInKernels)(cl_context context, cl_uint n,
                                                                  const cl_device_id *devices,
                                                                  const char *names,
                                                                  cl_int *error) {
    cl_program handle =
        opencl_next()->clCreateProgramWithBuiltInKernels(context, n, devices, names, error);
    enter(handle, NULL, 0);
    return handle;
}

cl_program CL_API_CALL WRAPPED(clCreateProgramWithIL)(cl_context context, const void *il,
                                                      size_t bytes, cl_int *error) {
    cl_program handle = opencl_next()->clCreateProgramWithIL(context, il, bytes, error);
    enter(handle, NULL, 0);
    return handle;
}

cl_int CL_API_CALL WRAPPED(clRetainProgram)(cl_program handle) {
    cl_int status = opencl_next()->clRetainProgram(handle);
    if (status == CL_SUCCESS)
        object_retained(OBJECT_PROGRAM, handle);
    return status;
}

cl_int CL_API_CALL WRAPPED(clReleaseProgram)(cl_program handle) {
    struct object *o = object_released(OBJECT_PROGRAM, handle);
    if (o)
        free_program((struct program *)o);
    return opencl_next()->clReleaseProgram(handle);
}

/* Kernels that are created from now on are of this build. */
static void built_with(cl_program handle, const char *options) {
    struct program *p = find(handle);
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    if (!p->compiled) {
        free(p->options);
        p->options = options ? strdup(options) : NULL;
    }
    p->number = 0;
    p->build++;
    pthread_mutex_unlock(&p->lock);
}

cl_int CL_API_CALL WRAPPED(clBuildProgram)(cl_program handle, cl_uint n,
                                           const cl_device_id *devices, const char *options,
                                           void(CL_CALLBACK *notify)(cl_program, void *),
                                           void *data) {
    built_with(handle, options);
    return opencl_next()->clBuildProgram(handle, n, devices, options, notify, data);
}

cl_int CL_API_CALL WRAPPED(clCompileProgram)(cl_program handle, cl_uint n,
                                             const cl_device_id *devices, const char *options,
                                             cl_uint n_headers, const cl_program *headers,
                                             const char **names,
                                             void(CL_CALLBACK *notify)(cl_program, void *),
                                             void *data) {
    built_with(handle, options);
    if (n_headers)
        journal_remark("Headers that clCompileProgram() was given are not in the texts.");
    return opencl_next()->clCompileProgram(handle, n, devices, options, n_headers, headers, names,
                                           notify, data);
}

/* The texts of all that are linked, one behind another. */
static char *join_programs(cl_uint n, struct program *const *inputs, size_t *bytes) {
    char *text = NULL;
    *bytes = 0;
    for (cl_uint i = 0; i < n; i++) {
        const struct program *p = inputs[i];
        char *grown = p && p->text ? realloc(text, *bytes + p->bytes + 1) : NULL;
        if (!grown)
            continue;
        text = grown;
        memcpy(text + *bytes, p->text, p->bytes);
        *bytes += p->bytes;
        text[(*bytes)++] = '\n';
    }
    return text;
}

static void enter_linked(cl_program handle, cl_uint n, const cl_program *handles) {
    struct program **inputs = handle ? calloc(n + 1, sizeof *inputs) : NULL;
    size_t bytes;
    for (cl_uint i = 0; i < n && inputs; i++)
        inputs[i] = find(handles[i]);
    char *text = inputs ? join_programs(n, inputs, &bytes) : NULL;
    struct program *p = inputs ? enter(handle, text, bytes) : NULL;
    if (p && inputs[0] && inputs[0]->options)
        p->options = strdup(inputs[0]->options);
    free(inputs);
}

cl_program CL_API_CALL WRAPPED(clLinkProgram)(cl_context context, cl_uint n_devices,
                                              const cl_device_id *devices, const char *options,
                                              cl_uint n, const cl_program *programs,
                                              void(CL_CALLBACK *notify)(cl_program, void *),
                                              void *data, cl_int *error) {
    cl_program handle = opencl_next()->clLinkProgram(context, n_devices, devices, options, n,
                                                     programs, notify, data, error);
    enter_linked(handle, n, programs);
    return handle;
}
