#include "perfmodel/banks.h"

enum { MAX_BANKS = 64, WORDS = MAX_LANES * 4 };

/* Added to addresses, so that lanes below the first one stay above 0: a multiple of all banks
 * together. */
static const uint64_t above_zero = 1ull << 40;

/* Distinct words of one part of a warp, by bank. */
struct part {
    uint64_t words[WORDS];
    uint32_t n;
};

static void add_word(struct part *p, uint64_t word) {
    for (uint32_t i = 0; i < p->n; i++)
        if (p->words[i] == word)
            return;
    if (p->n < WORDS)
        p->words[p->n++] = word;
}

static uint32_t most_words_in_a_bank(const struct part *p, uint32_t banks) {
    uint32_t count[MAX_BANKS] = {0}, most = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t n = ++count[p->words[i] % banks];
        most = n > most ? n : most;
    }
    return most;
}

/* Lanes that one pass can serve: all of local_lanes_per_pass for 4 bytes, half as many for 8
 * where the banks are 4 wide, and so on. */
static uint32_t lanes_per_part(const struct gpu *g, uint32_t bytes) {
    uint32_t lanes = (uint32_t)g->local_lanes_per_pass;
    double room = g->local_banks * g->local_bank_bytes;
    while (lanes > 1 && lanes * (double)bytes > room)
        lanes /= 2;
    return lanes;
}

struct passes bank_passes(const struct gpu *g, const struct pattern *p, uint64_t address) {
    address = address % PHASES + above_zero;
    uint32_t banks = (uint32_t)g->local_banks, width = (uint32_t)g->local_bank_bytes;
    uint32_t step = lanes_per_part(g, p->bytes);
    struct passes result = {0};
    for (uint32_t first = 0; first < (uint32_t)g->warp_width; first += step) {
        struct part part = {.n = 0};
        uint64_t lanes = step >= 64 ? ~0ull : ((1ull << step) - 1) << first;
        if (!(p->mask & lanes))
            continue;
        for (uint64_t m = p->mask & lanes; m && !p->scattered; m &= m - 1) {
            uint64_t at = address + (uint64_t)p->offset[__builtin_ctzll(m)];
            for (uint64_t w = at / width; w <= (at + p->bytes - 1) / width; w++)
                add_word(&part, w);
        }
        uint32_t most = most_words_in_a_bank(&part, banks);
        result.taken += most ? most : 1;
        result.ideal++;
    }
    return result;
}
