/* Texts as the editor has them. */
#include <string.h>

#include "base/str.h"
#include "lsp/methods.h"
#include "lsp/uri.h"

static void open_text(struct server *s, const char *uri, const char *language, double version,
                      const char *text) {
    struct document *d = document_find(&s->documents, uri);
    d = d ? d : document_open(&s->documents, uri, language);
    d->version = version;
    document_set_text(d, text, strlen(text));
    server_touch(s, d);
}

void lsp_did_open(struct server *s, const struct call *c) {
    const cJSON *o = json_at(c->params, "textDocument");
    const cJSON *text = json_at(o, "text");
    const char *uri = json_string(o, "uri");
    if (*uri && cJSON_IsString(text))
        open_text(s, uri, json_string(o, "languageId"), json_number(o, "version", 0),
                  text->valuestring);
}

static void apply_change(struct server *s, struct document *d, const cJSON *change) {
    const cJSON *text = json_at(change, "text"), *range = json_at(change, "range");
    struct span span;
    if (!cJSON_IsString(text))
        return;
    if (range && json_read_span(range, &span))
        document_edit(d, span, text->valuestring, s->client.encoding);
    else if (!range)
        document_set_text(d, text->valuestring, strlen(text->valuestring));
}

/* An edit of an older version comes too late: the text is that of a later one. */
void lsp_did_change(struct server *s, const struct call *c) {
    struct document *d = document_find(&s->documents, json_string(c->params, "textDocument.uri"));
    double version = json_number(c->params, "textDocument.version", d ? d->version + 1 : 0);
    const cJSON *change, *changes = json_at(c->params, "contentChanges");
    if (!d || version <= d->version || !cJSON_IsArray(changes))
        return;
    d->version = version;
    cJSON_ArrayForEach(change, changes) apply_change(s, d, change);
    server_touch(s, d);
}

/* Whether an analysis of the document reads the file. */
static bool reads(const struct document *d, const char *path) {
    for (size_t i = 0; i < d->files.n; i++)
        if (strcmp(d->files.at[i], path) == 0)
            return true;
    return false;
}

static void file_changed(struct server *s, const char *path) {
    for (size_t i = 0; i < s->documents.n; i++) {
        struct document *d = s->documents.at[i];
        if (!reads(d, path) || (d->has_file && strcmp(d->path, path) == 0))
            continue;
        d->revision++;
        server_touch(s, d);
    }
}

/* What others include may be what was saved. */
void lsp_did_save(struct server *s, const struct call *c) {
    struct document *d = document_find(&s->documents, json_string(c->params, "textDocument.uri"));
    const cJSON *text = json_at(c->params, "text");
    if (!d)
        return;
    if (cJSON_IsString(text) && strcmp(text->valuestring, d->text.bytes) != 0)
        document_set_text(d, text->valuestring, strlen(text->valuestring));
    else
        d->revision++;
    server_touch(s, d);
    file_changed(s, d->path);
}

static void close_document(struct server *s, struct document *d) {
    analysis_forget_all(s, d);
    server_drop_waiting(s, d);
    diagnostics_clear(s, d);
    document_close(&s->documents, d);
}

void lsp_did_close(struct server *s, const struct call *c) {
    struct document *d = document_find(&s->documents, json_string(c->params, "textDocument.uri"));
    if (d)
        close_document(s, d);
}

/* --- files ----------------------------------------------------------------- */

/* The URI of what is under a file or a folder that was renamed, or NULL. */
static const char *renamed(struct arena *a, const char *uri, const char *from, const char *to) {
    size_t n = strlen(from);
    bool under = str_starts(uri, from) && (!uri[n] || uri[n] == '/');
    return under ? arena_printf(a, "%s%s", to, uri + n) : NULL;
}

static void rename_document(struct server *s, struct arena *a, struct document *d, const char *uri,
                            const char *language) {
    const char *text = arena_strndup(a, d->text.bytes, d->text.n);
    double version = d->version;
    close_document(s, d);
    open_text(s, uri, language, version, text);
}

/* Clients close the old name and open the new one as well, before or after. */
void lsp_did_rename_files(struct server *s, const struct call *c) {
    const cJSON *f, *files = json_at(c->params, "files");
    cJSON_ArrayForEach(f, files) {
        const char *from = json_string(f, "oldUri"), *to = json_string(f, "newUri");
        for (size_t i = s->documents.n; i-- > 0 && *from && *to;) {
            struct document *d = s->documents.at[i];
            const char *uri = renamed(c->arena, d->uri, from, to);
            if (uri && document_find(&s->documents, uri))
                close_document(s, d);
            else if (uri)
                rename_document(s, c->arena, d, uri, d->type ? d->type : "");
        }
    }
}

/* What holds for a file is found from its own directory upwards, whichever folders there are; but
 * who adds or removes one has perhaps just fetched it. */
void lsp_did_change_folders(struct server *s, const struct call *c) {
    (void)c;
    server_touch_all(s);
}

static bool says_how(const char *path) {
    return strcmp(path_base(path), ".clperf") == 0 ||
           strcmp(path_base(path), "compile_commands.json") == 0;
}

void lsp_did_change_files(struct server *s, const struct call *c) {
    const cJSON *change, *changes = json_at(c->params, "changes");
    bool all = false;
    cJSON_ArrayForEach(change, changes) {
        const char *path = uri_path(c->arena, json_string(change, "uri"));
        if (path && says_how(path))
            all = true;
        else if (path)
            file_changed(s, path);
    }
    if (all)
        server_touch_all(s);
}
