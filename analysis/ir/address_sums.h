/* Addresses as sums: leaves times bytes, and a constant. */
#ifndef ANALYSIS_IR_ADDRESS_SUMS_H
#define ANALYSIS_IR_ADDRESS_SUMS_H

#include "analysis/ir/kernel.h"

/* An address, and what is added to it. */
struct offset_address {
    uint32_t address; /* value number; NONE: there is no such address */
    int64_t offset;   /* bytes */
};

/* Beginnings of arrays that take no register: where an assembler knows them, as those of local and
 * constant arrays, and where the whole warp shares a register for each. */
struct array_bases {
    bool immediate, shared;
};

/* By value: another address that differs from it by a constant only and is there whenever it is
 * needed. Such an address is the other one with an offset in the instruction. Arrays whose
 * beginning takes no register count as one. */
struct offset_address *an_equal_addresses(struct arena *a, const struct kernel *k,
                                          struct array_bases bases);

/* Whether the index of an address, pointer + index * imm, is computed with 32 bits: its extension
 * and scaling are then part of the instruction that adds it to the pointer. */
bool an_is_narrow_index(const struct kernel *k, const struct value *address);

#endif
