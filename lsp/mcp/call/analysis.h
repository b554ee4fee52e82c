/* The analysis of a source, by clperf-analyze in a child process, and its report. */
#ifndef LSP_MCP_CALL_ANALYSIS_H
#define LSP_MCP_CALL_ANALYSIS_H

#include "lsp/child.h"
#include "lsp/mcp/call/source.h"

/* Starts it. False, and the call has failed, if it cannot be. `fixes`: edits that may remove
 * findings are tried. */
bool mcp_analysis_start(struct tool_call *c, const struct mcp_source *s,
                        const struct words *request, bool fixes, struct child *out);
/* Waits for it. The report, for cJSON_Delete(); NULL, and the call has failed, if there is none. */
cJSON *mcp_analysis_finish(struct tool_call *c, struct child *child);
/* Both. */
cJSON *mcp_analyse(struct tool_call *c, const struct mcp_source *s, const struct words *request);
/* Starts another program of ours, which is given its arguments with its name, in our process group.
 * False, and the call has failed, if it does not start. */
bool mcp_start(struct tool_call *c, const char *path, const struct words *argv, struct child *out);

#endif
