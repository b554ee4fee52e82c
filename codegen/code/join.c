#include "codegen/code/join.h"

#include <math.h>

#include "codegen/code/guarded.h"
#include "codegen/code/regions.h"
#include "codegen/code/scalar_loads.h"

/* --- counts ---------------------------------------------------------------- */

/* Adds loops of the code that the view has none of, with those in them, to what is directly in the
 * code's region. */
static void add_unmatched(const struct joining *j, uint32_t loop, struct region *sum) {
    region_add(sum, &j->code.at[loop], 1);
    for (uint32_t l = loop + 1; l < j->code.n_loops; l++)
        if (j->code.parent[l] == loop)
            add_unmatched(j, l, sum);
}

static bool is_matched(const struct joining *j, uint32_t code_loop) {
    for (uint32_t l = 0; l < j->k->n_loops; l++)
        if (j->match[l] == code_loop)
            return true;
    return false;
}

/* Share of a region's instructions from which on divisions and functions decide how many there are.
 */
static const double least_functions = 0.1;

static bool decided_by_functions(const struct region *view) {
    return view->functions > least_functions * view->instructions;
}

/* Whether there is as much of that access in both forms: not of loads where libraries for the
 * architecture (libclc's for AMD) look functions up. */
static bool tells(int evidence, const struct region *view) {
    return view->work[evidence] > 0 && !(evidence == LOADED_GLOBAL && view->tables);
}

/* The power of two next to a ratio, as loops are unrolled by those, and no less than `least`. */
static double nearest_power(double ratio, double least) {
    return ratio > 0 ? fmax(least, exp2(round(log2(ratio)))) : 0;
}

/* How many times as much of an access one form does as the other; 0 if no access tells. */
static double ratio_by_memory(const struct region *code, const struct region *view) {
    double most = 0;
    for (int e = 0; e < MEMORY_EVIDENCE; e++)
        if (code->work[e] > 0 && tells(e, view))
            most = fmax(most, code->work[e] / view->work[e]);
    return most;
}

/* How often the loops run, so that the code does as much as the view, which has unrolled them as a
 * whole. Where accesses beside the loops show that an iteration of the code does several of the
 * view's, it has to do as much as all of these. 0 where the code does as much without the loops:
 * they do what other loops leave over. Less than 0: nothing tells. */
static double trips_of(const struct region *own, const struct region *loops,
                       const struct region *view) {
    int last = decided_by_functions(view) ? MEMORY_EVIDENCE : EVIDENCE;
    double times = fmax(1, ratio_by_memory(own, view));
    for (int e = 0; e < last; e++)
        if (loops->work[e] > 0 && tells(e, view)) {
            double all = view->work[e] * (e < MEMORY_EVIDENCE ? 1 : times);
            return fmax(0, all - own->work[e]) / loops->work[e];
        }
    if (loops->instructions > 0 && decided_by_functions(view))
        return nearest_power((view->instructions - own->instructions) / loops->instructions, 1);
    return loops->instructions > 0 ? -1 : 0;
}

/* The code's region with the loops in it that the view has unrolled as a whole. False if nothing
 * tells how often they run. */
static bool code_region(const struct joining *j, uint32_t region, const struct region *view,
                        struct region *out) {
    struct region loops = {0};
    for (uint32_t l = 0; l < j->code.n_loops; l++)
        if (j->code.parent[l] == region && !is_matched(j, l))
            add_unmatched(j, l, &loops);
    *out = j->code.at[region];
    double trips = trips_of(out, &loops, view);
    region_add(out, &loops, trips);
    return trips >= 0;
}

/* How many times as much one iteration of the code's region does; 0 if nothing tells. Where
 * functions are much of the arithmetic, and no access tells, all instructions do, about: no less
 * than `least`. */
static double ratio_of(const struct region *code, const struct region *view, double least) {
    double most = ratio_by_memory(code, view);
    if (most > 0)
        return most;
    if (decided_by_functions(view))
        return nearest_power(view->work[DOUBLES] > 0 ? code->work[DOUBLES] / view->work[DOUBLES]
                                                     : code->instructions / view->instructions,
                             least);
    for (int e = MEMORY_EVIDENCE; e < EVIDENCE && !(most > 0); e++)
        if (view->work[e] > 0 && code->work[e] > 0)
            most = code->work[e] / view->work[e];
    bool loops = view->instructions > 0 && code->instructions > 0;
    return most > 0 ? most
           : loops  ? nearest_power(code->instructions / view->instructions, least)
                    : 0;
}

static double instructions_of(const struct item *item) {
    double n = 0;
    for (int c = 0; c < CLASSES; c++)
        n += item->count[c];
    return n;
}

/* Regions of the view whose items the code's region of one of them stands for. */
struct share {
    uint32_t region;    /* of the view */
    struct region code; /* the code's */
    struct region sum;  /* of all of them, in one iteration of that */
    double iterations;  /* of it in one of the code's region */
    uint32_t *owner;    /* by region of the view: which region's code it is in, or NONE */
    double *times;      /* by region of the view: how often it runs in one iteration of the share */
    VEC(uint32_t) blocks; /* of the view that are in this code */
};

/* Adds work that loops without a match do in the region around them, all their iterations: the code
 * has them unrolled as a whole. False if nobody knows how many these are. */
static bool add_unrolled(const struct joining *j, uint32_t loop, double times, struct share *s) {
    const struct kernel *k = j->k;
    if (k->loops[loop].const_trips < 0)
        return false;
    times *= (double)k->loops[loop].const_trips;
    region_add(&s->sum, &j->view.at[loop], times);
    s->owner[loop] = s->region;
    s->times[loop] = times;
    for (uint32_t l = loop + 1; l < k->n_loops; l++)
        if (j->view.parent[l] == loop && j->match[l] == NONE && !add_unrolled(j, l, times, s))
            return false;
    return true;
}

static uint32_t region_of_block(const struct kernel *k, uint32_t block) {
    uint32_t loop = k->blocks[block].loop;
    return loop == NONE ? k->n_loops : loop;
}

/* Of the kind, as a region counts them. */
static double kind_of(const struct item *item, int kind) {
    double n = 0;
    for (int c = 0; c < CLASSES; c++)
        n += code_class((enum op_class)c) == (enum op_class)kind ? item->count[c] : 0;
    return n;
}

/* Blocks of a share. */
enum blocks { ALL_BLOCKS, UNGUARDED_BLOCKS, GUARDED_BLOCKS };

static bool is_among(const struct joining *j, enum blocks which, uint32_t block) {
    return which == ALL_BLOCKS || j->guarded[block] == (which == GUARDED_BLOCKS);
}

/* Of the items of some blocks, as often as they run: instructions of a kind, all of them, and the
 * items themselves. */
struct sums {
    double of_kind, all, items;
};

static struct sums sums_of(const struct joining *j, const struct share *s, enum blocks which,
                           int kind) {
    struct sums sums = {0};
    for (size_t n = 0; n < s->blocks.n; n++) {
        uint32_t b = s->blocks.at[n];
        double times = s->times[region_of_block(j->k, b)];
        for (uint32_t i = 0; is_among(j, which, b) && i < j->k->blocks[b].n_items; i++) {
            const struct item *item = &j->k->items[j->k->blocks[b].first_item + i];
            sums.of_kind += kind < CLASSES ? times * kind_of(item, kind) : 0;
            sums.all += times * instructions_of(item);
            sums.items += times;
        }
    }
    return sums;
}

/* An item's part of what the blocks do of a kind; of all that they do, if they do nothing of the
 * kind; the same for each item where they do nothing at all. */
static double part_of(const struct sums *s, const struct item *item, int kind) {
    if (s->of_kind > 0)
        return kind_of(item, kind) / s->of_kind;
    return s->all > 0 ? instructions_of(item) / s->all : 1 / s->items;
}

/* Spreads n instructions of a kind over items of the share's blocks: those that have such in the
 * view, or all that compute. */
static void spread(struct item_code *items, const struct joining *j, const struct share *s,
                   enum blocks which, int kind, double n) {
    const struct kernel *k = j->k;
    struct sums sums = sums_of(j, s, which, kind);
    if (sums.items <= 0) {
        which = ALL_BLOCKS;
        sums = sums_of(j, s, which, kind);
    }
    if (sums.items <= 0)
        return;
    for (size_t at = 0; at < s->blocks.n; at++) {
        const struct block *block = &k->blocks[s->blocks.at[at]];
        if (!is_among(j, which, s->blocks.at[at]))
            continue;
        for (uint32_t i = block->first_item; i < block->first_item + block->n_items; i++)
            items[i].count[kind] += (float)(n * part_of(&sums, &k->items[i], kind));
    }
}

static void mark_joined(bool *joined, const struct kernel *k, const struct share *s) {
    for (size_t n = 0; n < s->blocks.n; n++) {
        const struct block *block = &k->blocks[s->blocks.at[n]];
        for (uint32_t i = 0; i < block->n_items; i++)
            joined[block->first_item + i] = true;
    }
}

/* The region with the loops in it that the code has unrolled as a whole. */
static bool gather(const struct joining *j, struct share *s) {
    s->sum = j->view.at[s->region];
    s->owner[s->region] = s->region;
    s->times[s->region] = 1;
    for (uint32_t l = 0; l < j->view.n_loops; l++)
        if (j->view.parent[l] == s->region && j->match[l] == NONE && !add_unrolled(j, l, 1, s))
            return false;
    return true;
}

/* Outside of loops everything comes once; what the code has more often there are copies for other
 * ways through it, as of what unrolled loops leave over. The view may have unrolled a loop that the
 * code has not. */
static double iterations_of(const struct joining *j, const struct share *s) {
    bool loop = s->region < j->k->n_loops;
    double unrolled = loop ? fmax(1, j->k->loops[s->region].unrolled) : 1;
    double ratio = ratio_of(&s->code, &s->sum, 1 / unrolled);
    return loop ? ratio : fmax(1, ratio);
}

static struct joining begin(struct arena *a, const struct kernel *k, const struct code *c,
                            const struct gpu *g) {
    struct joining j = {.arena = a, .k = k, .c = c};
    j.view = regions_of_view(&j, g);
    j.code = regions_of_code(a, c);
    j.guarded = guarded_in_view(a, k);
    match_loops(&j);
    return j;
}

static struct share share_of(const struct joining *j, uint32_t region) {
    struct share s = {.region = region,
                      .owner = NEW_ARRAY(j->arena, uint32_t, j->k->n_loops + 1),
                      .times = NEW_ARRAY(j->arena, double, j->k->n_loops + 1)};
    for (uint32_t l = 0; l <= j->k->n_loops; l++)
        s.owner[l] = NONE;
    if (j->match[region] != NONE && gather(j, &s) &&
        code_region(j, j->match[region], &s.sum, &s.code))
        s.iterations = iterations_of(j, &s);
    for (uint32_t b = 0; b < j->k->n_blocks; b++)
        if (s.owner[region_of_block(j->k, b)] == region)
            vec_push(j->arena, &s.blocks, b);
    return s;
}

/* Why nothing can be joined, or NULL. */
static const char *objection(const struct kernel *machine, const struct code *c) {
    return !c->n_blocks   ? "there are no instructions"
           : c->n_unknown ? "instructions are of unknown encoding"
                          : machine->reason;
}

/* --- loads ahead of waits --------------------------------------------------- */

static bool is_load(const struct code_instruction *in) {
    return in->memory == CODE_LOAD && in->space != SPACE_CONSTANT && !in->spill;
}

/* Loads of a loop of the code, and those of them before the first wait for one. */
struct loads {
    uint32_t all, before_wait;
    uint8_t held; /* scoreboards of those so far */
    bool waited;
};

static void see_instruction(struct loads *l, const struct code_instruction *in) {
    bool waits = in->waits & l->held || (in->waits_memory && l->all);
    l->waited |= waits;
    if (!is_load(in))
        return;
    l->all++;
    l->before_wait += !l->waited;
    if (in->sets & 0x0f)
        l->held |= (uint8_t)(1u << ((in->sets & 0x0f) - 1));
}

static struct loads loads_of(const struct code *c, uint32_t loop) {
    struct loads l = {0};
    for (uint32_t b = 0; b < c->n_blocks; b++)
        for (uint32_t i = 0; c->blocks[b].loop == loop && i < c->blocks[b].n; i++)
            see_instruction(&l, &c->instructions[c->blocks[b].first + i]);
    return l;
}

/* Iterations of the view's loop that one of the code's loop asks for ahead. */
static uint8_t iterations_ahead(const struct joining *j, uint32_t loop, double iterations) {
    uint32_t match = j->match[loop];
    if (match == NONE || match >= j->c->n_loops || iterations < 2)
        return 1;
    struct loads l = loads_of(j->c, match);
    double ahead = l.all ? iterations * l.before_wait / l.all : 1;
    return (uint8_t)fmin(UINT8_MAX, fmax(1, round(ahead)));
}

/* Not modelled: AMD's waits for all but so many accesses, which tell no load from another. */
static void set_ahead(const struct joining *j, uint32_t loop, double iterations, uint8_t *ahead) {
    const struct kernel *k = j->k;
    bool known = loop < k->n_loops && !j->c->scalar_unit;
    uint8_t n = known ? iterations_ahead(j, loop, iterations) : 1;
    for (uint32_t b = 0; b < k->n_blocks && n > 1; b++)
        for (uint32_t i = 0; k->blocks[b].loop == loop && i < k->blocks[b].n_items; i++) {
            const struct item *item = &k->items[k->blocks[b].first_item + i];
            if (item->kind == ITEM_ACCESS && k->accesses[item->access].kind == ACCESS_LOAD)
                ahead[item->access] = n;
        }
}

const struct code_join *code_join(struct arena *a, const struct kernel *machine,
                                  const struct code *c, const struct gpu *g) {
    if (objection(machine, c))
        return NULL;
    struct item_code *items = NEW_ARRAY(a, struct item_code, machine->n_items);
    bool *joined = NEW_ARRAY(a, bool, machine->n_items);
    uint8_t *ahead = NEW_ARRAY(a, uint8_t, machine->n_accesses);
    for (uint32_t i = 0; i < machine->n_accesses; i++)
        ahead[i] = 1;
    struct joining j = begin(a, machine, c, g);
    for (uint32_t region = 0; region <= machine->n_loops; region++) {
        struct share s = share_of(&j, region);
        if (s.iterations <= 0)
            continue;
        mark_joined(joined, machine, &s);
        set_ahead(&j, region, s.iterations, ahead);
        for (int kind = 0; kind < CODE_KINDS; kind++) {
            double all = s.code.count[kind], guarded = s.code.guarded[kind];
            if (guarded > 0)
                spread(items, &j, &s, GUARDED_BLOCKS, kind, guarded / s.iterations);
            if (all > guarded)
                spread(items, &j, &s, UNGUARDED_BLOCKS, kind, (all - guarded) / s.iterations);
        }
    }
    struct code_join *out = NEW(a, struct code_join);
    *out = (struct code_join){items, joined, ahead, code_scalar_loads(a, machine, c)};
    return out;
}

void dump_code_join(FILE *out, const struct kernel *machine, const struct code *c,
                    const struct gpu *g) {
    struct arena a = {0};
    const char *why_not = objection(machine, c);
    if (why_not) {
        fprintf(out, "  not joined: %s\n", why_not);
        return;
    }
    struct joining j = begin(&a, machine, c, g);
    for (uint32_t region = 0; region <= machine->n_loops; region++) {
        struct share s = share_of(&j, region);
        if (region == machine->n_loops)
            fprintf(out, "  outside of loops:");
        else
            fprintf(out, "  loop %u, line %u:", region, machine->loops[region].loc.line);
        if (j.match[region] == NONE)
            fprintf(out, " not in the code");
        else if (j.match[region] == c->n_loops)
            fprintf(out, " outside of loops");
        else
            fprintf(out, " loop %u", j.match[region]);
        if (s.iterations > 0)
            fprintf(out, ", %.3g iterations in one", s.iterations);
        else
            fprintf(out, ", not joined");
        fputc('\n', out);
    }
    arena_free(&a);
}
