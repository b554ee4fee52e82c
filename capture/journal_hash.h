/* A hash of 128 bits, by which equal launches, texts and contents are known. Two that differ in one
 * word have different ones, any others the same by odds of 2^-64; not against those who look for a
 * collision. */
#ifndef CAPTURE_JOURNAL_HASH_H
#define CAPTURE_JOURNAL_HASH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct journal_hash {
    uint64_t a, b;
};

static inline uint64_t journal_rotate(uint64_t word, int by) {
    return word << by | word >> (64 - by);
}

/* Words go to the halves in turn, so the processor works on two at a time. */
static inline void journal_hash_word(struct journal_hash *h, uint64_t word) {
    uint64_t mixed = journal_rotate((h->a ^ word) * 0x9E3779B97F4A7C15u, 31);
    h->a = h->b;
    h->b = mixed;
}

/* Bytes whose number is hashed besides. */
static inline void journal_hash_content(struct journal_hash *h, const void *bytes, uint64_t n) {
    const unsigned char *at = bytes;
    uint64_t word;
    for (; n >= sizeof word; n -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        journal_hash_word(h, word);
    }
    word = 0;
    if (n)
        memcpy(&word, at, n);
    if (n)
        journal_hash_word(h, word);
}

/* The number of bytes counts too, so fields do not run into one another. */
static inline void journal_hash_bytes(struct journal_hash *h, const void *bytes, uint64_t n) {
    journal_hash_word(h, n);
    journal_hash_content(h, bytes, n);
}

/* A text, or NULL, which differs from the empty one. */
static inline void journal_hash_text(struct journal_hash *h, const char *text) {
    if (text)
        journal_hash_bytes(h, text, strlen(text));
    else
        journal_hash_word(h, UINT64_MAX);
}

static inline uint64_t journal_mix(uint64_t word) {
    word = (word ^ word >> 33) * 0xFF51AFD7ED558CCDu;
    word = (word ^ word >> 33) * 0xC4CEB9FE1A85EC53u;
    return word ^ word >> 33;
}

/* After the last field. */
static inline struct journal_hash journal_hash_end(struct journal_hash h) {
    uint64_t a = journal_mix(h.a), b = journal_mix(h.b + 0x9E3779B97F4A7C15u);
    return (struct journal_hash){a + b, b ^ journal_rotate(a, 32)};
}

static inline bool journal_hash_equal(struct journal_hash x, struct journal_hash y) {
    return x.a == y.a && x.b == y.b;
}

#endif
