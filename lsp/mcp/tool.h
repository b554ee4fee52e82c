/* The tools of `clperf mcp`. tools.json says what they take and give, for clients, and for the
 * check of what a client sends. */
#ifndef LSP_MCP_TOOL_H
#define LSP_MCP_TOOL_H

#include <cjson/cJSON.h>

#include "base/str.h"

/* One call, in a process of its own. */
struct tool_call {
    struct arena *arena;
    const cJSON *arguments; /* as the inputSchema wants them */
    const char *clperf;     /* this program */
    const char *analyzer;   /* clperf-analyze; NULL: there is none */
    struct str text;        /* the answer for readers */
    cJSON *data;            /* the answer as the outputSchema has it */
    const char *error;      /* why there is no answer, or NULL */
};

typedef void tool_function(struct tool_call *c);

struct tool {
    const char *name;
    tool_function *run;
};

#define TOOL(name) tool_function tool_##name;
#include "lsp/mcp/tools.def"
#undef TOOL

/* NULL if there is none of that name. */
const struct tool *tool_find(const char *name);
/* The tools as tools/list gives them, for cJSON_Delete(). */
cJSON *tool_descriptions(void);
/* Why the arguments are not those that the tool takes, or NULL. */
const char *tool_check(struct arena *a, const struct tool *t, const cJSON *arguments);
/* Does the call; what comes out is the result of tools/call, for cJSON_Delete(). */
cJSON *tool_run(const struct tool *t, struct tool_call *c);
/* The result of a call that failed. */
cJSON *tool_failure(const char *why);

/* Keeps the first error. Returns false. */
bool tool_fail(struct tool_call *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
