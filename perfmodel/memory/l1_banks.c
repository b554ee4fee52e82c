#include "perfmodel/memory/l1_banks.h"

#include "analysis/ir/query.h"
#include "base/integers.h"

enum { WORD_BYTES = 4, MOST_BANKS = 64, MOST_WORDS = MAX_LANES * 4 };

/* Lines whose tags are in different banks. */
enum { TAG_LINE_BYTES = 64, TAG_BANKS = 4 };

/* Added to offsets, so that the bank is a remainder: a multiple of all banks together. */
static const int64_t above_zero = (int64_t)1 << 40;

/* Distinct ones, of words or lines. */
struct numbers {
    int64_t at[MOST_WORDS];
    uint32_t n;
};

static void add_number(struct numbers *s, int64_t number) {
    for (uint32_t i = s->n; i-- > 0;)
        if (s->at[i] == number)
            return;
    if (s->n < MOST_WORDS)
        s->at[s->n++] = number;
}

/* Of units of so many bytes that the lanes touch, the most in one of the banks. */
static uint32_t most_in_a_bank(const struct pattern *p, uint64_t lanes, uint32_t bytes,
                               uint32_t banks) {
    struct numbers s = {.n = 0};
    uint32_t count[MOST_BANKS] = {0}, most = 0;
    for (uint64_t m = p->mask & lanes; m; m &= m - 1) {
        int64_t from = p->offset[__builtin_ctzll(m)] + above_zero;
        for (int64_t at = from / bytes; at <= (from + p->bytes - 1) / bytes; at++)
            add_number(&s, at);
    }
    for (uint32_t i = 0; i < s.n; i++) {
        uint32_t n = ++count[(uint64_t)s.at[i] % banks];
        most = n > most ? n : most;
    }
    return most;
}

/* Lanes first, first + step ..., n of them. */
static uint64_t lanes_from(uint32_t first, uint32_t n, uint32_t step) {
    uint64_t lanes = 0;
    for (uint32_t i = 0; i < n; i++)
        lanes |= 1ull << (first + i * step);
    return lanes;
}

static bool is_side_by_side(const struct pattern *p, uint64_t lanes, uint32_t bytes) {
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (uint64_t m = p->mask & lanes; m; m &= m - 1) {
        int64_t offset = p->offset[__builtin_ctzll(m)];
        least = offset < least ? offset : least;
        most = offset > most ? offset : most;
    }
    return most - least < (int64_t)bytes;
}

static uint32_t rounds_of_part(const struct memory_grid *g, const struct pattern *p,
                               uint64_t lanes) {
    uint32_t rounds = most_in_a_bank(p, lanes, WORD_BYTES, g->l1_banks);
    return g->l1_bank_lanes == L1_FOUR_LANES
               ? max32(rounds, most_in_a_bank(p, lanes, TAG_LINE_BYTES, TAG_BANKS))
               : rounds;
}

/* Of the lanes that have a line's words if these lie side by side. Of a four that load a word each,
 * all are as far apart as there are fours. */
static uint32_t rounds_of_group(const struct memory_grid *g, const struct pattern *p,
                                uint32_t first, uint32_t lanes) {
    uint32_t words = (uint32_t)div_up(p->bytes, WORD_BYTES);
    uint32_t part = max32(L1_FOUR_LANES, g->l1_bank_lanes / words), parts = lanes / part;
    uint64_t group = lanes_from(first, lanes, 1);
    if (!(p->mask & group))
        return 0;
    if (words == 1 && is_side_by_side(p, group, lanes * WORD_BYTES))
        return 1;
    uint32_t rounds = 0;
    for (uint32_t i = 0; i < parts; i++)
        rounds += rounds_of_part(g, p,
                                 words == 1 && part == L1_FOUR_LANES
                                     ? lanes_from(first + i, part, parts)
                                     : lanes_from(first + i * part, part, 1));
    return rounds;
}

uint32_t l1_bank_rounds(const struct memory_grid *g, const struct pattern *p) {
    uint32_t lanes = g->l1_banks, rounds = 0;
    if (!lanes || p->scattered)
        return 0;
    for (uint32_t first = 0; first < MAX_LANES; first += lanes)
        rounds += rounds_of_group(g, p, first, lanes);
    return rounds;
}
