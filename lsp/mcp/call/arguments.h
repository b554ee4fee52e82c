/* The check of a call's arguments against the tool's inputSchema: the part of JSON Schema that
 * tools.json uses, with messages that name the argument. */
#ifndef LSP_MCP_CALL_ARGUMENTS_H
#define LSP_MCP_CALL_ARGUMENTS_H

#include <cjson/cJSON.h>

#include "base/arena.h"

/* One line that says what is wrong, or NULL. `arguments` may be NULL: none. */
const char *arguments_check(struct arena *a, const cJSON *schema, const cJSON *arguments);

#endif
