/* Arithmetic, logic and comparisons of PTX. */
#include <string.h>

#include "analysis/ir/builtins.h"
#include "base/arena.h"
#include "base/str.h"
#include "source/languages/ptx/translate.h"

static bool is_integer(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

/* The instruction's type, if it has so many operands that are no lists; else NULL. */
static LLVMTypeRef type_with(const struct ptx_translator *t, unsigned operands) {
    LLVMTypeRef type = ptx_last_type(t);
    for (unsigned i = 0; i < t->in->n; i++)
        if (t->in->operands[i].kind == PTX_LIST || t->in->operands[i].address)
            return NULL;
    return ptx_has_operands(t, operands) ? type : NULL;
}

/* The integer type of an instruction with so many plain operands; else NULL. */
static LLVMTypeRef integer_with(const struct ptx_translator *t, unsigned operands) {
    LLVMTypeRef type = type_with(t, operands);
    return type && is_integer(type) ? type : NULL;
}

static bool is_narrow(const struct ptx_translator *t) {
    return ptx_word(t->in, "bf16");
}

bool ptx_unknown_result(struct ptx_translator *t, const char *what) {
    LLVMValueRef args[PTX_MOST_ARGS];
    unsigned n = 0;
    if (!ptx_has_operands(t, 2) || t->in->operands[0].kind == PTX_LIST)
        return false;
    for (unsigned i = 1; i < t->in->n; i++)
        ptx_add_registers(t, &t->in->operands[i], args, &n);
    LLVMTypeRef type = ptx_last_type(t);
    ptx_write(t, 0, ptx_call(t, what, type ? type : ptx_int(t, 32), args, n, PURE));
    return true;
}

/* Numbers of 16 bits that LLVM's back ends lack cost what others of 16 bits do. */
static bool narrow(struct ptx_translator *t) {
    return is_narrow(t) && ptx_unknown_result(t, "clperf_unknown_fp16");
}

static LLVMValueRef float_result(struct ptx_translator *t, char what, LLVMValueRef x,
                                 LLVMValueRef y) {
    switch (what) {
    case '+':
        return LLVMBuildFAdd(t->b, x, y, "");
    case '-':
        return LLVMBuildFSub(t->b, x, y, "");
    default:
        return NULL;
    }
}

static LLVMValueRef integer_result(struct ptx_translator *t, char what, LLVMValueRef x,
                                   LLVMValueRef y) {
    switch (what) {
    case '+':
        return LLVMBuildAdd(t->b, x, y, "");
    case '-':
        return LLVMBuildSub(t->b, x, y, "");
    case '&':
        return LLVMBuildAnd(t->b, x, y, "");
    case '|':
        return LLVMBuildOr(t->b, x, y, "");
    case '^':
        return LLVMBuildXor(t->b, x, y, "");
    case '<':
        return LLVMBuildShl(t->b, x, y, "");
    default:
        return ptx_is_signed(t) ? LLVMBuildAShr(t->b, x, y, "") : LLVMBuildLShr(t->b, x, y, "");
    }
}

/* op d, a, b; what is carried from and to other instructions is not computed. */
bool ptx_binary(struct ptx_translator *t, const char *what) {
    LLVMTypeRef type = type_with(t, 3);
    if (!type)
        return narrow(t);
    if (ptx_has(t->in, "sat"))
        return ptx_unknown_result(t, ptx_is_float(type) ? "clperf_unknown_fp32"
                                                        : "clperf_unknown_int");
    LLVMValueRef x = ptx_read(t, 1, type), y = ptx_read(t, 2, type);
    LLVMValueRef v =
        is_integer(type) ? integer_result(t, what[0], x, y) : float_result(t, what[0], x, y);
    if (v)
        ptx_write(t, 0, v);
    return v;
}

/* --- products --------------------------------------------------------------------------------- */

static LLVMValueRef extended(struct ptx_translator *t, LLVMValueRef v, unsigned bits) {
    return LLVMBuildIntCast2(t->b, v, ptx_int(t, bits), ptx_is_signed(t), "");
}

/* The lower half, the upper half, or all of a product. */
static LLVMValueRef product(struct ptx_translator *t, LLVMTypeRef type) {
    LLVMValueRef x = ptx_read(t, 1, type), y = ptx_read(t, 2, type);
    if (!is_integer(type))
        return LLVMBuildFMul(t->b, x, y, "");
    unsigned bits = LLVMGetIntTypeWidth(type);
    if (ptx_has(t->in, "wide"))
        return LLVMBuildMul(t->b, extended(t, x, 2 * bits), extended(t, y, 2 * bits), "");
    if (!ptx_has(t->in, "hi"))
        return LLVMBuildMul(t->b, x, y, "");
    if (bits != 32 && bits != 64)
        return ptx_call(t, "clperf_unknown_imul", type, (LLVMValueRef[]){x, y}, 2, PURE);
    LLVMValueRef args[] = {x, y};
    const char *name = bits == 64 ? (ptx_is_signed(t) ? "_Z6mul_hill" : "_Z6mul_himm")
                                  : (ptx_is_signed(t) ? "_Z6mul_hiii" : "_Z6mul_hijj");
    return ptx_call(t, name, type, args, 2, PURE);
}

bool ptx_multiply(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = type_with(t, 3);
    if (!type)
        return narrow(t);
    ptx_write(t, 0, product(t, type));
    return true;
}

/* op d, a, b, c */
bool ptx_multiply_add(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = type_with(t, 4);
    if (!type)
        return narrow(t);
    if (is_integer(type)) {
        LLVMValueRef n = product(t, type);
        ptx_write(t, 0, LLVMBuildAdd(t->b, n, ptx_read(t, 3, LLVMTypeOf(n)), ""));
        return true;
    }
    LLVMValueRef args[] = {ptx_read(t, 1, type), ptx_read(t, 2, type), ptx_read(t, 3, type)};
    ptx_write(t, 0, ptx_intrinsic(t, "llvm.fma", type, args, 3));
    return true;
}

/* The function that keeps denormals, where there is one and the instruction says not to flush them.
 */
static const char *with_denormals(struct ptx_translator *t, const char *what, LLVMTypeRef type) {
    bool keeps = LLVMGetTypeKind(type) == LLVMFloatTypeKind && !ptx_has(t->in, "ftz");
    const char *name = arena_printf(t->arena, "denormal_%s", what + strlen("native_"));
    return keeps && builtin_find(name) ? name : what;
}

bool ptx_divide(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = type_with(t, 3);
    if (!type || LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return false;
    LLVMValueRef args[] = {ptx_read(t, 1, type), ptx_read(t, 2, type)}, v;
    bool remainder = strcmp(t->in->words[0], "rem") == 0;
    if (is_integer(type) && ptx_is_signed(t))
        v = remainder ? LLVMBuildSRem(t->b, args[0], args[1], "")
                      : LLVMBuildSDiv(t->b, args[0], args[1], "");
    else if (is_integer(type))
        v = remainder ? LLVMBuildURem(t->b, args[0], args[1], "")
                      : LLVMBuildUDiv(t->b, args[0], args[1], "");
    else if (ptx_has(t->in, "approx") || ptx_has(t->in, "full"))
        v = ptx_call(t, with_denormals(t, "native_divide", type), type, args, 2, PURE);
    else
        v = LLVMBuildFDiv(t->b, args[0], args[1], "");
    ptx_write(t, 0, v);
    return true;
}

/* --- of one operand ------------------------------------------------------------------------------
 */

bool ptx_negate(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = type_with(t, 2);
    if (!type)
        return narrow(t);
    LLVMValueRef x = ptx_read(t, 1, type);
    ptx_write(t, 0, is_integer(type) ? LLVMBuildNeg(t->b, x, "") : LLVMBuildFNeg(t->b, x, ""));
    return true;
}

bool ptx_absolute(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = type_with(t, 2);
    if (!type)
        return narrow(t);
    LLVMValueRef args[] = {ptx_read(t, 1, type), ptx_number(t, 1, 0)};
    ptx_write(t, 0,
              is_integer(type) ? ptx_intrinsic(t, "llvm.abs", type, args, 2)
                               : ptx_intrinsic(t, "llvm.fabs", type, args, 1));
    return true;
}

bool ptx_logic_not(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = integer_with(t, 2);
    if (!type)
        return false;
    ptx_write(t, 0, LLVMBuildNot(t->b, ptx_read(t, 1, type), ""));
    return true;
}

bool ptx_count_bits(struct ptx_translator *t, const char *what) {
    LLVMTypeRef type = integer_with(t, 2);
    if (!type)
        return false;
    LLVMValueRef args[] = {ptx_read(t, 1, type), ptx_number(t, 1, 0)};
    LLVMValueRef v = ptx_intrinsic(t, what, type, args, strcmp(what, "llvm.ctlz") == 0 ? 2 : 1);
    bool reverses = str_ends(what, "reverse");
    ptx_write(t, 0, reverses ? v : ptx_as(t, v, ptx_int(t, 32)));
    return true;
}

/* Roots and reciprocals that are rounded exactly take more than one instruction. */
bool ptx_function(struct ptx_translator *t, const char *what) {
    LLVMTypeRef type = type_with(t, 2);
    if (!type || LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return ptx_unknown_result(t, "clperf_unknown_sfu");
    if (!ptx_is_float(type))
        return false;
    LLVMValueRef x = ptx_read(t, 1, type);
    bool exact = !ptx_has(t->in, "approx");
    LLVMValueRef v = exact && strcmp(what, "native_sqrt") == 0
                         ? ptx_intrinsic(t, "llvm.sqrt", type, &x, 1)
                     : exact && strcmp(what, "native_recip") == 0
                         ? LLVMBuildFDiv(t->b, LLVMConstReal(type, 1), x, "")
                         : ptx_call(t, with_denormals(t, what, type), type, &x, 1, PURE);
    ptx_write(t, 0, v);
    return true;
}

/* --- comparisons
 * ----------------------------------------------------------------------------------- */

bool ptx_extreme(struct ptx_translator *t, const char *what) {
    LLVMTypeRef type = type_with(t, 3);
    if (!type || t->in->n != 3)
        return narrow(t);
    LLVMValueRef args[] = {ptx_read(t, 1, type), ptx_read(t, 2, type)};
    const char *name = is_integer(type)
                           ? arena_printf(t->arena, "llvm.%c%s", ptx_is_signed(t) ? 's' : 'u', what)
                           : arena_printf(t->arena, "llvm.%snum", what);
    ptx_write(t, 0, ptx_intrinsic(t, name, type, args, 2));
    return true;
}

static const struct {
    const char *word;
    LLVMIntPredicate of, of_signed;
    LLVMRealPredicate of_float;
} comparisons[] = {
    {"eq", LLVMIntEQ, LLVMIntEQ, LLVMRealOEQ},   {"ne", LLVMIntNE, LLVMIntNE, LLVMRealONE},
    {"lt", LLVMIntULT, LLVMIntSLT, LLVMRealOLT}, {"le", LLVMIntULE, LLVMIntSLE, LLVMRealOLE},
    {"gt", LLVMIntUGT, LLVMIntSGT, LLVMRealOGT}, {"ge", LLVMIntUGE, LLVMIntSGE, LLVMRealOGE},
    {"lo", LLVMIntULT, LLVMIntULT, LLVMRealOLT}, {"ls", LLVMIntULE, LLVMIntULE, LLVMRealOLE},
    {"hi", LLVMIntUGT, LLVMIntUGT, LLVMRealOGT}, {"hs", LLVMIntUGE, LLVMIntUGE, LLVMRealOGE},
    {"equ", LLVMIntEQ, LLVMIntEQ, LLVMRealUEQ},  {"neu", LLVMIntNE, LLVMIntNE, LLVMRealUNE},
    {"ltu", LLVMIntEQ, LLVMIntEQ, LLVMRealULT},  {"leu", LLVMIntEQ, LLVMIntEQ, LLVMRealULE},
    {"gtu", LLVMIntEQ, LLVMIntEQ, LLVMRealUGT},  {"geu", LLVMIntEQ, LLVMIntEQ, LLVMRealUGE},
    {"num", LLVMIntEQ, LLVMIntEQ, LLVMRealORD},  {"nan", LLVMIntEQ, LLVMIntEQ, LLVMRealUNO},
};

/* The comparison that the first modifier names, of operands 1 and 2; NULL: another word. */
static LLVMValueRef compared(struct ptx_translator *t, LLVMTypeRef type) {
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons && t->in->n_words > 1; i++) {
        if (strcmp(t->in->words[1], comparisons[i].word) != 0)
            continue;
        LLVMValueRef x = ptx_read(t, 1, type), y = ptx_read(t, 2, type);
        LLVMIntPredicate how = ptx_is_signed(t) ? comparisons[i].of_signed : comparisons[i].of;
        return is_integer(type) ? LLVMBuildICmp(t->b, how, x, y, "")
                                : LLVMBuildFCmp(t->b, comparisons[i].of_float, x, y, "");
    }
    return NULL;
}

/* The truth joined with operand 3, as "and", "or" or "xor" says, where there is one. */
static LLVMValueRef joined(struct ptx_translator *t, LLVMValueRef truth) {
    if (t->in->n < 4)
        return truth;
    LLVMValueRef other = ptx_read(t, 3, ptx_int(t, 1));
    return ptx_has(t->in, "or")    ? LLVMBuildOr(t->b, truth, other, "")
           : ptx_has(t->in, "xor") ? LLVMBuildXor(t->b, truth, other, "")
                                   : LLVMBuildAnd(t->b, truth, other, "");
}

/* "setp.lt.and.s32 p|q, a, b, c": the truth, and that of the opposite, each joined with c. */
bool ptx_compare(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = type_with(t, 3);
    bool vector = type && LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMValueRef truth = type && !vector ? compared(t, type) : NULL;
    if (!truth)
        return false;
    const struct ptx_operand opposite = {.name = t->in->operands[0].second};
    LLVMValueRef not = opposite.name ? joined(t, LLVMBuildNot(t->b, truth, "")) : NULL;
    LLVMValueRef v = joined(t, truth);
    ptx_write(t, 0, v);
    if (not)
        ptx_assign(t, &opposite, not);
    return true;
}

/* "set.lt.u32.f32 d, a, b": all bits, or 1 of a floating-point type, where it is true. */
bool ptx_set(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = type_with(t, 3);
    LLVMTypeRef to = t->in->n_words > 2 ? ptx_type(t, t->in->words[t->in->n_words - 2]) : NULL;
    bool vector = !type || !to || LLVMGetTypeKind(type) == LLVMVectorTypeKind ||
                  LLVMGetTypeKind(to) == LLVMVectorTypeKind;
    LLVMValueRef truth = vector ? NULL : compared(t, type);
    if (!truth)
        return false;
    LLVMValueRef yes = is_integer(to) ? LLVMConstAllOnes(to) : LLVMConstReal(to, 1);
    ptx_write(t, 0, LLVMBuildSelect(t->b, joined(t, truth), yes, LLVMConstNull(to), ""));
    return true;
}

/* "slct.TYPE.f32 d, a, b, c": a where c is not negative. */
bool ptx_choose_by_sign(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef by = type_with(t, 4);
    LLVMTypeRef type = t->in->n_words > 2 ? ptx_type(t, t->in->words[t->in->n_words - 2]) : NULL;
    if (!by || !type || LLVMGetTypeKind(by) == LLVMVectorTypeKind)
        return false;
    LLVMValueRef c = ptx_read(t, 3, by), none = LLVMConstNull(by);
    LLVMValueRef truth = is_integer(by) ? LLVMBuildICmp(t->b, LLVMIntSGE, c, none, "")
                                        : LLVMBuildFCmp(t->b, LLVMRealOGE, c, none, "");
    LLVMValueRef x = ptx_read(t, 1, type), y = ptx_read(t, 2, type);
    ptx_write(t, 0, LLVMBuildSelect(t->b, truth, x, y, ""));
    return true;
}

bool ptx_choose(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = type_with(t, 4);
    if (!type)
        return false;
    LLVMValueRef x = ptx_read(t, 1, type), y = ptx_read(t, 2, type);
    ptx_write(t, 0, LLVMBuildSelect(t->b, ptx_read(t, 3, ptx_int(t, 1)), x, y, ""));
    return true;
}

/* --- bit fields
 * ---------------------------------------------------------------------------------------- */

/* shf.l and shf.r: of two words, one that begins in one and ends in the other. */
bool ptx_funnel(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = integer_with(t, 4);
    if (!type)
        return false;
    bool left = ptx_has(t->in, "l");
    LLVMValueRef args[] = {ptx_read(t, 2, type), ptx_read(t, 1, type), ptx_read(t, 3, type)};
    ptx_write(t, 0, ptx_intrinsic(t, left ? "llvm.fshl" : "llvm.fshr", type, args, 3));
    return true;
}

/* Ones at the lower end, as many as operand n says. */
static LLVMValueRef ones(struct ptx_translator *t, unsigned n, LLVMTypeRef type) {
    LLVMValueRef one = LLVMConstInt(type, 1, false);
    return LLVMBuildSub(t->b, LLVMBuildShl(t->b, one, ptx_read(t, n, type), ""), one, "");
}

/* The field moved to the upper end, and back with its sign. */
static LLVMValueRef signed_field(struct ptx_translator *t, LLVMTypeRef type) {
    LLVMValueRef all = LLVMConstInt(type, LLVMGetIntTypeWidth(type), false);
    LLVMValueRef above = LLVMBuildSub(t->b, all, ptx_read(t, 3, type), "");
    LLVMValueRef up = LLVMBuildSub(t->b, above, ptx_read(t, 2, type), "");
    return LLVMBuildAShr(t->b, LLVMBuildShl(t->b, ptx_read(t, 1, type), up, ""), above, "");
}

/* bfe d, a, first, length. */
bool ptx_extract_bits(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = integer_with(t, 4);
    if (!type)
        return false;
    if (ptx_is_signed(t)) {
        ptx_write(t, 0, signed_field(t, type));
        return true;
    }
    LLVMValueRef moved = LLVMBuildLShr(t->b, ptx_read(t, 1, type), ptx_read(t, 2, type), "");
    ptx_write(t, 0, LLVMBuildAnd(t->b, moved, ones(t, 3, type), ""));
    return true;
}

/* bfi d, a, b, first, length: a's lower bits in b's place. */
bool ptx_insert_bits(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = integer_with(t, 5);
    if (!type)
        return false;
    LLVMValueRef first = ptx_read(t, 3, type), bits = ones(t, 4, type);
    LLVMValueRef mask = LLVMBuildShl(t->b, bits, first, "");
    LLVMValueRef in =
        LLVMBuildShl(t->b, LLVMBuildAnd(t->b, ptx_read(t, 1, type), bits, ""), first, "");
    LLVMValueRef rest = LLVMBuildAnd(t->b, ptx_read(t, 2, type), LLVMBuildNot(t->b, mask, ""), "");
    ptx_write(t, 0, LLVMBuildOr(t->b, in, rest, ""));
    return true;
}

/* --- logic of three operands ---------------------------------------------------------------- */

/* Of two operands, by the four bits of its table: that of 1, 1 is the upper one. */
static LLVMValueRef logic_of_two(struct ptx_translator *t, unsigned table, LLVMValueRef x,
                                 LLVMValueRef y) {
    LLVMTypeRef type = LLVMTypeOf(x);
    bool not = table & 1;
    LLVMValueRef v;
    switch (not? table ^ 15 : table) {
    case 0:
        v = LLVMConstNull(type);
        break;
    case 2:
        v = LLVMBuildAnd(t->b, LLVMBuildNot(t->b, x, ""), y, "");
        break;
    case 4:
        v = LLVMBuildAnd(t->b, x, LLVMBuildNot(t->b, y, ""), "");
        break;
    case 6:
        v = LLVMBuildXor(t->b, x, y, "");
        break;
    case 8:
        v = LLVMBuildAnd(t->b, x, y, "");
        break;
    case 10:
        v = y;
        break;
    case 12:
        v = x;
        break;
    default:
        v = LLVMBuildOr(t->b, x, y, "");
    }
    return not ? LLVMBuildNot(t->b, v, "") : v;
}

/* "lop3.b32 d, a, b, c, table": what the table says of b and c where a is 1, and where it is 0. */
bool ptx_logic_of_three(struct ptx_translator *t, const char *what) {
    LLVMTypeRef type = integer_with(t, 5);
    bool known = type && !t->in->operands[0].second && t->in->operands[4].kind == PTX_INTEGER;
    if (!known)
        return ptx_unknown_result(t, what);
    unsigned table = (unsigned)t->in->operands[4].number & 255;
    unsigned ones = table >> 4, zeros = table & 15;
    LLVMValueRef a = ptx_read(t, 1, type), b = ptx_read(t, 2, type), c = ptx_read(t, 3, type);
    if (ones == zeros) {
        ptx_write(t, 0, logic_of_two(t, ones, b, c));
        return true;
    }
    LLVMValueRef x = logic_of_two(t, ones, b, c), y = logic_of_two(t, zeros, b, c), v;
    if ((ones ^ 15) == zeros)
        v = LLVMBuildXor(t->b, a, y, "");
    else if (!zeros)
        v = LLVMBuildAnd(t->b, a, x, "");
    else if (ones == 15)
        v = LLVMBuildOr(t->b, a, y, "");
    else
        v = LLVMBuildOr(t->b, LLVMBuildAnd(t->b, a, x, ""),
                        LLVMBuildAnd(t->b, LLVMBuildNot(t->b, a, ""), y, ""), "");
    ptx_write(t, 0, v);
    return true;
}
