/* Calls of tools: two are worked on at a time, the others wait. */
#ifndef LSP_MCP_JOBS_H
#define LSP_MCP_JOBS_H

#include <poll.h>

#include "lsp/mcp/worker.h"

struct mcp_server;
struct mcp_batch;

enum { MCP_WORKERS = 2 };

struct mcp_job {
    cJSON *id, *arguments; /* owned; arguments may be NULL */
    const struct tool *tool;
    struct mcp_batch *batch; /* or NULL */
    struct child child;      /* pid 0: it waits */
    double deadline;
};

struct mcp_jobs {
    struct mcp_job **at; /* malloc'd, in the order in which they came */
    size_t n, cap;
};

/* False if there are too many already. */
bool mcp_job_add(struct mcp_server *s, const cJSON *id, const struct tool *t,
                 const cJSON *arguments, struct mcp_batch *batch);
/* Ends the job of that request without an answer, if there is one. */
void mcp_job_cancel(struct mcp_server *s, const cJSON *id);
/* Starts what waits, and ends what takes too long. */
void mcp_jobs_step(struct mcp_server *s);
/* When that has to happen next; 0: when something else happens. */
double mcp_jobs_next(const struct mcp_server *s);
/* What to poll for them, and what to do then. */
size_t mcp_jobs_poll(const struct mcp_server *s, struct pollfd fds[MCP_WORKERS]);
void mcp_jobs_receive(struct mcp_server *s, const struct pollfd *fd);
void mcp_jobs_end(struct mcp_server *s);

#endif
