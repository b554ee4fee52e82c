/* Lane by sector, and lane by bank: the request that a site makes most often. */
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "diag/report/html/report_page.h"

enum { CELL = 8, GAP = 28, LABEL = 50, MOST_COLUMNS = 64, MOST_WORDS = MAX_LANES * 16 };

/* A word or sector that a lane touches. */
struct touch {
    uint32_t lane;
    uint64_t unit; /* number of the word or sector */
};

struct touches {
    struct touch at[MOST_WORDS];
    size_t n;
};

static const struct request_tally *most_frequent(const struct trace *t, uint32_t access) {
    const struct request_tally *most = NULL;
    for (size_t i = 0; i < t->n_tallies; i++) {
        const struct request_tally *c = &t->tallies[i];
        bool drawn = c->access == access && !t->patterns[c->pattern].scattered;
        if (drawn && (!most || c->count > most->count))
            most = c;
    }
    return most;
}

/* Units of so many bytes that the lanes touch, counted from a multiple of PHASES below all. */
static void collect(struct touches *out, const struct pattern *p, uint32_t phase, uint32_t bytes) {
    int64_t lowest = 0;
    for (uint32_t lane = 0; lane < MAX_LANES; lane++)
        if (p->mask >> lane & 1 && p->offset[lane] < lowest)
            lowest = p->offset[lane];
    uint64_t base = phase + (uint64_t)((-lowest + PHASES - 1) / PHASES * PHASES);
    for (uint32_t lane = 0; lane < MAX_LANES; lane++) {
        if (!(p->mask >> lane & 1))
            continue;
        uint64_t at = base + (uint64_t)p->offset[lane];
        for (uint64_t u = at / bytes; u <= (at + p->bytes - 1) / bytes && out->n < MOST_WORDS; u++)
            out->at[out->n++] = (struct touch){lane, u};
    }
}

static int by_unit(const void *a, const void *b) {
    const struct touch *x = a, *y = b;
    int c = (x->unit > y->unit) - (x->unit < y->unit);
    return c ? c : (x->lane > y->lane) - (x->lane < y->lane);
}

static void put_frame(struct html *h, const struct gpu *g, uint32_t columns, const char *what) {
    uint32_t rows = (uint32_t)g->machine.warp_width, width = columns * CELL;
    uint32_t whole = GAP + (width > LABEL ? width : LABEL) + 2, height = 14 + rows * CELL + 2;
    html_printf(
        h,
        "<figure class=\"lanes\"><svg width=\"%u\" viewBox=\"0 0 %u %u\" role=\"img\" "
        "aria-label=\"lanes by %s\"><rect class=\"track\" x=\"%d\" y=\"14\" width=\"%u\" "
        "height=\"%u\"/><text x=\"%d\" y=\"10\">%s</text><text x=\"0\" y=\"24\">0</text><text "
        "x=\"0\" y=\"%u\">%u</text>",
        whole, whole, height, what, GAP, width, rows * CELL, GAP, what, 14 + rows * CELL, rows - 1);
}

static void put_cell(struct html *h, uint32_t column, uint32_t lane, bool hot, const char *title) {
    html_printf(
        h,
        "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\"><title>%s</title></rect>",
        hot ? "cell hot" : "cell", GAP + column * CELL, 14 + lane * CELL, CELL - 1, CELL - 1,
        title);
}

/* Columns are the sectors in the order of addresses, without those that no lane touches. */
static void put_sectors(struct html *h, const struct gpu *g, struct touches *t) {
    uint32_t columns = 0;
    qsort(t->at, t->n, sizeof *t->at, by_unit);
    for (size_t i = 0; i < t->n; i++)
        columns += i == 0 || t->at[i].unit != t->at[i - 1].unit;
    uint32_t shown = columns < MOST_COLUMNS ? columns : MOST_COLUMNS, column = 0;
    put_frame(h, g, shown, "sectors");
    for (size_t i = 0; i < t->n && column < shown; i++) {
        put_cell(h, column, t->at[i].lane, false,
                 arena_printf(h->arena, "lane %u, sector %llu", t->at[i].lane,
                              (unsigned long long)(t->at[i].unit - t->at[0].unit)));
        if (i + 1 < t->n && t->at[i + 1].unit != t->at[i].unit)
            column++;
    }
    html_printf(
        h,
        "</svg><figcaption>Lanes of a warp and the %u sectors of 32 bytes that its most frequent "
        "request touches, in the order of addresses%s.</figcaption></figure>\n",
        columns, shown < columns ? "; the first of them" : "");
}

/* Whether another word of the same bank is touched. */
static bool conflicts(const struct touches *t, size_t i, uint32_t banks) {
    for (size_t j = 0; j < t->n; j++)
        if (t->at[j].unit != t->at[i].unit && t->at[j].unit % banks == t->at[i].unit % banks)
            return true;
    return false;
}

static void put_banks(struct html *h, const struct gpu *g, const struct touches *t) {
    uint32_t banks = (uint32_t)g->local.local_banks;
    put_frame(h, g, banks, "banks");
    for (size_t i = 0; i < t->n; i++) {
        uint32_t bank = (uint32_t)(t->at[i].unit % banks);
        put_cell(h, bank, t->at[i].lane, conflicts(t, i, banks),
                 arena_printf(h->arena, "lane %u, bank %u, word %llu", t->at[i].lane, bank,
                              (unsigned long long)t->at[i].unit));
    }
    html_printf(
        h,
        "</svg><figcaption>Lanes of a warp and the %u banks of %g bytes that its most frequent "
        "request touches; the second colour marks banks asked for several words.</figcaption>"
        "</figure>\n",
        banks, g->local.local_bank_bytes);
}

void html_lanes(struct html *h, const struct kernel_result *r, const struct finding *f) {
    const struct access *accesses = r->kernel->accesses;
    const uint32_t n_accesses = r->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses; i++) {
        bool local = accesses[i].space == SPACE_LOCAL;
        const char *wanted = local ? "bank-conflict" : "uncoalesced";
        if (!loc_same(accesses[i].loc, f->loc) || strcmp(f->rule->id, wanted) != 0)
            continue;
        const struct request_tally *c = most_frequent(r->trace, i);
        if (!c)
            continue;
        struct touches *t = NEW(h->arena, struct touches);
        collect(t, &r->trace->patterns[c->pattern], c->phase,
                local ? (uint32_t)r->gpu->local.local_bank_bytes : 32);
        if (local)
            put_banks(h, r->gpu, t);
        else
            put_sectors(h, r->gpu, t);
        return;
    }
}
