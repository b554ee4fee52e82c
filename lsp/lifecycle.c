/* From initialize to exit. */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "lsp/methods.h"

static const char *const commands[] = {"clperf.chooseGpu", "clperf.openReport"};

static bool has_text(const cJSON *array, const char *text) {
    const cJSON *item;
    cJSON_ArrayForEach (item, array)
        if (cJSON_IsString(item) && strcmp(item->valuestring, text) == 0)
            return true;
    return false;
}

/* UTF-8 first, since compilers count bytes. */
static enum encoding choose_encoding(const cJSON *capabilities) {
    const cJSON *offered = json_at(capabilities, "general.positionEncodings");
    if (has_text(offered, "utf-8"))
        return ENCODING_UTF8;
    return has_text(offered, "utf-32") && !has_text(offered, "utf-16") ? ENCODING_UTF32
                                                                       : ENCODING_UTF16;
}

static struct client read_client(const cJSON *c) {
    const cJSON *document = json_at(c, "textDocument"), *workspace = json_at(c, "workspace");
    return (struct client){
        .encoding = choose_encoding(c),
        .document_changes = json_is_true(workspace, "workspaceEdit.documentChanges"),
        .markdown = has_text(json_at(document, "hover.contentFormat"), "markdown"),
        .related_information = json_is_true(document, "publishDiagnostics.relatedInformation"),
        .code_description = json_is_true(document, "publishDiagnostics.codeDescriptionSupport"),
        .action_literals = json_at(document, "codeAction.codeActionLiteralSupport"),
        .asks_configuration = json_is_true(workspace, "configuration"),
        .registers_configuration =
            json_is_true(workspace, "didChangeConfiguration.dynamicRegistration"),
        .registers_watching = json_is_true(workspace, "didChangeWatchedFiles.dynamicRegistration"),
        .refreshes_hints = json_is_true(workspace, "inlayHint.refreshSupport"),
        .refreshes_lenses = json_is_true(workspace, "codeLens.refreshSupport"),
        .progress = json_is_true(c, "window.workDoneProgress"),
        .shows_documents = json_is_true(c, "window.showDocument.support")};
}

/* A client in another container has a process id that says nothing here. */
static int client_process(const cJSON *params) {
    double id = json_number(params, "processId", 0);
    bool is_there = id >= 1 && id <= 0x7fffffff && (kill((int)id, 0) == 0 || errno == EPERM);
    return is_there ? (int)id : 0;
}

static void put_sync(cJSON *o) {
    enum { INCREMENTAL = 2 };
    cJSON *sync = cJSON_AddObjectToObject(o, "textDocumentSync");
    cJSON_AddTrueToObject(sync, "openClose");
    cJSON_AddNumberToObject(sync, "change", INCREMENTAL);
    cJSON_AddFalseToObject(cJSON_AddObjectToObject(sync, "save"), "includeText");
}

/* Renames of the files that are analysed. */
static void put_workspace(cJSON *o) {
    cJSON *workspace = cJSON_AddObjectToObject(o, "workspace");
    cJSON *folders = cJSON_AddObjectToObject(workspace, "workspaceFolders");
    cJSON_AddTrueToObject(folders, "supported");
    cJSON_AddTrueToObject(folders, "changeNotifications");
    cJSON *operations = cJSON_AddObjectToObject(workspace, "fileOperations");
    cJSON *filters =
        cJSON_AddArrayToObject(cJSON_AddObjectToObject(operations, "didRename"), "filters");
    cJSON *filter = cJSON_CreateObject();
    cJSON_AddStringToObject(filter, "scheme", "file");
    cJSON_AddStringToObject(cJSON_AddObjectToObject(filter, "pattern"), "glob", "**/*");
    cJSON_AddItemToArray(filters, filter);
}

static cJSON *capabilities(const struct server *s) {
    static const char *const encodings[] = {
        [ENCODING_UTF8] = "utf-8", [ENCODING_UTF16] = "utf-16", [ENCODING_UTF32] = "utf-32"};
    static const char *const kinds[] = {"quickfix"};
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "positionEncoding", encodings[s->client.encoding]);
    put_sync(o);
    cJSON_AddTrueToObject(o, "hoverProvider");
    cJSON_AddTrueToObject(o, "documentSymbolProvider");
    cJSON_AddTrueToObject(o, "inlayHintProvider");
    cJSON_AddFalseToObject(cJSON_AddObjectToObject(o, "codeLensProvider"), "resolveProvider");
    cJSON_AddItemToObject(cJSON_AddObjectToObject(o, "codeActionProvider"), "codeActionKinds",
                          cJSON_CreateStringArray(kinds, 1));
    cJSON_AddItemToObject(cJSON_AddObjectToObject(o, "executeCommandProvider"), "commands",
                          cJSON_CreateStringArray(commands, sizeof commands / sizeof *commands));
    put_workspace(o);
    return o;
}

void lsp_initialize(struct server *s, const struct call *c) {
    const cJSON *options = json_at(c->params, "initializationOptions");
    s->client = read_client(json_at(c->params, "capabilities"));
    s->client_process = client_process(c->params);
    s->phase = PHASE_RUNNING;
    if (cJSON_IsObject(options))
        configuration_take(s, options);
    cJSON *result = cJSON_CreateObject();
    cJSON_AddItemToObject(result, "capabilities", capabilities(s));
    cJSON *info = cJSON_AddObjectToObject(result, "serverInfo");
    cJSON_AddStringToObject(info, "name", "clperf");
    cJSON_AddStringToObject(info, "version", CLPERF_VERSION);
    rpc_reply(&s->rpc, c->id, result);
}

static cJSON *registration(const char *method, cJSON *options) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "id", method);
    cJSON_AddStringToObject(o, "method", method);
    cJSON_AddItemToObject(o, "registerOptions", options);
    return o;
}

/* Files that say how others are analysed. */
static cJSON *watched_files(void) {
    static const char *const globs[] = {"**/.clperf", "**/compile_commands.json"};
    cJSON *options = cJSON_CreateObject();
    cJSON *watchers = cJSON_AddArrayToObject(options, "watchers");
    for (size_t i = 0; i < sizeof globs / sizeof *globs; i++) {
        cJSON *w = cJSON_CreateObject();
        cJSON_AddStringToObject(w, "globPattern", globs[i]);
        cJSON_AddItemToArray(watchers, w);
    }
    return options;
}

void lsp_initialized(struct server *s, const struct call *c) {
    cJSON *params = cJSON_CreateObject();
    cJSON *all = cJSON_AddArrayToObject(params, "registrations");
    (void)c;
    if (s->client.registers_configuration) {
        cJSON *section = cJSON_CreateObject();
        cJSON_AddStringToObject(section, "section", "clperf");
        cJSON_AddItemToArray(all, registration("workspace/didChangeConfiguration", section));
    }
    if (s->client.registers_watching)
        cJSON_AddItemToArray(all, registration("workspace/didChangeWatchedFiles", watched_files()));
    if (all->child)
        server_ask(s, "client/registerCapability", params, ASKED_NOTHING, NULL);
    else
        cJSON_Delete(params);
    configuration_ask(s);
}

void lsp_shutdown(struct server *s, const struct call *c) {
    server_drop_waiting(s, NULL);
    analysis_end(s);
    s->phase = PHASE_SHUT_DOWN;
    rpc_reply(&s->rpc, c->id, NULL);
}

void lsp_exit(struct server *s, const struct call *c) {
    (void)c;
    s->exits = true;
}
