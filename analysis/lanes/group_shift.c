#include "analysis/lanes/group_shift.h"

/* Numbers beyond this are not followed, so that sums of two stay in 64 bits. */
static const int64_t most = 1ll << 60;

/* Kernels have a few shifts; one with more than this is no kernel whose groups are alike. */
enum { MOST_SHIFTS = 1024 };

void shift_begin(struct shift_table *t) {
    struct shift fixed = {.low = -most, .high = most};
    while (t->at.n <= SHIFT_ANYWHERE)
        vec_push(t->arena, &t->at, fixed);
    for (size_t i = 0; i < t->at.n; i++) {
        t->at.at[i].low = -most;
        t->at.at[i].high = most;
    }
}

static bool is_fixed(const int64_t by[3]) {
    return by[0] == 0 && by[1] == 0 && by[2] == 0;
}

uint16_t shift_find(struct shift_table *t, const int64_t by[3], unsigned opaque) {
    struct shift new = {
        .opaque = (uint8_t)opaque, .moving = (uint8_t)opaque, .low = -most, .high = most};
    for (unsigned d = 0; d < 3; d++) {
        new.by[d] = opaque >> d & 1 ? 0 : by[d];
        new.moving |= (uint8_t)((new.by[d] != 0) << d);
    }
    if (!opaque && is_fixed(by))
        return SHIFT_NONE;
    for (size_t i = SHIFT_ANYWHERE + 1; i < t->at.n && opaque != ALL_DIMENSIONS; i++) {
        const struct shift *s = &t->at.at[i];
        if (s->by[0] == new.by[0] && s->by[1] == new.by[1] && s->by[2] == new.by[2] &&
            s->opaque == opaque)
            return (uint16_t)i;
    }
    if (t->at.n >= MOST_SHIFTS || opaque == ALL_DIMENSIONS)
        return SHIFT_OPAQUE;
    vec_push(t->arena, &t->at, new);
    return (uint16_t)(t->at.n - 1);
}

uint16_t shift_lost(struct shift_table *t, unsigned dimensions) {
    uint16_t *lost = &t->lost[dimensions];
    if (*lost == SHIFT_NONE)
        *lost = shift_find(t, (const int64_t[3]){0}, dimensions);
    return *lost;
}

unsigned shift_opaque(const struct shift_table *t, uint16_t shift) {
    if (shift == SHIFT_OPAQUE)
        return ALL_DIMENSIONS;
    return shift == SHIFT_NONE ? 0 : t->at.at[shift].opaque;
}

unsigned shift_moving(const struct shift_table *t, uint16_t shift) {
    if (shift == SHIFT_OPAQUE)
        return ALL_DIMENSIONS;
    return shift == SHIFT_NONE ? 0 : t->at.at[shift].moving;
}

uint16_t shift_sum(struct shift_table *t, uint16_t x, uint16_t y, int64_t scale) {
    int64_t by[3];
    if (x == SHIFT_OPAQUE || y == SHIFT_OPAQUE)
        return SHIFT_OPAQUE;
    if (y == SHIFT_NONE || (x == SHIFT_NONE && scale == 1))
        return y == SHIFT_NONE ? x : y;
    unsigned opaque = t->at.at[x].opaque | t->at.at[y].opaque;
    if (x == y && scale == -1)
        return shift_lost(t, opaque);
    for (int d = 0; d < 3; d++) {
        int64_t scaled;
        if (__builtin_mul_overflow(t->at.at[y].by[d], scale, &scaled) ||
            __builtin_add_overflow(t->at.at[x].by[d], scaled, &by[d]) || by[d] > most ||
            by[d] < -most)
            return SHIFT_OPAQUE;
    }
    return shift_find(t, by, opaque);
}

void shift_limit(struct shift_table *t, uint16_t shift, int64_t low, int64_t high) {
    if (shift == SHIFT_NONE || shift == SHIFT_OPAQUE)
        return;
    struct shift *s = &t->at.at[shift];
    s->low = low > s->low ? low : s->low;
    s->high = high < s->high ? high : s->high;
}

bool shift_distance(const struct shift *s, const int64_t groups[3], int64_t *out) {
    *out = 0;
    for (int d = 0; d < 3; d++) {
        int64_t part;
        if (__builtin_mul_overflow(s->by[d], groups[d], &part) ||
            __builtin_add_overflow(*out, part, out))
            return false;
    }
    return *out >= s->low && *out <= s->high;
}

/* Lanes that have the smallest and the largest of linear values. */
static uint64_t corners(const struct warp_shape *s) {
    unsigned last_row = s->width - s->period;
    return 1ull | 1ull << (s->period - 1) | 1ull << last_row | 1ull << (s->width - 1);
}

/* Mostly the mask has the first lanes and no others. */
FOR_WIDE_VECTORS
static bool range_of_each(const struct lanes *l, uint64_t mask, int64_t *low, int64_t *high) {
    int64_t least = INT64_MAX, largest = INT64_MIN;
    unsigned in_row = ~mask ? (unsigned)__builtin_ctzll(~mask) : 64;
    for (unsigned lane = 0; lane < in_row; lane++) {
        least = l->each[lane] < least ? l->each[lane] : least;
        largest = l->each[lane] > largest ? l->each[lane] : largest;
    }
    for (uint64_t m = in_row < 64 ? mask >> in_row << in_row : 0; m; m &= m - 1) {
        int64_t n = l->each[__builtin_ctzll(m)];
        least = n < least ? n : least;
        largest = n > largest ? n : largest;
    }
    *low = least;
    *high = largest;
    return mask && least >= -most && largest <= most;
}

/* Smallest and largest value of the lanes; false if one is not known or too large. */
static bool range_of(const struct shift_table *t, const struct lanes *l, uint64_t mask,
                     int64_t *low, int64_t *high) {
    *low = most;
    *high = -most;
    if (lanes_uniform(l)) {
        *low = *high = l->base;
        return l->base > -most && l->base < most;
    }
    bool linear = l->form == LANES_AFFINE && mask == ~0ull >> (64 - t->shape.width);
    if (l->form == LANES_EACH && !(mask & ~l->known))
        return range_of_each(l, mask, low, high);
    for (uint64_t m = linear ? corners(&t->shape) : mask; m; m &= m - 1) {
        int64_t n;
        if (!lane_get(&t->shape, l, (unsigned)__builtin_ctzll(m), &n) || n < -most || n > most)
            return false;
        *low = n < *low ? n : *low;
        *high = n > *high ? n : *high;
    }
    return mask != 0;
}

/* The value moves by the shift as long as it fits its type. */
static uint16_t within_type(struct shift_table *t, const struct value *v, const struct lanes *l,
                            uint64_t mask, uint16_t shift) {
    int64_t low, high;
    int64_t end = v->type == TYPE_POINTER || v->bits > 60 ? most : 1ll << (v->bits - 1);
    if (shift == SHIFT_NONE || shift == SHIFT_OPAQUE || is_fixed(t->at.at[shift].by))
        return shift;
    if (!range_of(t, l, mask, &low, &high) || low < -end || high >= end)
        return SHIFT_OPAQUE;
    shift_limit(t, shift, -end - low, end - 1 - high);
    return shift;
}

/* As long as it is not negative. */
static bool stays_positive(struct shift_table *t, const struct lanes *l, uint64_t mask) {
    int64_t low, high;
    if (!range_of(t, l, mask, &low, &high) || low < 0)
        return false;
    shift_limit(t, l->shift, -low, most);
    return true;
}

/* Whether it moves by multiples of n only. */
static bool moves_by(const struct shift_table *t, uint16_t shift, int64_t n) {
    const int64_t *by = t->at.at[shift].by;
    return by[0] % n == 0 && by[1] % n == 0 && by[2] % n == 0;
}

static uint16_t divided(struct shift_table *t, uint16_t shift, int64_t n) {
    int64_t by[3];
    for (int d = 0; d < 3; d++)
        by[d] = t->at.at[shift].by[d] / n;
    return shift_find(t, by, t->at.at[shift].opaque);
}

/* Quotient or remainder by a number that is the same everywhere: where the value moves by multiples
 * of it, and as long as it stays between two of them. */
static uint16_t divide(struct shift_table *t, const struct lanes *x, int64_t n, uint64_t mask,
                       bool remainder) {
    int64_t low = most, high = -most;
    if (n <= 0)
        return SHIFT_OPAQUE;
    if (moves_by(t, x->shift, n))
        return remainder ? SHIFT_NONE : divided(t, x->shift, n);
    for (uint64_t m = mask; m; m &= m - 1) {
        int64_t value;
        if (!lane_get(&t->shape, x, (unsigned)__builtin_ctzll(m), &value))
            return SHIFT_OPAQUE;
        int64_t rest = value % n < 0 ? value % n + n : value % n;
        low = rest < low ? rest : low;
        high = rest > high ? rest : high;
    }
    shift_limit(t, x->shift, -low, n - 1 - high);
    return remainder ? x->shift : SHIFT_NONE;
}

/* The low bits of a value that moves by multiples of 2^k do not move, and the others do not take
 * part where the other operand has only low bits. */
static uint16_t bitwise(struct shift_table *t, const struct value *v,
                        const struct lanes *const *args, uint64_t mask) {
    bool second = args[0]->shift == SHIFT_NONE;
    const struct lanes *x = args[second], *y = args[!second];
    int64_t low, high;
    if (y->shift != SHIFT_NONE || !range_of(t, y, mask, &low, &high))
        return SHIFT_OPAQUE;
    bool high_mask = v->op == OP_AND && low == high && low < 0;
    if (low < 0 && !high_mask)
        return SHIFT_OPAQUE;
    int64_t end = 1;
    while (end <= (high_mask ? -1 - low : high))
        end *= 2;
    if (!moves_by(t, x->shift, end))
        return SHIFT_OPAQUE;
    return v->op == OP_AND && !high_mask ? SHIFT_NONE : x->shift;
}

/* Limits the shift of a difference so that it stays on its side of `edge`: below, or not. */
static void stay(struct shift_table *t, uint16_t shift, int64_t difference, int64_t edge) {
    if (difference < edge)
        shift_limit(t, shift, -most, edge - 1 - difference);
    else
        shift_limit(t, shift, edge - difference, most);
}

/* Limits the shift of a difference so that its comparison with 0 comes out the same. */
static void stay_compared(struct shift_table *t, uint16_t shift, int64_t predicate,
                          int64_t difference) {
    bool equality = predicate == COMPARE_EQ || predicate == COMPARE_NE;
    bool above_0 = predicate == COMPARE_SLE || predicate == COMPARE_ULE ||
                   predicate == COMPARE_SGT || predicate == COMPARE_UGT;
    if (equality || !above_0)
        stay(t, shift, difference, 0);
    if (equality || above_0)
        stay(t, shift, difference, 1);
}

static bool is_unsigned(int64_t predicate) {
    return predicate == COMPARE_UGT || predicate == COMPARE_UGE || predicate == COMPARE_ULT ||
           predicate == COMPARE_ULE;
}

/* Both arguments in a lane; false if one is unknown, or too large for sums of them. */
static bool both_small(struct shift_table *t, const struct lanes *const *args, unsigned lane,
                       int64_t *x, int64_t *y) {
    return lane_get(&t->shape, args[0], lane, x) && lane_get(&t->shape, args[1], lane, y) &&
           *x >= -most && *x <= most && *y >= -most && *y <= most;
}

/* A comparison: the same everywhere as long as no lane's comes out otherwise. As unsigned numbers,
 * negative ones are beyond all others. */
static uint16_t compare(struct shift_table *t, int64_t predicate, const struct lanes *const *args,
                        uint64_t mask) {
    uint16_t shift = shift_sum(t, args[0]->shift, args[1]->shift, -1);
    bool wraps = is_unsigned(predicate);
    if (shift == SHIFT_OPAQUE || (wraps && !stays_positive(t, args[1], mask)))
        return SHIFT_OPAQUE;
    if (shift == SHIFT_NONE && !wraps)
        return SHIFT_NONE;
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t x, y;
        if (!both_small(t, args, lane, &x, &y))
            return SHIFT_OPAQUE;
        if (wraps)
            stay(t, args[0]->shift, x, 0);
        if (!wraps || x >= 0)
            stay_compared(t, shift, predicate, x - y);
    }
    return SHIFT_NONE;
}

/* The smaller or larger of two: the one that it is in all lanes. */
static uint16_t extreme(struct shift_table *t, const struct value *v,
                        const struct lanes *const *args, uint64_t mask) {
    bool wraps = v->op == OP_UMIN || v->op == OP_UMAX, least = v->op == OP_SMIN || v->op == OP_UMIN;
    uint16_t shift = shift_sum(t, args[0]->shift, args[1]->shift, -1);
    int64_t low = most, high = -most;
    if (shift == SHIFT_OPAQUE ||
        (wraps && (!stays_positive(t, args[0], mask) || !stays_positive(t, args[1], mask))))
        return SHIFT_OPAQUE;
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t x, y;
        if (!both_small(t, args, lane, &x, &y))
            return SHIFT_OPAQUE;
        low = x - y < low ? x - y : low;
        high = x - y > high ? x - y : high;
    }
    if (shift == SHIFT_NONE)
        return args[0]->shift;
    if (low < 0 && high > 0)
        return SHIFT_OPAQUE;
    bool below = high <= 0;
    shift_limit(t, shift, below ? -most : -low, below ? -high : most);
    return args[below == least ? 0 : 1]->shift;
}

/* Which of two is taken is the same everywhere. */
static uint16_t selected(const struct lanes *const *args) {
    if (args[0]->shift != SHIFT_NONE)
        return SHIFT_OPAQUE;
    if (lanes_uniform(args[0]))
        return args[args[0]->base ? 1 : 2]->shift;
    return args[1]->shift == args[2]->shift ? args[1]->shift : SHIFT_OPAQUE;
}

static uint16_t scaled(struct shift_table *t, const struct lanes *x, const struct lanes *by,
                       bool shifts_left) {
    bool fits = lanes_uniform(by) && by->shift == SHIFT_NONE;
    if (!fits || (shifts_left && (by->base < 0 || by->base > 40)))
        return SHIFT_OPAQUE;
    return shift_sum(t, SHIFT_NONE, x->shift, shifts_left ? 1ll << by->base : by->base);
}

/* Results that need a number which is the same everywhere on the right. */
static uint16_t by_constant(struct shift_table *t, const struct value *v,
                            const struct lanes *const *args, uint64_t mask) {
    const struct lanes *x = args[0], *y = args[1];
    if (!lanes_uniform(y) || y->shift != SHIFT_NONE)
        return SHIFT_OPAQUE;
    bool shifts = v->op == OP_ASHR || v->op == OP_LSHR;
    if (shifts && (y->base < 0 || y->base > 40))
        return SHIFT_OPAQUE;
    if (v->op != OP_ASHR && !stays_positive(t, x, mask))
        return SHIFT_OPAQUE;
    return divide(t, x, shifts ? 1ll << y->base : y->base, mask,
                  v->op == OP_UREM || v->op == OP_SREM);
}

static uint16_t truncated(struct shift_table *t, const struct value *v, const struct lanes *x,
                          uint64_t mask) {
    uint16_t shift = within_type(t, v, x, mask, x->shift);
    bool low_bits_stay = v->bits < 60 && moves_by(t, x->shift, 1ll << v->bits);
    return low_bits_stay ? SHIFT_NONE : shift;
}

/* As if no argument were opaque along any dimension; SHIFT_OPAQUE if that is not followed. */
static uint16_t follow(struct shift_table *t, const struct value *v, unsigned from_bits,
                       const struct lanes *const *args, uint64_t mask, const struct lanes *result) {
    uint16_t shift = SHIFT_OPAQUE;
    switch ((enum op)v->op) {
    case OP_ADD:
        shift = shift_sum(t, args[0]->shift, args[1]->shift, 1);
        break;
    case OP_SUB:
        shift = shift_sum(t, args[0]->shift, args[1]->shift, -1);
        break;
    case OP_PTRADD:
        shift =
            v->n_args == 2 ? shift_sum(t, args[0]->shift, args[1]->shift, v->imm) : args[0]->shift;
        break;
    case OP_MUL:
        shift = args[0]->shift ? scaled(t, args[0], args[1], false)
                               : scaled(t, args[1], args[0], false);
        break;
    case OP_SHL:
        shift = scaled(t, args[0], args[1], true);
        break;
    case OP_COPY:
        return args[0]->shift;
    case OP_SEXT:
        return from_bits > 1 ? args[0]->shift : SHIFT_OPAQUE;
    case OP_ZEXT:
        return from_bits > 1 && stays_positive(t, args[0], mask) ? args[0]->shift : SHIFT_OPAQUE;
    case OP_TRUNC:
        return truncated(t, v, args[0], mask);
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        shift = bitwise(t, v, args, mask);
        break;
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
    case OP_LSHR:
    case OP_ASHR:
        shift = by_constant(t, v, args, mask);
        break;
    case OP_ICMP:
        return compare(t, v->imm, args, mask);
    case OP_SMIN:
    case OP_SMAX:
    case OP_UMIN:
    case OP_UMAX:
        shift = extreme(t, v, args, mask);
        break;
    case OP_SELECT:
        shift = selected(args);
        break;
    default:
        break;
    }
    return within_type(t, v, result, mask, shift);
}

/* Whether nobody knows the result in any group, as an argument is unknown in all of them and no
 * value of the other one makes up for it, as 0 does in a product. */
static bool is_always_unknown(const struct value *v, const struct lanes *const *args) {
    bool follows = v->op == OP_ICMP || v->op == OP_ADD || v->op == OP_SUB || v->op == OP_XOR;
    for (unsigned i = 0; follows && i < v->n_args && i < 2; i++)
        if (args[i]->form == LANES_UNKNOWN && args[i]->shift == SHIFT_NONE)
            return true;
    return false;
}

uint16_t shift_eval(struct shift_table *t, const struct value *v, unsigned from_bits,
                    const struct lanes *const *args, uint64_t mask, const struct lanes *result) {
    unsigned any = 0, moving = 0, opaque = 0;
    bool unknown = false;
    for (unsigned i = 0; i < v->n_args && i < 3; i++) {
        any |= args[i]->shift;
        moving |= shift_moving(t, args[i]->shift);
        opaque |= shift_opaque(t, args[i]->shift);
        unknown |= args[i]->form == LANES_UNKNOWN || args[i]->form == LANES_FLOATING;
    }
    if (!any || is_always_unknown(v, args))
        return SHIFT_NONE;
    if (opaque == ALL_DIMENSIONS || (unknown && v->op != OP_SELECT))
        return shift_lost(t, opaque);
    uint16_t shift = follow(t, v, from_bits, args, mask, result);
    if (shift == SHIFT_OPAQUE)
        return shift_lost(t, moving);
    return opaque ? shift_find(t, t->at.at[shift].by, opaque) : shift;
}
