#include "codegen/object/offload_elf.h"

#include <elf.h>
#include <string.h>

bool offload_take(struct offload_bytes *in, void *to, size_t n) {
    if (n > in->n)
        return false;
    memcpy(to, in->at, n);
    in->at += n;
    in->n -= n;
    return true;
}

bool offload_part(struct offload_bytes in, uint64_t offset, uint64_t n,
                  struct offload_bytes *part) {
    if (offset > in.n || n > in.n - offset)
        return false;
    *part = (struct offload_bytes){in.at + offset, (size_t)n};
    return true;
}

/* The element of that number in a table. */
static bool element(struct offload_bytes table, uint64_t number, void *to, size_t size) {
    struct offload_bytes part;
    return number <= table.n / size && offload_part(table, number * size, size, &part) &&
           offload_take(&part, to, size);
}

/* The text that begins there; "" if it does not end. */
static const char *text_at(struct arena *a, struct offload_bytes texts, uint64_t at) {
    struct offload_bytes rest;
    if (at >= texts.n || !offload_part(texts, at, texts.n - at, &rest))
        return "";
    const char *end = memchr(rest.at, 0, rest.n);
    return end ? arena_strndup(a, (const char *)rest.at, (size_t)(end - (const char *)rest.at))
               : "";
}

static struct offload_section section_of(struct offload_bytes bytes, const Elf64_Shdr *h) {
    struct offload_section s = {.name = "",
                                .type = h->sh_type,
                                .link = h->sh_link,
                                .info = h->sh_info,
                                .flags = h->sh_flags,
                                .address = h->sh_addr};
    if (h->sh_type == SHT_NOBITS || !offload_part(bytes, h->sh_offset, h->sh_size, &s.contents))
        s.contents = (struct offload_bytes){bytes.at, 0};
    return s;
}

bool offload_elf_open(struct arena *a, struct offload_bytes bytes, struct offload_elf *file) {
    struct offload_bytes in = bytes, table, names = {bytes.at, 0};
    Elf64_Ehdr h;
    Elf64_Shdr s;
    *file = (struct offload_elf){0};
    if (!offload_take(&in, &h, sizeof h) || memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 ||
        h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != ELFDATA2LSB ||
        (h.e_shnum && h.e_shentsize != sizeof s) ||
        !offload_part(bytes, h.e_shoff, (uint64_t)h.e_shnum * sizeof s, &table))
        return false;
    file->machine = h.e_machine;
    file->flags = h.e_flags;
    file->os = h.e_ident[EI_OSABI];
    file->os_version = h.e_ident[EI_ABIVERSION];
    file->linked = h.e_type != ET_REL;
    if (element(table, h.e_shstrndx, &s, sizeof s))
        names = section_of(bytes, &s).contents;
    for (size_t i = 0; i < h.e_shnum && element(table, i, &s, sizeof s); i++) {
        vec_push(a, &file->sections, section_of(bytes, &s));
        file->sections.at[i].name = text_at(a, names, s.sh_name);
    }
    return true;
}

const struct offload_section *offload_elf_find(const struct offload_elf *file, const char *name) {
    for (size_t i = 0; i < file->sections.n; i++)
        if (strcmp(file->sections.at[i].name, name) == 0)
            return &file->sections.at[i];
    return NULL;
}

bool offload_elf_symbol(struct arena *a, const struct offload_elf *file,
                        const struct offload_section *symbols, size_t number,
                        struct offload_symbol *symbol) {
    Elf64_Sym s;
    if (!element(symbols->contents, number, &s, sizeof s))
        return false;
    *symbol = (struct offload_symbol){"", s.st_shndx, s.st_value, s.st_size};
    if (symbols->link < file->sections.n)
        symbol->name = text_at(a, file->sections.at[symbols->link].contents, s.st_name);
    return true;
}

struct offload_bytes offload_elf_bytes(const struct offload_elf *file,
                                       const struct offload_symbol *symbol) {
    struct offload_bytes part = {0};
    if (symbol->section >= file->sections.n)
        return part;
    const struct offload_section *s = &file->sections.at[symbol->section];
    uint64_t base = file->linked ? s->address : 0;
    if (symbol->value < base ||
        !offload_part(s->contents, symbol->value - base, symbol->size, &part))
        return (struct offload_bytes){0};
    return part;
}
