/* Values over the lanes of a warp: LLVM's integers at every width against 128-bit
 * arithmetic, and the short way for affine values against the long way lane by lane. */
#include <stdlib.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/names.h"
#include "analysis/lanes/lanes.h"
#include "check.h"

__extension__ typedef __int128 big;
__extension__ typedef unsigned __int128 ubig;

enum { SEED = 20240, MAX_WIDTH = 64 };

struct dice {
    unsigned short state[3];
};

static uint64_t roll(struct dice *d) {
    uint64_t n = 0;
    for (int i = 0; i < 4; i++)
        n = n << 16 | ((uint64_t)nrand48(d->state) >> 15);
    return n;
}

static unsigned below(struct dice *d, unsigned n) {
    return (unsigned)(roll(d) % n);
}

/* How a mathematical integer is kept: sign-extended, one bit as 0 or 1. */
static int64_t kept(big n, unsigned bits) {
    big modulus = (big)1 << bits, rest = n % modulus;
    if (rest < 0)
        rest += modulus;
    return (int64_t)(bits > 1 && rest >= modulus / 2 ? rest - modulus : rest);
}

static big as_unsigned(int64_t n, unsigned bits) {
    return n < 0 ? (big)n + ((big)1 << bits) : n;
}

static big as_signed(int64_t n, unsigned bits) {
    return bits == 1 ? -n : n;
}

/* The language reference's definition of an integer comparison. */
static bool compared(int64_t predicate, int64_t x, int64_t y, unsigned bits) {
    big ux = as_unsigned(x, bits), uy = as_unsigned(y, bits);
    big sx = as_signed(x, bits), sy = as_signed(y, bits);
    switch (predicate) {
    case COMPARE_EQ:
        return ux == uy;
    case COMPARE_NE:
        return ux != uy;
    case COMPARE_UGT:
        return ux > uy;
    case COMPARE_UGE:
        return ux >= uy;
    case COMPARE_ULT:
        return ux < uy;
    case COMPARE_ULE:
        return ux <= uy;
    case COMPARE_SGT:
        return sx > sy;
    case COMPARE_SGE:
        return sx >= sy;
    case COMPARE_SLT:
        return sx < sy;
    default:
        return sx <= sy;
    }
}

/* False where the language reference leaves the result undefined. */
static bool defined(enum op op, int64_t x, int64_t y, unsigned bits) {
    big lowest = -((big)1 << (bits - 1));
    switch (op) {
    case OP_UDIV:
    case OP_UREM:
        return y != 0;
    case OP_SDIV:
    case OP_SREM:
        return y != 0 && !(as_signed(y, bits) == -1 && as_signed(x, bits) == lowest);
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        return as_unsigned(y, bits) < (big)bits;
    default:
        return true;
    }
}

/* The result as a mathematical integer, before it is cut to its width. */
static big computed(const struct value *v, int64_t x, int64_t y, unsigned from) {
    unsigned bits = v->bits;
    big ux = as_unsigned(x, from), uy = as_unsigned(y, from);
    big sx = as_signed(x, from), sy = as_signed(y, from);
    switch ((enum op)v->op) {
    case OP_ADD:
        return ux + uy;
    case OP_SUB:
        return ux - uy;
    case OP_MUL:
        return sx * sy;
    case OP_UDIV:
        return ux / uy;
    case OP_UREM:
        return ux % uy;
    case OP_SDIV:
        return sx / sy;
    case OP_SREM:
        return sx % sy;
    case OP_SHL:
        return ux << (int)uy;
    case OP_LSHR:
        return ux >> (int)uy;
    case OP_ASHR:
        return sx >> (int)uy;
    case OP_AND:
        return ux & uy;
    case OP_OR:
        return ux | uy;
    case OP_XOR:
        return ux ^ uy;
    case OP_SMIN:
        return sx < sy ? sx : sy;
    case OP_SMAX:
        return sx > sy ? sx : sy;
    case OP_UMIN:
        return ux < uy ? ux : uy;
    case OP_UMAX:
        return ux > uy ? ux : uy;
    case OP_ABS:
        return sx < 0 ? -sx : sx;
    case OP_MULHI:
        return v->imm ? (big)((ubig)ux * (ubig)uy >> bits) : sx * sy >> bits;
    case OP_ICMP:
        return compared(v->imm, x, y, from);
    case OP_ZEXT:
        return ux;
    default:
        return sx;
    }
}

static const enum op binary[] = {OP_ADD,  OP_SUB,  OP_MUL,  OP_UDIV, OP_SDIV, OP_UREM,
                                 OP_SREM, OP_SHL,  OP_LSHR, OP_ASHR, OP_AND,  OP_OR,
                                 OP_XOR,  OP_SMIN, OP_SMAX, OP_UMIN, OP_UMAX};
enum { BINARY = sizeof binary / sizeof binary[0] };

static struct value int_value(enum op op, unsigned bits, uint32_t n_args, int64_t imm) {
    return (struct value){.op = (uint8_t)op,
                          .type = TYPE_INT,
                          .comps = 1,
                          .bits = (uint16_t)bits,
                          .n_args = n_args,
                          .imm = imm};
}

/* One pair of operands, the same in all lanes, gives what the reference says. */
static bool agrees(const struct value *v, unsigned from, int64_t x, int64_t y) {
    struct warp_shape shape = {32, 32};
    struct lanes a = lanes_constant(x), b = lanes_constant(y), to = {0};
    const struct lanes *args[] = {&a, &b};
    struct arena none = {0};
    int64_t got;
    lanes_eval(&none, &shape, v, from, args, ~0u, &to);
    bool known = lane_get(&shape, &to, 5, &got),
         is_defined = defined((enum op)v->op, x, y, v->bits);
    int64_t wanted = is_defined ? kept(computed(v, x, y, from), v->bits) : 0;
    if (known == is_defined && got == wanted)
        return true;
    printf("%s i%u from i%u imm %lld: %lld, %lld gives", op_text(v->op), v->bits, from,
           (long long)v->imm, (long long)x, (long long)y);
    printf(known ? " %lld" : " unknown", (long long)got);
    printf(is_defined ? ", not %lld\n" : ", not unknown\n", (long long)wanted);
    return false;
}

static bool all_agree(unsigned bits, int64_t x, int64_t y) {
    bool good = true;
    for (int i = 0; i < BINARY; i++) {
        struct value v = int_value(binary[i], bits, 2, 0);
        good &= agrees(&v, bits, x, y);
    }
    for (int p = COMPARE_EQ; p <= COMPARE_SLE; p++) {
        struct value v = int_value(OP_ICMP, 1, 2, p);
        good &= agrees(&v, bits, x, y);
    }
    for (int is_unsigned = 0; is_unsigned < 2 && bits > 1; is_unsigned++) {
        struct value v = int_value(OP_MULHI, bits, 2, is_unsigned);
        good &= agrees(&v, bits, x, y);
    }
    struct value abs = int_value(OP_ABS, bits, 1, 0);
    return good & agrees(&abs, bits, x, 0);
}

static void test_small_widths(void) {
    bool bits1 = true, bits8 = true;
    for (int x = 0; x < 2; x++)
        for (int y = 0; y < 2; y++)
            bits1 &= all_agree(1, x, y);
    for (int x = -128; x < 128 && bits8; x++)
        for (int y = -128; y < 128 && bits8; y++)
            bits8 &= all_agree(8, x, y);
    CHECK(bits1);
    CHECK(bits8);
}

static const unsigned widths[] = {1, 8, 16, 32, 64};
enum { WIDTHS = sizeof widths / sizeof widths[0] };

/* A value of that width; every other one near a border of some width. */
static int64_t any_value(struct dice *d, unsigned bits) {
    static const int64_t borders[] = {0,         0x7f,      0x80,      0xff,      0x7fff,
                                      0x8000,    0xffff,    INT32_MAX, INT32_MIN, UINT32_MAX,
                                      INT64_MAX, INT64_MIN, 64,        32};
    uint64_t n = roll(d);
    if (below(d, 2))
        n = (uint64_t)borders[below(d, sizeof borders / sizeof borders[0])] + below(d, 5) - 2;
    return wrap_bits((int64_t)n, bits);
}

static void test_corners(void) {
    for (int w = 2; w < WIDTHS; w++) {
        int64_t bits = widths[w], low = wrap_bits((int64_t)(1ull << (bits - 1)), widths[w]);
        const int64_t corners[] = {0, 1, -1, 2, low, low + 1, -(low + 1), bits - 1, bits};
        bool good = true;
        for (int x = 0; x < 9; x++)
            for (int y = 0; y < 9; y++)
                good &= all_agree(widths[w], corners[x], corners[y]);
        CHECK(good);
    }
}

static void test_large_widths(struct dice *d) {
    for (int w = 2; w < WIDTHS; w++) {
        bool good = true;
        for (int i = 0; i < 5000 && good; i++) {
            int64_t x = any_value(d, widths[w]), y = any_value(d, widths[w]);
            good &= all_agree(widths[w], x, below(d, 4) ? y : (int64_t)below(d, 70) - 2);
        }
        CHECK(good);
    }
}

static void test_casts(struct dice *d) {
    for (int from = 0; from < WIDTHS; from++)
        for (int to = 0; to < WIDTHS; to++) {
            bool good = true;
            for (int i = 0; i < 200 && from != to; i++) {
                struct value zext = int_value(OP_ZEXT, widths[to], 1, 0), sext = zext, trunc = zext;
                int64_t x = any_value(d, widths[from]);
                sext.op = OP_SEXT;
                trunc.op = OP_TRUNC;
                good &= from < to
                            ? agrees(&zext, widths[from], x, 0) && agrees(&sext, widths[from], x, 0)
                            : agrees(&trunc, widths[from], x, 0);
            }
            CHECK(good);
        }
}

static int64_t float_bits(float f) {
    union {
        float f;
        uint32_t n;
    } u = {f};
    return u.n;
}

/* One conversion between i<from> and float, or the other way. */
static bool converts(enum op op, unsigned from, unsigned bits, int64_t x, int64_t wanted) {
    struct warp_shape shape = {32, 32};
    struct value v = int_value(op, bits, 1, 0);
    struct lanes a = lanes_constant(x), to = {0};
    const struct lanes *args[] = {&a};
    struct arena none = {0};
    int64_t got;
    if (op == OP_SITOFP || op == OP_UITOFP)
        v.type = TYPE_FLOAT;
    lanes_eval(&none, &shape, &v, from, args, ~0u, &to);
    return lane_get(&shape, &to, 0, &got) && got == wanted;
}

static void test_conversions(void) {
    CHECK(converts(OP_SITOFP, 32, 32, -3, float_bits(-3)));
    CHECK(converts(OP_UITOFP, 32, 32, -1, float_bits(4294967296.0f)));
    CHECK(converts(OP_UITOFP, 8, 32, -1, float_bits(255)));
    CHECK(converts(OP_UITOFP, 1, 32, 1, float_bits(1)));
    CHECK(converts(OP_SITOFP, 1, 32, 1, float_bits(-1)));
    CHECK(converts(OP_FPTOSI, 32, 32, float_bits(-3.7f), -3));
    CHECK(converts(OP_FPTOUI, 32, 32, float_bits(3e9f), (int32_t)3000000000u));
    CHECK(converts(OP_FPTOUI, 32, 8, float_bits(255.5f), -1));
    CHECK(!converts(OP_FPTOUI, 32, 8, float_bits(256), 0));
    CHECK(!converts(OP_FPTOSI, 32, 32, float_bits(3e9f), 0));
    CHECK(converts(OP_COPY, 32, 32, float_bits(-0.0f), INT32_MIN));
}

/* An affine value that fits `bits` in every lane, as the tracer makes them. */
static struct lanes any_affine(struct dice *d, const struct warp_shape *s, unsigned bits) {
    static const int64_t steps[] = {0, 0, 0, 1, 1, -1, 4, 64, 1024, -4096, 65536, 1 << 20};
    for (;;) {
        struct lanes l = lanes_constant(any_value(d, below(d, 2) ? bits : bits < 8 ? bits : 8));
        l.dx = steps[below(d, 12)];
        l.dy = s->period < s->width ? steps[below(d, 12)] : 0;
        if (bits == 1)
            l.dx = l.dy = 0;
        bool fits = true;
        for (unsigned i = 0; i < s->width; i++) {
            big n = (big)l.base + (big)l.dx * (i % s->period) + (big)l.dy * (i / s->period);
            fits &= kept(n, bits) == n;
        }
        if (fits)
            return l;
    }
}

struct operation {
    struct value value;
    unsigned from[3]; /* width of each argument */
};

static struct operation any_operation(struct dice *d) {
    unsigned bits = widths[below(d, WIDTHS)], other = widths[below(d, WIDTHS)];
    struct operation o = {.from = {bits, bits, bits}};
    switch (below(d, 8)) {
    case 0:
        o.value = int_value(OP_ICMP, 1, 2, COMPARE_EQ + below(d, 10));
        return o;
    case 1:
        o.value = int_value(OP_PTRADD, 64, 1 + below(d, 2), (int64_t)below(d, 300) - 100);
        o.value.type = TYPE_POINTER;
        o.from[0] = 48;
        return o;
    case 2:
        o.value = int_value(OP_SELECT, bits, 3, 0);
        o.from[0] = 1;
        return o;
    case 3:
        o.value = int_value(other < bits    ? OP_TRUNC
                            : other == bits ? OP_COPY
                            : below(d, 2)   ? OP_ZEXT
                                            : OP_SEXT,
                            other, 1, 0);
        return o;
    case 4:
        o.value = int_value(below(d, 2) ? OP_ABS : OP_MULHI, bits, 2, below(d, 2));
        o.value.n_args = o.value.op == OP_ABS ? 1 : 2;
        return o;
    case 5:
        o.value = int_value(below(d, 2) ? OP_SITOFP : OP_UITOFP, below(d, 2) ? 32 : 64, 1, 0);
        o.value.type = TYPE_FLOAT;
        return o;
    case 6:
        o.value = int_value(below(d, 2) ? OP_ADD : below(d, 2) ? OP_MUL : OP_SHL, bits, 2, 0);
        return o;
    default:
        o.value = int_value(binary[below(d, BINARY)], bits, 2, 0);
        return o;
    }
}

static bool same_lanes(const struct warp_shape *s, const struct lanes *x, const struct lanes *y,
                       uint64_t mask) {
    for (unsigned i = 0; i < s->width; i++) {
        int64_t a, b;
        if (mask >> i & 1 && (lane_get(s, x, i, &a) != lane_get(s, y, i, &b) || a != b))
            return false;
    }
    return true;
}

static bool fits_type(const struct warp_shape *s, const struct lanes *l, const struct value *v) {
    for (unsigned i = 0; i < s->width && v->type == TYPE_INT; i++) {
        int64_t n;
        if (lane_get(s, l, i, &n) && n != wrap_bits(n, v->bits))
            return false;
    }
    return true;
}

/* One operation on affine operands, and on the same operands lane by lane. */
static bool both_ways(struct arena *a, struct dice *d) {
    static const struct warp_shape shapes[] = {{32, 32}, {32, 16}, {32, 8}, {32, 1},
                                               {64, 64}, {64, 32}, {64, 4}};
    const struct warp_shape *s = &shapes[below(d, sizeof shapes / sizeof shapes[0])];
    struct operation o = any_operation(d);
    struct lanes short_args[3], long_args[3], short_way = {0}, long_way = {0};
    const struct lanes *shorts[3], *longs[3];
    uint64_t all = s->width == 64 ? ~0ull : (1ull << s->width) - 1;
    uint64_t mask = below(d, 2) ? all : roll(d) & all;
    for (uint32_t i = 0; i < o.value.n_args; i++) {
        short_args[i] = any_affine(d, s, o.from[i]);
        if (i == 1 && below(d, 3) == 0)
            short_args[i] = lanes_constant(wrap_bits(below(d, 40), o.from[i]));
        long_args[i] = short_args[i];
        lanes_expand(a, s, &long_args[i]);
        shorts[i] = &short_args[i];
        longs[i] = &long_args[i];
    }
    unsigned from = o.from[o.value.op == OP_PTRADD || o.value.op == OP_SELECT ? 1 : 0];
    lanes_eval(a, s, &o.value, from, shorts, mask, &short_way);
    lanes_eval(a, s, &o.value, from, longs, mask, &long_way);
    if (same_lanes(s, &short_way, &long_way, mask) && fits_type(s, &short_way, &o.value))
        return true;
    printf("%s i%u from i%u imm %lld, warp %u/%u:", op_text(o.value.op), o.value.bits, from,
           (long long)o.value.imm, s->width, s->period);
    for (uint32_t i = 0; i < o.value.n_args; i++)
        printf(" (%lld %lld %lld)", (long long)shorts[i]->base, (long long)shorts[i]->dx,
               (long long)shorts[i]->dy);
    printf("\n");
    return false;
}

static void test_affine(struct dice *d) {
    for (int round = 0; round < 100; round++) {
        struct arena a = {0};
        bool good = true;
        for (int i = 0; i < 500; i++)
            good &= both_ways(&a, d);
        CHECK(good);
        arena_free(&a);
    }
}

/* What stays affine must not fall back to lanes: the tracer's speed rests on it. */
static void test_stays_affine(void) {
    struct warp_shape s = {32, 16};
    struct lanes id = {.form = LANES_AFFINE, .base = 100, .dx = 1, .dy = 640};
    struct lanes four = lanes_constant(4), limit = lanes_constant(5000), to = {0};
    const struct lanes *args[] = {&id, &four}, *bounds[] = {&id, &limit};
    struct arena none = {0};
    struct value mul = int_value(OP_MUL, 32, 2, 0), sext = int_value(OP_SEXT, 64, 1, 0);
    struct value less = int_value(OP_ICMP, 1, 2, COMPARE_SLT);
    lanes_eval(&none, &s, &mul, 32, args, ~0u, &to);
    CHECK(to.form == LANES_AFFINE && to.base == 400 && to.dx == 4 && to.dy == 2560);
    lanes_eval(&none, &s, &sext, 32, args, ~0u, &to);
    CHECK(to.form == LANES_AFFINE && to.base == 100 && to.dx == 1 && to.dy == 640);
    lanes_eval(&none, &s, &less, 32, bounds, ~0u, &to);
    CHECK(lanes_uniform(&to) && to.base == 1);
}

static void test_unknown(struct arena *a) {
    struct warp_shape s = {32, 32};
    struct lanes unknown = {0}, zero = lanes_constant(0), one = lanes_constant(1), to = {0};
    struct lanes id = {.form = LANES_AFFINE, .dx = 1};
    const struct lanes *times[] = {&unknown, &zero}, *plus[] = {&unknown, &one};
    struct value mul = int_value(OP_MUL, 32, 2, 0), add = int_value(OP_ADD, 32, 2, 0);
    struct value and = int_value(OP_AND, 32, 2, 0), div = int_value(OP_SDIV, 32, 2, 0);
    lanes_eval(a, &s, &mul, 32, times, ~0u, &to);
    CHECK(lanes_uniform(&to) && to.base == 0);
    lanes_eval(a, &s, &and, 32, times, ~0u, &to);
    CHECK(lanes_uniform(&to) && to.base == 0);
    lanes_eval(a, &s, &add, 32, plus, ~0u, &to);
    CHECK(lanes_known(&s, &to) == 0);
    const struct lanes *by_lane[] = {&one, &id};
    lanes_eval(a, &s, &div, 32, by_lane, ~0u, &to);
    CHECK(lanes_known(&s, &to) == 0xfffffffe);
}

/* Sides that meet: a lane keeps a value that both sides agree on. */
static void test_merge(struct arena *a) {
    struct warp_shape s = {32, 32};
    struct lanes id = {.form = LANES_AFFINE, .dx = 1}, seven = lanes_constant(7), to = {0};
    int64_t n;
    lanes_merge(a, &s, &to, &id, 0xffff, 0);
    lanes_merge(a, &s, &to, &seven, 0xffff0000, 0xffff);
    CHECK(lane_get(&s, &to, 3, &n) && n == 3);
    CHECK(lane_get(&s, &to, 20, &n) && n == 7);
    lanes_merge(a, &s, &to, &seven, 0xff, 0xffffffff);
    CHECK(!lane_get(&s, &to, 3, &n));
    CHECK(lane_get(&s, &to, 7, &n) && n == 7);
    CHECK(lane_get(&s, &to, 8, &n) && n == 8);
}

int main(void) {
    struct arena arena = {0};
    struct dice dice = {{SEED, 0, 0}};
    printf("seed %d\n", SEED);
    test_small_widths();
    test_corners();
    test_large_widths(&dice);
    test_casts(&dice);
    test_conversions();
    test_affine(&dice);
    test_stays_affine();
    test_unknown(&arena);
    test_merge(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
