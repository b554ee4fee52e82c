/* Spills as Braun and Hack, "Register Spilling and Live-Range Splitting for SSA-Form Programs"
 * (CC 2009), place them: blocks in the order of control flow, each walked with a register file of
 * the given size; where it is full, the value whose next use is furthest leaves (Belady's rule). A
 * value is stored once, where it is computed, and loaded where it is used without being there.
 * Where a block expects a value that one of the ways to it has lost, that way loads it at its end.
 *
 * Not modelled: values that are computed again instead, and loads that fill several registers. */
#include <string.h>

#include "analysis/ir/query.h"
#include "base/vec.h"
#include "codegen/estimate/registers/liveness.h"
#include "codegen/estimate/registers/spills.h"

enum { MOST_WORDS = 2 };

struct slots {
    VEC(uint32_t) stores, loads;
};

/* A use of a register in the block, and where the next one is. */
struct spill_use {
    uint32_t at, reg, next;
};

struct spiller {
    struct arena *arena;
    const struct kernel *k;
    const struct regs *r;
    struct liveness live;
    const uint8_t *words; /* by register */
    uint32_t limit;       /* words */
    uint64_t *held;       /* the registers in the file */
    uint32_t n_held;      /* words */
    uint64_t *at_start;   /* by block: the same there, without phis */
    uint64_t *at_end;
    uint32_t *next;                       /* by register: its next use in the block; NONE: dead */
    uint32_t *slot;                       /* by register, or NONE */
    uint32_t *item;                       /* by value */
    struct slots *spilled;                /* by item */
    VEC(uint32_t) unused[MOST_WORDS + 1]; /* slots, by the words that they have */
    VEC(struct spill_use) uses;
    uint32_t n_slots;
};

static uint64_t *set_of(const struct spiller *s, uint64_t *sets, uint32_t block) {
    return sets + block * s->live.words;
}

/* Where the traced order has come to when the compact one has come to a value: the item there, or
 * the one before. */
static void find_items(struct spiller *s) {
    for (uint32_t b = 0; b < s->k->n_blocks; b++) {
        const struct block *block = &s->k->blocks[b];
        const uint32_t *order = regs_compact(s->r, block);
        uint32_t end = block->first_item + block->n_items, at = block->first_item;
        for (uint32_t i = 0; i < block->n_values; i++) {
            if (at + 1 < end && s->k->items[at + 1].value == block->values[i])
                at++;
            s->item[order[i]] = at < end ? at : NONE;
        }
    }
}

static void load(struct spiller *s, uint32_t reg, uint32_t item) {
    for (uint32_t w = 0; w < s->words[reg] && item != NONE && s->slot[reg] != NONE; w++)
        vec_push(s->arena, &s->spilled[item].loads, s->slot[reg] + w);
}

static void store(struct spiller *s, uint32_t reg) {
    uint32_t item = s->item[s->r->owner[reg]], n = s->words[reg];
    if (s->slot[reg] != NONE)
        return;
    if (s->unused[n].n)
        s->slot[reg] = s->unused[n].at[--s->unused[n].n];
    else {
        s->slot[reg] = s->n_slots;
        s->n_slots += n;
    }
    for (uint32_t w = 0; w < n && item != NONE; w++)
        vec_push(s->arena, &s->spilled[item].stores, s->slot[reg] + w);
}

static void drop(struct spiller *s, uint32_t reg) {
    if (has_bit(s->held, reg))
        s->n_held -= s->words[reg];
    clear_bit(s->held, reg);
}

static void hold(struct spiller *s, uint32_t reg) {
    if (!has_bit(s->held, reg))
        s->n_held += s->words[reg];
    set_bit(s->held, reg);
}

/* What nobody needs any more leaves the file, and its slot is another's. */
static void end_life(struct spiller *s, uint32_t reg) {
    drop(s, reg);
    if (s->slot[reg] != NONE)
        vec_push(s->arena, &s->unused[s->words[reg]], s->slot[reg]);
}

/* The register in the file whose next use is furthest, but none that is used at `now`. */
static uint32_t furthest(const struct spiller *s, uint32_t now) {
    uint32_t found = NONE;
    for (size_t w = 0; w < s->live.words; w++)
        for (uint64_t bits = s->held[w]; bits; bits &= bits - 1) {
            uint32_t reg = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
            if (s->words[reg] && s->next[reg] != now &&
                (found == NONE || s->next[reg] > s->next[found]))
                found = reg;
        }
    return found;
}

static void make_room(struct spiller *s, uint32_t words, uint32_t now) {
    for (uint32_t reg; s->n_held + words > s->limit && (reg = furthest(s, now)) != NONE;) {
        store(s, reg);
        drop(s, reg);
    }
}

/* Fills uses[], latest first, and next[] for the block's start. */
static void find_uses(struct spiller *s, const struct block *b, uint32_t block) {
    const struct regs *r = s->r;
    uint64_t *out = NEW_ARRAY(s->arena, uint64_t, s->live.words);
    regs_live_out(&s->live, block, out);
    for (uint32_t reg = 0; reg < r->n; reg++)
        s->next[reg] = has_bit(out, reg) ? b->n_values : NONE;
    s->uses.n = 0;
    const uint32_t *order = regs_compact(r, b);
    for (uint32_t i = b->n_values; i-- > 0;) {
        const struct value *v = &s->k->values[order[i]];
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI && r->computed[order[i]]; a++)
            for (uint32_t c = 0; c < regs_comps(&s->k->values[v->args[a]]); c++) {
                uint32_t reg = r->of[r->first[v->args[a]] + c];
                if (reg == NONE || s->next[reg] == i)
                    continue;
                vec_push(s->arena, &s->uses, ((struct spill_use){i, reg, s->next[reg]}));
                s->next[reg] = i;
            }
    }
}

/* Marks what is used in the block; returns the most words that are alive in it. */
static uint32_t block_needs(const struct spiller *s, uint32_t block, uint64_t *alive,
                            uint64_t *used) {
    const struct block *b = &s->k->blocks[block];
    uint32_t now = 0, most = 0;
    regs_live_out(&s->live, block, alive);
    for (uint32_t reg = 0; reg < s->r->n; reg++)
        now += has_bit(alive, reg) ? s->words[reg] : 0;
    const uint32_t *order = regs_compact(s->r, b);
    for (uint32_t i = b->n_values; i-- > 0; most = max32(most, now)) {
        const struct value *v = &s->k->values[order[i]];
        if (!s->r->computed[order[i]])
            continue;
        for (uint32_t c = 0; c < regs_comps(v); c++) {
            uint32_t reg = s->r->first[order[i]] + c;
            now -= has_bit(alive, reg) ? s->words[reg] : 0;
            clear_bit(alive, reg);
        }
        for (uint32_t a = 0; a < v->n_args; a++) {
            regs_use(s->r, s->words, v->args[a], used);
            now += v->op == OP_PHI ? 0 : regs_use(s->r, s->words, v->args[a], alive);
        }
    }
    return most;
}

/* Where a loop needs more than there is, what is only needed behind it stays in memory meanwhile.
 */
static void start_loop(struct spiller *s, uint32_t loop) {
    uint64_t *alive = NEW_ARRAY(s->arena, uint64_t, s->live.words);
    uint64_t *used = NEW_ARRAY(s->arena, uint64_t, s->live.words);
    uint32_t most = 0;
    for (uint32_t b = 0; b < s->k->n_blocks; b++)
        if (in_loop(s->k, b, loop))
            most = max32(most, block_needs(s, b, alive, used));
    for (uint32_t reg = 0; reg < s->r->n && most > s->limit; reg++) {
        if (!has_bit(s->held, reg) || has_bit(used, reg) || !s->words[reg])
            continue;
        store(s, reg);
        drop(s, reg);
    }
}

/* A way to the block that has been walked; the others come back to it. */
static bool is_forward(const struct spiller *s, uint32_t from, uint32_t block) {
    return !dominates(s->k, block, from);
}

/* What all ways to the block leave in the file stays there as far as it is needed. */
static void start_block(struct spiller *s, uint32_t block) {
    const struct block *b = &s->k->blocks[block];
    bool first = true;
    memset(s->held, 0, s->live.words * sizeof *s->held);
    for (uint32_t p = 0; p < b->n_preds; p++) {
        const uint64_t *there = set_of(s, s->at_end, b->preds[p]);
        if (!is_forward(s, b->preds[p], block))
            continue;
        for (size_t w = 0; w < s->live.words; w++)
            s->held[w] = there[w] & (first ? s->live.in[block * s->live.words + w] : s->held[w]);
        first = false;
    }
    s->n_held = 0;
    for (uint32_t reg = 0; reg < s->r->n; reg++)
        s->n_held += has_bit(s->held, reg) ? s->words[reg] : 0;
    uint32_t loop = s->k->blocks[block].loop;
    if (loop != NONE && s->k->loops[loop].header == block)
        start_loop(s, loop);
    memcpy(set_of(s, s->at_start, block), s->held, s->live.words * sizeof *s->held);
}

static void take_operands(struct spiller *s, uint32_t value, uint32_t now, size_t *use) {
    for (size_t u = *use; u > 0 && s->uses.at[u - 1].at == now; u--) {
        uint32_t reg = s->uses.at[u - 1].reg;
        if (has_bit(s->held, reg))
            continue;
        make_room(s, s->words[reg], now);
        load(s, reg, s->item[value]);
        hold(s, reg);
    }
    for (; *use > 0 && s->uses.at[*use - 1].at == now; --*use) {
        const struct spill_use *u = &s->uses.at[*use - 1];
        s->next[u->reg] = u->next;
        if (u->next == NONE)
            end_life(s, u->reg);
    }
}

static void give_result(struct spiller *s, uint32_t value, uint32_t now) {
    for (uint32_t c = 0; c < regs_comps(&s->k->values[value]); c++) {
        uint32_t reg = s->r->first[value] + c;
        make_room(s, s->words[reg], now);
        if (s->next[reg] != NONE)
            hold(s, reg);
    }
}

static void spill_block(struct spiller *s, uint32_t block) {
    const struct block *b = &s->k->blocks[block];
    find_uses(s, b, block);
    start_block(s, block);
    size_t use = s->uses.n, bytes = s->live.words * sizeof *s->held;
    const uint32_t *order = regs_compact(s->r, b);
    for (uint32_t i = 0; i < b->n_values; i++) {
        uint32_t value = order[i];
        if (!s->r->computed[value])
            continue;
        take_operands(s, value, i, &use);
        give_result(s, value, i);
    }
    memcpy(set_of(s, s->at_end, block), s->held, bytes);
}

/* Loads at the end of a way what the phis of its successor take, and what the rest of it expects to
 * be in the file. */
static void join(struct spiller *s, uint32_t pred, uint32_t to) {
    const struct block *b = &s->k->blocks[to], *from = &s->k->blocks[b->preds[pred]];
    const uint64_t *there = set_of(s, s->at_end, b->preds[pred]);
    uint64_t *expected = NEW_ARRAY(s->arena, uint64_t, s->live.words);
    memcpy(expected, set_of(s, s->at_start, to), s->live.words * sizeof *expected);
    for (uint32_t i = 0; i < b->n_values; i++) {
        const struct value *v = &s->k->values[b->values[i]];
        if (v->op == OP_PHI && s->r->computed[b->values[i]] && pred < v->n_args)
            regs_use(s->r, s->words, v->args[pred], expected);
    }
    uint32_t item = from->n_items ? from->first_item + from->n_items - 1
                    : b->n_items  ? b->first_item
                                  : NONE;
    for (uint32_t reg = 0; reg < s->r->n; reg++)
        if (has_bit(expected, reg) && !has_bit(there, reg))
            load(s, reg, item);
}

static bool is_ready(const struct spiller *s, const bool *done, uint32_t block) {
    const struct block *b = &s->k->blocks[block];
    for (uint32_t p = 0; p < b->n_preds; p++)
        if (!done[b->preds[p]] && is_forward(s, b->preds[p], block))
            return false;
    return !done[block] && (b->idom == NONE || done[b->idom]);
}

static void spill_all(struct spiller *s) {
    const struct block *blocks = s->k->blocks;
    const uint32_t n_blocks = s->k->n_blocks;
    bool *done = NEW_ARRAY(s->arena, bool, n_blocks);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < n_blocks; b++) {
            if (!is_ready(s, done, b))
                continue;
            spill_block(s, b);
            changed = done[b] = true;
        }
    }
    for (uint32_t b = 0; b < n_blocks; b++)
        for (uint32_t p = 0; p < blocks[b].n_preds; p++)
            join(s, p, b);
}

static const struct item_spills *copy_spills(struct arena *a, const struct spiller *s) {
    struct item_spills *of = NEW_ARRAY(a, struct item_spills, s->k->n_items);
    for (uint32_t i = 0; i < s->k->n_items; i++) {
        const struct slots *x = &s->spilled[i];
        of[i] = (struct item_spills){.n_stores = (uint32_t)x->stores.n,
                                     .n_loads = (uint32_t)x->loads.n};
        of[i].stores = arena_memdup(a, x->stores.at, x->stores.n * sizeof *x->stores.at);
        of[i].loads = arena_memdup(a, x->loads.at, x->loads.n * sizeof *x->loads.at);
    }
    return of;
}

const struct spills *cg_spills(struct arena *a, const struct kernel *k, uint32_t registers,
                               const struct target *t) {
    struct arena own = {0};
    struct regs r = regs_of(&own, k, t);
    struct spiller s = {.arena = &own, .k = k, .r = &r, .limit = registers, .words = r.words};
    s.live = regs_live(&own, &r);
    s.held = NEW_ARRAY(&own, uint64_t, s.live.words);
    s.at_start = NEW_ARRAY(&own, uint64_t, s.live.words * k->n_blocks);
    s.at_end = NEW_ARRAY(&own, uint64_t, s.live.words * k->n_blocks);
    s.next = NEW_ARRAY(&own, uint32_t, r.n);
    s.slot = NEW_ARRAY(&own, uint32_t, r.n);
    memset(s.slot, 0xff, r.n * sizeof *s.slot);
    s.item = NEW_ARRAY(&own, uint32_t, k->n_values);
    s.spilled = NEW_ARRAY(&own, struct slots, k->n_items);
    find_items(&s);
    spill_all(&s);
    struct spills *result = NEW(a, struct spills);
    *result = (struct spills){.n_slots = s.n_slots, .of = copy_spills(a, &s)};
    arena_free(&own);
    return result;
}

/* Spills that a compiler's code has, at places in ours. Its order of instructions is not ours: what
 * the code outside of loops spills goes to the accesses outside of loops, and what it spills in
 * loops to those in loops. It computes everything first and uses it later, so half of the places
 * store and the other half load.
 *
 * Not modelled: which loop it is. */

struct places {
    VEC(uint32_t) items; /* in the kernel's order */
};

static struct places places_of(struct arena *a, const struct kernel *k, enum spill_place wanted) {
    struct places p = {0};
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        const struct block *block = &k->blocks[b];
        bool here = (block->loop == NONE) == (wanted == SPILLS_ONCE);
        for (uint32_t i = 0; i < block->n_items && here; i++)
            if (k->items[block->first_item + i].kind == ITEM_ACCESS)
                vec_push(a, &p.items, block->first_item + i);
    }
    return p;
}

/* What falls to the place of n out of `count` that go to all of them. */
static uint32_t share_begin(uint64_t count, uint64_t n, uint64_t place) {
    return (uint32_t)(count * place / n);
}

/* Slots of so many stores or loads, all of them in turn. */
static const uint32_t *slots_in_turn(struct arena *a, uint32_t n, uint32_t slots) {
    uint32_t *number = NEW_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        number[i] = i % slots;
    return number;
}

static void spread(struct arena *a, const struct places *p, const struct spill_count *c,
                   uint32_t slots, struct item_spills *of) {
    size_t half = p->items.n / 2;
    const uint32_t *stores = slots_in_turn(a, c->stores, slots);
    const uint32_t *loads = slots_in_turn(a, c->loads, slots);
    for (size_t i = 0; i < 2 * half; i++) {
        uint32_t count = i < half ? c->stores : c->loads;
        uint32_t begin = share_begin(count, half, i % half);
        uint32_t n = share_begin(count, half, i % half + 1) - begin;
        if (i < half)
            of[p->items.at[i]] = (struct item_spills){.stores = stores + begin, .n_stores = n};
        else
            of[p->items.at[i]] = (struct item_spills){.loads = loads + begin, .n_loads = n};
    }
}

static void add(struct spill_count *to, struct spill_count *from) {
    to->stores += from->stores;
    to->loads += from->loads;
    *from = (struct spill_count){0};
}

const struct spills *cg_spread_spills(struct arena *a, const struct kernel *k, uint32_t slots,
                                      const struct spill_count *counts) {
    struct places p[SPILL_PLACES];
    struct spill_count c[SPILL_PLACES];
    memcpy(c, counts, sizeof c);
    for (int i = 0; i < SPILL_PLACES; i++) {
        p[i] = places_of(a, k, (enum spill_place)i);
        if (p[i].items.n < 2)
            add(&c[!i], &c[i]);
    }
    if (!slots || (p[0].items.n < 2 && p[1].items.n < 2))
        return NULL;
    struct spills *result = NEW(a, struct spills);
    struct item_spills *of = NEW_ARRAY(a, struct item_spills, k->n_items);
    for (int i = 0; i < SPILL_PLACES; i++)
        spread(a, &p[i], &c[i], slots, of);
    *result = (struct spills){.n_slots = slots, .of = of};
    return result;
}
