/* Loads, stores, copies and atomics of PTX. Operators that say where caches keep what is read leave
 * no trace, nor do hints for the L2. */
#include <stdlib.h>
#include <string.h>

#include "analysis/load/instruction.h"
#include "base/str.h"
#include "source/languages/ptx/translate.h"

enum {
    MOST_WORDS = 8,
    NO_SPACE = -1,
    FLAT = 0,
    GLOBAL = 1,
    CONSTANT = 2,
    SHARED = 3,
    FILE_CONSTANT = 4 /* of a whole file, whose module is NVPTX's */
};

/* The address space; NO_SPACE for memory that is somebody else's, and for parameters of inline PTX.
 */
static int space_in(const struct ptx_translator *t) {
    const struct ptx_instruction *in = t->in;
    static const struct {
        const char *word;
        int space;
    } spaces[] = {{"global", GLOBAL}, {"const", CONSTANT},    {"param", NO_SPACE},
                  {"local", FLAT},    {"shared", SHARED},     {"shared::cta", SHARED},
                  {"tex", NO_SPACE},  {"multimem", NO_SPACE}, {"shared::cluster", NO_SPACE}};
    if (t->storage && ptx_word(in, "param"))
        return FLAT;
    if (t->storage && ptx_has(in, "const"))
        return FILE_CONSTANT;
    for (unsigned i = 1; i < in->n_words; i++)
        for (size_t s = 0; s < sizeof spaces / sizeof *spaces; s++)
            if (strcmp(in->words[i], spaces[s].word) == 0)
                return spaces[s].space;
    return FLAT;
}

static LLVMValueRef pointer(struct ptx_translator *t, const struct ptx_operand *o, int space) {
    LLVMTypeRef type = LLVMPointerTypeInContext(t->ctx, (unsigned)space);
    const struct ptx_operand base = {.kind = o->kind, .name = o->name, .number = o->number};
    LLVMValueRef p = ptx_value(t, &base, type);
    LLVMValueRef bytes = ptx_number(t, 64, (uint64_t)o->offset);
    if (o->offset_name) {
        const struct ptx_operand offset = {.name = o->offset_name};
        bytes = ptx_value(t, &offset, ptx_int(t, 64));
    }
    bool moved = o->offset || o->offset_name;
    return moved ? LLVMBuildGEP2(t->b, ptx_int(t, 8), p, &bytes, 1, "") : p;
}

/* --- one access ----------------------------------------------------------------------------- */

/* A function for each: types differ, and names that are taken get a number. */
static LLVMValueRef guarded(struct ptx_translator *t, const char *name, LLVMTypeRef result,
                            LLVMValueRef *args, unsigned n) {
    LLVMTypeRef types[3];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    return LLVMBuildCall2(t->b, type, LLVMAddFunction(t->m, name, type), args, n, "");
}

static unsigned bytes_of(LLVMTypeRef type) {
    bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    unsigned n = vector ? LLVMGetVectorSize(type) : 1;
    return n * LLVMGetIntTypeWidth(vector ? LLVMGetElementType(type) : type) / 8;
}

/* Where `taken` is there, lanes without it do not take part. */
static LLVMValueRef load(struct ptx_translator *t, LLVMTypeRef type, LLVMValueRef p,
                         LLVMValueRef taken) {
    LLVMValueRef args[] = {p, taken};
    if (taken)
        return guarded(t, LOAD_GUARDED, type, args, 2);
    LLVMValueRef v = LLVMBuildLoad2(t->b, type, p, "");
    LLVMSetAlignment(v, bytes_of(type));
    return v;
}

static LLVMValueRef store(struct ptx_translator *t, LLVMValueRef v, LLVMValueRef p,
                          LLVMValueRef taken) {
    LLVMValueRef args[] = {p, v, taken};
    if (taken)
        return guarded(t, LOAD_GUARDED_STORE, LLVMVoidTypeInContext(t->ctx), args, 3);
    LLVMValueRef made = LLVMBuildStore(t->b, v, p);
    LLVMSetAlignment(made, bytes_of(LLVMTypeOf(v)));
    return made;
}

/* What others write while the kernel runs is read each time. */
static bool is_volatile(const struct ptx_instruction *in) {
    return ptx_has(in, "volatile") || ptx_has(in, "acquire") || ptx_has(in, "release") ||
           ptx_has(in, "relaxed") || ptx_has(in, "mmio");
}

static void mark(const struct ptx_translator *t, LLVMValueRef access) {
    if (LLVMIsACallInst(access))
        return;
    LLVMSetVolatile(access, is_volatile(t->in));
    if (ptx_has(t->in, "nc"))
        LLVMSetMetadata(access,
                        LLVMGetMDKindIDInContext(t->ctx, PTX_READ_ONLY, strlen(PTX_READ_ONLY)),
                        LLVMMetadataAsValue(t->ctx, LLVMMDNodeInContext2(t->ctx, NULL, 0)));
}

/* The words that are read or written, as a list or one. */
static unsigned word_count(const struct ptx_operand *o) {
    return o->kind == PTX_LIST ? o->n_parts : 1;
}

static const struct ptx_operand *word(const struct ptx_operand *o, unsigned i) {
    return o->kind == PTX_LIST ? &o->parts[i] : o;
}

/* Integers as wide as the type, in a vector if there are several; NULL: not of whole bytes, or too
 * many of them. */
static LLVMTypeRef access_type(const struct ptx_translator *t, const struct ptx_operand *words) {
    static const unsigned most_bits = 256;
    unsigned n = word_count(words), bits = 0;
    for (unsigned i = 1; i < t->in->n_words; i++) {
        const char *w = t->in->words[i];
        if (strlen(w) > 1 && strchr("busf", w[0]) && ptx_type(t, w))
            bits = (unsigned)strtoul(w + 1, NULL, 10);
    }
    if (bits % 8 || !bits || !n || n > MOST_WORDS || n * bits > most_bits)
        return NULL;
    return n > 1 ? LLVMVectorType(ptx_int(t, bits), n) : ptx_int(t, bits);
}

static LLVMTypeRef element_of(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

/* Registers that are wider than what is read are filled up with zeros, or with signs. */
static LLVMValueRef widened(struct ptx_translator *t, const struct ptx_operand *to,
                            LLVMValueRef v) {
    const char *last = t->in->words[t->in->n_words - 1];
    unsigned bits = ptx_register_bits(t, to);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) >= bits || last[0] != 's')
        return v;
    return LLVMBuildSExt(t->b, v, ptx_int(t, bits), "");
}

bool ptx_load(struct ptx_translator *t, const char *what) {
    (void)what;
    int space = space_in(t);
    if (!ptx_has_operands(t, 2) || !t->in->operands[1].address || space == NO_SPACE)
        return false;
    const struct ptx_operand *to = &t->in->operands[0];
    LLVMTypeRef type = access_type(t, to);
    if (!type)
        return false;
    LLVMValueRef v = load(t, type, pointer(t, &t->in->operands[1], space), ptx_condition(t));
    mark(t, v);
    for (unsigned i = 0; i < word_count(to); i++) {
        LLVMValueRef part = to->kind == PTX_LIST && to->n_parts > 1
                                ? LLVMBuildExtractElement(t->b, v, ptx_number(t, 32, i), "")
                                : v;
        ptx_assign(t, word(to, i), widened(t, word(to, i), part));
    }
    return true;
}

bool ptx_store(struct ptx_translator *t, const char *what) {
    (void)what;
    int space = space_in(t);
    if (!ptx_has_operands(t, 2) || !t->in->operands[0].address || space == NO_SPACE ||
        ptx_has(t->in, "async"))
        return false;
    const struct ptx_operand *from = &t->in->operands[1];
    LLVMTypeRef type = access_type(t, from);
    if (!type)
        return false;
    LLVMTypeRef element = element_of(type);
    LLVMValueRef v = ptx_value(t, word(from, 0), element);
    if (element != type) {
        v = LLVMGetUndef(type);
        for (unsigned i = 0; i < from->n_parts; i++)
            v = LLVMBuildInsertElement(t->b, v, ptx_value(t, word(from, i), element),
                                       ptx_number(t, 32, i), "");
    }
    mark(t, store(t, v, pointer(t, &t->in->operands[0], space), ptx_condition(t)));
    return true;
}

/* --- copies ----------------------------------------------------------------------------------- */

/* cp.async.SPACES [to], [from], bytes{, bytes that are read}, as a load and a store. Not modelled:
 * that the warp goes on meanwhile. */
static bool copy(struct ptx_translator *t) {
    const struct ptx_operand *o = t->in->operands;
    if (!ptx_has_operands(t, 3) || !o[0].address || !o[1].address || o[2].kind == PTX_LIST)
        return false;
    LLVMValueRef size = ptx_read(t, 2, ptx_int(t, 32));
    uint64_t bytes = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 0;
    if (bytes != 4 && bytes != 8 && bytes != 16)
        return false;
    LLVMTypeRef i32 = ptx_int(t, 32);
    LLVMTypeRef type = bytes > 4 ? LLVMVectorType(i32, (unsigned)bytes / 4) : i32;
    LLVMValueRef taken = ptx_condition(t), reads = taken;
    if (t->in->n > 3 && !ptx_has(t->in, "L2::cache_hint")) {
        LLVMValueRef read = ptx_read(t, 3, i32);
        LLVMValueRef some = LLVMBuildICmp(t->b, LLVMIntNE, read, ptx_number(t, 32, 0), "");
        reads = taken ? LLVMBuildAnd(t->b, taken, some, "") : some;
        if (LLVMIsAConstantInt(reads) && LLVMConstIntGetZExtValue(reads))
            reads = NULL;
    }
    LLVMValueRef v = load(t, type, pointer(t, &o[1], GLOBAL), reads);
    store(t, v, pointer(t, &o[0], SHARED), taken);
    return true;
}

bool ptx_copy_async(struct ptx_translator *t, const char *what) {
    (void)what;
    if (!ptx_has(t->in, "async") || ptx_has(t->in, "bulk") || ptx_has(t->in, "mbarrier"))
        return false;
    return ptx_has(t->in, "commit_group") || ptx_has(t->in, "wait_group") ||
           ptx_has(t->in, "wait_all") || copy(t);
}

/* ldmatrix: each of the first 8, 16 or 32 lanes says where a row of 16 bytes is. What the lanes get
 * of them is not computed. */
bool ptx_load_matrix(struct ptx_translator *t, const char *what) {
    (void)what;
    const struct ptx_operand *to = t->in->operands;
    if (!ptx_has_operands(t, 2) || !to[1].address || !ptx_has(t->in, "m8n8") || t->in->predicate)
        return false;
    unsigned n = word_count(to);
    if (n != 1 && n != 2 && n != 4)
        return false;
    LLVMTypeRef row = LLVMVectorType(ptx_int(t, 32), 4);
    LLVMValueRef lane = ptx_special(t, "%laneid"), taken = NULL;
    if (n < 4)
        taken = LLVMBuildICmp(t->b, LLVMIntULT, lane, ptx_number(t, 32, 8 * n), "");
    LLVMValueRef v = load(t, row, pointer(t, &to[1], SHARED), taken);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef part = LLVMBuildExtractElement(t->b, v, ptx_number(t, 32, i), "");
        ptx_assign(t, word(to, i), ptx_call(t, "clperf_unknown", ptx_int(t, 32), &part, 1, PURE));
    }
    return true;
}

/* --- atomics ------------------------------------------------------------------------------------
 */

static const struct {
    const char *word;
    LLVMAtomicRMWBinOp of, of_signed, of_float;
} operations[] = {
    {"add", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpFAdd},
    {"and", LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd},
    {"or", LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr},
    {"xor", LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor},
    {"min", LLVMAtomicRMWBinOpUMin, LLVMAtomicRMWBinOpMin, LLVMAtomicRMWBinOpFMin},
    {"max", LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpMax, LLVMAtomicRMWBinOpFMax},
    {"exch", LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg},
};

/* atom {d}, [p], v; red [p], v. */
bool ptx_atomic(struct ptx_translator *t, const char *what) {
    (void)what;
    unsigned at = strcmp(t->in->words[0], "atom") == 0;
    int space = space_in(t);
    LLVMTypeRef type = ptx_last_type(t);
    if (!ptx_has_operands(t, at + 2) || !t->in->operands[at].address || space == NO_SPACE ||
        t->in->predicate || !type || LLVMGetTypeKind(type) == LLVMVectorTypeKind ||
        t->in->operands[at + 1].kind == PTX_LIST)
        return false;
    bool is_float = ptx_is_float(type);
    LLVMAtomicOrdering order = LLVMAtomicOrderingMonotonic;
    LLVMValueRef made = NULL;
    if (ptx_has(t->in, "cas") && ptx_has_operands(t, at + 3) && !is_float) {
        made = LLVMBuildAtomicCmpXchg(t->b, pointer(t, &t->in->operands[at], space),
                                      ptx_read(t, at + 1, type), ptx_read(t, at + 2, type), order,
                                      order, false);
        made = LLVMBuildExtractValue(t->b, made, 0, "");
    }
    for (size_t i = 0; i < sizeof operations / sizeof *operations && !made; i++)
        if (ptx_has(t->in, operations[i].word))
            made = LLVMBuildAtomicRMW(t->b,
                                      is_float           ? operations[i].of_float
                                      : ptx_is_signed(t) ? operations[i].of_signed
                                                         : operations[i].of,
                                      pointer(t, &t->in->operands[at], space),
                                      ptx_read(t, at + 1, type), order, false);
    if (made && at)
        ptx_write(t, 0, made);
    return made;
}

/* What takes no time that is modelled. */
bool ptx_nothing(struct ptx_translator *t, const char *what) {
    (void)what;
    if (t->in->n && strcmp(t->in->words[0], "createpolicy") == 0)
        ptx_write(t, 0, ptx_number(t, 64, 0));
    return true;
}
