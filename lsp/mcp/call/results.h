/* Parts of a report as the tools give them. */
#ifndef LSP_MCP_CALL_RESULTS_H
#define LSP_MCP_CALL_RESULTS_H

#include "lsp/mcp/call/call.h"

/* A finding: rule, place, message, costs, fixes. */
cJSON *result_finding(const cJSON *kernel, const cJSON *finding);
/* What the report did not analyse, and why. */
cJSON *result_problems(const cJSON *report);
/* The kernel's findings that are reported, the most expensive first; *n of them. */
const cJSON **result_findings(struct arena *a, const cJSON *kernel, size_t *n);
/* Steps of a chain: `key` is "why" or "notes". */
cJSON *result_steps(const cJSON *kernel, const cJSON *finding, const char *key);
/* Copies a number, or null. */
void result_copy(cJSON *to, const char *name, const cJSON *from, const char *key);

/* facts.c: what is known of a kernel's entry, and what is guessed, as lists of texts. */
cJSON *result_known(struct arena *a, const cJSON *kernel);
cJSON *result_assumed(struct arena *a, const cJSON *kernel);

/* A line of text for each problem. */
void result_add_problems(struct str *text, const cJSON *problems);
/* False, and the call has failed with what the report says of it, if it has no kernel, or if what
 * was asked for is wrong. */
bool result_is_usable(struct tool_call *c, const cJSON *report);

#endif
