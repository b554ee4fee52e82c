/* Items of hand-made blocks: where they are cut, what they wait for, what they cost. */
#include "analysis/passes/passes.h"
#include "base/vec.h"
#include "check.h"

struct body {
    struct arena *arena;
    VEC(struct value) values;
    VEC(uint32_t) order;
    VEC(struct access) accesses;
};

static uint32_t add(struct body *b, enum op op, enum op_class cls, uint32_t n,
                    const uint32_t *args) {
    struct value v = {.op = (uint8_t)op,
                      .type = op == OP_STORE || op == OP_BARRIER ? TYPE_VOID : TYPE_FLOAT,
                      .comps = 1,
                      .cls = (uint8_t)cls,
                      .bits = 32,
                      .n_args = n,
                      .args = arena_memdup(b->arena, args, n * sizeof *args),
                      .site = NONE};
    uint32_t number = (uint32_t)b->values.n;
    if (op == OP_LOAD || op == OP_STORE) {
        v.site = (uint32_t)b->accesses.n;
        vec_push(b->arena, &b->accesses, (struct access){.value = number, .bytes = 4});
    }
    vec_push(b->arena, &b->values, v);
    vec_push(b->arena, &b->order, number);
    return number;
}

#define ADD(b, op, cls, ...)                                                                       \
    add(b, OP_##op, CLASS_##cls, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t),             \
        (uint32_t[]){__VA_ARGS__})

static uint32_t pointer(struct body *b) {
    uint32_t none = 0, n = add(b, OP_PARAM, CLASS_FREE, 0, &none);
    b->values.at[n].block = NONE;
    b->order.n--;
    return n;
}

/* The kernel with all of it in one block. */
static struct kernel finish(struct body *b, struct block *block) {
    *block = (struct block){.values = b->order.at, .n_values = (uint32_t)b->order.n, .loop = NONE};
    struct kernel k = {.values = b->values.at,
                       .n_values = (uint32_t)b->values.n,
                       .blocks = block,
                       .n_blocks = 1,
                       .accesses = b->accesses.at,
                       .n_accesses = (uint32_t)b->accesses.n};
    an_make_items(b->arena, &k);
    return k;
}

static bool waits_for(const struct item *i, uint32_t n, uint32_t a, uint32_t b) {
    bool has_a = false, has_b = n < 2;
    for (uint32_t w = 0; w < i->n_waits; w++) {
        has_a |= i->waits[w] == a;
        has_b |= i->waits[w] == b;
    }
    return i->n_waits == n && (n == 0 || has_a) && has_b;
}

/* Two loads overlap; who needs both waits for both; who comes later waits for neither again. */
static void test_waits(struct arena *a) {
    struct body b = {.arena = a};
    struct block block;
    uint32_t p = pointer(&b), x = ADD(&b, LOAD, FREE, p), y = ADD(&b, LOAD, FREE, p);
    uint32_t sum = ADD(&b, FADD, FP32, x, y), twice = ADD(&b, FADD, FP32, sum, x);
    uint32_t store = ADD(&b, STORE, FREE, p, twice);
    struct kernel k = finish(&b, &block);
    CHECK(block.first_item == 0 && block.n_items == 4 && k.n_items == 4);
    CHECK(k.items[0].kind == ITEM_ACCESS && k.items[0].access == 0 && k.items[0].n_waits == 0);
    CHECK(k.items[1].kind == ITEM_ACCESS && k.items[1].access == 1 && k.items[1].n_waits == 0);
    CHECK(k.items[2].kind == ITEM_COMPUTE && k.items[2].value == sum);
    CHECK(waits_for(&k.items[2], 2, 0, 1));
    CHECK(k.items[2].count[CLASS_FP32] == 2 && k.items[2].chain[CLASS_FP32] == 2);
    CHECK(k.items[3].value == store && k.items[3].access == 2 && k.items[3].n_waits == 0);
}

/* A later load cuts the computation where it is first needed. */
static void test_cut(struct arena *a) {
    struct body b = {.arena = a};
    struct block block;
    uint32_t p = pointer(&b), x = ADD(&b, LOAD, FREE, p), y = ADD(&b, LOAD, FREE, p);
    uint32_t square = ADD(&b, FMUL, FP32, x, x), other = ADD(&b, FADD, FP32, x, x);
    uint32_t sum = ADD(&b, FADD, FP32, square, y);
    ADD(&b, FADD, FP32, sum, other);
    struct kernel k = finish(&b, &block);
    CHECK(k.n_items == 4);
    CHECK(k.items[2].value == square && waits_for(&k.items[2], 1, 0, 0));
    CHECK(k.items[2].count[CLASS_FP32] == 2 && k.items[2].chain[CLASS_FP32] == 1);
    CHECK(k.items[3].value == sum && waits_for(&k.items[3], 1, 1, 1));
    CHECK(k.items[3].count[CLASS_FP32] == 2 && k.items[3].chain[CLASS_FP32] == 2);
}

/* Extensions and copies hand a load's result on without waiting for it. */
static void test_passes_on(struct arena *a) {
    struct body b = {.arena = a};
    struct block block;
    uint32_t p = pointer(&b), x = ADD(&b, LOAD, FREE, p), wide = ADD(&b, SEXT, FREE, x);
    ADD(&b, BARRIER, FREE, p);
    uint32_t copy = ADD(&b, COPY, FREE, wide), sum = ADD(&b, FADD, FP32, copy, copy);
    struct kernel k = finish(&b, &block);
    CHECK(k.n_items == 3 && k.items[1].kind == ITEM_BARRIER && k.items[1].n_waits == 0);
    CHECK(k.items[2].value == sum && waits_for(&k.items[2], 1, 0, 0));
}

/* An address that was loaded: the second access waits for the first. */
static void test_chase(struct arena *a) {
    struct body b = {.arena = a};
    struct block block;
    uint32_t p = pointer(&b), x = ADD(&b, LOAD, FREE, p);
    ADD(&b, LOAD, FREE, x);
    struct kernel k = finish(&b, &block);
    CHECK(k.n_items == 2 && waits_for(&k.items[1], 1, 0, 0));
}

/* Vectors cost each of their components; what is free makes no item. */
static void test_work(struct arena *a) {
    struct body b = {.arena = a};
    struct block block;
    uint32_t p = pointer(&b), x = ADD(&b, COPY, FREE, p), y = ADD(&b, FADD, FP32, x, x);
    b.values.at[y].comps = 4;
    ADD(&b, FMUL, FP32, y, y);
    struct kernel k = finish(&b, &block);
    CHECK(k.n_items == 1 && k.items[0].value == y);
    CHECK(k.items[0].count[CLASS_FP32] == 5 && k.items[0].chain[CLASS_FP32] == 2);
}

int main(void) {
    struct arena arena = {0};
    test_waits(&arena);
    test_cut(&arena);
    test_passes_on(&arena);
    test_chase(&arena);
    test_work(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
