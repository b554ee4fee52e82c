/* Code is what the items' machine instructions take, block after block. The cache drops the line
 * that was used longest ago, so that of longer code that runs from its beginning to its end nothing
 * is there when it runs again; warps that follow each other closely find what the first one has
 * fetched. With each line that is used those behind it are fetched, if they are not there, as by a
 * stream buffer (Huerta et al., Analyzing Modern NVIDIA GPU Cores, section 5.2): straight code goes
 * on at so many lines for each latency of the L2.
 *
 * Not modelled: the schedulers' own caches before this one, where streams hide what is missed; the
 * L2's share of code, and its bandwidth; the first fetch of code that fits. */
#include "perfmodel/issue/icache.h"
#include "perfmodel/model_constants.h"

#include <math.h>

struct line {
    double ready;          /* when it is there */
    uint32_t older, newer; /* in the order of use */
    bool here;
};

struct icache {
    struct line *lines; /* and behind them the end of the order: between newest and oldest */
    uint32_t n_lines, capacity, held, ahead;
    double *start, *bytes; /* by item: of its code */
    double code, fetched;  /* bytes, lines so far */
    double latency;
    double line; /* bytes */
};

static double code_of(const struct gpu *g, const struct item *item, const struct item_cost *cost) {
    return g->issue.bytes_per_instruction * (item->kind == ITEM_COMPUTE ? cost->slots : 1);
}

static double bytes_of(const struct gpu *g, const struct kernel *k, const struct item_cost *costs) {
    double bytes = 0;
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        uint32_t first = k->blocks[b].first_item;
        for (uint32_t i = first; i < first + k->blocks[b].n_items; i++)
            bytes += code_of(g, &k->items[i], &costs[i]);
    }
    return bytes;
}

/* Warps without a lane in a predicated block pass through the same code. */
static void lay_out(struct icache *c, const struct gpu *g, const struct kernel *k,
                    const struct item_cost *costs) {
    double at = 0;
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        const struct block *block = &k->blocks[b];
        double start = at;
        for (uint32_t i = block->first_item; i < block->first_item + block->n_items; i++) {
            c->start[i] = at;
            c->bytes[i] = code_of(g, &k->items[i], &costs[i]);
            at += c->bytes[i];
        }
        if (block->empty_item == NONE)
            continue;
        c->start[block->empty_item] = start;
        c->bytes[block->empty_item] = at - start;
    }
}

struct icache *icache_new(struct arena *a, const struct gpu *g, const struct kernel *k,
                          const struct item_cost *costs) {
    double code = bytes_of(g, k, costs);
    if (g->issue.icache_bytes == 0 || code <= g->issue.icache_bytes)
        return NULL;
    struct icache *c = NEW(a, struct icache);
    c->code = code;
    c->line = g->issue.icache_line_bytes > 0 ? g->issue.icache_line_bytes : icache_line;
    c->n_lines = (uint32_t)ceil(code / c->line);
    c->capacity = (uint32_t)ceil(g->issue.icache_bytes / c->line);
    c->ahead = (uint32_t)g->issue.icache_ahead;
    c->latency = g->cache.l2_latency;
    c->lines = NEW_ARRAY(a, struct line, c->n_lines + 1);
    c->lines[c->n_lines] = (struct line){.older = c->n_lines, .newer = c->n_lines};
    c->start = NEW_ARRAY(a, double, k->n_items);
    c->bytes = NEW_ARRAY(a, double, k->n_items);
    lay_out(c, g, k, costs);
    return c;
}

static void drop(struct icache *c, uint32_t number) {
    struct line *line = &c->lines[number];
    c->lines[line->older].newer = line->newer;
    c->lines[line->newer].older = line->older;
    line->here = false;
    c->held--;
}

static void add_newest(struct icache *c, uint32_t number) {
    struct line *end = &c->lines[c->n_lines], *line = &c->lines[number];
    line->older = end->older;
    line->newer = c->n_lines;
    c->lines[end->older].newer = number;
    end->older = number;
    line->here = true;
    c->held++;
}

static void fetch(struct icache *c, uint32_t number, double now) {
    if (c->lines[number].here)
        return;
    if (c->held == c->capacity)
        drop(c, c->lines[c->n_lines].newer);
    add_newest(c, number);
    c->lines[number].ready = now + c->latency;
    c->fetched++;
}

/* When the line is there, which a warp comes to. */
static double use(struct icache *c, uint32_t number, double now) {
    if (c->lines[number].here) {
        drop(c, number);
        add_newest(c, number);
    }
    for (uint32_t i = number; i <= number + c->ahead && i < c->n_lines; i++)
        fetch(c, i, now);
    return c->lines[number].ready;
}

static uint32_t first_line(const struct icache *c, uint32_t item) {
    return (uint32_t)(c->start[item] / c->line);
}

static uint32_t end_line(const struct icache *c, uint32_t item) {
    return (uint32_t)ceil((c->start[item] + c->bytes[item]) / c->line);
}

uint32_t icache_pieces(const struct icache *c, uint32_t item) {
    uint32_t first = first_line(c, item), end = end_line(c, item);
    return end > first + icache_piece ? (end - first + icache_piece - 1) / icache_piece : 1;
}

double icache_fetch(struct icache *c, uint32_t item, uint32_t piece, double now) {
    uint32_t first = first_line(c, item) + piece * icache_piece, end = end_line(c, item);
    double there = now;
    for (uint32_t i = first; i < first + icache_piece && i < end; i++)
        there = fmax(there, use(c, i, now));
    return there;
}

double icache_code_bytes(const struct icache *c) {
    return c ? c->code : 0;
}

double icache_fetched(const struct icache *c) {
    return c ? c->fetched : 0;
}
