/* What LLVM's C API lacks: loops, dominators, scalar evolution, variables' names. Blocks and values
 * are LLVM-C handles; only analysis/load*.c includes this. */
#ifndef ANALYSIS_LOAD_LLVM_SHIM_H
#define ANALYSIS_LOAD_LLVM_SHIM_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The analyses of one function; it must not change while they live. */
struct shim;

struct shim_loop {
    LLVMBasicBlockRef header;
    int parent; /* index, -1 = outermost */
    unsigned depth;
    LLVMMetadataRef place; /* of its beginning; NULL: unknown */
    char *formula;         /* backedge-taken count as text, or NULL; freed by shim_free() */
    int64_t const_count;   /* backedge-taken count, or -1 */
    bool counts_at_latch;  /* the loop leaves at its latch, so trips = count + 1 */
};

struct shim *shim_new(LLVMValueRef function);
void shim_free(struct shim *s);

/* Leaves a function that only returns, with the name, place and metadata that it had. */
void shim_empty(LLVMValueRef function);

/* Makes the ways back to a loop's header meet before it: LLVM's loop-simplify would make two loops
 * of one with a `continue` that leaves a variable as it is. */
void shim_join_latches(LLVMValueRef function);

/* Sizes in instructions. Loops that would have fewer if they were unrolled whole may be so. */
struct even_unrolling {
    unsigned least_whole;
    unsigned more_than, most; /* how often loops are unrolled anyway, and at most */
    unsigned largest;         /* body afterwards */
};

/* Has innermost loops of constant trip count that say nothing of it themselves unrolled by the
 * largest power of two that divides it. */
void shim_unroll_evenly(LLVMValueRef function, const struct even_unrolling *u);

/* Has no loop unrolled that has a loop of unknown length in it, unless it says so itself. */
void shim_leave_outer_loops(LLVMValueRef function);

/* Marks the loops whose source says that they are not unrolled, before passes say so of others. */
void shim_mark_left_loops(LLVMValueRef function);

/* Has none of its loops unrolled but those of one block of which `but` says so and which are not
 * marked; `nested`: it is in another loop. */
void shim_leave_loops(LLVMValueRef function, bool (*but)(LLVMBasicBlockRef block, bool nested));

/* A kernel that is called as a function: its callers call a helper that does the same. */
void shim_call_copy(LLVMValueRef kernel);

/* Immediate (post-)dominator, NULL at the root and for unreachable blocks. */
LLVMBasicBlockRef shim_idom(struct shim *s, LLVMBasicBlockRef b);
LLVMBasicBlockRef shim_ipdom(struct shim *s, LLVMBasicBlockRef b);

/* Loops in program order, outer before inner. */
unsigned shim_loop_count(const struct shim *s);
const struct shim_loop *shim_loop_at(const struct shim *s, unsigned i);
/* Index of the innermost loop around a block, -1 = none. */
int shim_loop_of(struct shim *s, LLVMBasicBlockRef b);
/* True if a cycle of the graph is not a natural loop. */
bool shim_irreducible(struct shim *s);

/* Name of the source's variable that has this value, or NULL. The caller frees it. */
char *shim_variable(LLVMValueRef v);

/* "f<2>(int)" for a mangled name of C++, or NULL. The caller frees it. */
char *shim_demangle(const char *mangled);

/* Leaves of debug information what lines instructions are from. */
void shim_keep_lines(LLVMModuleRef module);

/* Size of what the function's parameter points to as the source declares it, 0 = unknown. */
unsigned shim_pointee_bytes(LLVMValueRef function, unsigned param);

/* Links what the module declares and the library defines, with all that this calls, in the
 * library's order. Ends the library; false if they do not fit. */
bool shim_link_declared(LLVMModuleRef module, LLVMModuleRef library);

/* SPIR's address spaces: private, global, constant, local, generic. Images and samplers are taken
 * as pointers to SHIM_OPAQUE, and structures that kernels have as parameters are there. */
enum { SHIM_OPAQUE = 2, SHIM_SPACES = 5 };

/* The module for another target: a copy with each of the first n address spaces replaced.
 * Structures that kernels have as parameters become as SPIR's are to AMD's, and the other way
 * round. */
LLVMModuleRef shim_move_spaces(LLVMModuleRef module, const char *triple, const char *layout,
                               const unsigned *spaces, unsigned n);

#ifdef __cplusplus
}
#endif

#endif
