#include "analysis/load/matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "analysis/load/replace.h"
#include "base/str.h"

enum { MOST_OPERANDS = 64, MOST_UNITS = UINT16_MAX, WAVE_MFMA = 64 };

/* Types by how their names begin. The sum only matters where it is given. */
static const struct {
    const char *type, *sum;
    enum op_class cls;
} types[] = {
    {"f16", "f16", CLASS_MATRIX_FP16}, {"f16", "", CLASS_MATRIX_FP16_FP32},
    {"bf16", "", CLASS_MATRIX_BF16},   {"tf32", "", CLASS_MATRIX_TF32},
    {"xf32", "", CLASS_MATRIX_TF32},   {"f32", "", CLASS_MATRIX_FP32},
    {"f64", "", CLASS_MATRIX_FP64},    {"e4m3", "", CLASS_MATRIX_FP8},
    {"e5m2", "", CLASS_MATRIX_FP8},    {"fp8", "", CLASS_MATRIX_FP8},
    {"bf8", "", CLASS_MATRIX_FP8},     {"s8", "", CLASS_MATRIX_INT8},
    {"u8", "", CLASS_MATRIX_INT8},     {"i8", "", CLASS_MATRIX_INT8},
    {"iu8", "", CLASS_MATRIX_INT8},    {"s4", "", CLASS_MATRIX_INT4},
    {"u4", "", CLASS_MATRIX_INT4},     {"iu4", "", CLASS_MATRIX_INT4},
    {"b1", "", CLASS_MATRIX_BIT},
};

static enum op_class class_of(const struct load_product *p) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (str_starts(p->type, types[i].type) && str_starts(p->sum, types[i].sum))
            return types[i].cls;
    return CLASS_FREE;
}

bool load_matrix_shape(const char **text, unsigned shape[3]) {
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long n = strtoul(*text, &end, 10);
        if (end == *text || !n || n > 1024 || (i < 2 && *end != 'x'))
            return false;
        shape[i] = (unsigned)n;
        *text = end + (i < 2);
    }
    return true;
}

LLVMValueRef load_matrix_product(LLVMModuleRef m, LLVMBuilderRef b, const struct load_product *p,
                                 LLVMTypeRef result, LLVMValueRef *args, unsigned n) {
    LLVMTypeRef parameters[MOST_OPERANDS];
    enum op_class cls = class_of(p);
    if (cls == CLASS_FREE || n > MOST_OPERANDS)
        return NULL;
    for (unsigned i = 0; i < n; i++)
        parameters[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, parameters, n, false);
    char *text = LLVMPrintTypeToString(type), name[512];
    snprintf(name, sizeof name, LOAD_MATRIX "%.0f:%d;%s", p->multiply_adds, cls, text);
    LLVMDisposeMessage(text);
    return LLVMBuildCall2(b, type, load_declare(m, name, type, PURE), args, n, "");
}

enum op_class load_matrix_class(const char *name, int64_t *instructions) {
    char *end;
    double units = ceil(strtod(name, &end) / MATRIX_UNIT);
    *instructions = (int64_t)fmin(fmax(units, 1), MOST_UNITS);
    return (enum op_class)strtol(end + 1, NULL, 10);
}

/* --- intrinsics ---------------------------------------------------------------------------- */

static unsigned operands_of(LLVMValueRef call, LLVMValueRef *args) {
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n && i < MOST_OPERANDS; i++)
        args[i] = LLVMGetArgOperand(call, i);
    return n;
}

static bool replace(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                    const struct load_product *p) {
    LLVMValueRef args[MOST_OPERANDS];
    unsigned n = operands_of(call, args);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef v = load_matrix_product(m, b, p, LLVMTypeOf(call), args, n);
    if (!v)
        return false;
    LLVMReplaceAllUsesWith(call, v);
    LLVMInstructionEraseFromParent(call);
    return true;
}

/* "f32.32x32x8f16", "f32.16x16x32.fp8.fp8", "i32.16x16x16.iu8.v8i32": of the sum, the shape and a.
 * A wave computes as many blocks as fill its result; sparse ones multiply half of k. */
static bool amd(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call, const char *name, bool mfma,
                bool sparse) {
    char sum[8];
    unsigned shape[3];
    LLVMTypeRef result = LLVMTypeOf(call);
    size_t n = strcspn(name, ".");
    if (n >= sizeof sum || !name[n])
        return false;
    snprintf(sum, sizeof sum, "%.*s", (int)n, name);
    const char *at = name + n + 1;
    if (!load_matrix_shape(&at, shape))
        return false;
    unsigned elements =
        LLVMGetTypeKind(result) == LLVMVectorTypeKind ? LLVMGetVectorSize(result) : 1;
    double block = (double)shape[0] * shape[1] * shape[2];
    double blocks = mfma ? (double)elements * WAVE_MFMA / (shape[0] * shape[1]) : 1;
    struct load_product p = {block * blocks / (sparse ? 2 : 1), at + (*at == '.'), sum};
    return replace(m, b, call, &p);
}

/* A structure's numbers, all of one type, as a vector of them, and back: pairs of halfs as words.
 * NULL: there are none. */
static LLVMTypeRef as_vector(LLVMTypeRef structure) {
    bool is_structure = LLVMGetTypeKind(structure) == LLVMStructTypeKind;
    unsigned n = is_structure ? LLVMCountStructElementTypes(structure) : 0;
    if (!n)
        return NULL;
    LLVMTypeRef first = LLVMStructGetTypeAtIndex(structure, 0);
    bool pair = LLVMGetTypeKind(first) == LLVMVectorTypeKind;
    return LLVMVectorType(pair ? LLVMInt32TypeInContext(LLVMGetTypeContext(first)) : first, n);
}

static LLVMValueRef as_structure(LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef structure) {
    LLVMValueRef all = LLVMGetUndef(structure);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(structure));
    for (unsigned i = 0; i < LLVMCountStructElementTypes(structure); i++) {
        LLVMValueRef x = LLVMBuildExtractElement(b, v, LLVMConstInt(i32, i, false), "");
        x = LLVMBuildBitCast(b, x, LLVMStructGetTypeAtIndex(structure, i), "");
        all = LLVMBuildInsertValue(b, all, x, i, "");
    }
    return all;
}

/* "m16n8k16.row.col.f32.f32" of fp16 numbers and "m16n8k8.row.col.tf32" of others, behind "mma." or
 * "wmma."; the latter has "mma" behind its shape. */
static bool nvidia(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call, const char *name) {
    unsigned shape[3];
    const char *row = strstr(name, ".row"), *col = strstr(name, ".col");
    const char *at = row && (!col || row < col) ? row : col;
    LLVMTypeRef result = LLVMTypeOf(call), vector = as_vector(result);
    if (!vector || !at || strstr(name, ".load.") || strstr(name, ".store.") ||
        sscanf(name, "m%un%uk%u", &shape[0], &shape[1], &shape[2]) != 3)
        return false;
    while (str_starts(at, ".row") || str_starts(at, ".col") || str_starts(at, ".satfinite"))
        at += 1 + strcspn(at + 1, ".");
    bool halfs = str_starts(at, ".f16") || str_starts(at, ".f32");
    char sum[8];
    snprintf(sum, sizeof sum, "%.*s", (int)strcspn(at + (*at == '.'), "."), at + (*at == '.'));
    bool quads = halfs && shape[0] == 8 && shape[2] == 4;
    double multiply_adds = (double)shape[0] * shape[1] * shape[2] * (quads ? 4 : 1);
    LLVMValueRef args[MOST_OPERANDS];
    unsigned n = operands_of(call, args);
    LLVMPositionBuilderBefore(b, call);
    struct load_product p = {multiply_adds, halfs ? "f16" : sum, sum};
    LLVMValueRef v = load_matrix_product(m, b, &p, vector, args, n);
    if (!v)
        return false;
    LLVMReplaceAllUsesWith(call, as_structure(b, v, result));
    LLVMInstructionEraseFromParent(call);
    return true;
}

/* Of the template in source/sdk/cuda/clperf/matrices.h: its multiply-adds, and the types' numbers.
 */
static bool from_header(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call, const char *numbers) {
    static const char *const of[] = {"f16", "bf16", "tf32", "f64", "s8"}, *const sums[] = {
                                                                              "f16", "f32", "f64",
                                                                              "s32"};
    unsigned multiply_adds, type, sum;
    if (sscanf(numbers, "Li%uELi%uELi%uE", &multiply_adds, &type, &sum) != 3 ||
        type >= sizeof of / sizeof *of || sum >= sizeof sums / sizeof *sums)
        return false;
    return replace(m, b, call, &(struct load_product){multiply_adds, of[type], sums[sum]});
}

bool load_matrix_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
    static const char mfma[] = "llvm.amdgcn.mfma.", smfmac[] = "llvm.amdgcn.smfmac.",
                      wmma[] = "llvm.amdgcn.wmma.", nvidia_mma[] = "llvm.nvvm.mma.",
                      nvidia_wmma[] = "llvm.nvvm.wmma.", header[] = "_Z21clperf_matrix_productI";
    const char *name = load_callee_name(call);
    if (str_starts(name, mfma))
        return amd(m, b, call, name + strlen(mfma), true, false);
    if (str_starts(name, smfmac))
        return amd(m, b, call, name + strlen(smfmac), true, true);
    if (str_starts(name, wmma))
        return amd(m, b, call, name + strlen(wmma), false, false);
    if (str_starts(name, nvidia_mma))
        return nvidia(m, b, call, name + strlen(nvidia_mma));
    if (str_starts(name, nvidia_wmma))
        return nvidia(m, b, call, name + strlen(nvidia_wmma));
    return str_starts(name, header) && from_header(m, b, call, name + strlen(header));
}
