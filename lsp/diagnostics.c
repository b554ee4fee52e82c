/* Findings, and what could not be analysed, as diagnostics. Those in other files, such as headers,
 * go to these; what several documents say of one file goes there together. */
#include <string.h>

#include "base/str.h"
#include "lsp/methods.h"
#include "lsp/report_view.h"
#include "lsp/uri.h"

enum { SEVERITY_OF_ERROR = 1, SEVERITY_OF_WARNING = 2, SEVERITY_OF_REMARK = 3 };

/* The diagnostics of one file, as they are put together. */
struct publication {
    struct server *server;
    struct arena *arena;
    const char *uri;
    cJSON *list;
};

static const char *uri_of_file(struct arena *a, const struct server *s, const struct document *d,
                               const char *file) {
    const struct document *open = file ? document_of_path(&s->documents, file) : d;
    return open ? open->uri : uri_of(a, file);
}

static cJSON *related(struct publication *p, const struct document *d, const cJSON *kernel,
                      const cJSON *note) {
    const char *file = view_file(d, kernel, note);
    cJSON *o = cJSON_CreateObject(), *location = cJSON_AddObjectToObject(o, "location");
    cJSON_AddStringToObject(location, "uri", uri_of_file(p->arena, p->server, d, file));
    cJSON_AddItemToObject(location, "range",
                          json_span(view_expression(p->arena, &p->server->documents, d, file, note,
                                                    p->server->client.encoding)));
    cJSON_AddStringToObject(o, "message", json_string(note, "text"));
    return o;
}

/* The notes, or where the client does not show such, the message with them. */
static const char *put_notes(struct publication *p, cJSON *o, const struct document *d,
                             const cJSON *kernel, const cJSON *finding) {
    const cJSON *note, *notes = json_at(finding, "notes");
    struct str message = {.arena = p->arena};
    bool linked = p->server->client.related_information;
    str_add(&message, json_string(finding, "message"));
    if (linked && notes && notes->child) {
        cJSON *list = cJSON_AddArrayToObject(o, "relatedInformation");
        cJSON_ArrayForEach (note, notes)
            cJSON_AddItemToArray(list, related(p, d, kernel, note));
    }
    if (!linked)
        cJSON_ArrayForEach (note, notes)
            str_printf(&message, "\n%s", json_string(note, "text"));
    return str_text(&message);
}

static void put_code(struct publication *p, cJSON *o, const char *rule) {
    const char *page = p->server->client.code_description ? rule_page(p->arena, rule) : NULL;
    cJSON_AddStringToObject(o, "code", rule);
    if (page)
        cJSON_AddStringToObject(cJSON_AddObjectToObject(o, "codeDescription"), "href", page);
}

static cJSON *new_diagnostic(struct span span, int severity) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "range", json_span(span));
    cJSON_AddNumberToObject(o, "severity", severity);
    cJSON_AddStringToObject(o, "source", "clperf");
    return o;
}

static int severity_of(const cJSON *o) {
    const char *name = json_string(o, "severity");
    return strcmp(name, "error") == 0  ? SEVERITY_OF_ERROR
           : strcmp(name, "note") == 0 ? SEVERITY_OF_REMARK
                                       : SEVERITY_OF_WARNING;
}

static void add_finding(struct publication *p, const struct document *d, const cJSON *kernel,
                        const cJSON *finding) {
    const char *file = view_file(d, kernel, finding);
    if (!view_is_reported(finding) ||
        strcmp(uri_of_file(p->arena, p->server, d, file), p->uri) != 0)
        return;
    struct span span = view_expression(p->arena, &p->server->documents, d, file, finding,
                                       p->server->client.encoding);
    cJSON *o = new_diagnostic(span, severity_of(finding));
    put_code(p, o, json_string(finding, "rule"));
    cJSON_AddStringToObject(o, "message", put_notes(p, o, d, kernel, finding));
    cJSON *data = cJSON_AddObjectToObject(o, "data");
    cJSON_AddStringToObject(data, "fingerprint", json_string(finding, "fingerprint"));
    cJSON_AddItemToArray(p->list, o);
}

/* What a message says, and of it the cost on one GPU. */
static size_t length_without_cost(const char *message) {
    const char *cost = strstr(message, "; costs ");
    return cost ? (size_t)(cost - message) : strcspn(message, "\n");
}

/* What the other message says beyond the first: where it says the same, only the cost. */
static const char *addition(const char *first, const char *other) {
    size_t n = length_without_cost(first);
    bool same = n == length_without_cost(other) && strncmp(first, other, n) == 0;
    return same && strncmp(other + n, "; ", 2) == 0 ? other + n + 2 : other;
}

/* Has a line of its own for each of them. */
static bool has_line(const char *message, const char *line) {
    size_t n = strlen(line);
    for (const char *at = message; (at = strstr(at, line)); at++)
        if ((at == message || at[-1] == '\n' || at[-1] == ' ') && (!at[n] || at[n] == '\n'))
            return true;
    return false;
}

/* One finding on several GPUs or of several launches is one diagnostic, with a line for each. */
static void join_diagnostic(struct arena *a, cJSON *first, const cJSON *other) {
    const char *message = json_string(first, "message");
    const char *more = addition(message, json_string(other, "message"));
    if (!has_line(message, more))
        cJSON_ReplaceItemInObjectCaseSensitive(
            first, "message", cJSON_CreateString(arena_printf(a, "%s\n%s", message, more)));
}

static cJSON *same_before(const cJSON *list, const cJSON *o) {
    for (cJSON *other = list->child; other != o; other = other->next)
        if (cJSON_Compare(json_at(other, "range"), json_at(o, "range"), true) &&
            json_at(o, "code") && strcmp(json_string(other, "code"), json_string(o, "code")) == 0)
            return other;
    return NULL;
}

static void join_diagnostics(struct arena *a, cJSON *list) {
    for (cJSON *o = list->child, *next; o; o = next) {
        next = o->next;
        cJSON *first = same_before(list, o);
        if (!first)
            continue;
        join_diagnostic(a, first, o);
        cJSON_Delete(cJSON_DetachItemViaPointer(list, o));
    }
}

/* What is only remarked on is in the lenses. */
static void add_problem(struct publication *p, const struct document *d, const cJSON *problem) {
    bool remark = strcmp(json_string(problem, "severity"), "note") == 0;
    const char *file = view_file(d, NULL, problem);
    if (remark || strcmp(uri_of_file(p->arena, p->server, d, file), p->uri) != 0)
        return;
    struct span span =
        view_span(p->arena, &p->server->documents, d, file, problem, p->server->client.encoding);
    cJSON *o = new_diagnostic(span, severity_of(problem));
    if (json_at(problem, "rule"))
        put_code(p, o, json_string(problem, "rule"));
    cJSON_AddStringToObject(o, "message", json_string(problem, "text"));
    cJSON_AddItemToArray(p->list, o);
}

static void add_document(struct publication *p, const struct document *d) {
    const cJSON *k, *f, *problem;
    cJSON_ArrayForEach (k, d->kernels) {
        const cJSON *findings = json_at(k, "findings");
        cJSON_ArrayForEach (f, findings)
            add_finding(p, d, k, f);
    }
    cJSON_ArrayForEach (problem, d->problems)
        add_problem(p, d, problem);
}

/* All that open documents but one say of a file. */
static void publish(struct server *s, const char *uri, const struct document *but) {
    struct arena arena = {0};
    struct publication p = {s, &arena, uri, cJSON_CreateArray()};
    const struct document *open = document_find(&s->documents, uri);
    for (size_t i = 0; i < s->documents.n; i++)
        if (s->documents.at[i] != but)
            add_document(&p, s->documents.at[i]);
    join_diagnostics(&arena, p.list);
    cJSON *params = cJSON_CreateObject();
    cJSON_AddStringToObject(params, "uri", uri);
    if (open && open != but)
        cJSON_AddNumberToObject(params, "version", open->version);
    cJSON_AddItemToObject(params, "diagnostics", p.list);
    rpc_notify(&s->rpc, "textDocument/publishDiagnostics", params);
    arena_free(&arena);
}

static void note_other(const struct server *s, struct document *d, const char *file) {
    const char *uri = file ? uri_of_file(&d->others_arena, s, d, file) : d->uri;
    if (strcmp(uri, d->uri) == 0)
        return;
    for (size_t i = 0; i < d->others.n; i++)
        if (strcmp(d->others.at[i], uri) == 0)
            return;
    words_add(&d->others_arena, &d->others, arena_strdup(&d->others_arena, uri));
}

static void find_others(const struct server *s, struct document *d) {
    const cJSON *k, *f, *problem;
    cJSON_ArrayForEach (k, d->kernels) {
        const cJSON *findings = json_at(k, "findings");
        cJSON_ArrayForEach (f, findings)
            note_other(s, d, view_file(d, k, f));
    }
    cJSON_ArrayForEach (problem, d->problems)
        note_other(s, d, view_file(d, NULL, problem));
}

void diagnostics_publish(struct server *s, struct document *d) {
    struct arena before_arena = d->others_arena;
    const struct words before = d->others;
    d->others_arena = (struct arena){0};
    d->others = (struct words){0};
    find_others(s, d);
    publish(s, d->uri, NULL);
    for (size_t i = 0; i < d->others.n; i++)
        publish(s, d->others.at[i], NULL);
    for (size_t i = 0; i < before.n; i++)
        publish(s, before.at[i], NULL);
    arena_free(&before_arena);
}

void diagnostics_clear(struct server *s, struct document *d) {
    publish(s, d->uri, d);
    for (size_t i = 0; i < d->others.n; i++)
        publish(s, d->others.at[i], d);
}
