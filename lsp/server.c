#include "lsp/server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/die.h"
#include "base/problems.h"
#include "base/str.h"
#include "source/compiler/toolchain.h"

/* How often to look whether the client's process is still there, in seconds. */
static const double client_watch = 2;

/* How long to go on writing when nobody sends any more. */
enum { LAST_WORDS_MS = 1000 };

double server_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void server_touch(struct server *s, struct document *d) {
    double now = server_now();
    bool checking = s->analysis.job == JOB_FINDINGS && s->analysis.document == d;
    bool busy = d->due > 0 || checking || now - d->changed < s->settings.debounce;
    analysis_forget(s, d);
    d->due = busy ? now + s->settings.debounce : now;
    d->changed = now;
}

void server_touch_all(struct server *s) {
    for (size_t i = 0; i < s->documents.n; i++) {
        s->documents.at[i]->revision++;
        server_touch(s, s->documents.at[i]);
    }
}

void server_refresh(struct server *s) {
    if (s->client.refreshes_hints)
        server_ask(s, "workspace/inlayHint/refresh", NULL, ASKED_NOTHING, NULL);
    if (s->client.refreshes_lenses)
        server_ask(s, "workspace/codeLens/refresh", NULL, ASKED_NOTHING, NULL);
}

static bool client_is_gone(const struct server *s) {
    return s->client_process && kill(s->client_process, 0) != 0 && errno == ESRCH;
}

static int wait_ms(const struct server *s) {
    double now = server_now(), until = s->client_process ? now + client_watch : 0;
    const double others[] = {analysis_next(s), server_next_deadline(s)};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] > 0 && (until <= 0 || others[i] < until))
            until = others[i];
    if (until <= 0)
        return -1;
    return until > now ? (int)((until - now) * 1000) + 1 : 0;
}

/* Everything that has come. False if no more will. */
static bool take_messages(struct server *s) {
    struct rpc_message m;
    bool open = transport_receive(&s->rpc.transport);
    while (!s->exits && rpc_next(&s->rpc, &m))
        server_handle(s, &m);
    return open;
}

/* One round of waiting. False at the end. */
static bool turn(struct server *s) {
    struct transport *t = &s->rpc.transport;
    struct pollfd fds[] = {
        {.fd = t->in, .events = POLLIN},
        {.fd = s->analysis.child.pid ? s->analysis.child.out : -1, .events = POLLIN},
        {.fd = transport_is_sending(t) ? t->out : -1, .events = POLLOUT}};
    if (poll(fds, sizeof fds / sizeof *fds, wait_ms(s)) < 0 && errno != EINTR)
        return false;
    if (fds[0].revents && !take_messages(s))
        return false;
    if (fds[1].revents && s->analysis.child.pid && s->analysis.child.out == fds[1].fd)
        analysis_receive(s);
    server_answer_late(s, server_now());
    if (s->phase == PHASE_RUNNING)
        analysis_step(s);
    return transport_flush(t) && !s->exits && !client_is_gone(s);
}

/* What is left to say, if somebody reads it soon. */
static void say_the_rest(struct server *s) {
    struct transport *t = &s->rpc.transport;
    struct pollfd out = {.fd = t->out, .events = POLLOUT};
    while (transport_is_sending(t) && poll(&out, 1, LAST_WORDS_MS) > 0 &&
           !(out.revents & (POLLERR | POLLHUP)) && transport_flush(t))
        ;
}

static void end(struct server *s) {
    analysis_end(s);
    server_drop_waiting(s, NULL);
    for (size_t i = 0; i < s->asked.n; i++)
        cJSON_free(s->asked.at[i].uri);
    while (s->documents.n)
        document_close(&s->documents, s->documents.at[0]);
    result_store_free(&s->store);
    settings_free(&s->settings);
    arena_free(&s->lists);
    arena_free(&s->arena);
    transport_close(&s->rpc.transport);
}

static void prepare(struct server *s) {
    const char *self = toolchain_self(&s->arena);
    signal(SIGPIPE, SIG_IGN);
    unsetenv("CLPERF_OUTPUT_DIR");
    s->rpc.transport = transport_open(FRAMING_HEADERS, STDIN_FILENO, STDOUT_FILENO);
    s->client.encoding = ENCODING_UTF16;
    s->settings = settings_default();
    s->analysis.child = s->analysis.spare = (struct child){.in = -1, .out = -1, .err = -1};
    s->analysis.program = toolchain_sibling(&s->arena, self, "clperf-analyze");
}

struct arguments {
    const char *log; /* a file, or NULL */
    bool stdio;      /* said by editors, and always so */
};

static const struct command_option options[] = {
    {"--log", "FILE", "writes all messages to a file", COMMAND_TEXT(struct arguments, log), 0},
    {"--stdio", NULL, NULL, COMMAND_FLAG(struct arguments, stdio), 0},
};

static const struct command_table table = {
    .name = "lsp",
    .usage = "usage: clperf lsp [--log FILE]\n"
             "\n"
             "A language server on standard input and output, for editors; see docs/lsp.md.\n"
             "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
};

/* COMMAND_RUNS, or the exit status if the server is not to run. */
static int read_arguments(struct arena *a, struct server *s, char **argv) {
    struct arguments c = {0};
    struct command_words words;
    int status = command_line_read(a, &table, argv, &c, &words);
    if (status == COMMAND_RUNS && words.operands.n)
        return problems_fail(arena_printf(a, "unknown option '%s'", words.operands.at[0]));
    s->rpc.log = status == COMMAND_RUNS && c.log ? fopen(c.log, "ae") : NULL;
    return status == COMMAND_RUNS && c.log && !s->rpc.log
               ? problems_fail(arena_printf(a, "cannot write '%s': %s", c.log, strerror(errno)))
               : status;
}

int lsp_command(struct arena *a, int argc, char **argv) {
    struct server s = {0};
    int status = read_arguments(a, &s, argv);
    (void)argc;
    if (status == COMMAND_RUNS) {
        prepare(&s);
        while (turn(&s))
            ;
        say_the_rest(&s);
        status = s.phase == PHASE_SHUT_DOWN ? 0 : 1;
        end(&s);
    }
    if (s.rpc.log)
        fclose(s.rpc.log);
    return status;
}
