/* Bytes of a word, all eight at once. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdint.h>

enum { BYTES_PER_WORD = 8 };

/* The top bit of each byte of the word that equals `byte`; perhaps of some behind the first such
 * one, too, that do not (Mycroft's test for a byte that is 0). */
static inline uint64_t bytes_equal(uint64_t word, uint8_t byte) {
    static const uint64_t ones = 0x0101010101010101u;
    uint64_t x = word ^ ones * byte;
    return (x - ones) & ~x & ones << 7;
}

/* The number of the first byte whose top bit is set; there must be one. */
static inline unsigned bytes_first(uint64_t bits) {
    return (unsigned)__builtin_ctzll(bits) / 8;
}

static inline uint64_t bytes_set(uint64_t word, unsigned number, uint8_t byte) {
    return (word & ~((uint64_t)0xff << number * 8)) | (uint64_t)byte << number * 8;
}

/* How many bits of a number below 16 are set. */
static inline unsigned bits_of_four(unsigned bits) {
    return 0x4332322132212110u >> bits * 4 & 0xf;
}

/* How many bits of a number below 256 are set. */
static inline unsigned bits_of_eight(unsigned bits) {
    return bits_of_four(bits & 0xf) + bits_of_four(bits >> 4);
}

#endif
