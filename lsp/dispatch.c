/* From messages to handlers, and requests that wait. */
#include <string.h>

#include "base/str.h"
#include "lsp/methods.h"

enum { REQUEST = 1, NOTIFICATION = 2, EARLY_FLAG = 4, EARLY = NOTIFICATION | EARLY_FLAG };
enum { EARLY_REQUEST = REQUEST | EARLY_FLAG };

/* How long a request waits for findings, and for fix-its, which take longer. */
static const double findings_wait = 2, fixes_wait = 10;

static const struct method {
    const char *name;
    handler *handle;
    unsigned kind;
} methods[] = {
#define METHOD(name, function, kind) {name, lsp_##function, kind},
#include "lsp/methods.def"
#undef METHOD
};

static const struct method *find_method(const char *name) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(methods[i].name, name) == 0)
            return &methods[i];
    return NULL;
}

/* Why the request cannot be served in this phase, or NULL. */
static const char *out_of_phase(const struct server *s, const struct method *m,
                                enum rpc_error *error) {
    *error = s->phase == PHASE_NEW ? RPC_NOT_INITIALIZED : RPC_INVALID_REQUEST;
    if (s->phase == PHASE_NEW)
        return m && m->kind & EARLY_FLAG ? NULL : "the first request has to be initialize";
    if (s->phase == PHASE_SHUT_DOWN)
        return m && strcmp(m->name, "exit") == 0 ? NULL : "the server is shut down";
    return m && strcmp(m->name, "initialize") == 0 ? "initialized already" : NULL;
}

static void refuse(struct server *s, const struct rpc_message *m, enum rpc_error error,
                   const char *why) {
    if (m->kind == RPC_REQUEST)
        rpc_fail(&s->rpc, m->id, error, why);
}

static void take_answer(struct server *s, const struct rpc_message *m) {
    for (size_t i = 0; i < s->asked.n; i++) {
        struct asked asked = s->asked.at[i];
        if (!cJSON_IsNumber(m->id) || m->id->valuedouble != asked.id)
            continue;
        s->asked.at[i] = s->asked.at[--s->asked.n];
        if (asked.what == ASKED_CONFIGURATION && m->result)
            configuration_take(s, cJSON_GetArrayItem(m->result, 0));
        else if (asked.what == ASKED_GPU && m->result)
            gpus_chosen(s, m->result, asked.uri);
        else if (asked.what == ASKED_PROGRESS && m->result)
            progress_granted(s, asked.id);
        cJSON_free(asked.uri);
        return;
    }
}

static void call_method(struct server *s, struct rpc_message *m) {
    const struct method *method = find_method(m->method);
    enum rpc_error error;
    const char *why = out_of_phase(s, method, &error);
    bool optional = str_starts(m->method, "$/");
    struct arena arena = {0};
    if (why)
        refuse(s, m, error, why);
    else if (!method)
        refuse(s, m, RPC_METHOD_NOT_FOUND,
               arena_printf(&arena, "no method '%s'%s", m->method,
                            optional ? ", which is optional" : ""));
    else if (m->kind == RPC_REQUEST && !(method->kind & REQUEST))
        refuse(s, m, RPC_INVALID_REQUEST, "that is a notification");
    else if (m->kind == RPC_REQUEST || method->kind & NOTIFICATION)
        method->handle(s, &(struct call){.arena = &arena,
                                         .id = m->kind == RPC_REQUEST ? m->id : NULL,
                                         .params = m->params,
                                         .root = &m->root});
    arena_free(&arena);
}

void server_handle(struct server *s, struct rpc_message *m) {
    if (m->kind == RPC_BROKEN)
        rpc_fail(&s->rpc, m->id, m->error, m->problem);
    else if (m->kind == RPC_RESPONSE)
        take_answer(s, m);
    else
        call_method(s, m);
    cJSON_Delete(m->root);
    m->root = NULL;
}

/* Clients that never answer must not cost memory. */
enum { MOST_ASKED = 256 };

void server_ask(struct server *s, const char *method, cJSON *params, int what, const char *uri) {
    char *copy = NULL;
    if (uri) {
        size_t n = strlen(uri) + 1;
        copy = cJSON_malloc(n);
        memcpy(copy, uri, n);
    }
    if (s->asked.n == MOST_ASKED) {
        cJSON_free(s->asked.at[0].uri);
        memmove(s->asked.at, s->asked.at + 1, --s->asked.n * sizeof *s->asked.at);
    }
    vec_push(&s->lists, &s->asked,
             (struct asked){.id = rpc_request(&s->rpc, method, params), .uri = copy});
    s->asked.at[s->asked.n - 1].what = what;
}

/* --- requests that wait ---------------------------------------------------- */

static bool is_known(const struct document *d, bool for_fixes) {
    return d->checked == d->revision && (!for_fixes || d->completed == d->revision);
}

bool server_waits(struct server *s, const struct call *c, struct document *d, bool for_fixes) {
    if (!*c->root || is_known(d, for_fixes) || json_is_true(*c->root, "clperf_waited"))
        return false;
    vec_push(&s->lists, &s->waiting,
             (struct waiting){.root = *c->root,
                              .document = d,
                              .for_fixes = for_fixes,
                              .deadline = server_now() + (for_fixes ? fixes_wait : findings_wait)});
    *c->root = NULL;
    return true;
}

/* The request once more, which now does not wait. */
static void handle_again(struct server *s, size_t i) {
    cJSON *root = s->waiting.at[i].root;
    memmove(&s->waiting.at[i], &s->waiting.at[i + 1], (--s->waiting.n - i) * sizeof *s->waiting.at);
    cJSON_AddTrueToObject(root, "clperf_waited");
    struct rpc_message m = {.kind = RPC_REQUEST,
                            .root = root,
                            .id = json_at(root, "id"),
                            .method = json_string(root, "method"),
                            .params = json_at(root, "params")};
    server_handle(s, &m);
}

void server_answer_waiting(struct server *s, struct document *d) {
    for (size_t i = 0; i < s->waiting.n;)
        if (s->waiting.at[i].document == d && is_known(d, s->waiting.at[i].for_fixes))
            handle_again(s, i);
        else
            i++;
}

void server_answer_late(struct server *s, double now) {
    for (size_t i = 0; i < s->waiting.n;)
        if (s->waiting.at[i].deadline <= now)
            handle_again(s, i);
        else
            i++;
}

double server_next_deadline(const struct server *s) {
    double next = 0;
    for (size_t i = 0; i < s->waiting.n; i++)
        if (!next || s->waiting.at[i].deadline < next)
            next = s->waiting.at[i].deadline;
    return next;
}

static void drop_waiting(struct server *s, size_t i, enum rpc_error error, const char *why) {
    rpc_fail(&s->rpc, json_at(s->waiting.at[i].root, "id"), error, why);
    cJSON_Delete(s->waiting.at[i].root);
    s->waiting.at[i] = s->waiting.at[--s->waiting.n];
}

void server_drop_waiting(struct server *s, const struct document *d) {
    for (size_t i = s->waiting.n; i-- > 0;)
        if (!d || s->waiting.at[i].document == d)
            drop_waiting(s, i, RPC_CONTENT_MODIFIED, "the document was closed");
}

void lsp_cancel(struct server *s, const struct call *c) {
    const cJSON *id = json_at(c->params, "id");
    for (size_t i = 0; i < s->waiting.n; i++)
        if (rpc_same_id(json_at(s->waiting.at[i].root, "id"), id)) {
            drop_waiting(s, i, RPC_REQUEST_CANCELLED, "cancelled");
            return;
        }
    analysis_cancel_page(s, id);
}

void lsp_nothing(struct server *s, const struct call *c) {
    (void)s;
    (void)c;
}

struct document *server_document(struct server *s, const struct call *c) {
    const char *uri = json_string(c->params, "textDocument.uri");
    struct document *d = document_find(&s->documents, uri);
    if (d)
        return d;
    if (c->id)
        rpc_fail(&s->rpc, c->id, RPC_INVALID_PARAMS,
                 *uri ? arena_printf(c->arena, "'%s' is not open", uri)
                      : "params.textDocument.uri is missing");
    return NULL;
}
