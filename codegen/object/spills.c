#include "codegen/object/spills.h"

enum { INSTRUCTION_BYTES = 16 };

/* Loads and stores of local memory, which ptxas notes as spills: the opcode, and how wide. */
enum {
    OPCODE_MASK = 0xfff,
    STORE_LOCAL = 0x387,
    LOAD_LOCAL = 0x983,
    WIDTH_BIT = 73,
    WIDTH_MASK = 7,
    OFFSET_BIT = 40,
    OFFSET_BYTES = 3
};

/* By the code of a width. */
static const uint8_t width_bytes[] = {1, 1, 2, 2, 4, 8, 16, 0};

/* Words of the stack that hold spilled registers. */
enum { WORD_BYTES = 4, STACK_MOST = 1 << 19, WORDS = STACK_MOST / WORD_BYTES };
struct slots {
    uint64_t taken[WORDS / 64];
};

static uint32_t take(struct slots *s, uint32_t offset, uint32_t bytes) {
    uint32_t fresh = 0;
    for (uint32_t at = offset; at < offset + bytes && at < STACK_MOST; at += WORD_BYTES) {
        uint64_t *word = &s->taken[at / WORD_BYTES / 64], bit = (uint64_t)1 << at / WORD_BYTES % 64;
        fresh += *word & bit ? 0 : WORD_BYTES;
        *word |= bit;
    }
    return fresh;
}

static void mark(struct code *c, uint32_t address) {
    struct code_instruction *in = (struct code_instruction *)c->instructions;
    uint32_t number = address / INSTRUCTION_BYTES;
    if (number < c->n_instructions && in[number].address == address)
        in[number].spill = true;
}

static void add(struct code *c, struct slots *s, struct piece instruction) {
    unsigned opcode = piece_u16(instruction, 0) & OPCODE_MASK;
    unsigned width = piece_u16(instruction, WIDTH_BIT / 8) >> WIDTH_BIT % 8 & WIDTH_MASK;
    uint32_t bytes = width_bytes[width];
    uint32_t offset = (uint32_t)piece_number(instruction, OFFSET_BIT / 8, OFFSET_BYTES);
    struct code_resources *r = &c->resources;
    if (opcode == STORE_LOCAL) {
        r->spill_stores++;
        r->spill_store_bytes += bytes;
        r->spill_bytes += take(s, offset, bytes);
    } else if (opcode == LOAD_LOCAL) {
        r->spill_loads++;
        r->spill_load_bytes += bytes;
    }
}

void spills_read(struct piece code, struct piece notes, struct code *c) {
    enum { NOTE_BYTES = 8, SPILL = 1 };
    struct slots slots = {0};
    for (size_t at = 0; at + NOTE_BYTES <= notes.n; at += NOTE_BYTES) {
        uint32_t address = piece_u32(notes, at + 4);
        if (piece_u32(notes, at) != SPILL || !piece_holds(code, address, INSTRUCTION_BYTES))
            continue;
        add(c, &slots, piece_part(code, address, INSTRUCTION_BYTES));
        mark(c, address);
    }
}
