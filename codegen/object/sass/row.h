/* Rows of the tables of opcodes, and what decoders of all generations share. A row says what an
 * instruction is, how many registers its operands have, and which bits alter its name; the decoder
 * of its generation knows where operands are. */
#ifndef CODEGEN_OBJECT_SASS_ROW_H
#define CODEGEN_OBJECT_SASS_ROW_H

#include "codegen/code/code.h"

/* An instruction's bits; `high` is 0 where it has 64. */
struct sass_word {
    uint64_t low, high;
};

/* Predicates that an instruction has as operands besides its guard. */
enum sass_predicates {
    SASS_SETS = 1,        /* the first result */
    SASS_SETS_SECOND = 2, /* or carries out */
    SASS_TESTS = 4,       /* the last source */
    SASS_TESTS_SECOND = 8,
    SASS_TESTS_THIRD = 16,
    SASS_SETS_ALL = 32,  /* by a mask, from a register */
    SASS_TESTS_ALL = 64, /* into a register */
    SASS_UNGUARDED = 128 /* no guard, always executed (Maxwell) */
};

/* Which operands are uniform registers. */
enum sass_uniform { SASS_VECTOR, SASS_UNIFORM, SASS_UNIFORM_RESULT };

struct sass_row;

/* A part of an instruction's name that bits choose. */
struct sass_modifier {
    uint8_t first, n; /* bits */
    const char *const *texts;
};

/* What the bits of one instruction make of its row, and of what was decoded so far. */
struct sass_refined {
    const struct sass_word *word;
    unsigned arch;
    uint32_t n_instructions; /* of the function */
    struct sass_row *row;    /* a copy, to alter */
    struct code_instruction *in;
    char name[40]; /* with modifiers */
};

struct sass_row {
    uint16_t opcode, mask; /* of the bits that the generation has opcodes in */
    const char *name;
    uint8_t cls;                  /* enum op_class */
    uint8_t layout;               /* the generation's */
    uint8_t result, a, b, c;      /* 32-bit registers of each operand; 0: it has none */
    uint8_t predicates;           /* enum sass_predicates */
    uint8_t uniform;              /* enum sass_uniform */
    uint8_t memory, space, bytes; /* as in struct code_instruction; bytes 0: its bits say */
    uint8_t size;                 /* which bits, the generation's */
    uint8_t flow;                 /* enum code_flow */
    uint8_t modifiers[3];         /* the generation's, 0: none */
    void (*refine)(struct sass_refined *r); /* for what is particular; NULL: nothing */
};

/* n bits from the first one on, at most 64. */
uint64_t sass_bits(const struct sass_word *w, unsigned first, unsigned n);
/* Bits of the instruction that is decoded: at most 32, or one. */
static inline uint32_t sass_field(const struct sass_refined *r, unsigned first, unsigned n) {
    return (uint32_t)sass_bits(r->word, first, n);
}
static inline bool sass_flag(const struct sass_refined *r, unsigned number) {
    return sass_field(r, number, 1);
}
/* 8 bytes, the lowest first. */
uint64_t sass_load(const uint8_t *at);
/* Neighbouring registers that an instruction reads or writes; the file's zero register, or n == 0,
 * adds nothing, and neither does what there is no room for. */
void sass_reads(struct code_instruction *in, enum code_file file, unsigned first, unsigned n);
void sass_writes(struct code_instruction *in, enum code_file file, unsigned first, unsigned n);
/* Adds to the name, as far as there is room. */
void sass_append(struct sass_refined *r, const char *text);
/* The row of the opcode, or NULL. */
const struct sass_row *sass_find(const struct sass_row *rows, size_t n, unsigned opcode);
/* Begins an instruction with what the row and its modifiers say; the name is in r. */
void sass_begin(struct sass_refined *r, const struct sass_modifier *modifiers);
/* Ends it: the name, in the arena where it is not the row's. */
void sass_end(struct arena *a, struct sass_refined *r, const char *row_name);
/* Stall, scoreboards set and waited for, of the 17 bits that all generations have in one order. */
void sass_control(struct code_instruction *in, uint32_t bits);

/* Codes for sm_50 to sm_62, and for sm_70 and later. False: no table. */
bool sass_decode_maxwell(struct arena *a, const uint8_t *code, size_t n, struct code *c);
bool sass_decode_volta(struct arena *a, const uint8_t *code, size_t n, unsigned arch,
                       struct code *c);

#endif
