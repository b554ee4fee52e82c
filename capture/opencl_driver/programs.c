#include <stdlib.h>
#include <string.h>

#include "capture/opencl_driver/driver.h"

/* What a binary of ours begins with; the text follows. */
static const char magic[] = "clperf capture --dry-run\n";

enum { MAGIC = sizeof magic - 1 };

static cl_program create(cl_context context, char *text, bool has_source, cl_int *error) {
    cl_program p = text ? object_new(PROGRAM, sizeof *p) : NULL;
    if (!p) {
        free(text);
        return failed(error, CL_OUT_OF_HOST_MEMORY);
    }
    object_hold(context);
    p->context = context;
    p->text = text;
    p->has_source = has_source;
    p->type = CL_PROGRAM_BINARY_TYPE_NONE;
    return made(error, p);
}

static size_t length_of(const char *text, const size_t *lengths, cl_uint i) {
    return lengths && lengths[i] ? lengths[i] : strlen(text);
}

static char *join(cl_uint n, const char **texts, const size_t *lengths) {
    size_t all = 0;
    for (cl_uint i = 0; i < n; i++)
        all += length_of(texts[i], lengths, i);
    char *text = malloc(all + 1), *at = text;
    for (cl_uint i = 0; i < n && text; i++) {
        size_t length = length_of(texts[i], lengths, i);
        memcpy(at, texts[i], length);
        at += length;
    }
    if (text)
        *at = '\0';
    return text;
}

cl_program CL_API_CALL FUNCTION(clCreateProgramWithSource)(cl_context context, cl_uint n,
                                                           const char **texts,
                                                           const size_t *lengths, cl_int *error) {
    if (!object_is(context, CONTEXT))
        return failed(error, CL_INVALID_CONTEXT);
    if (!n || !texts)
        return failed(error, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < n; i++)
        if (!texts[i])
            return failed(error, CL_INVALID_VALUE);
    return create(context, join(n, texts, lengths), true, error);
}

cl_program CL_API_CALL FUNCTION(clCreateProgramWithBinary)(cl_context context, cl_uint n,
                                                           const cl_device_id *devices,
                                                           const size_t *lengths,
                                                           const unsigned char **binaries,
                                                           cl_int *statuses, cl_int *error) {
    if (!object_is(context, CONTEXT))
        return failed(error, CL_INVALID_CONTEXT);
    if (n != 1 || !devices || !lengths || !binaries || !lengths[0] || !binaries[0])
        return failed(error, CL_INVALID_VALUE);
    if (!are_devices(n, devices))
        return failed(error, CL_INVALID_DEVICE);
    bool ours = lengths[0] >= MAGIC && memcmp(binaries[0], magic, MAGIC) == 0;
    if (statuses)
        statuses[0] = ours ? CL_SUCCESS : CL_INVALID_BINARY;
    if (!ours)
        return failed(error, CL_INVALID_BINARY);
    return create(context, strndup((const char *)binaries[0] + MAGIC, lengths[0] - MAGIC), false,
                  error);
}

cl_program CL_API_CALL FUNCTION(clCreateProgramWithBuiltInKernels)(cl_context context, cl_uint n,
                                                                   const cl_device_id *devices,
                                                                   const char *names,
                                                                   cl_int *error) {
    (void)n, (void)devices, (void)names;
    return failed(error, object_is(context, CONTEXT) ? CL_INVALID_VALUE : CL_INVALID_CONTEXT);
}

/* No text is read out of it; kernels have the names that the program asks for. */
cl_program CL_API_CALL FUNCTION(clCreateProgramWithIL)(cl_context context, const void *il,
                                                       size_t bytes, cl_int *error) {
    if (!object_is(context, CONTEXT))
        return failed(error, CL_INVALID_CONTEXT);
    if (!il || !bytes)
        return failed(error, CL_INVALID_VALUE);
    return create(context, strdup(""), false, error);
}

cl_int CL_API_CALL FUNCTION(clRetainProgram)(cl_program p) {
    if (!object_is(p, PROGRAM))
        return CL_INVALID_PROGRAM;
    object_hold(p);
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clReleaseProgram)(cl_program p) {
    if (!object_is(p, PROGRAM))
        return CL_INVALID_PROGRAM;
    if (object_drop(p)) {
        FUNCTION(clReleaseContext)(p->context);
        free(p->options);
        free(p->text);
        free(p);
    }
    return CL_SUCCESS;
}

/* A program and who wants to know that it is built. */
struct notice {
    cl_program program;
    void(CL_CALLBACK *call)(cl_program, void *);
    void *data;
};

static void run_notice(void *data) {
    struct notice *n = data;
    n->call(n->program, n->data);
    FUNCTION(clReleaseProgram)(n->program);
    free(n);
}

static cl_int notify(cl_program p, void(CL_CALLBACK *call)(cl_program, void *), void *data) {
    struct notice *n = call ? malloc(sizeof *n) : NULL;
    if (call && !n)
        return CL_OUT_OF_HOST_MEMORY;
    if (n) {
        *n = (struct notice){p, call, data};
        object_hold(p);
        call_later(run_notice, n);
    }
    return CL_SUCCESS;
}

static cl_int set_options(cl_program p, const char *options, cl_program_binary_type type) {
    char *copy = strdup(options ? options : "");
    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    free(p->options);
    p->options = copy;
    p->type = type;
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clBuildProgram)(cl_program p, cl_uint n, const cl_device_id *devices,
                                            const char *options,
                                            void(CL_CALLBACK *call)(cl_program, void *),
                                            void *data) {
    if (!object_is(p, PROGRAM))
        return CL_INVALID_PROGRAM;
    if ((n == 0) != (devices == NULL) || (!call && data))
        return CL_INVALID_VALUE;
    if (!are_devices(n, devices))
        return CL_INVALID_DEVICE;
    cl_int status = set_options(p, options, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    return status ? status : notify(p, call, data);
}

cl_int CL_API_CALL FUNCTION(clCompileProgram)(cl_program p, cl_uint n, const cl_device_id *devices,
                                              const char *options, cl_uint n_headers,
                                              const cl_program *headers, const char **names,
                                              void(CL_CALLBACK *call)(cl_program, void *),
                                              void *data) {
    if (!object_is(p, PROGRAM))
        return CL_INVALID_PROGRAM;
    if ((n == 0) != (devices == NULL) || (n_headers == 0) != (headers == NULL) ||
        (n_headers == 0) != (names == NULL))
        return CL_INVALID_VALUE;
    if (!are_devices(n, devices))
        return CL_INVALID_DEVICE;
    cl_int status = set_options(p, options, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    return status ? status : notify(p, call, data);
}

/* The texts one after another. */
cl_program CL_API_CALL FUNCTION(clLinkProgram)(cl_context context, cl_uint n,
                                               const cl_device_id *devices, const char *options,
                                               cl_uint n_programs, const cl_program *programs,
                                               void(CL_CALLBACK *call)(cl_program, void *),
                                               void *data, cl_int *error) {
    if (!object_is(context, CONTEXT))
        return failed(error, CL_INVALID_CONTEXT);
    if ((n == 0) != (devices == NULL) || !n_programs || !programs)
        return failed(error, CL_INVALID_VALUE);
    const char **texts = malloc(n_programs * sizeof *texts);
    for (cl_uint i = 0; i < n_programs && texts; i++) {
        if (!object_is(programs[i], PROGRAM)) {
            free(texts);
            return failed(error, CL_INVALID_PROGRAM);
        }
        texts[i] = programs[i]->text;
    }
    cl_program p = texts ? create(context, join(n_programs, texts, NULL), false, error)
                         : failed(error, CL_OUT_OF_HOST_MEMORY);
    free(texts);
    cl_int status = p ? set_options(p, options, CL_PROGRAM_BINARY_TYPE_EXECUTABLE) : CL_SUCCESS;
    if (p && !status)
        status = notify(p, call, data);
    return status ? failed(error, status) : p;
}

/* "a;b;c" */
static cl_int give_names(struct reply r, cl_program p) {
    size_t n = scan_kernels(p->text, NULL, 0), length = 0;
    struct signature *all = calloc(n + 1, sizeof *all);
    if (!all)
        return CL_OUT_OF_HOST_MEMORY;
    scan_kernels(p->text, all, n);
    for (size_t i = 0; i < n; i++)
        length += all[i].n + 1;
    char *names = calloc(1, length + 1);
    for (size_t i = 0; i < n && names; i++) {
        strncat(names, all[i].name, all[i].n);
        strcat(names, i + 1 < n ? ";" : "");
    }
    cl_int status = names ? give_text(r, names) : CL_OUT_OF_HOST_MEMORY;
    free(names);
    free(all);
    return status;
}

static size_t binary_bytes(cl_program p) {
    return p->options ? MAGIC + strlen(p->text) : 0;
}

static cl_int give_binary(struct reply r, cl_program p) {
    unsigned char *to = NULL;
    if (r.to && r.room < sizeof to)
        return CL_INVALID_VALUE;
    if (r.to)
        memcpy(&to, r.to, sizeof to);
    if (to && p->options) {
        memcpy(to, magic, MAGIC);
        memcpy(to + MAGIC, p->text, strlen(p->text));
    }
    if (r.size)
        *r.size = sizeof to;
    return CL_SUCCESS;
}

cl_int CL_API_CALL FUNCTION(clGetProgramInfo)(cl_program p, cl_program_info info, size_t room,
                                              void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(p, PROGRAM))
        return CL_INVALID_PROGRAM;
    switch (info) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return give_uint(r, (cl_uint)p->object.references);
    case CL_PROGRAM_CONTEXT:
        return give_pointer(r, p->context);
    case CL_PROGRAM_NUM_DEVICES:
        return give_uint(r, 1);
    case CL_PROGRAM_DEVICES:
        return give_pointer(r, &the_device);
    case CL_PROGRAM_SOURCE:
        return give_text(r, p->has_source ? p->text : "");
    case CL_PROGRAM_IL:
        return give(r, NULL, 0);
    case CL_PROGRAM_BINARY_SIZES:
        return give_size(r, binary_bytes(p));
    case CL_PROGRAM_BINARIES:
        return give_binary(r, p);
    case CL_PROGRAM_NUM_KERNELS:
        return p->options ? give_size(r, scan_kernels(p->text, NULL, 0))
                          : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_KERNEL_NAMES:
        return p->options ? give_names(r, p) : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
        return give_bool(r, false);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL FUNCTION(clGetProgramBuildInfo)(cl_program p, cl_device_id device,
                                                   cl_program_build_info info, size_t room,
                                                   void *to, size_t *size) {
    struct reply r = reply(room, to, size);
    if (!object_is(p, PROGRAM))
        return CL_INVALID_PROGRAM;
    if (!is_the_device(device))
        return CL_INVALID_DEVICE;
    switch (info) {
    case CL_PROGRAM_BUILD_STATUS:
        return give_uint(r, (cl_uint)(p->options ? CL_BUILD_SUCCESS : CL_BUILD_NONE));
    case CL_PROGRAM_BUILD_OPTIONS:
        return give_text(r, p->options ? p->options : "");
    case CL_PROGRAM_BUILD_LOG:
        return give_text(r, "");
    case CL_PROGRAM_BINARY_TYPE:
        return give_uint(r, p->type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
        return give_size(r, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL FUNCTION(clSetProgramReleaseCallback)(
    cl_program p, void(CL_CALLBACK *call)(cl_program, void *), void *data) {
    (void)call, (void)data;
    return object_is(p, PROGRAM) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}

cl_int CL_API_CALL FUNCTION(clSetProgramSpecializationConstant)(cl_program p, cl_uint id,
                                                                size_t bytes, const void *value) {
    (void)id, (void)bytes;
    if (!object_is(p, PROGRAM))
        return CL_INVALID_PROGRAM;
    return value ? CL_SUCCESS : CL_INVALID_VALUE;
}
