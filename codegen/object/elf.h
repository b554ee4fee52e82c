/* Little-endian ELF of 64 bits: NVIDIA's cubins, AMD's code objects, and host objects, programs and
 * libraries. The bytes may be anybody's: nothing outside of them is read. */
#ifndef CODEGEN_OBJECT_ELF_H
#define CODEGEN_OBJECT_ELF_H

#include "base/arena.h"
#include "codegen/object/piece.h"

#ifdef __cplusplus
extern "C" {
#endif

struct elf_section {
    const char *name; /* in the file */
    uint32_t type, link, info;
    uint64_t flags, address;
    uint64_t size;      /* also of one that the file has no bytes for */
    struct piece bytes; /* in the file */
};

struct elf {
    uint16_t type, machine;
    uint8_t os_abi, abi_version;
    uint32_t flags;
    struct elf_section *sections;
    uint32_t n_sections;
};

struct elf_symbol {
    const char *name; /* in the file */
    uint8_t other;
    uint32_t section;
    uint64_t value, size; /* an address; within the section in what is not linked */
};

bool elf_is(struct piece file);
/* How long a file in memory is of which only the start is known: to the end of its tables of
 * segments and of sections, one of which stands last. Its header is there. */
size_t elf_extent(const void *file);
/* Reads the header and the sections; what refers to the file's bytes borrows them. NULL, or why it
 * could not be read. */
const char *elf_open(struct arena *a, struct piece file, struct elf *e);
/* The first section of that name, or NULL. */
const struct elf_section *elf_section_named(const struct elf *e, const char *name);
/* The symbol table, or NULL. */
const struct elf_section *elf_symbols(const struct elf *e);
uint32_t elf_symbol_count(const struct elf_section *table);
/* A symbol of a table by its number; false if there is none. Its name may be "". */
bool elf_read_symbol(const struct elf *e, const struct elf_section *table, uint32_t number,
                     struct elf_symbol *out);
/* Whether it is linked, so that the values of symbols are addresses. */
bool elf_is_linked(const struct elf *e);
/* The bytes of a symbol; none if they are not all in its section. */
struct piece elf_symbol_bytes(const struct elf *e, const struct elf_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
