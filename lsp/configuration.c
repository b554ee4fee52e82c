/* Settings: with initialize, pushed with workspace/didChangeConfiguration, or asked for. */
#include <string.h>

#include "lsp/methods.h"

/* The settings are those of the section "clperf", or the section itself. */
static const cJSON *own_section(const cJSON *settings) {
    const cJSON *section = json_at(settings, "clperf");
    return cJSON_IsObject(section) ? section : settings;
}

static void show_message(struct server *s, const char *text) {
    enum { WARNING = 2 };
    cJSON *params = cJSON_CreateObject();
    cJSON_AddNumberToObject(params, "type", WARNING);
    cJSON_AddStringToObject(params, "message", text);
    rpc_notify(&s->rpc, "window/showMessage", params);
}

void configuration_take(struct server *s, const cJSON *settings) {
    struct arena arena = {0};
    struct words wrong = {0};
    if (!cJSON_IsObject(settings))
        return;
    settings_free(&s->settings);
    s->settings = settings_read(own_section(settings), &wrong, &arena);
    for (size_t i = 0; i < wrong.n; i++)
        show_message(s, arena_printf(&arena, "clperf: %s", wrong.at[i]));
    server_touch_all(s);
    arena_free(&arena);
}

void configuration_ask(struct server *s) {
    if (!s->client.asks_configuration)
        return;
    cJSON *params = cJSON_CreateObject(), *item = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(params, "items"), item);
    cJSON_AddStringToObject(item, "section", "clperf");
    server_ask(s, "workspace/configuration", params, ASKED_CONFIGURATION, NULL);
}

/* Clients that can be asked send nothing of use here. */
void lsp_did_change_configuration(struct server *s, const struct call *c) {
    const cJSON *settings = json_at(c->params, "settings");
    if (cJSON_IsObject(settings) && settings->child)
        configuration_take(s, settings);
    else
        configuration_ask(s);
}
