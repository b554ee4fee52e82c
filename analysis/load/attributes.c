#include "analysis/load/attributes.h"

#include <string.h>

static unsigned kind_of(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

void load_add_attribute(LLVMValueRef f, const char *name) {
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(f));
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(ctx, kind_of(name), 0));
}

void load_add_attribute_text(LLVMValueRef f, const char *name, const char *text) {
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(f));
    LLVMAddAttributeAtIndex(
        f, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(ctx, name, (unsigned)strlen(name), text, (unsigned)strlen(text)));
}

void load_drop_attribute(LLVMValueRef f, const char *name) {
    LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind_of(name));
}

const char *load_attribute_text(struct arena *a, LLVMValueRef f, const char *name) {
    LLVMAttributeRef found = LLVMGetStringAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
    unsigned n = 0;
    const char *text = found ? LLVMGetStringAttributeValue(found, &n) : NULL;
    return text ? arena_strndup(a, text, n) : NULL;
}

bool load_reads_no_memory(LLVMValueRef f) {
    LLVMAttributeRef memory =
        LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind_of("memory"));
    return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

bool load_param_has_text(LLVMValueRef f, unsigned param, const char *name) {
    return LLVMGetStringAttributeAtIndex(f, param + 1, name, (unsigned)strlen(name));
}

bool load_param_has_attribute(LLVMValueRef f, unsigned param, const char *name) {
    return LLVMGetEnumAttributeAtIndex(f, param + 1, kind_of(name));
}

uint64_t load_argument_alignment(LLVMValueRef call, unsigned argument) {
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind_of("align"));
    return a ? LLVMGetEnumAttributeValue(a) : 1;
}
