/* Built-ins that give a second result through a pointer, such as sincos(x, &c), written out in LLVM
 * IR before the passes: as a function of each result. The variable behind the pointer then need not
 * be in memory. Of frexp, remquo and lgamma_r nothing is computed; the results only have a price.
 */
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/load/instruction.h"

static const struct split {
    const char *name, *first, *second; /* the functions of what is given, and of what is stored */
} splits[] = {
    {"sincos", "sin", "sincos_cos"},
    {"fract", NULL, "floor"},
    {"modf", NULL, "trunc"},
    {"frexp", "frexp_fraction", "frexp_exponent"},
    {"remquo", "remainder", "remquo_quotient"},
    {"lgamma_r", "lgamma", "lgamma_sign"},
};

static const struct split *find_split(const char *name) {
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++)
        if (strcmp(splits[i].name, name) == 0)
            return &splits[i];
    return NULL;
}

static const char *float_code(struct arena *a, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMVectorTypeKind:
        return arena_printf(a, "Dv%u_%s", LLVMGetVectorSize(type),
                            float_code(a, LLVMGetElementType(type)));
    case LLVMHalfTypeKind:
        return "Dh";
    case LLVMDoubleTypeKind:
        return "d";
    default:
        return "f";
    }
}

/* The call of a built-in with the first arguments of the function. */
static LLVMValueRef call(struct arena *a, LLVMBuilderRef b, LLVMValueRef f, const char *name,
                         LLVMTypeRef result) {
    LLVMModuleRef m = LLVMGetGlobalParent(f);
    unsigned n = LLVMCountParams(f) - 1;
    LLVMTypeRef types[2] = {NULL};
    LLVMValueRef args[2] = {NULL};
    for (unsigned i = 0; i < n; i++) {
        args[i] = LLVMGetParam(f, i);
        types[i] = LLVMTypeOf(args[i]);
    }
    const char *mangled =
        arena_printf(a, "_Z%zu%s%s%s", strlen(name), name, float_code(a, types[0]),
                     n == 2 ? float_code(a, types[1]) : "");
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef callee = LLVMGetNamedFunction(m, mangled);
    if (!callee)
        callee = LLVMAddFunction(m, mangled, type);
    return LLVMBuildCall2(b, type, callee, args, n, "");
}

/* Fractions are below 1, also where the difference rounds to it. */
static LLVMValueRef fraction(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef whole, bool below_one) {
    LLVMTypeRef type = LLVMTypeOf(x);
    LLVMValueRef rest = LLVMBuildFSub(b, x, whole, "");
    if (!below_one || LLVMGetTypeKind(type) != LLVMFloatTypeKind)
        return rest;
    LLVMValueRef most = LLVMConstReal(type, 0x1.fffffep-1);
    LLVMValueRef more = LLVMBuildFCmp(b, LLVMRealOGT, rest, most, "");
    return LLVMBuildSelect(b, more, most, rest, "");
}

/* What is behind the pointer is as wide as the result: of the same type, or an int for each. */
static LLVMTypeRef stored_type(const struct split *s, LLVMTypeRef result) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(result));
    if (strcmp(s->second, "sincos_cos") == 0 || !s->first)
        return result;
    return LLVMGetTypeKind(result) == LLVMVectorTypeKind
               ? LLVMVectorType(i32, LLVMGetVectorSize(result))
               : i32;
}

/* Without debug information of its own the body is at the place of the call. */
static void build_body(struct arena *a, LLVMBuilderRef b, LLVMValueRef f, const struct split *s) {
    LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f));
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(f));
    LLVMGlobalEraseMetadata(f, LLVMGetMDKindIDInContext(ctx, "dbg", 3));
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(ctx, f, "entry"));
    LLVMValueRef second = call(a, b, f, s->second, stored_type(s, result));
    LLVMBuildStore(b, second, LLVMGetParam(f, LLVMCountParams(f) - 1));
    LLVMBuildRet(b, s->first ? call(a, b, f, s->first, result)
                             : fraction(b, LLVMGetParam(f, 0), second, s->name[0] == 'f'));
}

/* The built-in that the declaration is one of, with the parameters that it should have, or NULL. */
static const struct split *split_of(struct arena *a, LLVMValueRef f) {
    size_t length;
    char code;
    const struct split *s = find_split(builtin_demangle(a, LLVMGetValueName2(f, &length), &code));
    if (!s || !LLVMIsDeclaration(f))
        return NULL;
    unsigned n = strcmp(s->name, "remquo") == 0 ? 3 : 2;
    bool fits = LLVMCountParams(f) == n &&
                LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(f, n - 1))) == LLVMPointerTypeKind;
    for (unsigned i = 0; fits && i + 1 < n; i++)
        fits = LLVMTypeOf(LLVMGetParam(f, i)) == LLVMGetReturnType(LLVMGlobalGetValueType(f));
    return fits ? s : NULL;
}

void load_second_results(struct arena *a, LLVMModuleRef m) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        const struct split *s = split_of(a, f);
        if (s)
            build_body(a, b, f, s);
    }
    LLVMDisposeBuilder(b);
}
