/* What a call wants analysed, and how: a text or a file, GPUs, launches, options. */
#ifndef LSP_MCP_CALL_SOURCE_H
#define LSP_MCP_CALL_SOURCE_H

#include "base/words.h"
#include "lsp/mcp/call/call.h"

struct mcp_source {
    const char *path; /* of a text without one: made up, in the directory where we are */
    const char *text; /* NULL: what the file has */
    const char *type; /* for -x; NULL: by extension */
};

/* From `source`, `path` and `language` of the object, which messages call `where` ("" or
 * "before."). False, and the call has failed, if nothing can be analysed. */
bool mcp_source_read(struct tool_call *c, const cJSON *o, const char *where,
                     struct mcp_source *out);

/* From `gpus`, `launches`, `defines` and `options`: words for clperf-analyze. False, and the call
 * has failed, if one is wrong. Goes to `directory`, if that is given. */
bool mcp_request_read(struct tool_call *c, struct words *out);
/* Goes to `directory`. */
bool mcp_enter_directory(struct tool_call *c);
/* Adds compiler options of the list at `where`, if each is one that says how a text is read: none
 * that names an output, a plugin or another program. */
bool mcp_options_read(struct tool_call *c, const cJSON *list, const char *where, struct words *out);
/* "/proc/PID/fd/N", where other programs find the text as long as this one is there; NULL, and the
 * call has failed, if there is no memory. */
const char *mcp_text_file(struct tool_call *c, const char *text);

#endif
