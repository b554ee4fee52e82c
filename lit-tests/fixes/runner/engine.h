/* What runs kernels. OpenCL programs and libraries of the host look the same from here. */
#ifndef RUNNER_ENGINE_H
#define RUNNER_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_PARAMS = 40, NAME_BYTES = 96, LOCAL_BYTES = 1 << 16 };

enum param_kind { PARAM_VALUE, PARAM_GLOBAL, PARAM_LOCAL, PARAM_OTHER };

struct param {
    enum param_kind kind;
    char name[NAME_BYTES];
    char type[NAME_BYTES]; /* of a pointer what it points to, without qualifiers: "float4" */
};

struct kernel {
    void *handle;
    int n_params;
    struct param params[MAX_PARAMS];
};

/* A launch takes for each parameter an address: of the value, or the buffer. For local memory it
 * is NULL. */
struct launch {
    size_t global[3], local[3];
    void *args[MAX_PARAMS];
    size_t bytes[MAX_PARAMS];
};

/* Each function says on standard error why it failed. */
struct engine {
    void *(*load)(const char *file, const char *options);
    bool (*find)(void *program, const char *name, struct kernel *kernel);
    bool (*run)(const struct kernel *kernel, const struct launch *launch);
};

extern const struct engine opencl_engine;
extern const struct engine host_engine;

#endif
