#include "perfmodel/memory/banks.h"

enum { MAX_BANKS = 64, UNITS = MAX_LANES * 4 };

/* Added to addresses, so that lanes below the first one stay above 0: a multiple of all banks
 * together. */
static const uint64_t above_zero = 1ull << 40;

/* Distinct ones that lanes touch. */
struct units {
    uint64_t at[UNITS];
    uint32_t n;
};

static void add_unit(struct units *u, uint64_t number) {
    for (uint32_t i = u->n; i-- > 0;)
        if (u->at[i] == number)
            return;
    if (u->n < UNITS)
        u->at[u->n++] = number;
}

uint32_t most_in_a_bank(const struct pattern *p, uint64_t address, uint64_t lanes, uint32_t bytes,
                        uint32_t banks) {
    struct units units = {.n = 0};
    uint32_t count[MAX_BANKS] = {0}, most = 0;
    for (uint64_t m = p->mask & lanes; m && !p->scattered; m &= m - 1) {
        uint64_t from = address + above_zero + (uint64_t)p->offset[__builtin_ctzll(m)];
        for (uint64_t u = from / bytes; u <= (from + p->bytes - 1) / bytes; u++)
            add_unit(&units, u);
    }
    for (uint32_t i = 0; i < units.n; i++) {
        uint32_t n = ++count[units.at[i] % banks];
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

/* Lanes first .. first + n - 1. */
static uint64_t lane_range(uint32_t first, uint32_t n) {
    return n >= 64 ? ~0ull : ((1ull << n) - 1) << first;
}

/* Passes of each `step` lanes on their own, added up. Where there are no banks, every lane of a
 * part is served in its one pass. */
static uint32_t passes_by(const struct gpu *g, const struct pattern *p, uint64_t address,
                          uint32_t step, uint32_t *parts) {
    uint32_t total = 0, width = (uint32_t)g->local.local_bank_bytes;
    uint32_t banks = (uint32_t)g->local.local_banks;
    *parts = 0;
    for (uint32_t first = 0; first < (uint32_t)g->machine.warp_width; first += step) {
        if (!(p->mask & lane_range(first, step)))
            continue;
        uint32_t most =
            banks ? most_in_a_bank(p, address, lane_range(first, step), width, banks) : 1;
        total += most ? most : 1;
        ++*parts;
    }
    return total;
}

/* Lanes that one pass can serve where pairs of them want the same words, which fill two registers
 * at once: nvprof counts two transactions where a whole warp reads one 128-bit word, and one for
 * 64 bits (Kepler and Maxwell, marcosamaris/gpuperfpredict). Stores share none
 * (bench/tables/h200_places.csv). */
static uint32_t lanes_of_pairs(const struct gpu *g, uint32_t bytes) {
    return (uint32_t)g->local.local_lanes_per_pass / (bytes > 8 ? 2 : 1);
}

/* Whether lanes `apart` from each other by one bit of their numbers want the same words. */
static bool are_pairs(const struct pattern *p, uint32_t apart) {
    for (uint64_t m = p->mask & p->mask >> apart; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctzll(m);
        if (!(lane & apart) && p->offset[lane] != p->offset[lane + apart])
            return false;
    }
    return true;
}

struct passes bank_passes(const struct gpu *g, const struct pattern *p, uint64_t address) {
    struct passes r;
    uint32_t unused;
    address %= PHASES;
    r.taken = passes_by(g, p, address, lanes_per_part(g, p->bytes), &r.ideal);
    r.merged = r.taken;
    if (g->local.local_pairs_share && !p->scattered && (are_pairs(p, 1) || are_pairs(p, 2)))
        r.merged = passes_by(g, p, address, lanes_of_pairs(g, p->bytes), &unused);
    return r;
}
