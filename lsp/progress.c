/* Work-done progress of an analysis that takes long. */
#include "base/str.h"
#include "lsp/server.h"

static cJSON *progress(const struct analysis *an, const char *kind) {
    struct arena a = {0};
    cJSON *params = cJSON_CreateObject();
    cJSON_AddStringToObject(params, "token", arena_printf(&a, "clperf-%d", an->progress));
    cJSON_AddStringToObject(cJSON_AddObjectToObject(params, "value"), "kind", kind);
    arena_free(&a);
    return params;
}

void progress_begin(struct server *s) {
    struct analysis *an = &s->analysis;
    struct arena a = {0};
    if (!s->client.progress || an->progress)
        return;
    an->progress = ++an->last_progress;
    cJSON *token = cJSON_CreateObject();
    cJSON_AddStringToObject(token, "token", arena_printf(&a, "clperf-%d", an->progress));
    server_ask(s, "window/workDoneProgress/create", token, ASKED_PROGRESS, NULL);
    an->progress_request = s->rpc.last_id;
    arena_free(&a);
}

void progress_granted(struct server *s, int request) {
    struct analysis *an = &s->analysis;
    struct arena a = {0};
    if (!an->progress || an->progress_request != request)
        return;
    an->progress_shown = true;
    cJSON *begin = progress(an, "begin"), *value = cJSON_GetObjectItem(begin, "value");
    cJSON_AddStringToObject(value, "title", "clperf");
    cJSON_AddStringToObject(value, "message",
                            arena_printf(&a, "%s %s",
                                         an->job == JOB_FIXES ? "trying fix-its of" : "analysing",
                                         path_base(an->document->path)));
    rpc_notify(&s->rpc, "$/progress", begin);
    arena_free(&a);
}

void progress_end(struct server *s) {
    struct analysis *an = &s->analysis;
    if (an->progress_shown)
        rpc_notify(&s->rpc, "$/progress", progress(an, "end"));
    an->progress = 0;
    an->progress_shown = false;
}
