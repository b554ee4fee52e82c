/* A call of a tool in a forked process, which leads a process group of its own: what crashes there,
 * or is ended, takes nothing else along. */
#ifndef LSP_MCP_WORKER_H
#define LSP_MCP_WORKER_H

#include "lsp/child.h"
#include "lsp/mcp/tools/table.h"

/* NULL, or why it did not start. *out is read and ended like any other child; what it writes is the
 * JSON of the call's result. */
const char *worker_start(struct arena *a, struct child *out, const struct tool *t,
                         const struct tool_call *c);

#endif
