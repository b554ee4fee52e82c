/* Little-endian ELF of 64 bits: NVIDIA's cubins, and host objects, programs and libraries. */
#ifndef CODEGEN_OBJECT_ELF_H
#define CODEGEN_OBJECT_ELF_H

#include "base/arena.h"
#include "codegen/object/piece.h"

struct elf_section {
    const char *name; /* in the file */
    uint32_t type, link, info;
    uint64_t size;      /* also of one that the file has no bytes for */
    struct piece bytes; /* in the file */
};

struct elf {
    uint16_t type, machine;
    uint8_t os_abi;
    uint32_t flags;
    struct elf_section *sections;
    uint32_t n_sections;
};

struct elf_symbol {
    const char *name; /* in the file */
    uint8_t other;
    uint32_t section;
    uint64_t value;
};

bool elf_is(struct piece file);
/* Reads the header and the sections; what refers to the file's bytes borrows them. NULL, or why it
 * could not be read. */
const char *elf_open(struct arena *a, struct piece file, struct elf *e);
/* The first section of that name, or NULL. */
const struct elf_section *elf_section_named(const struct elf *e, const char *name);
/* The symbol table, or NULL. */
const struct elf_section *elf_symbols(const struct elf *e);
uint32_t elf_symbol_count(const struct elf_section *table);
/* A symbol by its number; false if there is none. */
bool elf_symbol(const struct elf *e, const struct elf_section *table, uint32_t number,
                struct elf_symbol *out);

#endif
