/* Code actions: fix-its, comments that take a finding out, and launches for kernels whose sizes are
 * assumed. */
#include <string.h>

#include "base/str.h"
#include "diag/finding/phrase.h"
#include "lsp/methods.h"
#include "lsp/report_view.h"

/* The list of actions as it is put together. */
struct offer {
    struct server *server;
    struct arena *arena;
    const struct document *document;
    struct span range;        /* that the user is at */
    const cJSON *diagnostics; /* of the client, there */
    cJSON *list;
};

static bool is_before(struct position x, struct position y) {
    return x.line < y.line || (x.line == y.line && x.character < y.character);
}

static bool touches(struct span x, struct span y) {
    return !is_before(x.end, y.start) && !is_before(y.end, x.start);
}

/* Whole lines, so that an action is found wherever on the line the cursor is. */
static bool is_at(const struct offer *o, double line) {
    return line >= 1 && (double)o->range.start.line + 1 <= line &&
           line <= (double)o->range.end.line + 1;
}

static cJSON *text_edit(struct span span, const char *text) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "range", json_span(span));
    cJSON_AddStringToObject(o, "newText", text);
    return o;
}

/* Of the version that the editor has, where it can be named. */
static cJSON *workspace_edit(const struct offer *o, cJSON *edits) {
    const struct document *d = o->document;
    cJSON *edit = cJSON_CreateObject();
    if (!o->server->client.document_changes) {
        cJSON_AddItemToObject(cJSON_AddObjectToObject(edit, "changes"), d->uri, edits);
        return edit;
    }
    cJSON *change = cJSON_CreateObject(), *of = cJSON_AddObjectToObject(change, "textDocument");
    cJSON_AddStringToObject(of, "uri", d->uri);
    cJSON_AddNumberToObject(of, "version", d->version);
    cJSON_AddItemToObject(change, "edits", edits);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(edit, "documentChanges"), change);
    return edit;
}

/* The client's diagnostics that the action is for. */
static cJSON *diagnostics_of(const struct offer *o, const cJSON *finding) {
    const cJSON *d;
    cJSON *list = cJSON_CreateArray();
    cJSON_ArrayForEach (d, o->diagnostics)
        if (finding && strcmp(json_string(d, "code"), json_string(finding, "rule")) == 0 &&
            json_number(d, "range.start.line", -1) + 1 == json_number(finding, "line", 0))
            cJSON_AddItemToArray(list, cJSON_Duplicate(d, true));
    return list;
}

static cJSON *action(const struct offer *o, const char *title, const cJSON *finding, cJSON *edits) {
    cJSON *a = cJSON_CreateObject();
    cJSON_AddStringToObject(a, "title", title);
    cJSON_AddStringToObject(a, "kind", "quickfix");
    cJSON *diagnostics = diagnostics_of(o, finding);
    if (diagnostics->child)
        cJSON_AddItemToObject(a, "diagnostics", diagnostics);
    else
        cJSON_Delete(diagnostics);
    cJSON_AddItemToObject(a, "edit", workspace_edit(o, edits));
    cJSON_AddItemToArray(o->list, a);
    return a;
}

/* --- fix-its --------------------------------------------------------------- */

static cJSON *fix_edits(const struct offer *o, const cJSON *fix) {
    const cJSON *e, *edits = json_at(fix, "edits");
    cJSON *list = cJSON_CreateArray();
    cJSON_ArrayForEach (e, edits) {
        size_t line = (size_t)json_number(e, "line", 1) - 1;
        size_t from = (size_t)json_number(e, "col", 1) - 1;
        size_t to = (size_t)json_number(e, "end_col", 1) - 1;
        struct span span = document_span(o->document, line, from, to, o->server->client.encoding);
        cJSON_AddItemToArray(list, text_edit(span, json_string(e, "text")));
    }
    return list;
}

static void offer_fixes(const struct offer *o, const cJSON *kernel, const cJSON *finding) {
    const cJSON *f, *fixes = json_at(finding, "fixes");
    bool first = true;
    cJSON_ArrayForEach (f, fixes) {
        double before = json_number(kernel, "time_ms", 0), after = json_number(f, "time_ms", 0);
        const char *title = arena_printf(o->arena, "%s: takes %s instead of %s ms on %s",
                                         json_string(f, "title"), diag_ms(o->arena, after),
                                         diag_ms(o->arena, before), json_string(kernel, "gpu"));
        cJSON *a = action(o, title, finding, fix_edits(o, f));
        if (first && json_is_true(f, "exact"))
            cJSON_AddTrueToObject(a, "isPreferred");
        first = false;
    }
}

/* --- not here -------------------------------------------------------------- */

static size_t indentation(const char *line, size_t n) {
    size_t i = 0;
    while (i < n && (line[i] == ' ' || line[i] == '\t'))
        i++;
    return i;
}

static const char *line_break(const struct document *d) {
    const char *first = memchr(d->text.bytes, '\n', d->text.n);
    return first && first > d->text.bytes && first[-1] == '\r' ? "\r\n" : "\n";
}

/* Behind the code of the line; above it where another comment or a continued line is in the way. */
static void offer_ignore(const struct offer *o, const cJSON *finding) {
    const char *rule = json_string(finding, "rule"), *bytes;
    size_t line = (size_t)json_number(finding, "line", 1) - 1;
    size_t n = source_line(&o->document->text, line, &bytes), indent = indentation(bytes, n);
    rule += str_starts(rule, "clperf-") ? strlen("clperf-") : 0;
    bool taken = memmem(bytes, n, "//", 2) || memmem(bytes, n, "/*", 2) ||
                 memmem(bytes, n, "*/", 2) || (n && bytes[n - 1] == '\\');
    const char *comment = arena_printf(o->arena, "// clperf-ignore[%s]: ", rule);
    size_t at = taken ? indent : n;
    const char *text = taken ? arena_printf(o->arena, "%s%s%.*s", comment, line_break(o->document),
                                            (int)indent, bytes)
                             : arena_printf(o->arena, " %s", comment);
    struct span span = document_span(o->document, line, at, at, o->server->client.encoding);
    cJSON *edits = cJSON_CreateArray();
    cJSON_AddItemToArray(edits, text_edit(span, text));
    action(o, arena_printf(o->arena, "ignore clperf-%s here, with a reason", rule), finding, edits);
}

/* --- launches -------------------------------------------------------------- */

/* Where a comment above the kernel goes. */
static size_t head_of(const struct document *d, const cJSON *kernel) {
    const struct section *x = view_section(d, json_string(kernel, "name"));
    return x ? x->head : (size_t)json_number(kernel, "line", 1) - 1;
}

static void offer_launch(const struct offer *o, const cJSON *kernel) {
    const struct document *d = o->document;
    const char *launch = json_string(kernel, "launch.line"), *bytes;
    size_t line = head_of(d, kernel), n = source_line(&d->text, line, &bytes);
    struct str s = {.arena = o->arena};
    if (!*launch || !front_end_has(d->language, FRONT_DEVICE))
        return;
    str_printf(&s, "%.*s%s", (int)indentation(bytes, n), bytes, launch);
    str_add(&s, line_break(d));
    struct span span = {{line, 0}, {line, 0}};
    cJSON *edits = cJSON_CreateArray();
    cJSON_AddItemToArray(edits, text_edit(span, str_text(&s)));
    action(o, arena_printf(o->arena, "give '%s' a launch", json_string(kernel, "name")), NULL,
           edits);
}

/* --- all ------------------------------------------------------------------- */

/* Several launches and GPUs offer the same edits. */
static void drop_repeated(cJSON *list) {
    for (cJSON *a = list->child, *next; a; a = next) {
        next = a->next;
        for (const cJSON *b = list->child; b != a; b = b->next)
            if (cJSON_Compare(json_at(a, "edit"), json_at(b, "edit"), true)) {
                cJSON_Delete(cJSON_DetachItemViaPointer(list, a));
                break;
            }
    }
}

static void offer_findings(const struct offer *o, const cJSON *kernel) {
    const cJSON *f, *findings = json_at(kernel, "findings");
    cJSON_ArrayForEach (f, findings) {
        if (view_file(o->document, kernel, f) || !view_is_reported(f) ||
            !is_at(o, json_number(f, "line", 0)))
            continue;
        offer_fixes(o, kernel, f);
        if (front_end_has(o->document->language, FRONT_DEVICE))
            offer_ignore(o, f);
    }
}

static bool wants_quickfixes(const cJSON *params) {
    const cJSON *kind, *only = json_at(params, "context.only");
    bool any = !cJSON_IsArray(only) || !only->child;
    cJSON_ArrayForEach (kind, only)
        any |= cJSON_IsString(kind) &&
               (strcmp(kind->valuestring, "quickfix") == 0 || strcmp(kind->valuestring, "") == 0);
    return any;
}

void lsp_code_action(struct server *s, const struct call *c) {
    struct document *d = server_document(s, c);
    struct offer o = {s, c->arena, d, .diagnostics = json_at(c->params, "context.diagnostics")};
    const cJSON *k;
    if (!d)
        return;
    if (!json_read_span(json_at(c->params, "range"), &o.range)) {
        rpc_fail(&s->rpc, c->id, RPC_INVALID_PARAMS, "params.range is missing");
        return;
    }
    if (server_waits(s, c, d, true))
        return;
    o.list = cJSON_CreateArray();
    analysis_show(s, d);
    cJSON_ArrayForEach (k, d->kernels) {
        if (!wants_quickfixes(c->params) || !s->client.action_literals)
            break;
        offer_findings(&o, k);
        if (view_is_own(d, k) && touches(view_kernel(d, k, s->client.encoding), o.range))
            offer_launch(&o, k);
    }
    drop_repeated(o.list);
    rpc_reply(&s->rpc, c->id, o.list);
}
