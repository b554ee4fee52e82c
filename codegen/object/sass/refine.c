#include "codegen/object/sass/refine.h"

#include <string.h>

enum { ZERO = 255 };

static unsigned form(const struct sass_refined *r) {
    return sass_field(r, FORM_BIT, 3);
}

/* A predicate without which nothing is loaded, counted from the last one. */
void refine_ldg(struct sass_refined *r) {
    if (sass_field(r, 64, 3))
        sass_reads(r->in, CODE_PREDICATE, ALWAYS - sass_field(r, 64, 3), 1);
}

/* One predicate may be a uniform one. */
void refine_plop3(struct sass_refined *r) {
    if (!sass_flag(r, 67))
        return;
    r->row->predicates &= (uint8_t)~SASS_TESTS_THIRD;
    if (sass_field(r, 68, 3) != ALWAYS)
        sass_reads(r->in, CODE_PREDICATE, UNIFORM_PREDICATES + sass_field(r, 68, 3), 1);
}

/* The third predicate is a comparison of lower halves. */
void refine_isetp(struct sass_refined *r) {
    if (sass_flag(r, 72))
        sass_append(r, ".EX");
    else
        r->row->predicates &= (uint8_t)~SASS_TESTS_THIRD;
}

/* Moves, additions and shifts by a constant that are multiply-adds. */
void refine_imad(struct sass_refined *r) {
    bool third_is_other = form(r) == 2 || form(r) == 3 || form(r) == 7;
    uint32_t a = sass_field(r, 24, 8), b = sass_field(r, third_is_other ? 64 : 32, 8);
    uint32_t immediate = form(r) == 4 ? sass_field(r, 32, 32) : 0;
    bool b_is_register = third_is_other || form(r) == 1;
    if (a == ZERO || (b_is_register && b == ZERO))
        sass_append(r, ".MOV");
    else if (immediate == 1)
        sass_append(r, ".IADD");
    else if (immediate && (immediate & (immediate - 1)) == 0 && sass_field(r, 64, 8) == ZERO)
        sass_append(r, ".SHL");
    if (sass_flag(r, 74))
        sass_append(r, ".X");
}

/* Types of a conversion: sizes as powers of two. */
void refine_conversion(struct sass_refined *r) {
    static const char *const floats[] = {".F8", ".F16", ".F32", ".F64"};
    static const char *const ints[] = {".S8", ".S16", ".S32", ".S64"};
    static const char *const unsigned_ints[] = {".U8", ".U16", ".U32", ".U64"};
    uint32_t to = sass_field(r, 75, 2), from = sass_field(r, 84, 2);
    bool to_int = strstr(r->row->name, "F2I"), from_int = strstr(r->row->name, "I2F");
    const char *const *to_names = !to_int ? floats : sass_flag(r, 72) ? ints : unsigned_ints;
    const char *const *from_names = !from_int ? floats : sass_flag(r, 74) ? ints : unsigned_ints;
    sass_append(r, to_names[to]);
    sass_append(r, from_names[from]);
    r->row->result = to == 3 ? 2 : 1;
    r->row->b = from == 3 ? 2 : 1;
    if (to == 3 || from == 3)
        r->in->cls = CLASS_CVT64;
}

void refine_cs2r(struct sass_refined *r) {
    r->row->result = sass_flag(r, 80) ? 2 : 1;
}

void refine_match(struct sass_refined *r) {
    r->row->a = sass_flag(r, 73) ? 2 : 1;
}

/* A copy of 4, 8 or 16 bytes, from a global address of 64 bits or an index to a uniform one. */
void refine_ldgsts(struct sass_refined *r) {
    uint32_t size = r->arch >= 100 ? sass_field(r, 74, 2) : sass_field(r, 73, 3) % 4;
    r->row->bytes = (uint8_t)(4 << size % 3);
    r->row->b = sass_flag(r, r->arch >= 100 ? 83 : 70) ? 2 : 1;
    sass_append(r, size == 2 ? ".128" : size == 1 ? ".64" : "");
}

/* One, two or four matrices of 8 rows of 16 bytes: 4 bytes of each for a lane. */
void refine_matrices(struct sass_refined *r) {
    r->row->bytes = (uint8_t)(4 << sass_field(r, 72, 2));
}

/* Two registers of the channels that are wanted, and the others elsewhere. */
void refine_texture(struct sass_refined *r) {
    unsigned channels = 0;
    for (unsigned i = 0; i < 4; i++)
        channels += sass_flag(r, 72 + i);
    r->row->result = (uint8_t)(channels < 2 ? channels : 2);
    r->row->bytes = (uint8_t)(4 * channels);
    sass_writes(r->in, CODE_VECTOR, sass_field(r, 64, 8), channels - r->row->result);
}

/* BAR.ARV does not wait, BAR.RED collects a predicate. */
void refine_barrier(struct sass_refined *r) {
    uint32_t kind = sass_field(r, 77, 2);
    if (kind != 1)
        r->in->flow = CODE_BARRIER;
    if (kind == 2 && sass_field(r, 87, 3) != ALWAYS)
        sass_reads(r->in, CODE_PREDICATE, sass_field(r, 87, 3), 1);
}

/* A distance from the next instruction in units of 4 bytes, whose lowest 8 bits are elsewhere from
 * Hopper on. */
void refine_target(struct sass_refined *r) {
    uint64_t distance = sass_bits(r->word, 34, 48);
    if (r->arch >= 90)
        distance = (distance << 8 | sass_field(r, 16, 8)) & ((UINT64_C(1) << 48) - 1);
    if (distance >> 47)
        distance |= UINT64_MAX << 48;
    uint64_t address = r->in->address + 16 + 4 * distance;
    if (address % 16 == 0 && address / 16 < r->n_instructions)
        r->in->target = (uint32_t)(address / 16);
}

/* BRA.U is by a uniform predicate, BRA.DIV if the lanes differ. */
void refine_branch(struct sass_refined *r) {
    refine_target(r);
    if (form(r) == 2) {
        sass_append(r, ".U");
        r->in->conditional |= sass_field(r, 24, 3) != ALWAYS;
        if (sass_field(r, 24, 3) != ALWAYS)
            sass_reads(r->in, CODE_PREDICATE, UNIFORM_PREDICATES + sass_field(r, 24, 3), 1);
    } else if (sass_flag(r, 91)) {
        sass_append(r, ".DIV");
        sass_read_uniform(r, 24, 1);
        r->in->conditional = true;
    }
}

/* Between two registers that are no operands here. */
void refine_bmov(struct sass_refined *r) {
    if (form(r) == 7)
        r->row->result = r->row->b = 0;
}

void refine_voteu(struct sass_refined *r) {
    if (sass_field(r, 81, 3) != ALWAYS)
        sass_writes(r->in, CODE_PREDICATE, UNIFORM_PREDICATES + sass_field(r, 81, 3), 1);
}

/* A register in the address: an index, or the handle of a bank. */
void refine_uldc(struct sass_refined *r) {
    if (!sass_flag(r, 91))
        r->row->a = 0;
}
