/* Which GPU it is predicted for: clperf/gpus, clperf/setGpu, and a choice in any editor. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "hwdb/gpu.h"
#include "lsp/methods.h"

static cJSON *gpu_entry(struct gpu_glance g) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "name", g.name);
    cJSON_AddStringToObject(o, "vendor", g.vendor);
    cJSON_AddStringToObject(o, "arch", g.arch);
    return o;
}

void lsp_gpus(struct server *s, const struct call *c) {
    size_t n;
    gpu_names(&n);
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++)
        cJSON_AddItemToArray(list, gpu_entry(gpu_at(i)));
    rpc_reply(&s->rpc, c->id, list);
}

/* The names, a text or several; NULL, or what is wrong. */
static const char *read_names(struct arena *a, const cJSON *gpu, struct words *out) {
    const cJSON *v, *list = cJSON_IsArray(gpu) ? gpu : NULL;
    const char *error = NULL;
    if (cJSON_IsString(gpu))
        words_add(a, out, gpu->valuestring);
    else if (!gpu)
        return "params.gpu is missing";
    else if (!cJSON_IsArray(gpu) && !cJSON_IsNull(gpu))
        return "params.gpu is neither a name nor an array of names";
    cJSON_ArrayForEach (v, list) {
        if (!cJSON_IsString(v))
            return "params.gpu has what is no name";
        words_add(a, out, v->valuestring);
    }
    for (size_t i = 0; i < out->n; i++)
        if (!gpu_find(a, out->at[i], &error))
            return error;
    return NULL;
}

static void set(struct server *s, struct document *d, const struct words *names) {
    d->gpus.n = 0;
    for (size_t i = 0; i < names->n; i++)
        words_add(&d->fixed, &d->gpus, arena_strdup(&d->fixed, names->at[i]));
    d->revision++;
    server_touch(s, d);
}

static void set_all(struct server *s, const struct words *names) {
    for (size_t i = 0; i < s->documents.n; i++)
        set(s, s->documents.at[i], names);
    s->settings.gpus = (struct words){0};
    for (size_t i = 0; i < names->n; i++)
        words_add(&s->settings.arena, &s->settings.gpus,
                  arena_strdup(&s->settings.arena, names->at[i]));
}

/* For one document, or without one for all, those that are opened later included. */
void lsp_set_gpu(struct server *s, const struct call *c) {
    struct words names = {0};
    bool one = json_at(c->params, "textDocument");
    struct document *d = one ? server_document(s, c) : NULL;
    if (one && !d)
        return;
    const char *error = read_names(c->arena, json_at(c->params, "gpu"), &names);
    if (error) {
        rpc_fail(&s->rpc, c->id, RPC_INVALID_PARAMS, error);
        return;
    }
    if (d)
        set(s, d, &names);
    else
        set_all(s, &names);
    rpc_reply(&s->rpc, c->id, NULL);
}

void gpus_choose(struct server *s, const char *uri) {
    enum { INFO = 3 };
    size_t n;
    const char *const *names = gpu_names(&n);
    cJSON *params = cJSON_CreateObject();
    cJSON_AddNumberToObject(params, "type", INFO);
    cJSON_AddStringToObject(params, "message", "Predict for which GPU?");
    cJSON *actions = cJSON_AddArrayToObject(params, "actions");
    for (size_t i = 0; i < n; i++) {
        cJSON *o = cJSON_CreateObject();
        cJSON_AddStringToObject(o, "title", names[i]);
        cJSON_AddItemToArray(actions, o);
    }
    server_ask(s, "window/showMessageRequest", params, ASKED_GPU, uri);
}

void gpus_chosen(struct server *s, const cJSON *answer, const char *uri) {
    struct arena a = {0};
    struct words names = {0};
    struct document *d = document_find(&s->documents, uri);
    const cJSON *title = json_at(answer, "title");
    if (d && title && !read_names(&a, title, &names))
        set(s, d, &names);
    arena_free(&a);
}
