/* ELF of 64 bits, little-endian, whose bytes may be anybody's: nothing outside of them is read. */
#ifndef CODEGEN_OBJECT_OFFLOAD_ELF_H
#define CODEGEN_OBJECT_OFFLOAD_ELF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that are read from the front. */
struct offload_bytes {
    const unsigned char *at;
    size_t n;
};

/* Copies n bytes and goes behind them; false if there are not so many. */
bool offload_take(struct offload_bytes *in, void *to, size_t n);
/* The part of n bytes from an offset on; false if it is not all there. */
bool offload_part(struct offload_bytes in, uint64_t offset, uint64_t n, struct offload_bytes *part);

struct offload_section {
    const char *name;
    uint32_t type, link, info; /* SHT_..., and numbers of sections */
    uint64_t flags, address;
    struct offload_bytes contents; /* none where they are not in the file */
};

struct offload_symbol {
    const char *name;
    uint16_t section;
    uint64_t value, size; /* an address; within the section in what is not linked */
};

struct offload_elf {
    uint16_t machine;
    uint32_t flags;
    uint8_t os, os_version; /* of its conventions */
    bool linked;
    VEC(struct offload_section) sections; /* by their numbers */
};

/* False if the bytes are no such file, or its sections are not in it. */
bool offload_elf_open(struct arena *a, struct offload_bytes bytes, struct offload_elf *file);
/* The first section of that name, or NULL. */
const struct offload_section *offload_elf_find(const struct offload_elf *file, const char *name);
/* A symbol of a section of symbols; false if there is none of that number. Its name may be "". */
bool offload_elf_symbol(struct arena *a, const struct offload_elf *file,
                        const struct offload_section *symbols, size_t number,
                        struct offload_symbol *symbol);
/* The bytes of a symbol; none if they are not all in its section. */
struct offload_bytes offload_elf_bytes(const struct offload_elf *file,
                                       const struct offload_symbol *symbol);

#ifdef __cplusplus
}
#endif
#endif
