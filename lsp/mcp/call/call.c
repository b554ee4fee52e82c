#include "lsp/mcp/call/call.h"

#include <stdarg.h>

bool call_fail(struct tool_call *c, const char *fmt, ...) {
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

cJSON *call_failure(const char *why) {
    cJSON *result = new_result(why);
    cJSON_AddTrueToObject(result, "isError");
    return result;
}

cJSON *call_result(struct tool_call *c) {
    if (c->error) {
        cJSON_Delete(c->data);
        return call_failure(c->error);
    }
    cJSON *result = new_result(str_text(&c->text));
    cJSON_AddItemToObject(result, "structuredContent", c->data);
    return result;
}
