/* What clients ask: the lifecycle, and the tools. */
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "lsp/json.h"
#include "lsp/mcp/server.h"

/* The newest first. */
static const struct mcp_version versions[] = {
    {"2025-11-25", false}, {"2025-06-18", false}, {"2025-03-26", true}, {"2024-11-05", true}};

static const char instructions[] = "clperf predicts from the source alone how long OpenCL and CUDA "
                                   "kernels take on GPUs; no GPU is "
                                   "needed, nothing is run, no file is written.\n"
                                   "- `predict` first. Give `launches` and `gpus` where they are "
                                   "known: sizes decide the time. Read "
                                   "`assumed`: it lists what is a guess.\n"
                                   "- Times come with an interval that should hold the measured "
                                   "time in 90 % of cases; do not quote "
                                   "them without it. Comparing versions or configurations on one "
                                   "GPU is safer than absolute times.\n"
                                   "- `explain` says why a finding costs what it costs, `compare` "
                                   "judges an edit, `best` searches a "
                                   "design space, `gpus` lists names.";

/* --- answers --------------------------------------------------------------- */

static void close_batch(struct mcp_server *s, struct mcp_batch *b) {
    if (--b->open)
        return;
    if (cJSON_GetArraySize(b->answers))
        rpc_send(&s->rpc, b->answers);
    else
        cJSON_Delete(b->answers);
    free(b);
}

void mcp_answer(struct mcp_server *s, struct mcp_batch *batch, cJSON *message) {
    if (!batch) {
        if (message)
            rpc_send(&s->rpc, message);
        return;
    }
    if (message)
        cJSON_AddItemToArray(batch->answers, message);
    close_batch(s, batch);
}

/* --- methods --------------------------------------------------------------- */

/* A request or a notification, and the batch that it came in, if any. */
struct ask {
    struct mcp_server *server;
    struct mcp_batch *batch;
    const cJSON *id, *params; /* params may be NULL */
};

static void reply(const struct ask *q, cJSON *result) {
    if (q->batch)
        q->batch->open++;
    mcp_answer(q->server, q->batch, rpc_result(q->id, result));
}

static void refuse(const struct ask *q, enum rpc_error error, const char *why) {
    if (q->batch)
        q->batch->open++;
    mcp_answer(q->server, q->batch, rpc_failure(q->id, error, why));
}

/* The client's version if it is known, else the newest. */
static const struct mcp_version *negotiate(const char *name) {
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (strcmp(versions[i].name, name) == 0)
            return &versions[i];
    return &versions[0];
}

static void initialize(const struct ask *q) {
    struct mcp_server *s = q->server;
    if (!*json_string(q->params, "protocolVersion")) {
        refuse(q, RPC_INVALID_PARAMS, "params.protocolVersion is missing");
        return;
    }
    s->version = negotiate(json_string(q->params, "protocolVersion"));
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "protocolVersion", s->version->name);
    cJSON_AddObjectToObject(cJSON_AddObjectToObject(result, "capabilities"), "tools");
    cJSON *info = cJSON_AddObjectToObject(result, "serverInfo");
    cJSON_AddStringToObject(info, "name", "clperf");
    cJSON_AddStringToObject(info, "title", "GPU time of kernels, predicted");
    cJSON_AddStringToObject(info, "version", CLPERF_VERSION);
    cJSON_AddStringToObject(result, "instructions", instructions);
    reply(q, result);
}

static void ping(const struct ask *q) {
    reply(q, cJSON_CreateObject());
}

static void list_tools(const struct ask *q) {
    const cJSON *cursor = json_at(q->params, "cursor");
    if (cursor) {
        refuse(q, RPC_INVALID_PARAMS, "params.cursor: there is only one page");
        return;
    }
    cJSON *result = cJSON_CreateObject();
    cJSON_AddItemToObject(result, "tools", tool_descriptions());
    reply(q, result);
}

/* Wrong arguments are a result that says so: whoever chose them reads results, not errors. */
static void call_tool(const struct ask *q) {
    struct arena a = {0};
    const char *name = json_string(q->params, "name");
    const struct tool *t = tool_find(name);
    const cJSON *arguments = json_at(q->params, "arguments");
    const char *wrong = t ? tool_check(&a, t, arguments) : NULL;
    if (!t)
        refuse(q, RPC_INVALID_PARAMS,
               *name ? arena_printf(&a, "no tool '%s'", name) : "params.name is missing");
    else if (wrong)
        reply(q, call_failure(wrong));
    else if (!mcp_job_add(q->server, q->id, t, arguments, q->batch))
        refuse(q, RPC_INTERNAL_ERROR, "too many calls wait already");
    arena_free(&a);
}

static void cancel(const struct ask *q) {
    const cJSON *id = json_at(q->params, "requestId");
    if (id)
        mcp_job_cancel(q->server, id);
}

static void nothing(const struct ask *q) {
    (void)q;
}

static const struct method {
    const char *name;
    void (*handle)(const struct ask *q);
    bool is_request, early;
} methods[] = {
    {"initialize", initialize, true, true},
    {"ping", ping, true, true},
    {"notifications/initialized", nothing, false, false},
    {"notifications/cancelled", cancel, false, false},
    {"tools/list", list_tools, true, false},
    {"tools/call", call_tool, true, false},
};

static const struct method *find_method(const char *name) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(methods[i].name, name) == 0)
            return &methods[i];
    return NULL;
}

/* --- messages -------------------------------------------------------------- */

static void handle_request(const struct ask *q, const char *name) {
    const struct method *m = find_method(name);
    struct arena a = {0};
    if (m && m->is_request && q->server->version && m->handle == initialize)
        refuse(q, RPC_INVALID_REQUEST, "initialized already");
    else if (!q->server->version && !(m && m->early))
        refuse(q, RPC_INVALID_REQUEST, "the first request has to be initialize");
    else if (!m)
        refuse(q, RPC_METHOD_NOT_FOUND, arena_printf(&a, "no method '%s'", name));
    else if (!m->is_request)
        refuse(q, RPC_INVALID_REQUEST, "that is a notification");
    else
        m->handle(q);
    arena_free(&a);
}

static void handle_one(struct mcp_server *s, struct mcp_batch *batch, const struct rpc_message *m) {
    const struct ask q = {s, batch, m->id, m->params};
    const struct method *method = m->method ? find_method(m->method) : NULL;
    if (m->kind == RPC_BROKEN)
        refuse(&q, m->error, m->problem);
    else if (m->kind == RPC_REQUEST)
        handle_request(&q, m->method);
    else if (m->kind == RPC_NOTIFICATION && method && !method->is_request && s->version)
        method->handle(&q);
}

static void handle_batch(struct mcp_server *s, cJSON *array) {
    struct mcp_batch *b = calloc(1, sizeof *b);
    if (!b)
        die("out of memory");
    *b = (struct mcp_batch){.answers = cJSON_CreateArray(), .open = 1};
    for (cJSON *item; (item = cJSON_DetachItemFromArray(array, 0));) {
        struct rpc_message m = rpc_read(item);
        handle_one(s, b, &m);
        cJSON_Delete(item);
    }
    close_batch(s, b);
}

void mcp_handle(struct mcp_server *s, struct rpc_message *m) {
    bool several =
        m->error == RPC_INVALID_REQUEST && cJSON_GetArraySize(m->root) && cJSON_IsArray(m->root);
    if (several && s->version && s->version->batches)
        handle_batch(s, m->root);
    else
        handle_one(s, NULL, m);
    cJSON_Delete(m->root);
    m->root = NULL;
}
