#include "codegen/code/regions.h"

#include <string.h>

#include "analysis/ir/names.h"
#include "codegen/code/guarded.h"

static bool is_global(uint8_t space) {
    return space == SPACE_GLOBAL || space == SPACE_GENERIC;
}

static void add_access(struct region *r, bool loads, bool atomic, uint8_t space, double bytes) {
    if (atomic)
        r->work[ATOMICS] += 1;
    else if (is_global(space))
        r->work[loads ? LOADED_GLOBAL : STORED_GLOBAL] += bytes;
    else if (space == SPACE_LOCAL)
        r->work[loads ? LOADED_LOCAL : STORED_LOCAL] += bytes;
}

static bool is_float(enum op_class cls) {
    return cls == CLASS_FP32 || cls == CLASS_PAIRED_FP32 || cls == CLASS_FP16 ||
           cls == CLASS_PAIRED_FP16;
}

enum op_class code_class(enum op_class c) {
    switch (c) {
    case CLASS_END:
        return CLASS_CONTROL;
    case CLASS_PLAIN_SUM:
    case CLASS_SHIFTED_SUM:
    case CLASS_ROTATED_SUM:
        return CLASS_INT;
    case CLASS_JOINED_SUM64:
    case CLASS_JOINED_LOGIC64:
    case CLASS_SHIFT64:
        return CLASS_INT64;
    default:
        return c;
    }
}

static void add_class(struct region *r, enum op_class cls, double n) {
    r->count[code_class(cls)] += n;
    r->work[FLOATS] += is_float(cls) ? n : 0;
    r->work[DOUBLES] += cls == CLASS_FP64 ? n : 0;
    r->work[MATRICES] += class_is_matrix(cls) ? n : 0;
}

/* Operations of one instruction, as many as it does at a time. */
static void add_operations(struct region *r, const struct code_instruction *in) {
    bool matrix = class_is_matrix((enum op_class)in->cls) && in->products;
    add_class(r, (enum op_class)in->cls, matrix ? in->products : 1.0 + in->more);
    if (in->cls2 != CLASS_FREE)
        add_class(r, (enum op_class)in->cls2, 1);
}

static struct regions regions_new(struct arena *a, uint32_t n_loops) {
    return (struct regions){NEW_ARRAY(a, struct region, n_loops + 1), n_loops,
                            NEW_ARRAY(a, uint32_t, n_loops + 1)};
}

/* The number of a loop's region. */
static uint32_t region_of(const struct regions *all, uint32_t loop) {
    return loop == NONE ? all->n_loops : loop;
}

void region_add(struct region *sum, const struct region *r, double times) {
    for (int e = 0; e < EVIDENCE; e++)
        sum->work[e] += r->work[e] * times;
    for (int c = 0; c < CODE_KINDS; c++) {
        sum->count[c] += r->count[c] * times;
        sum->guarded[c] += r->guarded[c] * times;
    }
    sum->instructions += r->instructions * times;
    sum->functions += r->functions * times;
    sum->tables |= r->tables;
}

/* Adds what inner loops do to `all` of those around them. */
static void sum_up(struct regions *all) {
    for (uint32_t l = all->n_loops + 1; l-- > 0;)
        for (int e = 0; e < EVIDENCE; e++) {
            all->at[l].all[e] += all->at[l].work[e];
            if (l < all->n_loops)
                all->at[all->parent[l]].all[e] += all->at[l].all[e];
        }
}

static double or_else(double x, double otherwise) {
    return x > 0 ? x : otherwise;
}

/* Instructions of 32 bits that one of 64 becomes, products apart. */
enum { INT64_PARTS = 2, IMUL64_PARTS = 4 };

/* Instructions that a division, a function or 64-bit arithmetic becomes on the GPU; 0 of other
 * classes. */
static double function_instructions(const struct gpu *g, enum op_class cls) {
    const double any = g->units.slots_trans;
    switch (cls) {
    case CLASS_IDIV:
        return g->units.slots_idiv;
    case CLASS_IDIV64:
        return g->units.slots_ldiv;
    case CLASS_FDIV:
        return g->units.slots_fdiv;
    case CLASS_SQRT:
        return g->units.slots_sqrt;
    case CLASS_FDIV64:
    case CLASS_SQRT64:
        return g->units.slots_ddiv;
    case CLASS_RSQRT64:
        return or_else(g->units.slots_drsqrt, g->units.slots_ddiv);
    case CLASS_EXP:
        return or_else(g->units.slots_exp, any);
    case CLASS_LOG:
        return or_else(g->units.slots_log, any);
    case CLASS_SIN:
        return or_else(g->units.slots_sin, any);
    case CLASS_POW:
    case CLASS_POW64:
        return or_else(g->units.slots_pow, any);
    case CLASS_TRANS:
    case CLASS_TRANS64:
        return any;
    case CLASS_INT64:
        return INT64_PARTS;
    case CLASS_IMUL64:
        return IMUL64_PARTS;
    default:
        return 0;
    }
}

static void add_item(struct region *r, const struct gpu *g, const struct joining *j,
                     const struct item *item) {
    for (int c = 0; c < CLASSES; c++) {
        double of_function =
            item->count[c] * function_instructions(g, code_class((enum op_class)c));
        if (item->count[c])
            add_class(r, (enum op_class)c, item->count[c]);
        r->functions += of_function;
        r->tables |= j->c->scalar_unit && item->count[c] && class_is_elementary((enum op_class)c);
        r->work[DOUBLES] += c == CLASS_FDIV64 || c == CLASS_SQRT64 ? of_function : 0;
        r->instructions += of_function > 0 ? of_function : c == CLASS_FREE ? 0 : item->count[c];
    }
    r->work[BARRIERS] += item->kind == ITEM_BARRIER;
    if (item->kind != ITEM_ACCESS)
        return;
    const struct access *x = &j->k->accesses[item->access];
    bool constant_is_global = j->c->scalar_unit && x->space == SPACE_CONSTANT;
    add_access(r, x->kind == ACCESS_LOAD, x->kind == ACCESS_ATOMIC,
               constant_is_global ? SPACE_GLOBAL : x->space, x->bytes);
}

struct regions regions_of_view(const struct joining *j, const struct gpu *g) {
    const struct kernel *k = j->k;
    struct regions all = regions_new(j->arena, k->n_loops);
    for (uint32_t l = 0; l < k->n_loops; l++)
        all.parent[l] = region_of(&all, k->loops[l].parent);
    for (uint32_t b = 0; b < k->n_blocks; b++)
        for (uint32_t i = 0; i < k->blocks[b].n_items; i++)
            add_item(&all.at[region_of(&all, k->blocks[b].loop)], g, j,
                     &k->items[k->blocks[b].first_item + i]);
    sum_up(&all);
    return all;
}

/* What the scalar unit loads is one number for all lanes, as their own loads of it are in the view;
 * parameters are none of the view's accesses. */
static void add_scalar(struct region *r, const struct code_instruction *in) {
    bool computes = in->flow == CODE_NEXT && in->memory == CODE_NO_MEMORY;
    if (in->cls != CLASS_FREE || !computes)
        r->count[computes ? CODE_SCALAR_UNIT : CODE_ISSUED]++;
    r->count[CODE_INSTRUCTIONS]++;
    if (in->memory == CODE_LOAD && in->space != SPACE_CONSTANT)
        add_access(r, true, false, in->space, in->bytes);
    r->instructions++;
}

static void add_instruction(struct region *r, const struct code_instruction *in) {
    r->work[BARRIERS] += in->flow == CODE_BARRIER;
    bool memory = in->memory != CODE_NO_MEMORY && in->space != SPACE_CONSTANT && !in->scalar;
    if (memory)
        add_access(r, in->memory == CODE_LOAD, in->memory == CODE_ATOMIC, in->space, in->bytes);
    else if (in->memory != CODE_NO_MEMORY)
        add_class(r, CLASS_INT, 1);
    else if (in->flow != CODE_BARRIER)
        add_operations(r, in);
    r->count[CODE_INSTRUCTIONS] += in->flow != CODE_BARRIER;
    r->instructions++;
}

/* Whether the block is on the slow path of a division or a function, which is called for arguments
 * out of the ordinary: the block ends in a call, and a branch goes around it. */
static bool is_slow_path(const struct code *c, const struct code_block *block) {
    bool calls = false;
    for (uint32_t i = 0; i < block->n; i++)
        calls |= c->instructions[block->first + i].flow == CODE_CALL;
    if (!calls || block->n_succs != 1 || block->idom == NONE)
        return false;
    const struct code_block *before = &c->blocks[block->idom];
    for (uint32_t i = 0; i < before->n_succs; i++)
        if (before->succs[i] == block->succs[0])
            return true;
    return false;
}

struct regions regions_of_code(struct arena *a, const struct code *c) {
    struct regions all = regions_new(a, c->n_loops);
    const bool *guarded = guarded_in_code(a, c);
    for (uint32_t l = 0; l < c->n_loops; l++)
        all.parent[l] = region_of(&all, c->loops[l].parent);
    for (uint32_t b = 0; b < c->n_blocks; b++) {
        const struct code_block *block = &c->blocks[b];
        if (is_slow_path(c, block))
            continue;
        struct region own = {0};
        for (uint32_t i = 0; i < block->n && (b == 0 || block->idom != NONE); i++) {
            const struct code_instruction *in = &c->instructions[block->first + i];
            bool scalar = c->scalar_unit && in->scalar && in->flow != CODE_BARRIER;
            (scalar ? add_scalar : add_instruction)(&own, in);
        }
        if (guarded[b])
            memcpy(own.guarded, own.count, sizeof own.count);
        region_add(&all.at[region_of(&all, block->loop)], &own, 1);
    }
    sum_up(&all);
    return all;
}
