/* MessagePack, in which AMD's code objects describe their kernels, read in place. */
#ifndef CAPTURE_HIP_MESSAGE_PACK_H
#define CAPTURE_HIP_MESSAGE_PACK_H

#include "codegen/object/piece.h"

enum message_kind { MESSAGE_OTHER, MESSAGE_NUMBER, MESSAGE_TEXT, MESSAGE_ARRAY, MESSAGE_MAP };

/* A value: what its elements are follows it. */
struct message {
    enum message_kind kind;
    uint64_t number;   /* of MESSAGE_NUMBER, or how many elements or pairs follow */
    struct piece text; /* without an end */
};

/* The value at *at, which moves behind its head. False where the bytes end within it. */
bool message_next(struct piece bytes, size_t *at, struct message *out);
/* Moves *at behind a whole value. */
bool message_skip(struct piece bytes, size_t *at);
bool message_is(const struct message *m, const char *text);

#endif
