/* The tools of `clperf mcp`. tools.json says what they take and give, for clients, and for the
 * check of what a client sends. */
#ifndef LSP_MCP_TOOLS_TABLE_H
#define LSP_MCP_TOOLS_TABLE_H

#include "lsp/mcp/call/call.h"

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

/* Reads all GPUs, for the calls of the tool `gpus`: a fifth of a second. */
void gpu_list_read(struct arena *a, struct gpu_list *out);

#endif
