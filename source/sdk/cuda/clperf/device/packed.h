/* Words of several bytes or halves, each of them computed alone. GPUs have instructions for few of
 * these; the others take some for each part, as they do here. */

#define CLPERF_PARTS_TYPE(name, type, count)                                                       \
    typedef type name __attribute__((ext_vector_type(count)));
CLPERF_PARTS_TYPE(clperf_s4, signed char, 4)
CLPERF_PARTS_TYPE(clperf_u4, unsigned char, 4)
CLPERF_PARTS_TYPE(clperf_s2, short, 2)
CLPERF_PARTS_TYPE(clperf_u2, unsigned short, 2)
#undef CLPERF_PARTS_TYPE
#define CLPERF_PARTS(name, parts, expression)                                                      \
    CLPERF_DEVICE unsigned name(unsigned x, unsigned y) {                                          \
        const parts a = __builtin_bit_cast(parts, x), b = __builtin_bit_cast(parts, y);            \
        return __builtin_bit_cast(unsigned, (expression));                                         \
    }
#define CLPERF_PARTS_BOTH(name, operation)                                                         \
    CLPERF_PARTS(__v##name##4, clperf_u4, a operation b)                                           \
    CLPERF_PARTS(__v##name##2, clperf_u2, a operation b)
CLPERF_PARTS_BOTH(add, +)
CLPERF_PARTS_BOTH(sub, -)
CLPERF_PARTS_BOTH(cmpeq, ==)
CLPERF_PARTS_BOTH(cmpne, !=)
#undef CLPERF_PARTS_BOTH
#define CLPERF_PARTS_SIGNS(name, expression)                                                       \
    CLPERF_PARTS(__v##name##s4, clperf_s4, expression)                                             \
    CLPERF_PARTS(__v##name##u4, clperf_u4, expression)                                             \
    CLPERF_PARTS(__v##name##s2, clperf_s2, expression)                                             \
    CLPERF_PARTS(__v##name##u2, clperf_u2, expression)
CLPERF_PARTS_SIGNS(max, __builtin_elementwise_max(a, b))
CLPERF_PARTS_SIGNS(min, __builtin_elementwise_min(a, b))
CLPERF_PARTS_SIGNS(addus, __builtin_elementwise_add_sat(a, b))
CLPERF_PARTS_SIGNS(cmpgt, a > b)
CLPERF_PARTS_SIGNS(cmplt, a < b)
CLPERF_PARTS_SIGNS(cmpge, a >= b)
CLPERF_PARTS_SIGNS(cmple, a <= b)
CLPERF_PARTS_SIGNS(absdiff, __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b))
#undef CLPERF_PARTS_SIGNS
CLPERF_PARTS(__vaddss4, clperf_s4, __builtin_elementwise_add_sat(a, b))
CLPERF_PARTS(__vsubss4, clperf_s4, __builtin_elementwise_sub_sat(a, b))
CLPERF_PARTS(__vsubus4, clperf_u4, __builtin_elementwise_sub_sat(a, b))
CLPERF_PARTS(__vaddss2, clperf_s2, __builtin_elementwise_add_sat(a, b))
CLPERF_PARTS(__vsubss2, clperf_s2, __builtin_elementwise_sub_sat(a, b))
CLPERF_PARTS(__vavgu4, clperf_u4, (a | b) - ((a ^ b) >> 1))
CLPERF_PARTS(__vavgs4, clperf_s4, (a | b) - ((a ^ b) >> 1))
CLPERF_PARTS(__vavgu2, clperf_u2, (a | b) - ((a ^ b) >> 1))
CLPERF_PARTS(__vavgs2, clperf_s2, (a | b) - ((a ^ b) >> 1))
CLPERF_PARTS(__vhaddu4, clperf_u4, (a & b) + ((a ^ b) >> 1))
CLPERF_PARTS(__vhaddu2, clperf_u2, (a & b) + ((a ^ b) >> 1))
#undef CLPERF_PARTS

/* What was compared, as 1 and 0 instead of all bits. */
#define CLPERF_PARTS_SET(name)                                                                     \
    CLPERF_DEVICE unsigned __vset##name##4(unsigned x, unsigned y) {                               \
        return __vcmp##name##4(x, y) & 0x01010101u;                                                \
    }                                                                                              \
    CLPERF_DEVICE unsigned __vset##name##2(unsigned x, unsigned y) {                               \
        return __vcmp##name##2(x, y) & 0x00010001u;                                                \
    }
CLPERF_PARTS_SET(eq)
CLPERF_PARTS_SET(ne)
CLPERF_PARTS_SET(gts)
CLPERF_PARTS_SET(gtu)
CLPERF_PARTS_SET(lts)
CLPERF_PARTS_SET(ltu)
CLPERF_PARTS_SET(ges)
CLPERF_PARTS_SET(geu)
CLPERF_PARTS_SET(les)
CLPERF_PARTS_SET(leu)
#undef CLPERF_PARTS_SET

/* Of one word: negated, and without its sign; the second of each saturates. */
#define CLPERF_PARTS_ONE(name, parts, expression)                                                  \
    CLPERF_DEVICE unsigned name(unsigned x) {                                                      \
        const parts a = __builtin_bit_cast(parts, x);                                              \
        return __builtin_bit_cast(unsigned, (expression));                                         \
    }
#define CLPERF_PARTS_SIGN(count)                                                                   \
    CLPERF_PARTS_ONE(__vneg##count, clperf_s##count, -a)                                           \
    CLPERF_PARTS_ONE(__vnegss##count, clperf_s##count,                                             \
                     __builtin_elementwise_sub_sat((clperf_s##count)0, a))                         \
    CLPERF_PARTS_ONE(__vabs##count, clperf_s##count, __builtin_elementwise_max(a, -a))             \
    CLPERF_PARTS_ONE(                                                                              \
        __vabsss##count, clperf_s##count,                                                          \
        __builtin_elementwise_max(a, __builtin_elementwise_sub_sat((clperf_s##count)0, a)))
CLPERF_PARTS_SIGN(4)
CLPERF_PARTS_SIGN(2)
#undef CLPERF_PARTS_SIGN
#undef CLPERF_PARTS_ONE

/* The sum of the differences of all parts. */
#define CLPERF_PARTS_SUM(name, difference, parts, sum)                                             \
    CLPERF_DEVICE unsigned name(unsigned x, unsigned y) {                                          \
        const parts d = __builtin_bit_cast(parts, difference(x, y));                               \
        return (sum);                                                                              \
    }
CLPERF_PARTS_SUM(__vsads4, __vabsdiffs4, clperf_u4, (unsigned)d.x + d.y + d.z + d.w)
CLPERF_PARTS_SUM(__vsadu4, __vabsdiffu4, clperf_u4, (unsigned)d.x + d.y + d.z + d.w)
CLPERF_PARTS_SUM(__vsads2, __vabsdiffs2, clperf_u2, (unsigned)d.x + d.y)
CLPERF_PARTS_SUM(__vsadu2, __vabsdiffu2, clperf_u2, (unsigned)d.x + d.y)
#undef CLPERF_PARTS_SUM

/* Products of bytes, summed up. */
CLPERF_DEVICE int __dp4a(int x, int y, int sum) {
    const clperf_s4 a = __builtin_bit_cast(clperf_s4, x), b = __builtin_bit_cast(clperf_s4, y);
    return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
CLPERF_DEVICE unsigned __dp4a(unsigned x, unsigned y, unsigned sum) {
    const clperf_u4 a = __builtin_bit_cast(clperf_u4, x), b = __builtin_bit_cast(clperf_u4, y);
    return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
CLPERF_DEVICE unsigned __sad(int x, int y, unsigned sum) {
    return sum + (unsigned)(x > y ? x - y : y - x);
}
CLPERF_DEVICE unsigned __usad(unsigned x, unsigned y, unsigned sum) {
    return sum + (x > y ? x - y : y - x);
}
