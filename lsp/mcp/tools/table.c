#include "lsp/mcp/tools/table.h"

#include <string.h>

#include "lsp/json.h"
#include "lsp/mcp/call/arguments.h"
#include "lsp/mcp/tools/embedded.h"

static const struct tool tools[] = {
#define TOOL(name) {#name, tool_##name},
#include "lsp/mcp/tools.def"
#undef TOOL
};

const struct tool *tool_find(const char *name) {
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (strcmp(tools[i].name, name) == 0)
            return &tools[i];
    return NULL;
}

cJSON *tool_descriptions(void) {
    return cJSON_Parse(mcp_tools);
}

const char *tool_check(struct arena *a, const struct tool *t, const cJSON *arguments) {
    cJSON *all = tool_descriptions();
    const cJSON *description;
    const char *wrong = "the tool has no description";
    cJSON_ArrayForEach (description, all)
        if (strcmp(json_string(description, "name"), t->name) == 0)
            wrong = arguments_check(a, json_at(description, "inputSchema"), arguments);
    cJSON_Delete(all);
    return wrong;
}

cJSON *tool_run(const struct tool *t, struct tool_call *c) {
    c->text.arena = c->arena;
    t->run(c);
    return call_result(c);
}
