/* Messages over two file descriptors. Nothing here knows what is in them: `clperf lsp` has headers
 * with Content-Length, other protocols over stdio have one message per line. What is read comes in
 * whole messages, and what is written waits in a queue until the reader takes it, so that neither
 * side can block the other. */
#ifndef LSP_TRANSPORT_H
#define LSP_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>

enum framing { FRAMING_HEADERS, FRAMING_LINES };

/* The longest message that is taken, in bytes. */
enum { TRANSPORT_LONGEST = 64 << 20 };

struct byte_queue {
    char *bytes;
    size_t from, n, cap; /* [from, n) is in use */
};

struct transport {
    enum framing framing;
    int in, out;
    struct byte_queue received, sent;
    bool lost; /* after something that is no header, until the next one */
};

enum frame {
    FRAME_NONE,    /* no whole message yet */
    FRAME_MESSAGE, /* one, until the next call */
    FRAME_BROKEN   /* bytes that are no message are dropped; see *problem */
};

/* Makes both descriptors non-blocking. transport_close() releases the memory. */
struct transport transport_open(enum framing framing, int in, int out);
void transport_close(struct transport *t);
/* Reads what is there. False at the end of the input. */
bool transport_receive(struct transport *t);
enum frame transport_next(struct transport *t, char **text, size_t *n, const char **problem);
void transport_send(struct transport *t, const char *text, size_t n);
bool transport_is_sending(const struct transport *t);
/* Writes what fits. False if nobody reads any more, or far too little. */
bool transport_flush(struct transport *t);

#endif
