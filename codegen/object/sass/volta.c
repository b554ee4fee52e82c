/* Instructions of 16 bytes, from Volta on: opcode in bits 0 to 8 and its form in bits 9 to 11,
 * guard in bits 12 to 15, control in bits 105 to 121. */
#include "codegen/object/sass/refine.h"

enum { BYTES = 16, MOST_BYTES = 32, NEVER = 15 };

/* The modifiers by their ids, of which 0 is none. */
enum modifier {
    MODIFIER_NONE,
#define MODIFIER(id, first, n, ...) MODIFIER_##id,
#include "codegen/object/sass/volta_modifiers.def"
#undef MODIFIER
};

#define MODIFIER(id, first, n, ...) static const char *const id##_texts[1 << (n)] = {__VA_ARGS__};
#include "codegen/object/sass/volta_modifiers.def"
#undef MODIFIER

static const struct sass_modifier modifiers[] = {
    {0},
#define MODIFIER(id, first, n, ...) {first, n, id##_texts},
#include "codegen/object/sass/volta_modifiers.def"
#undef MODIFIER
};

/* What rows are made of. */
#define SASS(op, text, class, ...)                                                                 \
    {.opcode = (op), .mask = 0x1ff, .name = (text), .cls = CLASS_##class, __VA_ARGS__},
#define FORM(op, text, class, ...)                                                                 \
    {.opcode = (op), .mask = 0xfff, .name = (text), .cls = CLASS_##class, __VA_ARGS__},
#define REGISTERS(w, x, y, z) .result = (w), .a = (x), .b = (y), .c = (z)
#define PLAIN(w, x, y, z) .layout = LAYOUT_PLAIN, REGISTERS(w, x, y, z)
#define ALU(w, x, y, z) .layout = LAYOUT_ALU, REGISTERS(w, x, y, z)
#define ACCESS(kind, where, bits, w, y, z)                                                         \
    .layout = LAYOUT_MEMORY, .memory = CODE_##kind, .space = SPACE_##where, .size = SIZE_##bits,   \
    REGISTERS(w, 1, y, z)
#define LOADS(where) ACCESS(LOAD, where, ACCESS, 1, 0, 0)
#define STORES(where) ACCESS(STORE, where, ACCESS, 0, 1, 0)
#define ATOMICS(where) ACCESS(ATOMIC, where, ATOMIC, 1, 1, 0)
#define SWAPS(where) ACCESS(ATOMIC, where, ATOMIC, 1, 1, 1)
#define REDUCES(where) ACCESS(ATOMIC, where, ATOMIC, 0, 1, 0)
#define SURFACE(kind, w, y, z)                                                                     \
    .layout = LAYOUT_IMAGE, .memory = CODE_##kind, .space = SPACE_GLOBAL, REGISTERS(w, 1, y, z)
#define TEXTURE(y) SURFACE(LOAD, 1, y, 0)
#define BULK(kind)                                                                                 \
    PLAIN(0, 1, 0, 0), UNIFORM, .memory = CODE_##kind, .space = SPACE_GLOBAL,                      \
        .size = SIZE_IN_REGISTER
#define UNIFORM .uniform = SASS_UNIFORM
#define NAMED(...) .modifiers = {MODIFIERS_OF(__VA_ARGS__, 0, 0)}
#define MODIFIERS_OF(x, y, z, ...) MODIFIER_##x, MODIFIER_##y, MODIFIER_##z
#define MODIFIER_0 MODIFIER_NONE
#define COMPARES .predicates = SASS_SETS | SASS_SETS_SECOND | SASS_TESTS
#define CARRIES .predicates = SASS_SETS | SASS_SETS_SECOND | SASS_TESTS | SASS_TESTS_SECOND
#define LOGIC_OF_PREDICATES                                                                        \
    .predicates = SASS_SETS | SASS_SETS_SECOND | SASS_TESTS | SASS_TESTS_SECOND | SASS_TESTS_THIRD

static const struct sass_row sm70[] = {
#include "codegen/object/sass/sm70.def"
};
static const struct sass_row sm80[] = {
#include "codegen/object/sass/sm80.def"
};
static const struct sass_row sm90[] = {
#include "codegen/object/sass/sm90.def"
};
static const struct sass_row sm100[] = {
#include "codegen/object/sass/sm100.def"
};
static const struct sass_row sm120[] = {
#include "codegen/object/sass/sm120.def"
};

/* The tables, newest first: a row of a generation replaces those of earlier ones. */
static const struct {
    unsigned arch;
    const struct sass_row *rows;
    size_t n;
} tables[] = {
    {120, sm120, sizeof sm120 / sizeof *sm120}, {100, sm100, sizeof sm100 / sizeof *sm100},
    {90, sm90, sizeof sm90 / sizeof *sm90},     {80, sm80, sizeof sm80 / sizeof *sm80},
    {70, sm70, sizeof sm70 / sizeof *sm70},
};

static const struct sass_row *find(unsigned opcode, unsigned arch) {
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        const struct sass_row *row =
            tables[t].arch <= arch ? sass_find(tables[t].rows, tables[t].n, opcode) : NULL;
        if (row)
            return row;
    }
    return NULL;
}

void sass_read_uniform(struct sass_refined *r, unsigned at, unsigned n) {
    uint32_t zero = r->arch >= 100 ? 255 : 63, number = sass_field(r, at, 8) & zero;
    if (number != zero)
        sass_reads(r->in, CODE_SCALAR, number, n);
}

/* A register of the instruction's own kind. */
static void read_at(struct sass_refined *r, unsigned at, unsigned n) {
    if (r->row->uniform == SASS_UNIFORM)
        sass_read_uniform(r, at, n);
    else
        sass_reads(r->in, CODE_VECTOR, sass_field(r, at, 8), n);
}

static void write_result(struct sass_refined *r, unsigned n) {
    uint32_t number = sass_field(r, 16, 8);
    if (r->row->uniform == SASS_VECTOR)
        sass_writes(r->in, CODE_VECTOR, number, n);
    else if (number != (r->arch >= 100 ? 255 : 63))
        sass_writes(r->in, CODE_SCALAR, number, n);
}

static void place_plain(struct sass_refined *r) {
    write_result(r, r->row->result);
    read_at(r, 24, r->row->a);
    read_at(r, 32, r->row->b);
    read_at(r, 64, r->row->c);
}

/* Bits 32 to 63 hold what may be something else than a register: the second source, or in forms 2,
 * 3 and 7 the third one, if there is one, and the second is where else the third is. */
static void place_alu(struct sass_refined *r) {
    const struct sass_row *row = r->row;
    unsigned form = sass_field(r, FORM_BIT, 3);
    bool third = row->c && (form == 2 || form == 3 || form == 7);
    unsigned any = third ? row->c : row->b, other = third ? row->b : row->c;
    write_result(r, row->result);
    read_at(r, 24, row->a);
    if (form == 1)
        read_at(r, 32, any);
    else if (form == 6 || form == 7 || ((form == 3 || form == 5) && sass_flag(r, 91)))
        sass_read_uniform(r, 32, any ? any : 1);
    read_at(r, 64, other);
}

static unsigned access_bytes(const struct sass_refined *r) {
    static const uint8_t access[] = {1, 1, 2, 2, 4, 8, 16, 16};
    static const uint8_t atomic[] = {4, 4, 8, 4, 4, 8, 8, 8};
    static const uint8_t integers[] = {4, 4, 8, 8, 16, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
    static const uint8_t floats[] = {4, 8, 16, 4, 8, 16, 4, 4, 4, 4, 8, 16, 4, 8, 16, 8};
    if (r->row->bytes)
        return r->row->bytes;
    if (r->row->size == SIZE_IN_REGISTER)
        return 0;
    if (r->row->size == SIZE_ACCESS)
        return access[sass_field(r, 73, 3)];
    if (r->arch < 90)
        return atomic[sass_field(r, 73, 3)];
    return (r->row->size == SIZE_ATOMIC ? integers : floats)[sass_field(r, 73, 4)];
}

/* Registers of an address: two in global memory, but for an index to a uniform base. */
static unsigned address_registers(const struct sass_refined *r) {
    bool global = r->row->space == SPACE_GLOBAL || r->row->space == SPACE_GENERIC;
    return global && sass_flag(r, 72) && (!sass_flag(r, 91) || sass_flag(r, 90)) ? 2 : 1;
}

static void place_memory(struct sass_refined *r) {
    const struct sass_row *row = r->row;
    unsigned n = r->in->bytes > 4 ? r->in->bytes / 4u : 1;
    bool two = r->in->bytes == MOST_BYTES, stores = row->b && !row->result;
    unsigned each = two ? n / 2 : n;
    read_at(r, 24, address_registers(r));
    if (row->result)
        write_result(r, each);
    if (row->result && two)
        sass_writes(r->in, CODE_VECTOR, sass_field(r, 64, 8), each);
    if (row->b)
        read_at(r, 32, each);
    if (stores && two)
        read_at(r, 16, each);
    if (row->c)
        read_at(r, 64, n);
    else if (sass_flag(r, 91))
        sass_read_uniform(r, row->b || row->memory == CODE_ATOMIC ? 64 : 32, 2);
}

/* What textures have beyond two registers is elsewhere, and the row's `refine` adds it. */
static void place_image(struct sass_refined *r) {
    const struct sass_row *row = r->row;
    bool surface = !row->refine;
    unsigned n = surface && r->in->bytes > 4 ? r->in->bytes / 4u : 1;
    write_result(r, surface && row->result ? n : row->result);
    read_at(r, 24, row->a);
    read_at(r, 32, surface && row->b ? n : row->b);
    read_at(r, 64, row->c);
    if (sass_flag(r, 91))
        sass_read_uniform(r, 40, 1);
}

/* The local address stands where else the result does. */
static void place_copy(struct sass_refined *r) {
    read_at(r, 16, 1);
    read_at(r, 24, r->row->b);
    if (sass_flag(r, 91))
        sass_read_uniform(r, 64, sass_field(r, FORM_BIT, 3) == 6 ? 3 : 2);
    if (sass_field(r, 87, 3) != ALWAYS)
        sass_reads(r->in, CODE_PREDICATE, sass_field(r, 87, 3), 1);
}

/* Descriptors of operands in local memory, or the first one in registers. */
static void place_group_product(struct sass_refined *r) {
    bool first_in_registers = sass_field(r, FORM_BIT, 3) == 7;
    if (first_in_registers)
        read_at(r, 24, 4);
    sass_read_uniform(r, first_in_registers ? 32 : 24, first_in_registers ? 2 : 4);
    read_at(r, 64, r->row->c);
    write_result(r, r->row->result);
}

static void place_operands(struct sass_refined *r) {
    switch ((enum sass_layout)r->row->layout) {
    case LAYOUT_PLAIN:
        place_plain(r);
        break;
    case LAYOUT_ALU:
        place_alu(r);
        break;
    case LAYOUT_MEMORY:
        place_memory(r);
        break;
    case LAYOUT_IMAGE:
        place_image(r);
        break;
    case LAYOUT_COPY:
        place_copy(r);
        break;
    case LAYOUT_GROUP_PRODUCT:
        place_group_product(r);
    }
}

/* The guard first: an instruction that is never executed has no operands and does nothing. */
static bool place_guard(struct sass_refined *r) {
    uint32_t guard = sass_field(r, 12, 4);
    if (guard == NEVER) {
        r->in->memory = CODE_NO_MEMORY;
        r->in->cls = CLASS_FREE;
        r->in->flow = CODE_NEXT;
    }
    r->in->conditional = guard != ALWAYS;
    unsigned base = r->row->uniform == SASS_UNIFORM ? UNIFORM_PREDICATES : 0;
    if (guard % 8 != ALWAYS)
        sass_reads(r->in, CODE_PREDICATE, base + guard % 8, 1);
    return guard != NEVER;
}

static void place_predicates(struct sass_refined *r) {
    static const struct {
        uint8_t flag, at, writes;
    } places[] = {{SASS_SETS, 81, 1},
                  {SASS_SETS_SECOND, 84, 1},
                  {SASS_TESTS, 87, 0},
                  {SASS_TESTS_SECOND, 77, 0},
                  {SASS_TESTS_THIRD, 68, 0}};
    unsigned base = r->row->uniform == SASS_UNIFORM ? UNIFORM_PREDICATES : 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        uint32_t number = sass_field(r, places[i].at, 3);
        if (!(r->row->predicates & places[i].flag) || number == ALWAYS)
            continue;
        (places[i].writes ? sass_writes : sass_reads)(r->in, CODE_PREDICATE, base + number, 1);
        r->in->conditional |= places[i].flag == SASS_TESTS && r->row->flow != CODE_NEXT;
    }
    if (r->row->predicates & SASS_SETS_ALL)
        sass_writes(r->in, CODE_PREDICATE, base, ALWAYS);
    if (r->row->predicates & SASS_TESTS_ALL)
        sass_reads(r->in, CODE_PREDICATE, base, ALWAYS);
}

static void decode(struct arena *a, struct sass_refined *r, const struct sass_row *row) {
    sass_begin(r, modifiers);
    if (place_guard(r)) {
        if (row->refine)
            row->refine(r);
        if (r->row->memory)
            r->in->bytes = (uint8_t)access_bytes(r);
        place_operands(r);
        place_predicates(r);
    }
    sass_end(a, r, row->name);
}

bool sass_decode_volta(struct arena *a, const uint8_t *code, size_t n, unsigned arch,
                       struct code *c) {
    uint32_t count = n / BYTES < UINT32_MAX / BYTES ? (uint32_t)(n / BYTES) : UINT32_MAX / BYTES;
    struct code_instruction *list = NEW_ARRAY(a, struct code_instruction, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        struct sass_word w = {sass_load(code + (size_t)BYTES * i),
                              sass_load(code + (size_t)BYTES * i + 8)};
        list[i] = (struct code_instruction){.address = BYTES * i, .name = "?", .target = NONE};
        sass_control(&list[i], (uint32_t)sass_bits(&w, 105, 17));
        const struct sass_row *row = find((unsigned)(w.low & 0xfff), arch);
        list[i].unknown = !row;
        struct sass_row copy = row ? *row : (struct sass_row){0};
        if (row)
            decode(a, &(struct sass_refined){&w, arch, count, &copy, &list[i], ""}, row);
    }
    c->instructions = list;
    c->n_instructions = count;
    c->bytes = BYTES * count;
    return true;
}
