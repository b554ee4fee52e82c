/* The text of inline PTX as instructions with operands. Syntax only: what an opcode does stands in
 * opcodes.def. */
#ifndef SOURCE_LANGUAGES_PTX_TEXT_H
#define SOURCE_LANGUAGES_PTX_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum ptx_operand_kind {
    PTX_REGISTER,
    PTX_INTEGER,
    PTX_FLOAT,
    PTX_LIST /* "{a, b}", and "(a, b)" of a call */
};

struct ptx_operand {
    enum ptx_operand_kind kind;
    bool address; /* in brackets: where memory is */
    bool negated; /* "!p" */
    /* "%r1", "p", or "$2" for an operand of the assembly; NULL unless it is a register. */
    const char *name;
    const char *second;              /* of "d|p", the register behind the bar, or NULL */
    int64_t number;                  /* an integer, or the bits of a floating-point number */
    unsigned bits;                   /* of a floating-point number */
    int64_t offset;                  /* "[r+16]": bytes */
    const char *offset_name;         /* the same from a register, or NULL */
    const struct ptx_operand *parts; /* of a list; of an address, what stands behind it */
    unsigned n_parts;
};

struct ptx_instruction {
    const char *predicate; /* a register, or NULL */
    bool negated;          /* the predicate */
    const char *opcode;    /* with all modifiers */
    const char **words;    /* the same cut at its dots */
    unsigned n_words;
    const struct ptx_operand *operands;
    unsigned n;
    unsigned line; /* of the text, from 1 */
};

struct ptx_text {
    const struct ptx_instruction *instructions;
    unsigned n;
};

/* False: there are labels, or something that is not PTX. Declarations of registers and braces
 * around statements leave nothing. */
bool ptx_parse(struct arena *a, const char *text, size_t length, struct ptx_text *parsed);

/* Whether a modifier is there, without its dot. */
bool ptx_has(const struct ptx_instruction *in, const char *word);
/* The modifier that starts so, or NULL. */
const char *ptx_word(const struct ptx_instruction *in, const char *prefix);

#endif
