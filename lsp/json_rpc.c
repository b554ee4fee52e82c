#include "lsp/json_rpc.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"

static void write_log(struct rpc *r, const char *direction, const char *text, size_t n) {
    struct timespec now;
    if (!r->log)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    fprintf(r->log, "%lld.%03ld %s %.*s\n", (long long)now.tv_sec, now.tv_nsec / 1000000, direction,
            (int)n, text);
    fflush(r->log);
}

/* cJSON's texts end at a NUL, so U+FFFD stands for the escape of one. */
static void replace_nuls(char *text, size_t n) {
    for (size_t i = 0; i + 5 < n; i++) {
        if (text[i] != '\\')
            continue;
        if (memcmp(text + i + 1, "u0000", 5) == 0)
            memcpy(text + i + 2, "fffd", 4);
        i++;
    }
}

static bool is_id(const cJSON *id) {
    return cJSON_IsNumber(id) || cJSON_IsString(id);
}

static struct rpc_message broken(cJSON *root, enum rpc_error error, const char *problem) {
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(root, "id");
    return (struct rpc_message){.kind = RPC_BROKEN,
                                .root = root,
                                .id = is_id(id) ? id : NULL,
                                .error = error,
                                .problem = problem};
}

struct rpc_message rpc_read(cJSON *root) {
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(root, "jsonrpc");
    const cJSON *method = cJSON_GetObjectItemCaseSensitive(root, "method");
    const cJSON *params = cJSON_GetObjectItemCaseSensitive(root, "params");
    struct rpc_message m = {.root = root,
                            .id = cJSON_GetObjectItemCaseSensitive(root, "id"),
                            .method = cJSON_GetStringValue(method),
                            .params = params,
                            .result = cJSON_GetObjectItemCaseSensitive(root, "result")};
    bool ours = cJSON_IsString(version) && strcmp(version->valuestring, "2.0") == 0;
    if (!cJSON_IsObject(root) || !ours)
        return broken(root, RPC_INVALID_REQUEST, "not a message of JSON-RPC 2.0");
    if (m.id && !is_id(m.id) && !(cJSON_IsNull(m.id) && !m.method))
        return broken(root, RPC_INVALID_REQUEST, "the id is neither a number nor a text");
    if (params && !cJSON_IsObject(params) && !cJSON_IsArray(params) && !cJSON_IsNull(params))
        return broken(root, RPC_INVALID_REQUEST, "params are neither an object nor an array");
    if (method && !m.method)
        return broken(root, RPC_INVALID_REQUEST, "the method is not a text");
    m.kind = m.method ? (m.id ? RPC_REQUEST : RPC_NOTIFICATION) : RPC_RESPONSE;
    if (m.kind == RPC_RESPONSE && !m.id)
        return broken(root, RPC_INVALID_REQUEST, "neither a method nor an id");
    return m;
}

static struct rpc_message read_message(char *text, size_t n) {
    const char *end = text;
    replace_nuls(text, n);
    cJSON *root = cJSON_ParseWithLengthOpts(text, n, &end, false);
    while (end < text + n && strchr(" \t\r\n", *end))
        end++;
    if (!root || end < text + n)
        return broken(root, RPC_PARSE_ERROR, "not valid JSON");
    return rpc_read(root);
}

bool rpc_next(struct rpc *r, struct rpc_message *m) {
    char *text = NULL;
    const char *problem = NULL;
    size_t n = 0;
    switch (transport_next(&r->transport, &text, &n, &problem)) {
    case FRAME_NONE:
        return false;
    case FRAME_BROKEN:
        write_log(r, "!!", problem, strlen(problem));
        *m = broken(NULL, RPC_PARSE_ERROR, problem);
        return true;
    default:
        write_log(r, "->", text, n);
        *m = read_message(text, n);
    }
    return true;
}

/* The protocols are UTF-8, whatever is in a source or a path. */
static void replace_others(char *text) {
    for (size_t n = strlen(text), i = 0; i < n;) {
        struct diag_char c = diag_decode(text + i, n - i);
        if (c.code == 0xfffd && c.bytes == 1)
            text[i] = '?';
        i += c.bytes;
    }
}

void rpc_send(struct rpc *r, cJSON *message) {
    char *text = cJSON_PrintUnformatted(message);
    cJSON_Delete(message);
    if (!text)
        return;
    replace_others(text);
    write_log(r, "<-", text, strlen(text));
    transport_send(&r->transport, text, strlen(text));
    cJSON_free(text);
}

static cJSON *new_message(void) {
    cJSON *m = cJSON_CreateObject();
    cJSON_AddStringToObject(m, "jsonrpc", "2.0");
    return m;
}

static void add_id(cJSON *message, const cJSON *id) {
    cJSON_AddItemToObject(message, "id", id ? cJSON_Duplicate(id, false) : cJSON_CreateNull());
}

cJSON *rpc_result(const cJSON *id, cJSON *result) {
    cJSON *m = new_message();
    add_id(m, id);
    cJSON_AddItemToObject(m, "result", result ? result : cJSON_CreateNull());
    return m;
}

cJSON *rpc_failure(const cJSON *id, enum rpc_error error, const char *text) {
    cJSON *m = new_message();
    add_id(m, id);
    cJSON *e = cJSON_AddObjectToObject(m, "error");
    cJSON_AddNumberToObject(e, "code", error);
    cJSON_AddStringToObject(e, "message", text);
    return m;
}

void rpc_reply(struct rpc *r, const cJSON *id, cJSON *result) {
    rpc_send(r, rpc_result(id, result));
}

void rpc_fail(struct rpc *r, const cJSON *id, enum rpc_error error, const char *text) {
    rpc_send(r, rpc_failure(id, error, text));
}

static void send_call(struct rpc *r, cJSON *m, const char *method, cJSON *params) {
    cJSON_AddStringToObject(m, "method", method);
    if (params)
        cJSON_AddItemToObject(m, "params", params);
    rpc_send(r, m);
}

void rpc_notify(struct rpc *r, const char *method, cJSON *params) {
    send_call(r, new_message(), method, params);
}

int rpc_request(struct rpc *r, const char *method, cJSON *params) {
    cJSON *m = new_message();
    cJSON_AddNumberToObject(m, "id", ++r->last_id);
    send_call(r, m, method, params);
    return r->last_id;
}

bool rpc_same_id(const cJSON *x, const cJSON *y) {
    if (cJSON_IsString(x) && cJSON_IsString(y))
        return strcmp(x->valuestring, y->valuestring) == 0;
    return cJSON_IsNumber(x) && cJSON_IsNumber(y) && x->valuedouble == y->valuedouble;
}
