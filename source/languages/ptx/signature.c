/* Types of a file's functions. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "source/languages/ptx/body.h"

enum { MOST_PARAMS = 4096 };

unsigned ptx_result_params(const struct ptx_function *f) {
    return f->body && !f->entry ? (unsigned)f->results.n : 0;
}

/* A number of a structure that a kernel gets, by what is loaded of it. */
struct field {
    uint64_t offset;
    LLVMTypeRef type;
    uint64_t bytes;
};

static int by_offset(const void *x, const void *y) {
    const struct field *a = x, *b = y;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

typedef VEC(struct field) field_list;

/* "ld.param.v2.u32 {a, b}, [name+8]" */
static void add_fields(const struct ptx_translator *t, const struct ptx_instruction *in,
                       const char *name, field_list *fields) {
    bool load = in->n == 2 && strcmp(in->words[0], "ld") == 0 && in->operands[1].address &&
                in->operands[1].name && strcmp(in->operands[1].name, name) == 0;
    LLVMTypeRef type = load ? ptx_type(t, in->words[in->n_words - 1]) : NULL;
    if (!type || LLVMGetTypeKind(type) == LLVMVectorTypeKind || in->operands[1].offset < 0)
        return;
    uint64_t bytes = strtoull(in->words[in->n_words - 1] + 1, NULL, 10) / 8;
    uint64_t n = in->operands[0].kind == PTX_LIST ? in->operands[0].n_parts : 1;
    for (uint64_t i = 0; i < n && bytes; i++)
        vec_push(t->arena, fields,
                 (struct field){(uint64_t)in->operands[1].offset + i * bytes, type, bytes});
}

/* What a structure consists of; what is not loaded is bytes. */
static LLVMTypeRef structure_type(const struct ptx_translator *t, const struct ptx_function *f,
                                  const struct ptx_variable *v) {
    field_list fields = {0};
    VEC(LLVMTypeRef) types = {0};
    for (size_t i = 0; i < f->statements.n; i++)
        if (f->statements.at[i].kind == PTX_INSTRUCTION)
            add_fields(t, &f->statements.at[i].in, v->name, &fields);
    if (fields.n)
        qsort(fields.at, fields.n, sizeof *fields.at, by_offset);
    uint64_t at = 0, whole = v->elements * strtoull(v->type + 1, NULL, 10) / 8;
    for (size_t i = 0; i < fields.n; i++) {
        const struct field *x = &fields.at[i];
        if (x->offset < at || x->offset + x->bytes > whole)
            continue;
        if (x->offset > at)
            vec_push(t->arena, &types, LLVMArrayType2(ptx_int(t, 8), x->offset - at));
        vec_push(t->arena, &types, x->type);
        at = x->offset + x->bytes;
    }
    if (whole > at)
        vec_push(t->arena, &types, LLVMArrayType2(ptx_int(t, 8), whole - at));
    return LLVMStructTypeInContext(t->ctx, types.at, (unsigned)types.n, true);
}

/* Where a parameter is not a number, it is where its bytes are. */
static LLVMTypeRef param_type(const struct ptx_translator *t, const struct ptx_variable *v) {
    return v->array ? LLVMPointerTypeInContext(t->ctx, 0) : ptx_variable_type(t, v);
}

/* What is "k_param_0" in the file of all kernels is "param_0" of its kernel. */
static void name_params(const struct ptx_function *f, LLVMValueRef function) {
    size_t n = strlen(f->name);
    for (unsigned i = 0; i < f->params.n; i++) {
        const char *name = f->params.at[i].name;
        bool numbered = strncmp(name, f->name, n) == 0 && str_starts(name + n, "_param_");
        const char *own = numbered ? name + n + 1 : name;
        LLVMSetValueName2(LLVMGetParam(function, i), own, strlen(own));
    }
}

/* What a kernel's own text says of its launch. */
static void add_group_size(const struct ptx_translator *t, const struct ptx_function *f,
                           LLVMValueRef function) {
    static const char kind[] = "reqd_work_group_size";
    LLVMMetadataRef sizes[3];
    for (unsigned d = 0; d < 3; d++)
        sizes[d] = LLVMValueAsMetadata(ptx_number(t, 32, f->of_group[d]));
    if (f->of_group[0])
        LLVMGlobalSetMetadata(function, LLVMGetMDKindIDInContext(t->ctx, kind, sizeof kind - 1),
                              LLVMMDNodeInContext2(t->ctx, sizes, 3));
}

static void make_kernel(const struct ptx_translator *t, const struct ptx_function *f,
                        LLVMValueRef function) {
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    LLVMSetFunctionCallConv(function, 71);
    for (unsigned i = 0; i < f->params.n; i++)
        if (f->params.at[i].array)
            LLVMAddAttributeAtIndex(
                function, i + 1,
                LLVMCreateTypeAttribute(t->ctx, byval, structure_type(t, f, &f->params.at[i])));
    name_params(f, function);
    add_group_size(t, f, function);
}

LLVMValueRef ptx_add_function(struct ptx_unit *u, const struct ptx_translator *t,
                              const struct ptx_function *f) {
    unsigned results = ptx_result_params(f), n = results + (unsigned)f->params.n;
    LLVMTypeRef result = LLVMVoidTypeInContext(t->ctx);
    if (strchr(f->name, '.') || n > MOST_PARAMS) {
        ptx_unit_fail(u, f->line, "this is no function of PTX's");
        return NULL;
    }
    LLVMTypeRef *types = NEW_ARRAY(u->arena, LLVMTypeRef, n + 1);
    for (unsigned i = 0; i < results; i++)
        types[i] = LLVMPointerTypeInContext(t->ctx, 0);
    for (unsigned i = 0; i < f->params.n; i++)
        types[results + i] = param_type(t, &f->params.at[i]);
    if (!f->body && f->results.n == 1 && !f->results.at[0].array)
        result = ptx_variable_type(t, &f->results.at[0]);
    LLVMValueRef function =
        LLVMAddFunction(u->m, f->name, LLVMFunctionType(result, types, n, false));
    if (f->entry)
        make_kernel(t, f, function);
    else if (f->body)
        LLVMSetLinkage(function, LLVMInternalLinkage);
    return function;
}
