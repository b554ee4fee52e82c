/* Which document is analysed when. One analysis runs at a time: findings first, of what changed
 * last; fix-its, which take several analyses, when there is nothing else to do. What a later edit
 * makes stale is ended at once. */
#ifndef LSP_ANALYSIS_H
#define LSP_ANALYSIS_H

#include "base/vec.h"
#include "lsp/child.h"
#include "lsp/document.h"

struct server;

enum job { JOB_NONE, JOB_FINDINGS, JOB_FIXES, JOB_PAGE };

/* A request for a document's page. */
struct page_request {
    cJSON *root; /* of its message; NULL: the page is to be shown by the client */
    struct document *document;
};

struct page_requests {
    struct page_request *at; /* malloc'd */
    size_t n, cap;
};

struct analysis {
    const char *program; /* clperf-analyze; NULL: there is none */
    enum job job;
    struct child child;
    struct child spare; /* the next one, started ahead, as loading LLVM takes a while */
    VEC(int) texts;     /* files in memory that it reads, in `arena` */
    struct document *document;
    unsigned revision; /* of the document that it is of */
    double started;
    const char *dir;    /* where it runs, in `arena` */
    struct arena arena; /* of this analysis */
    struct page_requests pages;
    int progress; /* number of what the client is asked to show, 0: none */
    int last_progress, progress_request;
    bool progress_shown;
};

/* Starts what is due, and ends what takes too long. */
void analysis_step(struct server *s);
/* When that has to happen next; 0: when something else happens. */
double analysis_next(const struct server *s);
/* There is something to read from the child. */
void analysis_receive(struct server *s);
/* Ends the analysis of the document, since it changes. */
void analysis_forget(struct server *s, const struct document *d);
/* Ends the analysis of a document that is closed: requests for its page are answered, too. */
void analysis_forget_all(struct server *s, const struct document *d);
/* The analysis that runs, or was to be started, has failed. */
void analysis_failed(struct server *s, const char *why);
/* Asks for the report page of a document; see struct page_request. */
void analysis_ask_page(struct server *s, struct document *d, cJSON *root);
/* Answers a request for a page that was cancelled; false if there is none of that id. */
bool analysis_cancel_page(struct server *s, const cJSON *id);
/* Sets the document's kernels and problems to what is known of its text now. */
void analysis_show(struct server *s, struct document *d);
void analysis_end(struct server *s);

#endif
