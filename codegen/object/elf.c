#include "codegen/object/elf.h"

#include <elf.h>
#include <string.h>

bool elf_is(struct piece file) {
    return file.n >= SELFMAG && memcmp(file.at, ELFMAG, SELFMAG) == 0;
}

size_t elf_extent(const void *file) {
    const struct piece h = {file, sizeof(Elf64_Ehdr)};
    uint64_t segments = piece_u64(h, offsetof(Elf64_Ehdr, e_phoff)) +
                        (uint64_t)piece_u16(h, offsetof(Elf64_Ehdr, e_phentsize)) *
                            piece_u16(h, offsetof(Elf64_Ehdr, e_phnum));
    uint64_t sections = piece_u64(h, offsetof(Elf64_Ehdr, e_shoff)) +
                        (uint64_t)piece_u16(h, offsetof(Elf64_Ehdr, e_shentsize)) *
                            piece_u16(h, offsetof(Elf64_Ehdr, e_shnum));
    return segments > sections ? segments : sections;
}

/* A name in a table whose last byte is a NUL; "" outside of it. */
static const char *name_in(struct piece names, uint32_t at) {
    return at < names.n ? (const char *)names.at + at : "";
}

static bool is_ended(struct piece names) {
    return names.n == 0 || names.at[names.n - 1] == '\0';
}

static struct elf_section read_section(struct piece header) {
    return (struct elf_section){
        .type = piece_u32(header, offsetof(Elf64_Shdr, sh_type)),
        .link = piece_u32(header, offsetof(Elf64_Shdr, sh_link)),
        .info = piece_u32(header, offsetof(Elf64_Shdr, sh_info)),
        .flags = piece_u64(header, offsetof(Elf64_Shdr, sh_flags)),
        .address = piece_u64(header, offsetof(Elf64_Shdr, sh_addr)),
        .size = piece_u64(header, offsetof(Elf64_Shdr, sh_size)),
    };
}

/* Where the headers of sections are. Of many sections, their number and that of the table of names
 * stand in the first one. */
struct section_table {
    struct piece bytes;
    uint64_t n, names;
};

static const char *find_sections(struct piece file, struct section_table *t) {
    uint64_t at = piece_u64(file, offsetof(Elf64_Ehdr, e_shoff));
    t->n = piece_u16(file, offsetof(Elf64_Ehdr, e_shnum));
    t->names = piece_u16(file, offsetof(Elf64_Ehdr, e_shstrndx));
    if (at == 0)
        return t->n ? "its section table is not in the file" : NULL;
    if (piece_u16(file, offsetof(Elf64_Ehdr, e_shentsize)) != sizeof(Elf64_Shdr))
        return "its sections are of another size than ELF's";
    struct elf_section first = read_section(piece_part(file, at, sizeof(Elf64_Shdr)));
    if (t->n == 0)
        t->n = first.size;
    if (t->names == SHN_XINDEX)
        t->names = first.link;
    if (t->n > file.n / sizeof(Elf64_Shdr) || !piece_holds(file, at, t->n * sizeof(Elf64_Shdr)))
        return "it is cut off within its section table";
    t->bytes = piece_part(file, at, t->n * sizeof(Elf64_Shdr));
    return t->names < t->n ? NULL : "its sections have no names";
}

/* Sections share few bytes (the copies of debug information of sm_100 and later do), so that all
 * together have little more than the file: who reads each once takes time and memory as for that.
 */
static const char *read_bytes(struct piece file, const struct section_table *t, struct elf *e) {
    enum { SHARED = 4 };
    uint64_t left = (uint64_t)file.n * SHARED;
    for (uint32_t i = 1; i < e->n_sections; i++) {
        struct elf_section *s = &e->sections[i];
        struct piece header = piece_part(t->bytes, i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr));
        uint64_t at = piece_u64(header, offsetof(Elf64_Shdr, sh_offset));
        *s = read_section(header);
        if (s->type == SHT_NOBITS || s->type == SHT_NULL)
            continue;
        if (!piece_holds(file, at, s->size))
            return "it is cut off within a section";
        if (s->size > left)
            return "its sections overlap";
        left -= s->size;
        s->bytes = piece_part(file, at, s->size);
    }
    return NULL;
}

static const char *read_names(const struct section_table *t, struct elf *e) {
    struct piece names = e->sections[t->names].bytes;
    if (!is_ended(names))
        return "its sections' names do not end";
    for (uint32_t i = 0; i < e->n_sections; i++)
        e->sections[i].name = name_in(names, piece_u32(t->bytes, i * sizeof(Elf64_Shdr)));
    return NULL;
}

const char *elf_open(struct arena *a, struct piece file, struct elf *e) {
    *e = (struct elf){.type = piece_u16(file, offsetof(Elf64_Ehdr, e_type)),
                      .machine = piece_u16(file, offsetof(Elf64_Ehdr, e_machine)),
                      .os_abi = piece_u8(file, EI_OSABI),
                      .abi_version = piece_u8(file, EI_ABIVERSION),
                      .flags = piece_u32(file, offsetof(Elf64_Ehdr, e_flags))};
    if (!elf_is(file))
        return "it is no ELF file";
    if (file.n < sizeof(Elf64_Ehdr))
        return "it is cut off within its header";
    if (piece_u8(file, EI_CLASS) != ELFCLASS64 || piece_u8(file, EI_DATA) != ELFDATA2LSB)
        return "it is not a little-endian ELF file of 64 bits";
    struct section_table t = {0};
    const char *error = find_sections(file, &t);
    if (error || t.n == 0)
        return error;
    e->n_sections = (uint32_t)t.n;
    e->sections = NEW_ARRAY(a, struct elf_section, t.n);
    error = read_bytes(file, &t, e);
    return error ? error : read_names(&t, e);
}

const struct elf_section *elf_section_named(const struct elf *e, const char *name) {
    for (uint32_t i = 0; i < e->n_sections; i++)
        if (strcmp(e->sections[i].name, name) == 0)
            return &e->sections[i];
    return NULL;
}

const struct elf_section *elf_symbols(const struct elf *e) {
    for (uint32_t i = 0; i < e->n_sections; i++) {
        const struct elf_section *s = &e->sections[i];
        if (s->type == SHT_SYMTAB && s->link < e->n_sections &&
            is_ended(e->sections[s->link].bytes))
            return s;
    }
    return NULL;
}

uint32_t elf_symbol_count(const struct elf_section *table) {
    return table ? (uint32_t)(table->bytes.n / sizeof(Elf64_Sym)) : 0;
}

bool elf_read_symbol(const struct elf *e, const struct elf_section *table, uint32_t number,
                     struct elf_symbol *out) {
    if (number >= elf_symbol_count(table))
        return false;
    struct piece p =
        piece_part(table->bytes, (uint64_t)number * sizeof(Elf64_Sym), sizeof(Elf64_Sym));
    struct piece names = {0};
    if (table->link < e->n_sections && is_ended(e->sections[table->link].bytes))
        names = e->sections[table->link].bytes;
    *out = (struct elf_symbol){
        .name = name_in(names, piece_u32(p, 0)),
        .other = piece_u8(p, offsetof(Elf64_Sym, st_other)),
        .section = piece_u16(p, offsetof(Elf64_Sym, st_shndx)),
        .value = piece_u64(p, offsetof(Elf64_Sym, st_value)),
        .size = piece_u64(p, offsetof(Elf64_Sym, st_size)),
    };
    return true;
}

bool elf_is_linked(const struct elf *e) {
    return e->type != ET_REL;
}

struct piece elf_symbol_bytes(const struct elf *e, const struct elf_symbol *symbol) {
    if (symbol->section >= e->n_sections)
        return (struct piece){0};
    const struct elf_section *s = &e->sections[symbol->section];
    uint64_t base = elf_is_linked(e) ? s->address : 0;
    bool within =
        symbol->value >= base && piece_holds(s->bytes, symbol->value - base, symbol->size);
    return within ? piece_part(s->bytes, symbol->value - base, symbol->size) : (struct piece){0};
}
