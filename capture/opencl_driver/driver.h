/* An OpenCL driver of a device that does not exist. Programs find it by OpenCL's loader, and get
 * all that they ask for but results: programs are not compiled, kernels do nothing, memory is the
 * host's, and commands are done when they are enqueued.
 *
 * Not modelled: waiting for user events (commands behind them are done at once), built-in kernels,
 * sub-devices, sharing with graphics interfaces. */
#ifndef CAPTURE_OPENCL_DRIVER_DRIVER_H
#define CAPTURE_OPENCL_DRIVER_DRIVER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "capture/device.h"
#include "capture/opencl_device/reply.h"

/* Functions bear our own prefix, so that they do not meet the loader's of the same name. */
#define FUNCTION(name) driver_##name
#define ENTRY(name) extern __typeof__(name) driver_##name;
#include "capture/opencl_driver/entries.def"
#undef ENTRY

extern const cl_icd_dispatch driver_dispatch;

enum kind { PLATFORM = 1, DEVICE, CONTEXT, QUEUE, MEMORY, SAMPLER, PROGRAM, KERNEL, EVENT };

/* What each object begins with; the loader needs the first field. */
struct object {
    const cl_icd_dispatch *dispatch;
    enum kind kind;
    atomic_int references;
};

struct _cl_platform_id {
    struct object object;
};

struct _cl_device_id {
    struct object object;
};

/* A function that wants to know when an object ends; the last one that asked is first. */
struct ending {
    void(CL_CALLBACK *call)(void *object, void *data);
    void *data;
    struct ending *next;
};

struct _cl_context {
    struct object object;
    cl_context_properties *properties; /* up to and with the 0; NULL: none */
    size_t n_properties;
    struct ending *endings;
};

struct _cl_command_queue {
    struct object object;
    cl_context context;
    cl_command_queue_properties properties;
};

/* Buffers and images. */
struct _cl_mem {
    struct object object;
    cl_context context;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t bytes;
    char *data;
    void *host;    /* as given with CL_MEM_USE_HOST_PTR */
    bool owns;     /* the data is from memory_reserve() */
    cl_mem parent; /* of a sub-buffer, or an image of a buffer */
    size_t origin; /* in the parent */
    atomic_uint maps;
    struct ending *endings;
    cl_image_format format;
    size_t element; /* bytes of a texel */
    size_t size[3]; /* texels; layers of an array are its last dimension */
    size_t row, slice;
    cl_image_desc description;
};

struct _cl_sampler {
    struct object object;
    cl_context context;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
};

struct _cl_program {
    struct object object;
    cl_context context;
    char *text;    /* all strings joined; "" for what is no source */
    char *options; /* of the last build, NULL: never built */
    cl_program_binary_type type;
    bool has_source;
};

/* A kernel of a program's text, as far as it can be read without a compiler. */
struct parameter {
    const char *name;  /* in the text, not terminated */
    size_t n;          /* characters of the name, 0: unknown */
    cl_uint qualifier; /* of the address space, 0: not said */
};

enum { MOST_PARAMETERS = 256 };

struct signature {
    const char *name; /* in the text, not terminated */
    size_t n;
    cl_uint n_parameters;
    struct parameter parameters[MOST_PARAMETERS];
};

struct _cl_kernel {
    struct object object;
    cl_program program;
    char *name;
    bool found; /* in the text, with this signature */
    struct signature signature;
    cl_uint n_set; /* one more than the highest argument that was set */
};

struct _cl_event {
    struct object object;
    cl_context context;
    cl_command_queue queue; /* NULL: of a user */
    cl_command_type type;
    _Atomic cl_int status;
    cl_ulong start; /* nanoseconds of the host's clock */
    struct waiting *waiting;
};

/* A zeroed object with one reference, or NULL. */
void *object_new(enum kind kind, size_t bytes);
bool object_is(const void *object, enum kind kind);
void object_hold(void *object);
/* True for the last reference. */
bool object_drop(void *object);

/* Sets *error where it is wanted. */
void *failed(cl_int *to, cl_int error);
void *made(cl_int *to, void *object);

/* Hooks at the end of an object: one more, and all of them, which are freed. */
bool ending_add(struct ending **list, void(CL_CALLBACK *call)(void *, void *), void *data);
void endings_run(struct ending *list, void *object);

extern struct _cl_platform_id the_platform;
extern struct _cl_device_id the_device;
bool is_the_device(const void *device);
/* Whether a list of devices is ours, which may be none at all. */
bool are_devices(cl_uint n, const cl_device_id *devices);
/* Its limits; not NULL once there is a platform. */
const struct device *shown(void);

/* Memory of the host that takes room only where it is touched. */
char *memory_reserve(size_t bytes);
void memory_release(char *data, size_t bytes);

/* A command's wait list and event. Done when this returns, but for its callbacks. */
struct command {
    cl_command_queue queue;
    cl_command_type type;
    cl_uint n_wait;
    const cl_event *wait;
    cl_event *event;
};

/* CL_SUCCESS, or what is wrong with queue or wait list. */
cl_int command_check(const struct command *c);
/* Makes the command's event. */
cl_int command_done(const struct command *c);
cl_ulong host_nanoseconds(void);

/* Calls the function from another thread, in order. */
void call_later(void (*call)(void *), void *data);

/* The number of kernels that the text defines; the first `room` of them go to `to`. */
size_t scan_kernels(const char *text, struct signature *to, size_t room);
/* The kernel of that name. False where the text does not define one plainly. */
bool scan_kernel(const char *text, const char *name, struct signature *to);

/* Whether the image's region lies within it. */
bool image_region_fits(const struct _cl_mem *m, const size_t origin[3], const size_t region[3]);

#endif
