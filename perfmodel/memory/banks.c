#include "perfmodel/memory/banks.h"

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

/* Where there are no banks, every lane of a part is served in its one pass. */
static uint32_t most_words_in_a_bank(const struct part *p, uint32_t banks) {
    uint32_t count[MAX_BANKS] = {0}, most = 0;
    if (!banks)
        return 1;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t n = ++count[p->words[i] % banks];
        most = n > most ? n : most;
    }
    return most;
}

/* Lanes that one pass can serve: all of local_lanes_per_pass for 4 bytes, half as many for 8
 * where the banks are 4 wide, and so on. */
static uint32_t lanes_per_part(const struct gpu *g, uint32_t bytes) {
    uint32_t lanes = (uint32_t)g->local.local_lanes_per_pass;
    double banks = g->local.local_banks > 0 ? g->local.local_banks : lanes;
    double room = banks * g->local.local_bank_bytes;
    while (lanes > 1 && lanes * (double)bytes > room)
        lanes /= 2;
    return lanes;
}

static void add_lanes(struct part *part, const struct gpu *g, const struct pattern *p,
                      uint64_t address, uint64_t lanes) {
    uint32_t width = (uint32_t)g->local.local_bank_bytes;
    for (uint64_t m = p->mask & lanes; m && !p->scattered; m &= m - 1) {
        uint64_t at = address + (uint64_t)p->offset[__builtin_ctzll(m)];
        for (uint64_t w = at / width; w <= (at + p->bytes - 1) / width; w++)
            add_word(part, w);
    }
}

/* Lanes first .. first + n - 1. */
static uint64_t lane_range(uint32_t first, uint32_t n) {
    return n >= 64 ? ~0ull : ((1ull << n) - 1) << first;
}

/* Passes of each `step` lanes on their own, added up. */
static uint32_t passes_by(const struct gpu *g, const struct pattern *p, uint64_t address,
                          uint32_t step, uint32_t *parts) {
    uint32_t total = 0;
    *parts = 0;
    for (uint32_t first = 0; first < (uint32_t)g->machine.warp_width; first += step) {
        struct part part = {.n = 0};
        if (!(p->mask & lane_range(first, step)))
            continue;
        add_lanes(&part, g, p, address, lane_range(first, step));
        uint32_t most = most_words_in_a_bank(&part, (uint32_t)g->local.local_banks);
        total += most ? most : 1;
        ++*parts;
    }
    return total;
}

/* Lanes whose equal words share a pass: nvprof counts two transactions where a whole warp reads
 * one 128-bit word, and one for 64 bits (Kepler and Maxwell, marcosamaris/gpuperfpredict). */
static uint32_t lanes_merged(const struct gpu *g, uint32_t bytes) {
    return (uint32_t)g->local.local_lanes_per_pass / (bytes > 8 ? 2 : 1);
}

struct passes bank_passes(const struct gpu *g, const struct pattern *p, uint64_t address) {
    struct passes r;
    uint32_t unused;
    address = address % PHASES + above_zero;
    r.taken = passes_by(g, p, address, lanes_per_part(g, p->bytes), &r.ideal);
    r.merged = passes_by(g, p, address, lanes_merged(g, p->bytes), &unused);
    return r;
}
