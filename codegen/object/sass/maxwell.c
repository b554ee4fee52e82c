/* Instructions of 8 bytes, of Maxwell and Pascal: opcode from bit 48 on, guard in bits 16 to 19. A
 * word before every three has their control bits. */
#include "codegen/object/sass/row.h"

#include <string.h>

enum { WORD = 8, GROUP = 32, ALWAYS = 7, NEVER = 15, ALL_FLAGS = 15 };

/* Where operands are. */
enum maxwell_layout {
    USUAL,
    NO_B,   /* a constant or an immediate where else b is; b where else c is */
    STORED, /* data where else a result is */
    TWO_RESULTS
};

/* Where the size of an access is. */
enum maxwell_size { AT_48, AT_53, ATOMIC_49, ATOMIC_28, ATOMIC_20, SWAP_49, SWAP_52, AT_20 };

static void predicate(struct sass_refined *r, unsigned at, bool writes) {
    if (sass_field(r, at, 3) != ALWAYS)
        (writes ? sass_writes : sass_reads)(r->in, CODE_PREDICATE, sass_field(r, at, 3), 1);
}

/* The third source is where the result goes. */
static void refine_sum_in_result(struct sass_refined *r) {
    sass_reads(r->in, CODE_VECTOR, sass_field(r, 0, 8), 1);
}

static void refine_mufu(struct sass_refined *r) {
    static const char *const functions[16] = {".COS", ".SIN",    ".EX2",    ".LG2", ".RCP",
                                              ".RSQ", ".RCP64H", ".RSQ64H", ".SQRT"};
    sass_append(r, functions[sass_field(r, 20, 4)]);
}

static void refine_carry(struct sass_refined *r) {
    predicate(r, 48, true);
}

/* The second source of a video instruction may be an immediate. */
static void refine_video(struct sass_refined *r) {
    if (!sass_flag(r, 50))
        r->row->b = 0;
}

/* Sizes of result and source as powers of two. */
static void refine_types(struct sass_refined *r) {
    static const char *const floats[] = {".F8", ".F16", ".F32", ".F64"};
    static const char *const ints[] = {".I8", ".I16", ".I32", ".I64"};
    const char *name = r->row->name;
    uint32_t to = sass_field(r, 8, 2), from = sass_field(r, 10, 2);
    sass_append(r, (name[2] == 'I' ? ints : floats)[to]);
    sass_append(r, (name[0] == 'I' ? ints : floats)[from]);
    r->row->result = to == 3 ? 2 : 1;
    r->row->b = from == 3 ? 2 : 1;
    if (to == 3 || from == 3)
        r->in->cls = CLASS_CVT64;
}

static void refine_vote(struct sass_refined *r) {
    predicate(r, 45, true);
}

static void refine_shfl(struct sass_refined *r) {
    static const char *const kinds[] = {".IDX", ".UP", ".DOWN", ".BFLY"};
    sass_append(r, kinds[sass_field(r, 30, 2)]);
    predicate(r, 48, true);
    if (sass_flag(r, 28))
        r->row->b = 0;
    if (sass_flag(r, 29))
        r->row->c = 0;
}

static void refine_generic(struct sass_refined *r) {
    predicate(r, 58, false);
}

static const char *const atomics[16] = {".ADD", ".MIN", ".MAX", ".INC", ".DEC",
                                        ".AND", ".OR",  ".XOR", ".EXCH"};

static void refine_atomic(struct sass_refined *r) {
    sass_append(r, r->row->space == SPACE_GLOBAL && sass_flag(r, 48) ? ".E" : "");
    sass_append(r, atomics[sass_field(r, 52, 4)]);
}

static void refine_reduction(struct sass_refined *r) {
    sass_append(r, sass_flag(r, 48) ? ".E" : "");
    sass_append(r, atomics[sass_field(r, 23, 3)]);
}

static void refine_texture(struct sass_refined *r) {
    unsigned channels = 0;
    for (unsigned i = 0; i < 4; i++)
        channels += sass_flag(r, 31 + i);
    r->row->result = (uint8_t)channels;
    r->row->bytes = (uint8_t)(4 * channels);
}

/* The handle may be a constant. */
static void refine_surface(struct sass_refined *r) {
    if (sass_flag(r, 51))
        r->row->c = 0;
}

/* BAR.ARV does not wait, BAR.RED collects a predicate; the barrier's number may be in a register.
 */
static void refine_barrier(struct sass_refined *r) {
    uint32_t kind = sass_field(r, 32, 3);
    if (kind != 1)
        r->in->flow = CODE_BARRIER;
    if (kind == 2)
        predicate(r, 39, false);
    r->row->a = !sass_flag(r, 43);
}

/* The number of the instruction at an address, or NONE. Branches may go to a control word. */
static uint32_t number_at(uint64_t address, uint32_t n) {
    uint64_t slot = address % GROUP / WORD;
    uint64_t number = address / GROUP * 3 + (slot ? slot - 1 : 0);
    return address % WORD == 0 && address / GROUP < n && number < n ? (uint32_t)number : NONE;
}

static void refine_target(struct sass_refined *r) {
    uint64_t distance = sass_field(r, 20, 24);
    if (distance >> 23)
        distance |= UINT64_MAX << 24;
    bool by_constant = sass_flag(r, 5);
    if (!by_constant)
        r->in->target = number_at(r->in->address + WORD + distance, r->n_instructions);
}

/* What rows are made of. An immediate's sign is bit 56. */
#define SASS(op, bits, text, class, ...)                                                           \
    {.opcode = (op), .mask = (bits), .name = (text), .cls = CLASS_##class, __VA_ARGS__},
#define R(w, x, y, z) .result = (w), .a = (x), .b = (y), .c = (z)
#define TWO(low, bits, text, class, ...)                                                           \
    ONE_OF(0x5c00 | (low), 0x4c00 | (low), 0x3800 | (low), bits, text, class, __VA_ARGS__)
#define ONE_OF(reg, constant, immediate, bits, text, class, ...)                                   \
    SASS(reg, bits, text, class, .layout = USUAL, __VA_ARGS__)                                     \
    SASS(constant, bits, text, class, .layout = NO_B, __VA_ARGS__)                                 \
    SASS(immediate, (bits) & 0xfeff, text, class, .layout = NO_B, __VA_ARGS__)
#define THREE(reg, constant, immediate, last, bits, text, class, ...)                              \
    ONE_OF(reg, constant, immediate, bits, text, class, __VA_ARGS__)                               \
    SASS(last, bits, text, class, .layout = NO_B, __VA_ARGS__)
#define ACCESS(kind, where, at, w, y)                                                              \
    .memory = CODE_##kind, .space = SPACE_##where, .size = (at), R(w, 1, y, 0)
#define LOADS(where, at) ACCESS(LOAD, where, AT_##at, 1, 0)
#define STORES(where, at) .layout = STORED, ACCESS(STORE, where, AT_##at, 1, 0)
#define ATOMICS(where, at) ACCESS(ATOMIC, where, ATOMIC_##at, 1, 1)
#define SWAPS(where, at) ACCESS(ATOMIC, where, SWAP_##at, 1, 2)
#define REDUCES(where, at) .layout = STORED, ACCESS(ATOMIC, where, ATOMIC_##at, 1, 0)
#define TEXTURE .memory = CODE_LOAD, .space = SPACE_GLOBAL, .bytes = 4, R(1, 1, 1, 0)
#define QUERY .memory = CODE_LOAD, .space = SPACE_GLOBAL, .bytes = 4, R(1, 1, 0, 0)
#define TEXTURE_OF_TWO                                                                             \
    .layout = TWO_RESULTS, .memory = CODE_LOAD, .space = SPACE_GLOBAL, .bytes = 16, R(2, 1, 1, 0)
#define SURFACE(kind, from)                                                                        \
    .layout = (from), .memory = CODE_##kind, .space = SPACE_GLOBAL, .size = AT_20, R(1, 1, 0, 1),  \
    .refine = refine_surface
#define UNGUARDED .predicates = SASS_UNGUARDED
#define COMPARES .predicates = SASS_SETS | SASS_SETS_SECOND | SASS_TESTS
#define TESTS_THREE (SASS_TESTS | SASS_TESTS_SECOND | SASS_TESTS_THIRD)

static const struct sass_row rows[] = {
#include "codegen/object/sass/sm50.def"
};

/* The bit at which a size begins. */
static unsigned size_bit(unsigned size) {
    static const uint8_t at[] = {
        [AT_48] = 48,     [AT_53] = 53,     [AT_20] = 20,   [ATOMIC_49] = 49,
        [ATOMIC_28] = 28, [ATOMIC_20] = 20, [SWAP_49] = 49, [SWAP_52] = 52};
    return at[size];
}

static const char *const size_names[] = {".U8", ".S8", ".U16", ".S16", "", ".64", ".128", ".128"};

static unsigned access_bytes(const struct sass_refined *r) {
    static const uint8_t access[] = {1, 1, 2, 2, 4, 8, 16, 16};
    static const uint8_t atomic[] = {4, 4, 8, 4, 4, 8, 8, 8};
    if (r->row->bytes)
        return r->row->bytes;
    unsigned at = size_bit(r->row->size);
    switch ((enum maxwell_size)r->row->size) {
    case AT_48:
    case AT_53:
    case AT_20:
        return access[sass_field(r, at, 3)];
    case ATOMIC_49:
    case ATOMIC_20:
        return atomic[sass_field(r, at, 3)];
    case ATOMIC_28:
        return atomic[sass_field(r, at, 2)];
    case SWAP_49:
    case SWAP_52:
        return sass_flag(r, at) ? 8 : 4;
    }
    return 4;
}

/* Addresses of 64 bits have a bit by the kind of access. */
static unsigned address_registers(const struct sass_refined *r) {
    switch ((enum maxwell_size)r->row->size) {
    case AT_48:
        return r->row->space == SPACE_GLOBAL && sass_flag(r, 45) ? 2 : 1;
    case AT_53:
        return sass_flag(r, 52) ? 2 : 1;
    case ATOMIC_49:
    case ATOMIC_20:
    case SWAP_49:
        return sass_flag(r, 48) ? 2 : 1;
    default:
        return 1;
    }
}

/* Data has as many registers as the access is wide, but for textures', which the row counts. */
static void place_access(struct sass_refined *r) {
    struct sass_row *row = r->row;
    unsigned n = r->in->bytes > 4 ? r->in->bytes / 4u : 1;
    if (row->bytes)
        return;
    row->a = (uint8_t)address_registers(r);
    row->result = (uint8_t)n;
    row->b = (uint8_t)(row->b * n);
    if (row->size != AT_48 && row->size != AT_53 && row->size != AT_20)
        return;
    sass_append(r, row->a == 2 ? ".E" : "");
    sass_append(r, size_names[sass_field(r, size_bit(row->size), 3)]);
}

static void place_operands(struct sass_refined *r) {
    const struct sass_row *row = r->row;
    bool stored = row->layout == STORED;
    (stored ? sass_reads : sass_writes)(r->in, CODE_VECTOR, sass_field(r, 0, 8), row->result);
    sass_reads(r->in, CODE_VECTOR, sass_field(r, 8, 8), row->a);
    if (row->layout != NO_B)
        sass_reads(r->in, CODE_VECTOR, sass_field(r, 20, 8), row->b);
    sass_reads(r->in, CODE_VECTOR, sass_field(r, 39, 8), row->c);
    if (row->layout == TWO_RESULTS)
        sass_writes(r->in, CODE_VECTOR, sass_field(r, 28, 8), row->result);
}

static void place_predicates(struct sass_refined *r) {
    static const struct {
        uint8_t flag, at, writes;
    } places[] = {{SASS_SETS, 3, 1},
                  {SASS_SETS_SECOND, 0, 1},
                  {SASS_TESTS, 39, 0},
                  {SASS_TESTS_SECOND, 29, 0},
                  {SASS_TESTS_THIRD, 12, 0}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (r->row->predicates & places[i].flag)
            predicate(r, places[i].at, places[i].writes);
    if (r->row->predicates & SASS_SETS_ALL)
        sass_writes(r->in, CODE_PREDICATE, 0, ALWAYS);
    if (r->row->predicates & SASS_TESTS_ALL)
        sass_reads(r->in, CODE_PREDICATE, 0, ALWAYS);
}

/* A guard, and for branches a condition on flags in the lowest bits. An instruction that is never
 * executed has no operands and does nothing. */
static bool place_guard(struct sass_refined *r) {
    bool guarded = !(r->row->predicates & SASS_UNGUARDED);
    uint32_t guard = guarded ? sass_field(r, 16, 4) : ALWAYS;
    if (guard == NEVER) {
        r->in->memory = CODE_NO_MEMORY;
        r->in->cls = CLASS_FREE;
        r->in->flow = CODE_NEXT;
    }
    bool by_flags =
        r->in->flow != CODE_NEXT && r->in->flow != CODE_CALL && sass_field(r, 0, 5) != ALL_FLAGS;
    r->in->conditional = guard != ALWAYS || by_flags;
    if (guarded)
        predicate(r, 16, false);
    return guard != NEVER;
}

static void decode(struct arena *a, struct sass_refined *r, const struct sass_row *row) {
    sass_begin(r, NULL);
    if (place_guard(r)) {
        if (row->refine)
            row->refine(r);
        if (row->memory) {
            r->in->bytes = (uint8_t)access_bytes(r);
            place_access(r);
        }
        place_operands(r);
        place_predicates(r);
    }
    sass_end(a, r, row->name);
}

/* Where SYNC, BRK or CONT go: to what the innermost SSY, PBK or PCNT around it says, one before it
 * whose place is behind it. */
static void resolve(struct code_instruction *list, uint32_t at, const char *pushes) {
    for (uint32_t i = at; i-- > 0;)
        if (strcmp(list[i].name, pushes) == 0 && list[i].target != NONE &&
            (list[i].target > at || strcmp(pushes, "PCNT") == 0)) {
            list[at].target = list[i].target;
            return;
        }
    list[at].flow = CODE_UNKNOWN_TARGET;
}

static void resolve_all(struct code_instruction *list, uint32_t n) {
    static const char *const pairs[][2] = {{"SYNC", "SSY"}, {"BRK", "PBK"}, {"CONT", "PCNT"}};
    for (uint32_t i = 0; i < n; i++)
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
            if (list[i].flow == CODE_BRANCH && strcmp(list[i].name, pairs[k][0]) == 0)
                resolve(list, i, pairs[k][1]);
}

bool sass_decode_maxwell(struct arena *a, const uint8_t *code, size_t n, struct code *c) {
    uint32_t most = UINT32_MAX / GROUP, words = n / WORD < most ? (uint32_t)(n / WORD) : most;
    uint32_t count = words / 4 * 3 + (words % 4 ? words % 4 - 1 : 0);
    struct code_instruction *list = NEW_ARRAY(a, struct code_instruction, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = i / 3 * GROUP, address = group + WORD * (i % 3 + 1);
        struct sass_word w = {sass_load(code + address), 0};
        list[i] = (struct code_instruction){.address = address, .name = "?", .target = NONE};
        sass_control(&list[i], (uint32_t)(sass_load(code + group) >> 21 * (i % 3)));
        const struct sass_row *row =
            sass_find(rows, sizeof rows / sizeof *rows, (unsigned)(w.low >> 48));
        list[i].unknown = !row;
        struct sass_row copy = row ? *row : (struct sass_row){0};
        if (row)
            decode(a, &(struct sass_refined){&w, 50, count, &copy, &list[i], ""}, row);
    }
    resolve_all(list, count);
    c->instructions = list;
    c->n_instructions = count;
    c->bytes = WORD * words;
    return true;
}
