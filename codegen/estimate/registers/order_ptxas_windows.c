/* The order of a long block's instructions as NVIDIA's assembler makes it. It takes a block of more
 * instructions than a unit apart, in the order of the program, and orders one unit after the other:
 * what the first one loads and the rest needs again stays in registers in between. Seen in the code
 * that ptxas 11.8 and 13.0 make for sm_75 and sm_86 of sums with shared loads: blocks of 4350
 * instructions have 63 to 80 registers, those of 4470 to 5100 up to 255 and 500 spilled values, as
 * many as the order of the program keeps alive after 4096. Where no value is needed for long, the
 * assembler finds an order that needs few, as for shorter blocks.
 *
 * Not modelled: where more than MOST_REST is left behind the first unit, the assembler sees beyond
 * it, in ways that are not known: it spills nothing, or as much, for what seems the same. */
#include <stdlib.h>

#include "analysis/ir/query.h"
#include "codegen/estimate/registers/liveness.h"

/* Instructions: of a unit, of what is left behind it, and between a load and the last use of what
 * it loads where that is not for long. */
enum { UNIT = 4096, LEAST_REST = 320, MOST_REST = 1024, SHORT_REACH = 2560 };

/* A block in the order of the program. */
struct program {
    uint32_t *values;
    uint32_t *place; /* by value: instructions of the block up to it */
    uint32_t n;      /* instructions */
};

struct placed {
    uint32_t value, key;
};

static int by_key(const void *a, const void *b) {
    const struct placed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static bool is_instruction(const struct value *v) {
    return is_access(v) || v->type == TYPE_VOID || v->op == OP_BARRIER || v->op == OP_CALL;
}

static int by_number(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Values are numbered in the order of LLVM's passes, which move sums down to where they are used.
 * The program computes them once their operands are there, among them constants, which are read
 * where it names them. */
static void sort_values(struct arena *a, const struct value *values, uint32_t n_values,
                        struct program *p, uint32_t n) {
    uint32_t *key = NEW_ARRAY(a, uint32_t, n_values);
    struct placed *order = NEW_ARRAY(a, struct placed, n);
    qsort(p->values, n, sizeof *p->values, by_number);
    for (uint32_t i = 0; i < n_values; i++)
        key[i] = i;
    for (uint32_t i = 0; i < n; i++) {
        const struct value *v = &values[p->values[i]];
        uint32_t latest = 0;
        for (uint32_t arg = 0; arg < v->n_args; arg++)
            latest = max32(latest, key[v->args[arg]]);
        if (!is_instruction(v) && v->op != OP_PHI && v->n_args)
            key[p->values[i]] = latest;
        order[i] = (struct placed){p->values[i], key[p->values[i]]};
    }
    qsort(order, n, sizeof *order, by_key);
    for (uint32_t i = 0; i < n; i++)
        p->values[i] = order[i].value;
}

/* Sums of 64 bits are two. */
static uint32_t instructions(const struct kernel *k, const struct value *v) {
    if (is_access(v) || v->op == OP_BARRIER)
        return 1;
    return instruction_count(k, v) * (v->cls == CLASS_INT64 ? 2 : 1);
}

static struct program program_of(struct arena *a, const struct kernel *k, const struct block *b) {
    struct program p = {.place = NEW_ARRAY(a, uint32_t, k->n_values)};
    p.values = arena_memdup(a, b->values, b->n_values * sizeof *b->values);
    sort_values(a, k->values, k->n_values, &p, b->n_values);
    for (uint32_t i = 0; i < b->n_values; i++) {
        const struct value *v = &k->values[p.values[i]];
        p.n += instructions(k, v);
        p.place[p.values[i]] = p.n;
    }
    return p;
}

/* The most instructions between a load and a use of what it has loaded. */
static uint32_t longest_reach(const struct value *values, const struct block *b,
                              const struct program *p) {
    uint32_t longest = 0;
    for (uint32_t i = 0; i < b->n_values; i++) {
        const struct value *v = &values[p->values[i]];
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++)
            if (values[v->args[a]].op == OP_LOAD && p->place[v->args[a]])
                longest = max32(longest, p->place[p->values[i]] - p->place[v->args[a]]);
    }
    return longest;
}

void regs_order_units(struct arena *a, struct kernel *k, uint32_t block) {
    struct arena own = {0};
    struct block *b = &k->blocks[block];
    struct program p = {0};
    if (b->n_values > UNIT)
        p = program_of(&own, k, b);
    if (p.n > UNIT + LEAST_REST && p.n <= UNIT + MOST_REST &&
        longest_reach(k->values, b, &p) > SHORT_REACH) {
        uint32_t *order = NEW_ARRAY(a, uint32_t, b->n_values), n = 0;
        for (int unit = 0; unit < 2; unit++)
            for (uint32_t i = 0; i < b->n_values; i++)
                if ((p.place[b->compact[i]] > UNIT) == unit)
                    order[n++] = b->compact[i];
        b->windowed_order = order;
    }
    arena_free(&own);
}
