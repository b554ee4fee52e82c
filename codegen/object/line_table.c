/* DWARF's line programs of versions 2 to 4, as ptxas writes them: a sequence for each function,
 * whose beginning is relocated to the function's symbol. */
#include "codegen/object/line_table.h"

#include <stdlib.h>
#include <string.h>

enum standard_opcode {
    LNS_EXTENDED = 0,
    LNS_COPY = 1,
    LNS_ADVANCE_PC = 2,
    LNS_ADVANCE_LINE = 3,
    LNS_SET_FILE = 4,
    LNS_SET_COLUMN = 5,
    LNS_CONST_ADD_PC = 8,
    LNS_FIXED_ADVANCE_PC = 9
};
enum extended_opcode { LNE_END_SEQUENCE = 1, LNE_SET_ADDRESS = 2 };

/* A number in the table that becomes a symbol's address. */
struct relocation {
    uint64_t at;
    uint32_t symbol;
    uint64_t addend;
};

struct file_name {
    const char *directory, *name; /* in the file */
    const char *path;             /* NULL until an instruction is of it */
};

/* One unit's header. */
struct unit {
    uint64_t program, end; /* in the table */
    uint8_t minimum, line_range, opcode_base;
    int8_t line_base;
    struct piece lengths; /* operands of opcodes from 1 on */
    VEC(const char *) directories;
    VEC(struct file_name) files;
};

struct row {
    uint64_t address;
    uint32_t file, line, column;
};

struct reader {
    struct arena *arena;
    const struct elf *elf;
    const struct elf_section *symbols;
    struct code *const *codes;
    struct piece table;
    struct relocation *relocations; /* by `at` */
    size_t n_relocations;
    struct unit unit;
    struct code *code;    /* of the sequence, or NULL */
    struct row row, last; /* of the state machine, and as it was added */
    bool any;             /* `last` holds */
    uint64_t at;
    uint64_t work; /* instructions that may be given a place yet */
};

/* --- numbers and texts ------------------------------------------------------ */

static uint64_t read_number(struct reader *r, unsigned bytes) {
    uint64_t number = piece_number(r->table, r->at, bytes);
    r->at += bytes;
    return number;
}

static uint64_t read_uleb(struct reader *r) {
    uint64_t number = 0;
    for (unsigned shift = 0; r->at < r->unit.end; shift += 7) {
        uint8_t byte = r->table.at[r->at++];
        if (shift < 64)
            number |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return number;
}

static int64_t read_sleb(struct reader *r) {
    uint64_t from = r->at, number = read_uleb(r);
    unsigned bits = 7 * (unsigned)(r->at - from);
    if (r->at > from && bits < 64 && r->table.at[r->at - 1] & 0x40)
        number |= UINT64_MAX << bits;
    return (int64_t)number;
}

/* A text with its NUL; "" where there is no NUL before the unit's end, and the reading ends. */
static const char *read_text(struct reader *r) {
    struct piece rest = {0};
    if (r->at < r->unit.end)
        rest = piece_part(r->table, r->at, r->unit.end - r->at);
    const uint8_t *end = rest.n ? memchr(rest.at, '\0', rest.n) : NULL;
    r->at = end ? r->at + (uint64_t)(end - rest.at) + 1 : r->unit.end;
    return end ? (const char *)rest.at : "";
}

/* --- relocations ------------------------------------------------------------ */

static int by_place(const void *x, const void *y) {
    const struct relocation *a = x, *b = y;
    return (a->at > b->at) - (a->at < b->at);
}

/* Of the first section that relocates the table. */
static void read_relocations(struct reader *r) {
    enum { REL_BYTES = 16, RELA_BYTES = 24 };
    const struct elf_section *s = elf_section_named(r->elf, ".rela.debug_line");
    unsigned size = s ? RELA_BYTES : REL_BYTES;
    if (!s)
        s = elf_section_named(r->elf, ".rel.debug_line");
    if (!s)
        return;
    r->n_relocations = s->bytes.n / size;
    r->relocations = NEW_ARRAY(r->arena, struct relocation, r->n_relocations);
    for (size_t i = 0; i < r->n_relocations; i++)
        r->relocations[i] = (struct relocation){
            piece_u64(s->bytes, i * size), (uint32_t)(piece_u64(s->bytes, i * size + 8) >> 32),
            size == RELA_BYTES ? piece_u64(s->bytes, i * size + 16) : 0};
    qsort(r->relocations, r->n_relocations, sizeof *r->relocations, by_place);
}

/* Begins a sequence at the address that stands at `at`: of the code whose symbol it is. */
static void set_address(struct reader *r, uint64_t at, uint64_t address) {
    struct relocation key = {.at = at};
    const struct relocation *found =
        r->n_relocations ? bsearch(&key, r->relocations, r->n_relocations, sizeof key, by_place)
                         : NULL;
    struct elf_symbol symbol;
    r->code = NULL;
    if (found && elf_read_symbol(r->elf, r->symbols, found->symbol, &symbol) &&
        symbol.section < r->elf->n_sections) {
        r->code = r->codes[symbol.section];
        address += symbol.value + found->addend;
    }
    r->row.address = address;
}

/* --- rows ------------------------------------------------------------------- */

static const char *path_of(struct reader *r, uint32_t number) {
    struct unit *u = &r->unit;
    if (number == 0 || number > u->files.n)
        return NULL;
    struct file_name *f = &u->files.at[number - 1];
    if (!f->path)
        f->path = f->directory && f->name[0] != '/'
                      ? arena_printf(r->arena, "%s/%s", f->directory, f->name)
                      : arena_strdup(r->arena, f->name);
    return f->path;
}

/* The number of the first instruction at the address or behind it. */
static uint32_t instruction_at(const struct code *c, uint64_t address) {
    uint32_t low = 0, high = c->n_instructions;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->instructions[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The instructions from the last row up to here are of that row's place. */
static void end_row(struct reader *r) {
    struct code *c = r->code;
    if (!r->any || !c || r->last.line == 0)
        return;
    struct loc loc = {path_of(r, r->last.file), r->last.line, r->last.column};
    /* The codes' instructions are ours to fill in. */
    struct code_instruction *in = (struct code_instruction *)c->instructions;
    for (uint32_t i = instruction_at(c, r->last.address);
         i < c->n_instructions && in[i].address < r->row.address && r->work; i++, r->work--)
        in[i].loc = loc;
}

static void add_row(struct reader *r) {
    end_row(r);
    r->last = r->row;
    r->any = true;
}

static void begin_sequence(struct reader *r) {
    r->row = (struct row){.file = 1, .line = 1};
    r->any = false;
    r->code = NULL;
}

static void advance(struct reader *r, uint64_t steps) {
    r->row.address += steps * r->unit.minimum;
}

/* --- the program ------------------------------------------------------------ */

/* What follows the length of one is skipped where the opcode is not known, as NVIDIA's own are:
 * they say what was inlined where. */
static void run_extended(struct reader *r) {
    uint64_t length = read_uleb(r), from = r->at;
    uint64_t opcode = length ? read_number(r, 1) : 0;
    if (opcode == LNE_END_SEQUENCE) {
        end_row(r);
        begin_sequence(r);
    } else if (opcode == LNE_SET_ADDRESS && length == 1 + sizeof(uint64_t)) {
        set_address(r, r->at, piece_u64(r->table, r->at));
    }
    r->at = length > r->unit.end - from ? r->unit.end : from + length;
}

static void run_special(struct reader *r, uint8_t opcode) {
    unsigned adjusted = (unsigned)(opcode - r->unit.opcode_base);
    advance(r, adjusted / r->unit.line_range);
    r->row.line += (uint32_t)(r->unit.line_base + (int)(adjusted % r->unit.line_range));
    add_row(r);
}

static void run_unknown(struct reader *r, uint8_t opcode) {
    for (uint8_t n = piece_u8(r->unit.lengths, opcode - 1u); n > 0; n--)
        read_uleb(r);
}

static void run_standard(struct reader *r, uint8_t opcode) {
    switch (opcode) {
    case LNS_EXTENDED:
        run_extended(r);
        break;
    case LNS_COPY:
        add_row(r);
        break;
    case LNS_ADVANCE_PC:
        advance(r, read_uleb(r));
        break;
    case LNS_ADVANCE_LINE:
        r->row.line += (uint32_t)read_sleb(r);
        break;
    case LNS_SET_FILE:
        r->row.file = (uint32_t)read_uleb(r);
        break;
    case LNS_SET_COLUMN:
        r->row.column = (uint32_t)read_uleb(r);
        break;
    case LNS_CONST_ADD_PC:
        advance(r, (uint64_t)(UINT8_MAX - r->unit.opcode_base) / r->unit.line_range);
        break;
    case LNS_FIXED_ADVANCE_PC:
        r->row.address += read_number(r, 2);
        break;
    default:
        run_unknown(r, opcode);
    }
}

static void run_program(struct reader *r) {
    r->at = r->unit.program;
    begin_sequence(r);
    while (r->at < r->unit.end && r->work) {
        uint8_t opcode = (uint8_t)read_number(r, 1);
        if (opcode >= r->unit.opcode_base)
            run_special(r, opcode);
        else
            run_standard(r, opcode);
    }
}

/* --- units ------------------------------------------------------------------ */

/* Directories and files, each list ended by an empty name. */
static void read_names(struct reader *r) {
    struct unit *u = &r->unit;
    for (const char *name = read_text(r); *name; name = read_text(r))
        vec_push(r->arena, &u->directories, name);
    for (const char *name = read_text(r); *name; name = read_text(r)) {
        uint64_t directory = read_uleb(r);
        read_uleb(r); /* time */
        read_uleb(r); /* bytes */
        struct file_name f = {.name = name};
        if (directory > 0 && directory <= u->directories.n)
            f.directory = u->directories.at[directory - 1];
        vec_push(r->arena, &u->files, f);
    }
}

/* Whether the unit at r->at is of a version that is read. */
static bool read_header(struct reader *r, uint64_t end) {
    r->unit = (struct unit){.end = end};
    uint16_t version = (uint16_t)read_number(r, 2);
    uint64_t length = read_number(r, 4);
    r->unit.program = r->at + length;
    r->unit.minimum = (uint8_t)read_number(r, 1);
    if (version >= 4)
        read_number(r, 1); /* operations of an instruction */
    read_number(r, 1);     /* whether rows begin statements */
    r->unit.line_base = (int8_t)read_number(r, 1);
    r->unit.line_range = (uint8_t)read_number(r, 1);
    r->unit.opcode_base = (uint8_t)read_number(r, 1);
    if (version < 2 || version > 4 || r->unit.program > end || r->unit.line_range == 0 ||
        r->unit.opcode_base == 0)
        return false;
    r->unit.lengths = piece_part(r->table, r->at, r->unit.opcode_base - 1u);
    r->at += r->unit.opcode_base - 1u;
    read_names(r);
    return true;
}

static uint64_t count_instructions(const struct elf *e, struct code *const *codes) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < e->n_sections; i++)
        n += codes[i] ? codes[i]->n_instructions : 0;
    return n;
}

void line_table_read(struct arena *a, const struct elf *e, struct code *const *codes) {
    enum { LENGTH_BYTES = 4, PASSES = 4 };
    const struct elf_section *s = elf_section_named(e, ".debug_line");
    if (!s)
        return;
    struct reader r = {
        .arena = a, .elf = e, .symbols = elf_symbols(e), .codes = codes, .table = s->bytes};
    /* A table gives each instruction one place; one that goes on is none. */
    r.work = PASSES * count_instructions(e, codes);
    read_relocations(&r);
    for (uint64_t next = 0; piece_holds(r.table, next, LENGTH_BYTES) && r.work;) {
        uint64_t length = piece_u32(r.table, next);
        r.at = next + LENGTH_BYTES;
        if (!piece_holds(r.table, r.at, length))
            return;
        next = r.at + length;
        if (read_header(&r, next))
            run_program(&r);
    }
}
