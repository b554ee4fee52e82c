#include "lsp/pages.h"

#include <string.h>
#include <sys/stat.h>

#include "base/store/result_cache.h"
#include "base/store/write_output.h"
#include "base/str.h"
#include "lsp/methods.h"
#include "lsp/uri.h"

const char *pages_path(struct arena *a, const char *name) {
    struct cache c = cache_open(a, true);
    return c.dir ? arena_printf(a, "%s/pages/%s", c.dir, name) : NULL;
}

static void make_directories(struct arena *a, const char *path) {
    struct stat st;
    if (stat(path, &st) == 0 || strcmp(path, "/") == 0 || strcmp(path, ".") == 0)
        return;
    make_directories(a, path_dir(a, path));
    mkdir(path, 0700);
}

bool pages_write(struct arena *a, const char *path, const char *text) {
    struct problems ignored = {.arena = a};
    make_directories(a, path_dir(a, path));
    return write_output(a, path, text, strlen(text), &ignored);
}

/* One page per document, so that they do not pile up. */
void pages_show(struct server *s, const struct document *d, const char *html) {
    struct arena a = {0};
    char digest[CACHE_KEY_TEXT];
    struct cache_key k = cache_key(&a, "page 1");
    cache_key_text(&k, d->uri);
    cache_key_digest(&k, digest);
    const char *name = arena_printf(&a, "%.16s-%s.html", digest, path_base(d->path));
    const char *path = pages_path(&a, name);
    if (path && pages_write(&a, path, html)) {
        cJSON *params = cJSON_CreateObject();
        cJSON_AddStringToObject(params, "uri", uri_of(&a, path));
        cJSON_AddTrueToObject(params, "external");
        server_ask(s, "window/showDocument", params, ASKED_NOTHING, NULL);
    }
    arena_free(&a);
}

void lsp_report(struct server *s, const struct call *c) {
    struct document *d = server_document(s, c);
    if (!d)
        return;
    analysis_ask_page(s, d, *c->root);
    *c->root = NULL;
}

static void open_report(struct server *s, const struct call *c, struct document *d) {
    if (!s->client.shows_documents) {
        rpc_fail(&s->rpc, c->id, RPC_REQUEST_FAILED,
                 "the editor cannot show documents; clperf/report gives the page");
        return;
    }
    analysis_ask_page(s, d, NULL);
    rpc_reply(&s->rpc, c->id, NULL);
}

/* Commands of lenses; their first argument is the document. */
void lsp_execute_command(struct server *s, const struct call *c) {
    const char *command = json_string(c->params, "command");
    const cJSON *first = cJSON_GetArrayItem(json_at(c->params, "arguments"), 0);
    const char *uri = cJSON_IsString(first) ? first->valuestring : "";
    struct document *d = document_find(&s->documents, uri);
    bool choose = strcmp(command, "clperf.chooseGpu") == 0;
    if (!choose && strcmp(command, "clperf.openReport") != 0)
        rpc_fail(&s->rpc, c->id, RPC_INVALID_PARAMS,
                 arena_printf(c->arena, "no command '%s'", command));
    else if (!d)
        rpc_fail(&s->rpc, c->id, RPC_INVALID_PARAMS, "the first argument is no open document");
    else if (choose) {
        gpus_choose(s, uri);
        rpc_reply(&s->rpc, c->id, NULL);
    } else
        open_report(s, c, d);
}
