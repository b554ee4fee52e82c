#include "lsp/mcp/jobs.h"

#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "lsp/mcp/server.h"
#include "lsp/server.h"

/* Of calls that wait or are worked on. */
enum { MOST_JOBS = 256 };

bool mcp_job_add(struct mcp_server *s, const cJSON *id, const struct tool *t,
                 const cJSON *arguments, struct mcp_batch *batch) {
    struct mcp_jobs *all = &s->jobs;
    if (all->n == MOST_JOBS)
        return false;
    if (all->n == all->cap) {
        all->cap = all->cap ? all->cap * 2 : 8;
        all->at = realloc(all->at, all->cap * sizeof *all->at);
    }
    struct mcp_job *j = calloc(1, sizeof *j);
    if (!all->at || !j)
        die("out of memory");
    *j = (struct mcp_job){.id = cJSON_Duplicate(id, true),
                          .arguments = cJSON_Duplicate(arguments, true),
                          .tool = t,
                          .batch = batch,
                          .child = {.in = -1, .out = -1, .err = -1}};
    if (batch)
        batch->open++;
    all->at[all->n++] = j;
    return true;
}

/* Answers the job, without a result only its batch, and forgets it. */
static void finish(struct mcp_server *s, size_t i, cJSON *result) {
    struct mcp_job *j = s->jobs.at[i];
    memmove(&s->jobs.at[i], &s->jobs.at[i + 1], (--s->jobs.n - i) * sizeof *s->jobs.at);
    mcp_answer(s, j->batch, result ? rpc_result(j->id, result) : NULL);
    child_kill(&j->child);
    cJSON_Delete(j->id);
    cJSON_Delete(j->arguments);
    free(j);
}

void mcp_job_cancel(struct mcp_server *s, const cJSON *id) {
    for (size_t i = 0; i < s->jobs.n; i++)
        if (rpc_same_id(s->jobs.at[i]->id, id)) {
            finish(s, i, NULL);
            return;
        }
}

static bool is_running(const struct mcp_job *j) {
    return j->child.pid != 0;
}

/* Starts a job; false if it cannot be, and is answered. */
static bool start(struct mcp_server *s, size_t i) {
    struct arena a = {0};
    struct mcp_job *j = s->jobs.at[i];
    if (strcmp(j->tool->name, "gpus") == 0 && !s->gpus.at)
        gpu_list_read(&s->arena, &s->gpus);
    const struct tool_call c = {
        .arguments = j->arguments, .clperf = s->clperf, .analyzer = s->analyzer, .gpus = s->gpus};
    const char *why = worker_start(&a, &j->child, j->tool, &c);
    j->deadline = server_now() + s->timeout;
    if (why)
        finish(s, i, call_failure(why));
    arena_free(&a);
    return !why;
}

static void end_late(struct mcp_server *s) {
    struct arena a = {0};
    double now = server_now();
    for (size_t i = s->jobs.n; i-- > 0;)
        if (is_running(s->jobs.at[i]) && s->jobs.at[i]->deadline <= now)
            finish(s, i,
                   call_failure(arena_printf(
                       &a,
                       "it takes longer than %g s: ask for less at a time, or start clperf mcp "
                       "with a greater --timeout",
                       s->timeout)));
    arena_free(&a);
}

void mcp_jobs_step(struct mcp_server *s) {
    size_t running = 0;
    end_late(s);
    for (size_t i = 0; i < s->jobs.n; i++)
        running += is_running(s->jobs.at[i]);
    for (size_t i = 0; i < s->jobs.n && running < MCP_WORKERS;) {
        bool started = !is_running(s->jobs.at[i]);
        if (started && !start(s, i))
            continue;
        running += started;
        i++;
    }
}

double mcp_jobs_next(const struct mcp_server *s) {
    double next = 0;
    for (size_t i = 0; i < s->jobs.n; i++) {
        const struct mcp_job *j = s->jobs.at[i];
        if (is_running(j) && (next <= 0 || j->deadline < next))
            next = j->deadline;
    }
    return next;
}

size_t mcp_jobs_poll(const struct mcp_server *s, struct pollfd fds[MCP_WORKERS]) {
    size_t n = 0;
    for (size_t i = 0; i < s->jobs.n && n < MCP_WORKERS; i++)
        if (is_running(s->jobs.at[i]))
            fds[n++] = (struct pollfd){.fd = s->jobs.at[i]->child.out, .events = POLLIN};
    return n;
}

/* What the worker wrote, or why that is no result. */
static cJSON *result_of(struct child *c) {
    struct arena a = {0};
    const char *why = child_finish(&a, c);
    cJSON *result = why || !c->n ? NULL : cJSON_ParseWithLength(c->bytes, c->n);
    if (!result)
        result = call_failure(why ? why : "the call ended without a result");
    arena_free(&a);
    return result;
}

void mcp_jobs_receive(struct mcp_server *s, const struct pollfd *fd) {
    for (size_t i = 0; i < s->jobs.n; i++) {
        struct child *c = &s->jobs.at[i]->child;
        if (!c->pid || c->out != fd->fd)
            continue;
        if (!child_receive(c))
            finish(s, i, result_of(c));
        return;
    }
}

void mcp_jobs_end(struct mcp_server *s) {
    while (s->jobs.n)
        finish(s, s->jobs.n - 1, NULL);
    free(s->jobs.at);
    s->jobs = (struct mcp_jobs){0};
}
