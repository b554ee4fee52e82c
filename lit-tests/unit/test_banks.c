/* Bank passes of random requests against counting words bank by bank. */
#include <stdlib.h>

#include "check.h"
#include "perfmodel/memory/banks.h"

enum { SEED = 645, REQUESTS = 2000 };

struct dice {
    unsigned short state[3];
};

static unsigned below(struct dice *d, unsigned n) {
    return (unsigned)nrand48(d->state) % n;
}

/* The words of one bank that some lanes touch: one pass for each. */
static uint32_t words_in_bank(const struct gpu *g, const struct pattern *p, uint64_t address,
                              uint64_t lanes, uint64_t bank) {
    uint64_t banks = (uint64_t)g->local.local_banks, width = (uint64_t)g->local.local_bank_bytes;
    uint64_t seen[4 * MAX_LANES];
    uint32_t n = 0;
    for (unsigned i = 0; i < MAX_LANES; i++)
        for (uint32_t b = 0; lanes >> i & 1 && b < p->bytes; b++) {
            uint64_t word = (address + (uint64_t)p->offset[i] + b) / width;
            bool known = word % banks != bank;
            for (uint32_t s = 0; s < n; s++)
                known |= seen[s] == word;
            if (!known)
                seen[n++] = word;
        }
    return n;
}

/* Parts of the warp go one after another: as many lanes as the banks can feed at once. */
static struct passes reference(const struct gpu *g, const struct pattern *p, uint64_t address) {
    unsigned room = (unsigned)(g->local.local_banks * g->local.local_bank_bytes) / p->bytes;
    unsigned lanes = (unsigned)g->local.local_lanes_per_pass, part = lanes < room ? lanes : room;
    struct passes r = {0};
    for (unsigned first = 0; first < (unsigned)g->machine.warp_width; first += part) {
        uint64_t mask = p->mask;
        uint32_t most = 0;
        for (unsigned i = 0; i < MAX_LANES; i++)
            if (i < first || i >= first + part)
                mask &= ~(1ull << i);
        for (uint64_t bank = 0; mask && bank < (uint64_t)g->local.local_banks; bank++) {
            uint32_t n = words_in_bank(g, p, address, mask, bank);
            most = n > most ? n : most;
        }
        r.taken += most;
        r.ideal += mask != 0;
    }
    return r;
}

static void test_random(const struct gpu *g, struct dice *d) {
    unsigned width = (unsigned)g->machine.warp_width;
    bool good = true;
    for (int n = 0; n < REQUESTS; n++) {
        int64_t offset[MAX_LANES] = {0};
        struct pattern p = {.bytes = 1u << below(d, 5), .offset = offset};
        unsigned align = below(d, 4) ? p.bytes : 1, stride = below(d, 70) * align;
        uint64_t address = 8192 + below(d, 512) / align * align;
        bool random = below(d, 3) == 0;
        p.mask = below(d, 2) ? ~0ull : (uint64_t)nrand48(d->state) << 32 | 1u << below(d, 32);
        p.mask &= width == 64 ? ~0ull : UINT32_MAX;
        unsigned first = (unsigned)__builtin_ctzll(p.mask);
        for (unsigned i = 0; i < width; i++)
            offset[i] = random ? (int64_t)(below(d, 4096) / align * align) - 2048
                               : ((int64_t)i - first) * (int64_t)stride;
        offset[first] = 0;
        struct passes got = bank_passes(g, &p, address), wanted = reference(g, &p, address);
        if (got.taken != wanted.taken || got.ideal != wanted.ideal) {
            printf("%s: mask %#llx, %u bytes at %llu, stride %u%s: %u of %u, not %u of %u\n",
                   g->name, (unsigned long long)p.mask, p.bytes, (unsigned long long)address,
                   stride, random ? " (random)" : "", got.taken, got.ideal, wanted.taken,
                   wanted.ideal);
            good = false;
        }
    }
    CHECK(good);
}

/* The address modulo all banks together is as good as the address: tallies keep no more. */
static void test_phase(const struct gpu *g, struct dice *d) {
    bool good = true;
    for (int n = 0; n < REQUESTS; n++) {
        int64_t offset[MAX_LANES] = {0};
        struct pattern p = {.mask = UINT32_MAX, .bytes = 1u << below(d, 4), .offset = offset};
        uint64_t address = 16384 + below(d, 1024);
        for (unsigned i = 1; i < 32; i++)
            offset[i] = (int64_t)below(d, 2048) - 1024;
        struct passes whole = bank_passes(g, &p, address);
        struct passes phase = bank_passes(g, &p, address % PHASES);
        good &= whole.taken == phase.taken && whole.ideal == phase.ideal;
    }
    CHECK(good);
}

static struct passes strided(const struct gpu *g, uint32_t bytes, int64_t stride) {
    int64_t offset[MAX_LANES];
    struct pattern p = {.mask = ~0ull, .bytes = bytes, .offset = offset};
    p.mask >>= MAX_LANES - (unsigned)g->machine.warp_width;
    for (int i = 0; i < MAX_LANES; i++)
        offset[i] = i * stride;
    return bank_passes(g, &p, 0);
}

/* Strides of floats: the greatest common divisor of stride and banks. */
static void test_strides(const struct gpu *maxwell, const struct gpu *kepler) {
    for (unsigned s = 1; s <= 32; s *= 2) {
        CHECK(strided(maxwell, 4, 4 * s).taken == s && strided(maxwell, 4, 4 * s).ideal == 1);
        CHECK(strided(maxwell, 4, 4 * (s + 1)).taken == (s == 1 ? 2 : 1));
        CHECK(strided(kepler, 4, 4 * s).taken == (s < 2 ? 1 : s / 2));
        CHECK(strided(kepler, 8, 8 * s).taken == s);
    }
    CHECK(strided(maxwell, 4, 0).taken == 1);
    CHECK(strided(maxwell, 8, 8).taken == 2 && strided(maxwell, 8, 8).ideal == 2);
    CHECK(strided(maxwell, 8, 0).merged == 1 && strided(maxwell, 16, 0).merged == 2);
    CHECK(strided(maxwell, 16, 16).taken == 4 && strided(maxwell, 16, 16).ideal == 4);
}

/* Sixteen bytes for each of 32 lanes, whose addresses repeat every so many lanes, `apart` from each
 * other. */
static struct passes repeated(const struct gpu *g, unsigned every, unsigned apart) {
    int64_t offset[MAX_LANES] = {0};
    struct pattern p = {.mask = UINT32_MAX, .bytes = 16, .offset = offset};
    for (unsigned i = 0; i < 32; i++)
        offset[i] = i / apart % every * 16;
    return bank_passes(g, &p, 0);
}

/* Pairs of lanes that want the same words are served together, others that do are not. */
static void test_pairs(const struct gpu *a100, const struct gpu *mi250x) {
    CHECK(repeated(a100, 8, 1).merged == 4);
    CHECK(repeated(a100, 16, 2).merged == 2);
    CHECK(repeated(a100, 2, 1).merged == 2);
    CHECK(repeated(a100, 8, 4).merged == 2);
    CHECK(repeated(mi250x, 16, 2).merged == repeated(mi250x, 32, 1).merged);
}

int main(void) {
    static const char *const names[] = {"gtx-980", "gtx-645", "a100", "mi250x"};
    struct arena arena = {0};
    struct dice dice = {{SEED, 0, 0}};
    const char *error;
    printf("seed %d\n", SEED);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct gpu *g = gpu_find(&arena, names[i], &error);
        test_random(g, &dice);
        test_phase(g, &dice);
    }
    test_strides(gpu_find(&arena, "gtx-980", &error), gpu_find(&arena, "gtx-645", &error));
    test_pairs(gpu_find(&arena, "a100", &error), gpu_find(&arena, "mi250x", &error));
    arena_free(&arena);
    return CHECK_DONE();
}
