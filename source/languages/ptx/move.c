/* Moves of registers, packing, and conversions between types. */
#include <string.h>

#include "base/str.h"
#include "source/languages/ptx/translate.h"

/* "mov.b64 d, {lo, hi}" */
static LLVMValueRef packed(struct ptx_translator *t, const struct ptx_operand *list,
                           LLVMTypeRef whole) {
    unsigned bits = LLVMGetIntTypeWidth(whole), part = bits / list->n_parts;
    LLVMValueRef v = ptx_number(t, bits, 0);
    for (unsigned i = 0; i < list->n_parts; i++) {
        LLVMValueRef x = ptx_as(t, ptx_value(t, &list->parts[i], ptx_int(t, part)), whole);
        v = LLVMBuildOr(t->b, v, LLVMBuildShl(t->b, x, ptx_number(t, bits, i * part), ""), "");
    }
    return v;
}

static void unpack(struct ptx_translator *t, const struct ptx_operand *list, LLVMValueRef v) {
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(v)), part = bits / list->n_parts;
    for (unsigned i = 0; i < list->n_parts; i++) {
        LLVMValueRef x = LLVMBuildLShr(t->b, v, ptx_number(t, bits, i * part), "");
        ptx_assign(t, &list->parts[i], ptx_as(t, x, ptx_int(t, part)));
    }
}

/* A pointer stays one, so that what it points to is known. */
static LLVMValueRef moved(struct ptx_translator *t, LLVMTypeRef type) {
    LLVMValueRef v = ptx_read(t, 1, t->in->operands[1].kind == PTX_REGISTER ? NULL : type);
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
    return pointer ? v : ptx_as(t, v, type);
}

bool ptx_move(struct ptx_translator *t, const char *what) {
    (void)what;
    LLVMTypeRef type = ptx_last_type(t);
    if (!ptx_has_operands(t, 2) || !type)
        return false;
    const struct ptx_operand *to = &t->in->operands[0], *from = &t->in->operands[1];
    bool lists = to->kind == PTX_LIST || from->kind == PTX_LIST;
    if (lists && LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return false;
    if ((to->kind == PTX_LIST && !to->n_parts) || (from->kind == PTX_LIST && !from->n_parts))
        return false;
    if (to->kind == PTX_LIST)
        unpack(t, to, ptx_read(t, 1, type));
    else
        ptx_write(t, 0, from->kind == PTX_LIST ? packed(t, from, type) : moved(t, type));
    return true;
}

/* --- conversions -------------------------------------------------------------------------- */

static bool is_between_floats(const struct ptx_translator *t) {
    const struct ptx_instruction *in = t->in;
    return in->words[in->n_words - 1][0] == 'f' && in->words[in->n_words - 2][0] == 'f';
}

static LLVMValueRef rounded(struct ptx_translator *t, LLVMValueRef v) {
    const char *name = ptx_has(t->in, "rni")                           ? "llvm.rint"
                       : ptx_has(t->in, "rmi")                         ? "llvm.floor"
                       : ptx_has(t->in, "rpi")                         ? "llvm.ceil"
                       : ptx_has(t->in, "rzi") && is_between_floats(t) ? "llvm.trunc"
                                                                       : NULL;
    return name ? ptx_intrinsic(t, name, LLVMTypeOf(v), &v, 1) : v;
}

static LLVMValueRef converted(struct ptx_translator *t, LLVMValueRef v, LLVMTypeRef to,
                              const char *to_word, const char *from_word) {
    bool from_float = ptx_is_float(LLVMTypeOf(v)), to_float = ptx_is_float(to);
    bool from_signed = from_word[0] == 's';
    if (from_float && to_float)
        return LLVMBuildFPCast(t->b, rounded(t, v), to, "");
    if (from_float && to_word[0] == 's')
        return LLVMBuildFPToSI(t->b, rounded(t, v), to, "");
    if (from_float)
        return LLVMBuildFPToUI(t->b, rounded(t, v), to, "");
    if (to_float)
        return from_signed ? LLVMBuildSIToFP(t->b, v, to, "") : LLVMBuildUIToFP(t->b, v, to, "");
    return LLVMBuildIntCast2(t->b, v, to, from_signed, "");
}

static bool is_scalar(LLVMTypeRef type) {
    return type && LLVMGetTypeKind(type) != LLVMVectorTypeKind;
}

/* cvt.ROUNDING.TO.FROM d, a{, b}. Of narrow types the result is not computed. */
bool ptx_convert(struct ptx_translator *t, const char *what) {
    (void)what;
    unsigned n = t->in->n_words;
    if (!ptx_has_operands(t, 2) || n < 3 || t->in->operands[1].kind == PTX_LIST)
        return false;
    const char *to_word = t->in->words[n - 2], *from_word = t->in->words[n - 1];
    LLVMTypeRef to = ptx_type(t, to_word), from = ptx_type(t, from_word);
    bool pack = ptx_has(t->in, "pack") || t->in->n > 2;
    if (is_scalar(to) && is_scalar(from) && !pack) {
        LLVMValueRef v = converted(t, ptx_read(t, 1, from), to, to_word, from_word);
        unsigned wide = ptx_register_bits(t, &t->in->operands[0]);
        bool widens = to_word[0] == 's' && t->storage && LLVMGetIntTypeWidth(to) < wide;
        ptx_write(t, 0, widens ? LLVMBuildSExt(t->b, v, ptx_int(t, wide), "") : v);
        return true;
    }
    LLVMValueRef args[PTX_MOST_ARGS];
    unsigned n_args = 0;
    for (unsigned i = 1; i < t->in->n; i++)
        ptx_add_registers(t, &t->in->operands[i], args, &n_args);
    unsigned bits =
        to && !pack                                                                         ? 32
        : str_ends(to_word, "bf16") || str_ends(to_word, "f16") || str_starts(to_word, "e") ? 16
                                                                                            : 32;
    ptx_write(t, 0, ptx_call(t, "clperf_unknown_cvt", ptx_int(t, bits), args, n_args, PURE));
    return true;
}

/* Of a file, an address says what it points to: registers hold numbers only. */
static LLVMValueRef address_in(struct ptx_translator *t) {
    static const struct {
        const char *word;
        unsigned space;
    } spaces[] = {{"global", 1}, {"shared", 3}, {"const", 4}};
    unsigned space = 0;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (ptx_word(t->in, spaces[i].word))
            space = spaces[i].space;
    LLVMTypeRef flat = LLVMPointerTypeInContext(t->ctx, 0);
    LLVMTypeRef there = LLVMPointerTypeInContext(t->ctx, space);
    bool to = ptx_has(t->in, "to");
    LLVMValueRef p = ptx_read(t, 1, to ? flat : there);
    return ptx_as(t, p, to ? there : flat);
}

/* cvta{.to}.SPACE: an address is the same in both. */
bool ptx_convert_address(struct ptx_translator *t, const char *what) {
    (void)what;
    if (!ptx_has_operands(t, 2))
        return false;
    ptx_write(t, 0, t->storage ? address_in(t) : ptx_read(t, 1, NULL));
    return true;
}
