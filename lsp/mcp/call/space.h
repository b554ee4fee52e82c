/* The design space of a call of `best`. */
#ifndef LSP_MCP_CALL_SPACE_H
#define LSP_MCP_CALL_SPACE_H

#include "lsp/mcp/call/call.h"

/* `space`, or of a `launch` the local sizes that it may have; for cJSON_Delete(). NULL, and the
 * call has failed, where neither is there, or both. */
cJSON *mcp_space_read(struct tool_call *c);

#endif
