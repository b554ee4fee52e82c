/* The language server: `clperf lsp`. One thread and one loop; it waits for messages of the client
 * and for the analysis, which is clperf-analyze in a child process. */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include "lsp/analysis.h"
#include "lsp/document.h"
#include "lsp/json_rpc.h"
#include "lsp/result_store.h"
#include "lsp/settings.h"

enum phase { PHASE_NEW, PHASE_RUNNING, PHASE_SHUT_DOWN };

/* What the client can do. */
struct client {
    enum encoding encoding;
    bool document_changes, markdown, related_information, code_description;
    bool action_literals;
    bool asks_configuration, registers_configuration, registers_watching;
    bool refreshes_hints, refreshes_lenses;
    bool progress, shows_documents;
};

/* A request that waits for an analysis. */
struct waiting {
    cJSON *root; /* of its message */
    struct document *document;
    bool for_fixes;
    double deadline;
};

/* A request of ours that waits for the client. */
struct asked {
    int id;
    enum { ASKED_NOTHING, ASKED_CONFIGURATION, ASKED_GPU, ASKED_PROGRESS } what;
    char *uri; /* of the document that it is about, or NULL */
};

struct server {
    struct rpc rpc;
    enum phase phase;
    bool exits;
    int client_process; /* 0: not known */
    struct client client;
    struct settings settings;
    struct documents documents;
    struct result_store store;
    struct analysis analysis;
    VEC(struct waiting) waiting; /* malloc'd */
    VEC(struct asked) asked;
    struct arena lists; /* of both */
    const char *pages;  /* directory of the rules' pages, or NULL */
    struct arena arena; /* of what lives as long as the server */
};

/* One message to be handled. */
struct call {
    struct arena *arena; /* of this message */
    const cJSON *id;     /* NULL: a notification */
    const cJSON *params;
    cJSON **root; /* of the message; a handler that keeps it sets it to NULL */
};

/* One row of methods.def. */
typedef void handler(struct server *s, const struct call *c);

/* --- for handlers ---------------------------------------------------------- */

/* The open document that params.textDocument.uri names; NULL, and the request is answered, if it is
 * not open. */
struct document *server_document(struct server *s, const struct call *c);
/* Whether the request has to wait until the document is analysed; then it is kept and handled
 * again. */
bool server_waits(struct server *s, const struct call *c, struct document *d, bool for_fixes);
/* Sends a request of ours. */
void server_ask(struct server *s, const char *method, cJSON *params, int what, const char *uri);
/* Runs the handler of a method: for those that waited. */
void server_handle(struct server *s, struct rpc_message *m);
/* Answers those that wait for the document, if what they wait for is known. */
void server_answer_waiting(struct server *s, struct document *d);
/* Answers those that waited long enough with what is known. */
void server_answer_late(struct server *s, double now);
/* When that is next; 0: nobody waits. */
double server_next_deadline(const struct server *s);
/* Refuses those that wait for the document; NULL: all. */
void server_drop_waiting(struct server *s, const struct document *d);
double server_now(void);

/* --- what the files of the room do for each other -------------------------- */

/* After a change of all that a document's analysis depends on. */
void server_touch(struct server *s, struct document *d);
void server_touch_all(struct server *s);
/* diagnostics.c: what is known now, to the client. */
void diagnostics_publish(struct server *s, struct document *d);
void diagnostics_clear(struct server *s, struct document *d);
/* rules.c: the URI of a rule's page, or NULL. */
const char *rule_page(struct arena *a, const char *rule);
/* gpus.c: asks the user for a GPU. */
void gpus_choose(struct server *s, const char *uri);
void gpus_chosen(struct server *s, const cJSON *answer, const char *uri);
/* configuration.c: settings that came, from wherever. */
void configuration_take(struct server *s, const cJSON *settings);
void configuration_ask(struct server *s);
/* pages.c: writes a report page into the cache, and has the client show it. */
void pages_show(struct server *s, const struct document *d, const char *html);
/* progress.c: of the analysis that runs. */
void progress_begin(struct server *s);
void progress_granted(struct server *s, int request);
void progress_end(struct server *s);
/* Shows the client what is known anew: hints and lenses. */
void server_refresh(struct server *s);

/* `clperf lsp`: the arguments after `clperf`. Returns the exit status. */
int lsp_command(struct arena *a, int argc, char **argv);

#endif
