/* JSON-RPC 2.0 over a transport: requests, notifications, responses. */
#ifndef LSP_JSON_RPC_H
#define LSP_JSON_RPC_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "lsp/transport.h"

enum rpc_error {
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_INTERNAL_ERROR = -32603,
    RPC_NOT_INITIALIZED = -32002,
    RPC_REQUEST_FAILED = -32803,
    RPC_CONTENT_MODIFIED = -32801,
    RPC_REQUEST_CANCELLED = -32800
};

struct rpc {
    struct transport transport;
    FILE *log; /* or NULL */
    int last_id;
};

enum rpc_kind { RPC_BROKEN, RPC_REQUEST, RPC_NOTIFICATION, RPC_RESPONSE };

/* A message that was received; everything in it belongs to `root`. */
struct rpc_message {
    enum rpc_kind kind;
    cJSON *root; /* for cJSON_Delete() */
    const cJSON *id;
    const char *method;
    const cJSON *params;  /* or NULL */
    const cJSON *result;  /* of a response without an error */
    enum rpc_error error; /* RPC_BROKEN: what is wrong with it */
    const char *problem;
};

/* The next message, if there is a whole one. What is broken is there as such. */
bool rpc_next(struct rpc *r, struct rpc_message *m);
/* The message that the JSON is, which it takes over. */
struct rpc_message rpc_read(cJSON *root);
/* Responses. `result` is taken over, NULL is null; `id` NULL: that of the request is not known. */
cJSON *rpc_result(const cJSON *id, cJSON *result);
cJSON *rpc_failure(const cJSON *id, enum rpc_error error, const char *text);
/* The message is taken over; what in it is not UTF-8 becomes "?". */
void rpc_send(struct rpc *r, cJSON *message);
/* rpc_result() and rpc_failure(), sent. */
void rpc_reply(struct rpc *r, const cJSON *id, cJSON *result);
void rpc_fail(struct rpc *r, const cJSON *id, enum rpc_error error, const char *text);
/* `params` are taken over. */
void rpc_notify(struct rpc *r, const char *method, cJSON *params);
/* The id of the request that is sent. */
int rpc_request(struct rpc *r, const char *method, cJSON *params);
bool rpc_same_id(const cJSON *x, const cJSON *y);

#endif
