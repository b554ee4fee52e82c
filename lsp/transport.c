#include "lsp/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/die.h"

enum { PIECE = 64 * 1024, LONGEST_HEADERS = 8 * 1024, MOST_QUEUED = 256 << 20 };

static const char length_name[] = "Content-Length:";

/* --- queues ---------------------------------------------------------------- */

/* Room for n more bytes at the end. What is empty gives its memory back if it was much. */
static char *queue_room(struct byte_queue *q, size_t n) {
    if (q->from) {
        memmove(q->bytes, q->bytes + q->from, q->n - q->from);
        q->n -= q->from;
        q->from = 0;
    }
    bool spacious = q->cap > 16 * PIECE && q->n + n < PIECE;
    if (q->n + n > q->cap || spacious) {
        q->cap = spacious ? 2 * PIECE : (q->n + n) * 3 / 2;
        q->bytes = realloc(q->bytes, q->cap);
        if (!q->bytes)
            die("out of memory (%zu bytes)", q->cap);
    }
    return q->bytes + q->n;
}

static void queue_add(struct byte_queue *q, const char *bytes, size_t n) {
    memcpy(queue_room(q, n), bytes, n);
    q->n += n;
}

/* --- reading --------------------------------------------------------------- */

static void set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    if (flags >= 0)
        fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

struct transport transport_open(enum framing framing, int in, int out) {
    set_nonblocking(in);
    set_nonblocking(out);
    return (struct transport){.framing = framing, .in = in, .out = out};
}

void transport_close(struct transport *t) {
    free(t->received.bytes);
    free(t->sent.bytes);
    t->received = t->sent = (struct byte_queue){0};
}

bool transport_receive(struct transport *t) {
    ssize_t n = read(t->in, queue_room(&t->received, PIECE), PIECE);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    t->received.n += (size_t)n;
    return n > 0;
}

/* The end of the line at `at`, or NULL. */
static char *line_end(char *at, size_t n) {
    return memchr(at, '\n', n);
}

static bool is_blank(const char *line, const char *end) {
    return line == end || (end == line + 1 && *line == '\r');
}

/* The number after "Content-Length:"; false if it is none. */
static bool read_length(const char *line, const char *end, size_t *length) {
    const char *at = line + sizeof length_name - 1;
    size_t n = 0;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || *at < '0' || *at > '9')
        return false;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        n = n < (size_t)1 << 50 ? n * 10 + (size_t)(*at - '0') : n;
    while (at < end && strchr(" \t\r", *at))
        at++;
    *length = n;
    return at == end;
}

/* Headers up to a blank line. */
struct headers {
    size_t bytes; /* that they take; 0: they have not come to an end */
    bool good, has_length;
    size_t length;
};

static struct headers read_headers(char *from, size_t n) {
    struct headers h = {.good = true};
    char *line = from, *end;
    while ((end = line_end(line, n - (size_t)(line - from)))) {
        size_t size = (size_t)(end - line);
        if (is_blank(line, end)) {
            h.bytes = (size_t)(end + 1 - from);
            return h;
        }
        if (size >= sizeof length_name - 1 &&
            strncasecmp(line, length_name, sizeof length_name - 1) == 0) {
            h.has_length = read_length(line, end, &h.length);
            h.good &= h.has_length;
        } else if (!memchr(line, ':', size)) {
            h.good = false;
            return h;
        }
        line = end + 1;
    }
    h.good &= n <= LONGEST_HEADERS;
    return h;
}

/* On to where the next header may begin; false if it is not there yet. */
static bool find_header(struct byte_queue *q) {
    enum { NAME = sizeof length_name - 1 };
    for (; q->from < q->n; q->from++) {
        size_t left = q->n - q->from;
        const char *at = q->bytes + q->from;
        if (strncasecmp(at, length_name, left < NAME ? left : NAME) == 0)
            return left >= NAME;
    }
    return false;
}

/* What follows has no known beginning: whatever comes before the next header goes with it. */
static enum frame lose(struct transport *t, size_t bytes, const char **problem, const char *why) {
    *problem = why;
    t->received.from += bytes;
    t->lost = true;
    return FRAME_BROKEN;
}

static enum frame next_after_headers(struct transport *t, char **text, size_t *n,
                                     const char **problem) {
    struct byte_queue *q = &t->received;
    if (t->lost && !find_header(q))
        return FRAME_NONE;
    t->lost = false;
    char *from = q->bytes + q->from;
    size_t left = q->n - q->from;
    if (!left)
        return FRAME_NONE;
    struct headers h = read_headers(from, left);
    if (!h.good || (h.bytes && !h.has_length))
        return lose(t, 1, problem, "no header with a Content-Length");
    if (!h.bytes)
        return FRAME_NONE;
    if (h.length > TRANSPORT_LONGEST)
        return lose(t, h.bytes, problem, "the message is too long");
    if (left - h.bytes < h.length)
        return FRAME_NONE;
    *text = from + h.bytes;
    *n = h.length;
    q->from += h.bytes + h.length;
    return FRAME_MESSAGE;
}

static enum frame next_line(struct transport *t, char **text, size_t *n, const char **problem) {
    struct byte_queue *q = &t->received;
    char *from = q->bytes + q->from;
    size_t left = q->n - q->from;
    char *end = left ? line_end(from, left) : NULL;
    if (!end && left > TRANSPORT_LONGEST) {
        *problem = "the message is too long";
        q->from = q->n;
        return FRAME_BROKEN;
    }
    if (!end)
        return FRAME_NONE;
    *text = from;
    *n = (size_t)(end - from);
    q->from += *n + 1;
    return FRAME_MESSAGE;
}

enum frame transport_next(struct transport *t, char **text, size_t *n, const char **problem) {
    return t->framing == FRAMING_LINES ? next_line(t, text, n, problem)
                                       : next_after_headers(t, text, n, problem);
}

/* --- writing --------------------------------------------------------------- */

void transport_send(struct transport *t, const char *text, size_t n) {
    char header[64];
    if (t->framing == FRAMING_HEADERS)
        queue_add(&t->sent, header,
                  (size_t)snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", n));
    queue_add(&t->sent, text, n);
    if (t->framing == FRAMING_LINES)
        queue_add(&t->sent, "\n", 1);
}

bool transport_is_sending(const struct transport *t) {
    return t->sent.n > t->sent.from;
}

bool transport_flush(struct transport *t) {
    while (transport_is_sending(t)) {
        ssize_t n = write(t->out, t->sent.bytes + t->sent.from, t->sent.n - t->sent.from);
        if (n < 0)
            return (errno == EAGAIN || errno == EINTR) && t->sent.n - t->sent.from < MOST_QUEUED;
        t->sent.from += (size_t)n;
    }
    return true;
}
