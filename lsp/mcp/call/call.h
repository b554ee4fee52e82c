/* One call of a tool, and its result. */
#ifndef LSP_MCP_CALL_CALL_H
#define LSP_MCP_CALL_CALL_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "base/str.h"

struct gpu;

/* All GPUs that are known, read once for all calls. */
struct gpu_list {
    const struct gpu **at; /* NULL: not read yet */
    size_t n;
};

/* One call, in a process of its own. */
struct tool_call {
    struct arena *arena;
    const cJSON *arguments; /* as the inputSchema wants them */
    const char *clperf;     /* this program */
    const char *analyzer;   /* clperf-analyze; NULL: there is none */
    struct gpu_list gpus;   /* for tools that ask for all */
    struct str text;        /* the answer for readers */
    cJSON *data;            /* the answer as the outputSchema has it */
    const char *error;      /* why there is no answer, or NULL */
};

/* Keeps the first error. Returns false. */
bool call_fail(struct tool_call *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The call as tools/call gives its result, for cJSON_Delete(); frees the answer's data. */
cJSON *call_result(struct tool_call *c);
/* The result of a call that failed. */
cJSON *call_failure(const char *why);

#endif
