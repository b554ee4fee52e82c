#include "perfmodel/memory/l1_banks.h"

#include "analysis/ir/query.h"
#include "base/integers.h"
#include "perfmodel/memory/banks.h"

enum { WORD_BYTES = 4 };

/* Lines whose tags are in different banks. */
enum { TAG_LINE_BYTES = 64, TAG_BANKS = 4 };

/* Lanes first, first + step ..., n of them. */
static uint64_t lanes_from(uint32_t first, uint32_t n, uint32_t step) {
    uint64_t lanes = 0;
    for (uint32_t i = 0; i < n; i++)
        lanes |= 1ull << (first + i * step);
    return lanes;
}

int64_t span_of_lanes(const struct pattern *p, uint64_t lanes) {
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (uint64_t m = p->mask & lanes; m; m &= m - 1) {
        int64_t offset = p->offset[__builtin_ctzll(m)];
        least = offset < least ? offset : least;
        most = offset > most ? offset : most;
    }
    return most >= least ? most - least : -1;
}

static uint32_t rounds_of_part(const struct memory_grid *g, const struct pattern *p,
                               uint64_t lanes) {
    uint32_t rounds = most_in_a_bank(p, 0, lanes, WORD_BYTES, g->l1_banks);
    return g->l1_bank_lanes == L1_FOUR_LANES
               ? max32(rounds, most_in_a_bank(p, 0, lanes, TAG_LINE_BYTES, TAG_BANKS))
               : rounds;
}

/* That take part in a round. */
static uint32_t lanes_of_part(const struct memory_grid *g, uint32_t words) {
    return max32(L1_FOUR_LANES, g->l1_bank_lanes / words);
}

/* Whether the elements of these lanes lie within as many bytes as all of them have. */
static bool are_side_by_side(const struct pattern *p, uint64_t lanes, uint32_t words) {
    return span_of_lanes(p, lanes) + p->bytes <= (int64_t)words * WORD_BYTES;
}

/* Of the lanes that have a line's words if these lie side by side. Of a four that load a word each,
 * all are as far apart as there are fours. */
static uint32_t rounds_of_line(const struct memory_grid *g, const struct pattern *p, uint32_t first,
                               uint32_t lanes, uint32_t words) {
    uint32_t part = lanes_of_part(g, words), parts = lanes / part;
    uint64_t group = lanes_from(first, lanes, 1);
    bool by_fours = part == L1_FOUR_LANES;
    if (!(p->mask & group))
        return 0;
    if ((words == 1 || g->l1_bank_lanes != L1_FOUR_LANES) &&
        are_side_by_side(p, group, g->l1_banks))
        return 1;
    uint32_t rounds = 0;
    for (uint32_t i = 0; i < parts; i++)
        rounds += rounds_of_part(g, p,
                                 words == 1 && by_fours ? lanes_from(first + i, part, parts)
                                                        : lanes_from(first + i * part, part, 1));
    return rounds;
}

uint32_t l1_bank_rounds(const struct memory_grid *g, const struct pattern *p) {
    if (!g->l1_banks || p->scattered)
        return 0;
    uint32_t words = (uint32_t)div_up(p->bytes, WORD_BYTES), rounds = 0;
    uint32_t part = lanes_of_part(g, words), lanes = part * max32(1, g->l1_banks / words / part);
    for (uint32_t first = 0; first < MAX_LANES; first += lanes)
        rounds += rounds_of_line(g, p, first, lanes, words);
    return rounds;
}
