/* Private arrays of a few elements that are indexed at run time: ptxas keeps them in registers, and
 * selects the element, as long as not many selects come of it. The limits are within those of nvcc
 * 13 for compute capability 8.0, which takes 32 elements that are read once, 4 that are read 8
 * times, and in loops 4 that are changed twice, but not 8, and 3 that are changed 4 times, but not
 * 4. */
#include <llvm-c/DebugInfo.h>

#include "analysis/load/instruction.h"
#include "analysis/load/llvm_shim.h"
#include "base/vec.h"

/* Selects, and elements of what is indexed in a loop. */
enum { MOST_SELECTS = 32, MOST_IN_LOOPS = 4 };

/* A load or store of one element. */
struct element_access {
    LLVMValueRef inst;
    LLVMValueRef index; /* NULL: the first element */
};

struct small_array {
    struct arena *arena;
    LLVMValueRef array;
    LLVMTypeRef element;
    unsigned n;
    struct {
        struct element_access *at;
        size_t n, cap;
    } accesses;
    struct {
        LLVMValueRef *at;
        size_t n, cap;
    } others; /* that go with the array: addresses, marks of its life, and what fills it with 0 */
};

static bool is_zero(LLVMValueRef v) {
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 0;
}

/* A load or store of an element by its address, and nothing else with it. */
static bool add_access(struct small_array *s, LLVMValueRef inst, LLVMValueRef pointer,
                       LLVMValueRef index) {
    bool stores = LLVMIsAStoreInst(inst) && LLVMGetOperand(inst, 1) == pointer &&
                  LLVMGetOperand(inst, 0) != pointer;
    if ((!stores && !LLVMIsALoadInst(inst)) || LLVMGetVolatile(inst))
        return false;
    LLVMTypeRef type = stores ? LLVMTypeOf(LLVMGetOperand(inst, 0)) : LLVMTypeOf(inst);
    vec_push(s->arena, &s->accesses, ((struct element_access){inst, index}));
    return type == s->element;
}

static uint64_t bytes_of(const struct small_array *s, LLVMTypeRef type) {
    LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->array));
    return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(LLVMGetGlobalParent(f)), type);
}

/* The element that is so many bytes from the first one, or NULL. */
static LLVMValueRef index_at(const struct small_array *s, LLVMValueRef offset) {
    uint64_t size = bytes_of(s, s->element);
    uint64_t bytes = LLVMIsAConstantInt(offset) ? LLVMConstIntGetZExtValue(offset) : 1;
    return bytes % size ? NULL : LLVMConstInt(LLVMTypeOf(offset), bytes / size, false);
}

/* The element's number of an address in the array, or NULL. */
static LLVMValueRef index_of(const struct small_array *s, LLVMValueRef address) {
    int n = LLVMGetNumOperands(address);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    bool of_array =
        n == 3 && type == LLVMGetAllocatedType(s->array) && is_zero(LLVMGetOperand(address, 1));
    bool of_elements = n == 2 && type == s->element;
    if (of_array || of_elements)
        return LLVMGetOperand(address, (unsigned)n - 1);
    bool of_bytes =
        n == 2 && LLVMGetTypeKind(type) == LLVMIntegerTypeKind && bytes_of(s, type) == 1;
    return of_bytes ? index_at(s, LLVMGetOperand(address, 1)) : NULL;
}

static bool add_address(struct small_array *s, LLVMValueRef address) {
    LLVMValueRef index = index_of(s, address);
    if (!index || LLVMGetOperand(address, 0) != s->array ||
        (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) >= s->n))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use))
        if (!add_access(s, LLVMGetUser(use), address, index))
            return false;
    vec_push(s->arena, &s->others, address);
    return true;
}

/* Whether it fills all of the array with 0. */
static bool clears(const struct small_array *s, LLVMValueRef inst) {
    uint64_t all = bytes_of(s, LLVMGetAllocatedType(s->array));
    if (LLVMIsAStoreInst(inst)) {
        LLVMValueRef value = LLVMGetOperand(inst, 0);
        return LLVMIsNull(value) && !LLVMGetVolatile(inst) && LLVMGetOperand(inst, 1) == s->array &&
               bytes_of(s, LLVMTypeOf(value)) == all && LLVMTypeOf(value) != s->element;
    }
    LLVMValueRef length = LLVMIsAMemSetInst(inst) ? LLVMGetOperand(inst, 2) : NULL;
    return length && is_zero(LLVMGetOperand(inst, 1)) && LLVMIsAConstantInt(length) &&
           LLVMConstIntGetZExtValue(length) == all;
}

/* What fills it with 0, and marks of its life. */
static bool add_other(struct small_array *s, LLVMValueRef call) {
    if (!clears(s, call) &&
        (!LLVMIsAIntrinsicInst(call) || !LLVMGetCalledValue(call) ||
         LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind || LLVMIsAMemIntrinsic(call)))
        return false;
    vec_push(s->arena, &s->others, call);
    return true;
}

/* Whether all that happens to the array is known. */
static bool find_accesses(struct small_array *s) {
    LLVMTypeRef type = LLVMGetAllocatedType(s->array);
    if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
        return false;
    s->element = LLVMGetElementType(type);
    s->n = LLVMGetArrayLength2(type) <= MOST_SELECTS ? (unsigned)LLVMGetArrayLength2(type) : 0;
    LLVMTypeKind kind = LLVMGetTypeKind(s->element);
    if (!s->n || (kind != LLVMIntegerTypeKind && kind != LLVMFloatTypeKind))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(s->array); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool known = LLVMIsAGetElementPtrInst(user) ? add_address(s, user)
                     : LLVMIsACallInst(user) || clears(s, user)
                         ? add_other(s, user)
                         : add_access(s, user, s->array, NULL);
        if (!known)
            return false;
    }
    return true;
}

static bool is_dynamic(const struct element_access *x) {
    return x->index && !LLVMIsAConstantInt(x->index);
}

static bool any_in_loop(const struct small_array *s, struct shim *loops) {
    for (size_t i = 0; i < s->accesses.n; i++) {
        const struct element_access *x = &s->accesses.at[i];
        if (is_dynamic(x) && shim_loop_of(loops, LLVMGetInstructionParent(x->inst)) >= 0)
            return true;
    }
    return false;
}

/* Whether it takes no more selects than a compiler would. */
static bool is_cheap(const struct small_array *s, struct shim *loops) {
    size_t selects = 0;
    for (size_t i = 0; i < s->accesses.n; i++)
        selects += is_dynamic(&s->accesses.at[i]) ? s->n : 0;
    return selects > 0 && selects <= MOST_SELECTS &&
           (s->n <= MOST_IN_LOOPS || !any_in_loop(s, loops));
}

static LLVMValueRef is_element(LLVMBuilderRef b, LLVMValueRef index, unsigned i) {
    return LLVMBuildICmp(b, LLVMIntEQ, index, LLVMConstInt(LLVMTypeOf(index), i, false), "");
}

static void replace_load(LLVMBuilderRef b, const struct small_array *s, LLVMValueRef *elements,
                         const struct element_access *x) {
    bool dynamic = is_dynamic(x);
    unsigned first = dynamic || !x->index ? 0 : (unsigned)LLVMConstIntGetZExtValue(x->index);
    LLVMValueRef value = LLVMBuildLoad2(b, s->element, elements[first], "");
    for (unsigned i = 1; i < s->n && dynamic; i++) {
        LLVMValueRef other = LLVMBuildLoad2(b, s->element, elements[i], "");
        value = LLVMBuildSelect(b, is_element(b, x->index, i), other, value, "");
    }
    LLVMReplaceAllUsesWith(x->inst, value);
}

static void replace_store(LLVMBuilderRef b, const struct small_array *s, LLVMValueRef *elements,
                          const struct element_access *x) {
    LLVMValueRef value = LLVMGetOperand(x->inst, 0);
    if (!is_dynamic(x)) {
        unsigned i = x->index ? (unsigned)LLVMConstIntGetZExtValue(x->index) : 0;
        LLVMBuildStore(b, value, elements[i]);
        return;
    }
    for (unsigned i = 0; i < s->n; i++) {
        LLVMValueRef old = LLVMBuildLoad2(b, s->element, elements[i], "");
        LLVMBuildStore(b, LLVMBuildSelect(b, is_element(b, x->index, i), value, old, ""),
                       elements[i]);
    }
}

/* A variable for each element. */
static void split(struct small_array *s, LLVMBuilderRef b) {
    LLVMValueRef *elements = NEW_ARRAY(s->arena, LLVMValueRef, s->n);
    LLVMPositionBuilderBefore(b, s->array);
    for (unsigned i = 0; i < s->n; i++)
        elements[i] = LLVMBuildAlloca(b, s->element, "");
    for (size_t i = 0; i < s->accesses.n; i++) {
        const struct element_access *x = &s->accesses.at[i];
        LLVMPositionBuilderBefore(b, x->inst);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(x->inst));
        if (LLVMIsALoadInst(x->inst))
            replace_load(b, s, elements, x);
        else
            replace_store(b, s, elements, x);
        LLVMInstructionEraseFromParent(x->inst);
    }
    for (size_t i = 0; i < s->others.n; i++) {
        LLVMValueRef other = s->others.at[i];
        LLVMPositionBuilderBefore(b, other);
        for (unsigned k = 0; clears(s, other) && k < s->n; k++)
            LLVMBuildStore(b, LLVMConstNull(s->element), elements[k]);
        LLVMInstructionEraseFromParent(other);
    }
    LLVMInstructionEraseFromParent(s->array);
}

static void split_arrays(struct arena *a, LLVMValueRef function, LLVMBuilderRef b) {
    struct {
        struct small_array *at;
        size_t n, cap;
    } found = {0};
    struct shim *loops = NULL;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
        struct small_array s = {.arena = a, .array = i};
        if (!LLVMIsAAllocaInst(i) || !find_accesses(&s))
            continue;
        loops = loops ? loops : shim_new(function);
        if (is_cheap(&s, loops))
            vec_push(a, &found, s);
    }
    if (loops)
        shim_free(loops);
    for (size_t i = 0; i < found.n; i++)
        split(&found.at[i], b);
}

void load_small_arrays(struct arena *a, LLVMModuleRef m) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            split_arrays(a, f, b);
    LLVMDisposeBuilder(b);
}
