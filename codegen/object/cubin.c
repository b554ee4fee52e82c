#include "codegen/object/cubin.h"

#include <string.h>

#include "base/str.h"
#include "codegen/object/line_table.h"
#include "codegen/object/nv_info.h"
#include "codegen/object/sass/sass.h"
#include "codegen/object/spills.h"

/* Of ELF headers: the machine, its later ABI (of sm_100 and later since CUDA 12.8, of all since
 * CUDA 13), and the flags of both. */
enum {
    MACHINE_CUDA = 190,
    ABI_LATER = 0x41,
    ARCH_MASK = 0xff,
    ARCH_SHIFT_LATER = 8,
    ACCELERATED_EARLIER = 0x800
};
/* What a symbol's st_other says, and the info field of `.text.NAME`: the number of its symbol, and
 * in many toolkits the number of registers. */
enum { SYMBOL_IS_KERNEL = 0x10, SYMBOL_MASK = 0xffffff, REGISTERS_SHIFT = 24 };

static const char text_prefix[] = ".text.", info_prefix[] = ".nv.info.",
                  shared_prefix[] = ".nv.shared.";

/* A kernel on its way. */
struct entry {
    uint32_t section, symbol;
    struct piece notes; /* of spills */
};

struct reader {
    struct arena *arena;
    const struct elf *elf;
    const struct cubin_target *target;
    uint32_t *kernel_of; /* by section; NONE */
    uint32_t *by_symbol; /* by number of a symbol; NONE */
    uint32_t n_symbols;
    VEC(struct entry) entries;
    VEC(struct code) codes;
    bool notes_spills;
    uint32_t reserved_shared; /* bytes of `.nv.shared.NAME` that are the system's */
};

/* --- the target ------------------------------------------------------------- */

bool cubin_is(const struct elf *e) {
    return e->machine == MACHINE_CUDA;
}

/* What follows a text in what the toolkit notes of itself; empty without it. */
static struct piece noted_behind(const struct elf *e, const char *text) {
    const struct elf_section *s = elf_section_named(e, ".note.nv.tkinfo");
    size_t n = strlen(text);
    const uint8_t *found = s && s->bytes.n ? memmem(s->bytes.at, s->bytes.n, text, n) : NULL;
    return found ? piece_part(s->bytes, (uint64_t)(found - s->bytes.at) + n, s->bytes.n)
                 : (struct piece){0};
}

/* The letter behind "sm_90" in the command line that is noted, or 0. */
static char suffix_noted(const struct elf *e, unsigned arch) {
    char option[32];
    snprintf(option, sizeof option, "sm_%u", arch);
    uint8_t letter = piece_u8(noted_behind(e, option), 0);
    return letter == 'a' || letter == 'f' ? (char)letter : '\0';
}

/* Toolkits from 13 on note which instructions spill. */
static bool notes_spills(const struct elf *e) {
    enum { FIRST = 13 };
    struct piece release = noted_behind(e, "release ");
    unsigned major = 0;
    for (size_t i = 0; i < 3 && i < release.n && release.at[i] >= '0' && release.at[i] <= '9'; i++)
        major = 10 * major + (release.at[i] - '0');
    return major >= FIRST;
}

struct cubin_target cubin_target_of(const struct elf *e) {
    enum { RELOCATABLE = 1 };
    struct cubin_target t = {.relocatable = e->type == RELOCATABLE};
    bool later = e->os_abi == ABI_LATER;
    t.arch = e->flags >> (later ? ARCH_SHIFT_LATER : 0) & ARCH_MASK;
    t.suffix = suffix_noted(e, t.arch);
    if (!later && e->flags & ACCELERATED_EARLIER)
        t.suffix = 'a';
    return t;
}

const char *cubin_arch_text(struct arena *a, unsigned arch, char suffix) {
    return arena_printf(a, "sm_%u%.*s", arch, suffix != '\0', &suffix);
}

/* --- kernels ---------------------------------------------------------------- */

static void add_kernel(struct reader *r, uint32_t section, const struct elf_section *symbols) {
    const struct elf_section *s = &r->elf->sections[section];
    struct elf_symbol symbol;
    uint32_t number = s->info & SYMBOL_MASK;
    if (!elf_read_symbol(r->elf, symbols, number, &symbol) || !(symbol.other & SYMBOL_IS_KERNEL))
        return;
    r->kernel_of[section] = r->by_symbol[number] = (uint32_t)r->codes.n;
    vec_push(r->arena, &r->entries, (struct entry){.section = section, .symbol = number});
    vec_push(r->arena, &r->codes,
             (struct code){
                 .kernel = s->name + strlen(text_prefix),
                 .arch = cubin_arch_text(r->arena, r->target->arch, r->target->suffix),
                 .resources = {.registers = s->info >> REGISTERS_SHIFT,
                               .spills_unknown = !r->notes_spills},
             });
}

static uint32_t *all_none(struct arena *a, uint32_t n) {
    uint32_t *numbers = NEW_ARRAY(a, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        numbers[i] = NONE;
    return numbers;
}

static void find_kernels(struct reader *r) {
    const struct elf_section *symbols = elf_symbols(r->elf);
    r->n_symbols = elf_symbol_count(symbols);
    r->kernel_of = all_none(r->arena, r->elf->n_sections);
    r->by_symbol = all_none(r->arena, r->n_symbols);
    for (uint32_t i = 0; i < r->elf->n_sections; i++)
        if (str_starts(r->elf->sections[i].name, text_prefix))
            add_kernel(r, i, symbols);
}

/* --- resources -------------------------------------------------------------- */

/* What stands in `.nv.info`: a number of one kernel. */
static void take_common(struct reader *r, const struct nv_attribute *a) {
    uint32_t symbol = piece_u32(a->value, 0), number = piece_u32(a->value, 4);
    uint32_t kernel = a->value.n >= 8 && symbol < r->n_symbols ? r->by_symbol[symbol] : NONE;
    if (kernel == NONE)
        return;
    struct code_resources *out = &r->codes.at[kernel].resources;
    if (a->number == NV_REGCOUNT)
        out->registers = number;
    else if ((a->number == NV_FRAME_SIZE || a->number == NV_MIN_STACK_SIZE ||
              a->number == NV_MAX_STACK_SIZE) &&
             number > out->stack_bytes)
        out->stack_bytes = number;
}

static void take_three(struct piece value, uint32_t *to) {
    for (unsigned i = 0; i < 3; i++)
        to[i] = piece_u32(value, 4 * i);
}

/* Parameters stand in any order, the last one first as a rule. */
static void read_parameters(struct arena *a, struct piece section, struct code_call *call) {
    struct nv_attribute attribute;
    struct nv_parameter p;
    uint32_t n = 0;
    for (size_t at = 0; nv_info_next(section, &at, &attribute);)
        n += nv_info_parameter(&attribute, &p);
    struct code_parameter *all = NEW_ARRAY(a, struct code_parameter, n + 1);
    for (size_t at = 0; nv_info_next(section, &at, &attribute);)
        if (nv_info_parameter(&attribute, &p) && p.number < n)
            all[p.number] = (struct code_parameter){p.offset, p.bytes};
    call->parameters = all;
    call->n_parameters = n;
}

static void take_own(struct reader *r, uint32_t kernel, const struct nv_attribute *a) {
    struct code *c = &r->codes.at[kernel];
    if (a->number == NV_REQNTID)
        take_three(a->value, c->call.required_threads);
    else if (a->number == NV_MAX_THREADS)
        take_three(a->value, c->call.most_threads);
    else if (a->number == NV_ANNOTATIONS)
        r->entries.at[kernel].notes = a->value, c->resources.spills_unknown = false;
}

/* The kernel whose section's number an info field has, or NONE. */
static uint32_t kernel_at(const struct reader *r, uint32_t info) {
    return info < r->elf->n_sections ? r->kernel_of[info] : NONE;
}

static void read_common(struct reader *r, struct piece section) {
    struct nv_attribute a;
    for (size_t at = 0; nv_info_next(section, &at, &a);)
        take_common(r, &a);
}

static void read_own(struct reader *r, struct piece section, uint32_t kernel) {
    struct nv_attribute a;
    for (size_t at = 0; nv_info_next(section, &at, &a);)
        take_own(r, kernel, &a);
    read_parameters(r->arena, section, &r->codes.at[kernel].call);
}

/* Of `.nv.shared.NAME`. */
static uint32_t static_shared(const struct reader *r, uint64_t bytes) {
    bytes = bytes > r->reserved_shared ? bytes - r->reserved_shared : 0;
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

static void read_resources(struct reader *r) {
    for (uint32_t i = 0; i < r->elf->n_sections; i++) {
        const struct elf_section *s = &r->elf->sections[i];
        uint32_t kernel = kernel_at(r, s->info);
        if (strcmp(s->name, ".nv.info") == 0)
            read_common(r, s->bytes);
        else if (kernel != NONE && str_starts(s->name, info_prefix))
            read_own(r, s->bytes, kernel);
        else if (kernel != NONE && str_starts(s->name, shared_prefix))
            r->codes.at[kernel].resources.local_bytes = static_shared(r, s->size);
    }
}

/* What the system keeps at the beginning of each group's shared memory, from sm_90 on. Later
 * toolkits say how much. */
static void find_reserved(struct reader *r) {
    enum { FIRST_ARCH = 90, BYTES = 1024 };
    const struct elf_section *symbols = elf_symbols(r->elf);
    struct elf_symbol symbol;
    r->reserved_shared = r->target->arch >= FIRST_ARCH ? BYTES : 0;
    for (uint32_t i = 0; elf_read_symbol(r->elf, symbols, i, &symbol); i++)
        if (strcmp(symbol.name, ".nv.reservedSmem.cap") == 0 && symbol.value &&
            symbol.value <= UINT32_MAX)
            r->reserved_shared = (uint32_t)symbol.value;
}

/* --- code ------------------------------------------------------------------- */

/* Instructions of which only the size is known: 16 bytes from Volta on, 8 before, where words in
 * between say how the instructions that follow are issued. */
static void count_instructions(struct arena *a, size_t n, unsigned arch, struct code *c) {
    enum { VOLTA = 70, MAXWELL = 50 };
    uint32_t size = arch >= VOLTA ? 16 : 8;
    uint32_t group = arch >= VOLTA ? 0 : arch >= MAXWELL ? 4 : 8;
    uint32_t words = (uint32_t)(n / size);
    struct code_instruction *in = NEW_ARRAY(a, struct code_instruction, words + 1);
    c->n_instructions = 0;
    for (uint32_t i = 0; i < words; i++)
        if (!group || i % group)
            in[c->n_instructions++] = (struct code_instruction){
                .address = i * size, .name = "?", .unknown = true, .target = NONE};
    c->instructions = in;
    c->bytes = (uint32_t)n;
}

static const char *read_code(struct reader *r, uint32_t kernel, uint64_t *most_bytes) {
    struct code *c = &r->codes.at[kernel];
    const struct entry *k = &r->entries.at[kernel];
    struct piece code = r->elf->sections[k->section].bytes;
    if (code.n > *most_bytes)
        return arena_printf(r->arena, "it has more machine code for %s than is read", c->arch);
    *most_bytes -= code.n;
    if (!sass_decode(r->arena, code.at, code.n, r->target->arch, c))
        count_instructions(r->arena, code.n, r->target->arch, c);
    spills_read(code, k->notes, c);
    return NULL;
}

static void read_places(struct reader *r) {
    struct code **codes = NEW_ARRAY(r->arena, struct code *, r->elf->n_sections + 1);
    for (uint32_t i = 0; i < r->elf->n_sections; i++)
        codes[i] = r->kernel_of[i] == NONE ? NULL : &r->codes.at[r->kernel_of[i]];
    line_table_read(r->arena, r->elf, codes);
}

const char *cubin_read(struct arena *a, const struct elf *e, const struct cubin_target *t,
                       uint64_t *most_bytes, struct code_module *m) {
    struct reader r = {.arena = a, .elf = e, .target = t, .notes_spills = notes_spills(e)};
    const char *error = NULL;
    find_kernels(&r);
    find_reserved(&r);
    read_resources(&r);
    for (uint32_t i = 0; i < r.codes.n && !error; i++)
        error = read_code(&r, i, most_bytes);
    read_places(&r);
    for (size_t i = 0; i < r.codes.n; i++) {
        code_find_blocks(a, &r.codes.at[i]);
        vec_push(a, &m->kernels, r.codes.at[i]);
    }
    return error;
}
