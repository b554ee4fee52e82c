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
                          json_span(view_span(p->arena, &p->server->documents, d, file, note,
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
    struct span span =
        view_span(p->arena, &p->server->documents, d, file, finding, p->server->client.encoding);
    cJSON *o = new_diagnostic(span, severity_of(finding));
    put_code(p, o, json_string(finding, "rule"));
    cJSON_AddStringToObject(o, "message", put_notes(p, o, d, kernel, finding));
    cJSON *data = cJSON_AddObjectToObject(o, "data");
    cJSON_AddStringToObject(data, "fingerprint", json_string(finding, "fingerprint"));
    cJSON_AddItemToArray(p->list, o);
}

/* Several launches and GPUs may say the same of a place: once is enough. */
static bool is_repeated(const cJSON *list, const cJSON *o) {
    const cJSON *other;
    cJSON_ArrayForEach (other, list)
        if (other != o && cJSON_Compare(json_at(other, "range"), json_at(o, "range"), true) &&
            strcmp(json_string(other, "message"), json_string(o, "message")) == 0)
            return true;
    return false;
}

static void drop_repeated(cJSON *list) {
    for (cJSON *o = list->child, *next; o; o = next) {
        next = o->next;
        if (is_repeated(list, o))
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
    drop_repeated(p.list);
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
