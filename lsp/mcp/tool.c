#include "lsp/mcp/tool.h"

#include <string.h>

#include "lsp/json.h"
#include "lsp/mcp/arguments.h"
#include "lsp/mcp/embedded.h"

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

bool tool_fail(struct tool_call *c, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *error = arena_vprintf(c->arena, fmt, ap);
    va_end(ap);
    if (!c->error)
        c->error = error;
    return false;
}

static cJSON *new_result(const char *text) {
    cJSON *result = cJSON_CreateObject(), *content = cJSON_AddArrayToObject(result, "content");
    cJSON *block = cJSON_CreateObject();
    cJSON_AddStringToObject(block, "type", "text");
    cJSON_AddStringToObject(block, "text", text);
    cJSON_AddItemToArray(content, block);
    return result;
}

cJSON *tool_failure(const char *why) {
    cJSON *result = new_result(why);
    cJSON_AddTrueToObject(result, "isError");
    return result;
}

cJSON *tool_run(const struct tool *t, struct tool_call *c) {
    c->text.arena = c->arena;
    t->run(c);
    if (c->error) {
        cJSON_Delete(c->data);
        return tool_failure(c->error);
    }
    cJSON *result = new_result(str_text(&c->text));
    cJSON_AddItemToObject(result, "structuredContent", c->data);
    return result;
}
