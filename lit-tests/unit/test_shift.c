/* Shifts of values between work-groups, and how far they hold. */
#include <stdio.h>

#include "analysis/lanes/group_shift.h"

static int passed, failed;

static void check(bool good, const char *what) {
    passed += good;
    failed += !good;
    if (!good)
        printf("FAIL: %s\n", what);
}

static struct shift_table start(struct arena *a) {
    struct shift_table t = {.arena = a, .shape = {32, 32}};
    shift_begin(&t);
    return t;
}

/* Lanes base, base + dx, ... that move by so much from group to group. */
static struct lanes moving(struct shift_table *t, int64_t base, int64_t dx, int64_t by) {
    struct lanes l = lanes_constant(base);
    l.dx = dx;
    l.shift = shift_find(t, (int64_t[3]){by, 0, 0}, 0);
    return l;
}

static struct lanes result;

static uint16_t eval(struct shift_table *t, enum op op, int64_t imm, struct lanes x,
                     struct lanes y) {
    struct arena *a = t->arena;
    struct value v = {
        .op = (uint8_t)op, .type = TYPE_INT, .comps = 1, .bits = 32, .n_args = 2, .imm = imm};
    const struct lanes *args[] = {&x, &y};
    result = (struct lanes){0};
    lanes_eval(a, &t->shape, &v, 32, args, 0xffffffff, &result);
    return shift_eval(t, &v, 32, args, 0xffffffff, &result);
}

/* Whether a group so far from the traced one is like it, and how far the shift moves there. */
static bool alike(const struct shift_table *t, int64_t groups) {
    bool all = true;
    int64_t moved;
    for (size_t i = 0; i < t->at.n; i++)
        all &= shift_distance(&t->at.at[i], (int64_t[3]){groups, 0, 0}, &moved);
    return all;
}

static int64_t step(const struct shift_table *t, uint16_t shift) {
    return shift == SHIFT_OPAQUE ? -1 : t->at.at[shift].by[0];
}

int main(void) {
    struct arena a = {0};
    struct shift_table t = start(&a);
    struct lanes id = moving(&t, 320, 1, 64), four = lanes_constant(4);
    check(step(&t, eval(&t, OP_MUL, 0, id, four)) == 256, "products scale");
    check(step(&t, eval(&t, OP_SUB, 0, id, id)) == 0, "differences cancel");
    check(step(&t, eval(&t, OP_ADD, 0, id, moving(&t, 1, 0, 6))) == 70, "sums add");
    uint16_t square = eval(&t, OP_MUL, 0, id, id);
    check(shift_opaque(&t, square) == 1, "squares are not followed, but only move along x");
    struct lanes sum = lanes_constant(0), row = lanes_constant(5);
    sum.shift = square;
    row.shift = shift_find(&t, (int64_t[3]){0, 8, 0}, 0);
    uint16_t both = eval(&t, OP_ADD, 0, sum, row);
    check(shift_opaque(&t, both) == 1 && t.at.at[both].by[1] == 8, "with a row, it moves along y");
    check(shift_moving(&t, both) == 3, "and so moves along both");
    check(shift_opaque(&t, eval(&t, OP_FMUL, 0, sum, row)) == 3, "floats follow neither");
    check(step(&t, eval(&t, OP_AND, 0, id, lanes_constant(63))) == 0, "low bits stay");
    check(step(&t, eval(&t, OP_LSHR, 0, id, four)) == 4, "high bits move");
    check(alike(&t, 1000) && alike(&t, -5), "a group far away is alike");
    check(!alike(&t, -6), "a negative id is not, as it was shifted right");
    check(!alike(&t, 1ll << 30), "nor is one that leaves 32 bits");

    t = start(&a);
    id = moving(&t, 320, 1, 64);
    check(eval(&t, OP_ICMP, COMPARE_SLT, id, lanes_constant(640)) == SHIFT_NONE, "compared");
    check(alike(&t, 4) && !alike(&t, 5) && alike(&t, -10000), "all below 640 up to group 9");

    t = start(&a);
    id = moving(&t, 320, 1, 64);
    eval(&t, OP_ICMP, COMPARE_EQ, id, lanes_constant(400));
    check(alike(&t, 0) && !alike(&t, 1) && !alike(&t, 2) && alike(&t, -1),
          "equality ends where the number comes");

    t = start(&a);
    id = moving(&t, 320, 1, 64);
    eval(&t, OP_ICMP, COMPARE_ULT, id, lanes_constant(1000));
    check(alike(&t, -5) && !alike(&t, -6) && alike(&t, 10) && !alike(&t, 11),
          "unsigned comparisons end at 0, too");

    t = start(&a);
    id = moving(&t, 320, 1, 64);
    check(step(&t, eval(&t, OP_UREM, 0, id, lanes_constant(1000))) == 64, "remainders move");
    check(alike(&t, 10) && !alike(&t, 11) && alike(&t, -5), "up to the next multiple");

    t = start(&a);
    id = moving(&t, 320, 1, 64);
    check(step(&t, eval(&t, OP_SMIN, 0, id, lanes_constant(400))) == 64, "the smaller one moves");
    check(alike(&t, 0) && !alike(&t, 1), "as long as it is the smaller one");
    uint16_t mixture = eval(&t, OP_SMAX, 0, id, lanes_constant(330));
    check(shift_opaque(&t, mixture) == 1, "a mixture is opaque");
    printf("%d passed, %d failed\n", passed, failed);
    arena_free(&a);
    return failed != 0;
}
