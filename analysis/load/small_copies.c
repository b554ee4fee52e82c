/* Machine view: copies of small structures, load by load and store by store. Compilers for GPUs
 * make them of a copy of up to MOST bytes (NVPTXLowerAggrCopies of LLVM), each as wide as the
 * alignment allows, and the structure's members then are in registers. As calls they would keep
 * what is not used member by member in private memory, and be one access whatever the alignment. */
#include "analysis/load/attributes.h"
#include "analysis/load/instruction.h"
#include "analysis/load/replace.h"
#include "base/str.h"

enum { MOST = 128, WIDEST = 8, MOST_ALIGNED = 16 };

/* The alignment of what lies `offset` bytes behind something so aligned. */
static unsigned aligned_at(uint64_t offset, unsigned alignment) {
    while (offset % alignment)
        alignment /= 2;
    return alignment;
}

static LLVMValueRef at(LLVMBuilderRef b, LLVMValueRef pointer, uint64_t offset) {
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(pointer));
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(c), offset, false);
    return LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), pointer, &index, 1, "");
}

/* Of a pointer that a call has: a power of two. */
static unsigned alignment_of(LLVMValueRef call, unsigned argument) {
    uint64_t n = load_argument_alignment(call, argument);
    return n > MOST_ALIGNED ? MOST_ALIGNED : n ? (unsigned)n : 1;
}

static bool is_constant(LLVMValueRef v, uint64_t least, uint64_t most) {
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) >= least &&
           LLVMConstIntGetZExtValue(v) <= most;
}

/* What one load and one store copy. */
struct piece {
    uint64_t offset;
    unsigned alignment; /* where it is stored */
    LLVMValueRef value;
};

/* Loads n bytes; returns the number of pieces. */
static unsigned load_pieces(LLVMBuilderRef b, LLVMValueRef call, uint64_t n, struct piece *pieces) {
    LLVMValueRef from = LLVMGetOperand(call, 1);
    unsigned to_aligned = alignment_of(call, 0), from_aligned = alignment_of(call, 1), count = 0;
    for (uint64_t offset = 0, bytes; offset < n; offset += bytes) {
        struct piece *p = &pieces[count++];
        unsigned aligned = aligned_at(offset, from_aligned);
        p->offset = offset;
        p->alignment = aligned_at(offset, to_aligned);
        bytes = aligned < p->alignment ? aligned : p->alignment;
        while (bytes > WIDEST || bytes > n - offset)
            bytes /= 2;
        LLVMTypeRef type =
            LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(from)), 8 * (unsigned)bytes);
        p->value = LLVMBuildLoad2(b, type, at(b, from, offset), "");
        LLVMSetAlignment(p->value, aligned);
    }
    return count;
}

static void split_copy(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
    (void)m;
    if (!str_starts(load_callee_name(call), "llvm.memcpy.") ||
        !is_constant(LLVMGetOperand(call, 2), 1, MOST) ||
        !is_constant(LLVMGetOperand(call, 3), false, false))
        return;
    struct piece pieces[MOST];
    LLVMPositionBuilderBefore(b, call);
    unsigned n = load_pieces(b, call, LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)), pieces);
    for (unsigned i = 0; i < n; i++)
        LLVMSetAlignment(
            LLVMBuildStore(b, pieces[i].value, at(b, LLVMGetOperand(call, 0), pieces[i].offset)),
            pieces[i].alignment);
    LLVMInstructionEraseFromParent(call);
}

void load_split_copies(LLVMModuleRef m) {
    load_each_call(m, split_copy);
}
