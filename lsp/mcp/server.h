/* The Model Context Protocol over standard input and output: `clperf mcp`. One thread and one loop;
 * the work of a call is done in a process of its own. */
#ifndef LSP_MCP_SERVER_H
#define LSP_MCP_SERVER_H

#include "lsp/json_rpc.h"
#include "lsp/mcp/jobs.h"

/* A version of the protocol. */
struct mcp_version {
    const char *name;
    bool batches; /* it has several messages in one array */
};

struct mcp_server {
    struct rpc rpc;
    const struct mcp_version *version; /* NULL: not initialized */
    const char *clperf, *analyzer;
    struct mcp_jobs jobs;
    double timeout; /* of a call, in seconds */
    struct gpu_list gpus;
    struct arena arena; /* of what lives as long as the server */
};

/* Messages that came in one array are answered in one. */
struct mcp_batch {
    cJSON *answers;
    size_t open; /* requests without an answer, and one while the array is read */
};

/* Sends an answer, or keeps it for the others of its batch; NULL: there is none, as the request was
 * cancelled. `batch` may be NULL. */
void mcp_answer(struct mcp_server *s, struct mcp_batch *batch, cJSON *message);
/* Handles a message, which it deletes. */
void mcp_handle(struct mcp_server *s, struct rpc_message *m);

/* `clperf mcp`: the arguments after `clperf`. Returns the exit status. */
int mcp_command(struct arena *a, int argc, char **argv);

#endif
