#include "lsp/mcp/server.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static const char usage[] = "usage: clperf mcp [--timeout SECONDS] [--log FILE]\n"
                            "\n"
                            "A server of the Model Context Protocol on standard input and output, "
                            "for assistants that write\n"
                            "code; see docs/lsp.md.\n"
                            "  --timeout SECONDS  most time for a call, default 50\n"
                            "  --log FILE         writes all messages to a file\n";

static int complain(const char *what, const char *value, const char *why) {
    fprintf(stderr, "clperf: error: %s '%s': %s\n", what, value, why);
    return EXIT_USAGE;
}

/* 0, or the exit status of an option that is wrong. */
static int take_option(struct mcp_server *s, const char *name, const char *value) {
    if (strcmp(name, "--log") == 0) {
        s->rpc.log = s->rpc.log ? s->rpc.log : fopen(value, "ae");
        return s->rpc.log ? 0 : complain("cannot write", value, strerror(errno));
    }
    char *end;
    s->timeout = strtod(value, &end);
    bool good = end != value && !*end && s->timeout > 0 && s->timeout <= longest_timeout;
    return good ? 0 : complain("--timeout", value, "expected 1 to 86400 seconds");
}

/* -1: go on; else the exit status. */
static int read_arguments(struct mcp_server *s, int argc, char **argv) {
    for (int i = 1; i < argc; i += 2) {
        bool is_help = strcmp(argv[i], "--help") == 0;
        bool is_known = strcmp(argv[i], "--log") == 0 || strcmp(argv[i], "--timeout") == 0;
        if (is_help)
            return fputs(usage, stdout) < 0;
        if (!is_known || i + 1 == argc)
            return problems_misuse(
                "mcp",
                arena_printf(&s->arena, is_known ? "'%s' needs a value" : "unknown option '%s'",
                             argv[i]));
        int status = take_option(s, argv[i], argv[i + 1]);
        if (status)
            return status;
    }
    return -1;
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
    int status = read_arguments(&s, argc, argv);
    (void)a;
    if (status < 0) {
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
