/* Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, 6.4): numbers that follow
 * one another end far apart. The upper bits are the good ones. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

static inline uint64_t hash_of(uint64_t number) {
    return number * 0x9E3779B97F4A7C15u;
}

#endif
