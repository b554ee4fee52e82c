#include "lsp/mcp/server.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/die.h"
#include "base/problems.h"
#include "lsp/server.h"
#include "source/compiler/toolchain.h"

/* Of a call: less than the minute after which clients commonly give up without a reason. */
static const double default_timeout = 50, longest_timeout = 86400;

/* How long to go on writing when nobody sends any more. */
enum { LAST_WORDS_MS = 1000 };

/* Everything that has come. False if no more will. */
static bool take_messages(struct mcp_server *s) {
    struct rpc_message m;
    bool open = transport_receive(&s->rpc.transport);
    while (rpc_next(&s->rpc, &m))
        mcp_handle(s, &m);
    return open;
}

static int wait_ms(const struct mcp_server *s) {
    double until = mcp_jobs_next(s), left = until - server_now();
    return until <= 0 ? -1 : left > 0 ? (int)(left * 1000) + 1 : 0;
}

/* One round of waiting. False at the end. */
static bool turn(struct mcp_server *s) {
    struct transport *t = &s->rpc.transport;
    struct pollfd fds[2 + MCP_WORKERS] = {
        {.fd = t->in, .events = POLLIN},
        {.fd = transport_is_sending(t) ? t->out : -1, .events = POLLOUT}};
    size_t n = mcp_jobs_poll(s, fds + 2);
    if (poll(fds, 2 + n, wait_ms(s)) < 0 && errno != EINTR)
        return false;
    for (size_t i = 0; i < n; i++)
        if (fds[2 + i].revents)
            mcp_jobs_receive(s, &fds[2 + i]);
    if (fds[0].revents && !take_messages(s))
        return false;
    mcp_jobs_step(s);
    return transport_flush(t);
}

/* What is left to say, if somebody reads it soon. */
static void say_the_rest(struct mcp_server *s) {
    struct transport *t = &s->rpc.transport;
    struct pollfd out = {.fd = t->out, .events = POLLOUT};
    while (transport_is_sending(t) && poll(&out, 1, LAST_WORDS_MS) > 0 &&
           !(out.revents & (POLLERR | POLLHUP)) && transport_flush(t))
        ;
}

struct arguments {
    const char *log; /* a file, or NULL */
    double timeout;
};

static const char *read_timeout(struct arena *a, void *to, const char *value) {
    double *timeout = &((struct arguments *)to)->timeout;
    return command_line_number(value, 0, longest_timeout, timeout) && *timeout > 0
               ? NULL
               : arena_printf(a, "--timeout '%s': expected 1 to 86400 seconds", value);
}

static const struct command_option options[] = {
    {"--timeout", "SECONDS", "most time for a call, default 50", COMMAND_READ(read_timeout), 0},
    {"--log", "FILE", "writes all messages to a file", COMMAND_TEXT(struct arguments, log), 0},
};

static const struct command_table table = {
    .name = "mcp",
    .usage = "usage: clperf mcp [--timeout SECONDS] [--log FILE]\n"
             "\n"
             "A server of the Model Context Protocol on standard input and output, for assistants\n"
             "that write code; see docs/lsp.md.\n"
             "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
};

/* COMMAND_RUNS, or the exit status if the server is not to run. */
static int read_arguments(struct arena *a, struct mcp_server *s, char **argv) {
    struct arguments c = {.timeout = s->timeout};
    struct command_words words;
    int status = command_line_read(a, &table, argv, &c, &words);
    if (status == COMMAND_RUNS && words.operands.n)
        return problems_fail(arena_printf(a, "unknown option '%s'", words.operands.at[0]));
    s->timeout = c.timeout;
    s->rpc.log = status == COMMAND_RUNS && c.log ? fopen(c.log, "ae") : NULL;
    return status == COMMAND_RUNS && c.log && !s->rpc.log
               ? problems_fail(arena_printf(a, "cannot write '%s': %s", c.log, strerror(errno)))
               : status;
}

static void prepare(struct mcp_server *s) {
    signal(SIGPIPE, SIG_IGN);
    unsetenv("CLPERF_OUTPUT_DIR");
    s->clperf = toolchain_self(&s->arena);
    s->analyzer = toolchain_sibling(&s->arena, s->clperf, "clperf-analyze");
    s->rpc.transport = transport_open(FRAMING_LINES, STDIN_FILENO, STDOUT_FILENO);
}

int mcp_command(struct arena *a, int argc, char **argv) {
    struct mcp_server s = {.timeout = default_timeout};
    int status = read_arguments(a, &s, argv);
    (void)argc;
    if (status == COMMAND_RUNS) {
        prepare(&s);
        while (turn(&s))
            ;
        mcp_jobs_end(&s);
        say_the_rest(&s);
        transport_close(&s.rpc.transport);
        status = 0;
    }
    if (s.rpc.log)
        fclose(s.rpc.log);
    arena_free(&s.arena);
    return status;
}
