/* Functions to kernels, instructions to values (for load.c). */
#ifndef ANALYSIS_LOAD_INSTRUCTION_H
#define ANALYSIS_LOAD_INSTRUCTION_H

#include "analysis/load/value.h"

/* function.c */
struct kernel *load_kernel(struct arena *a, LLVMValueRef function, enum view view,
                           const struct module_input *input);

/* sequential_loop.c: of a kernel that was a loop, else NULL. */
const struct sequential_loop *load_sequential_loop(struct builder *b);

/* instruction.c: the number of the instruction's value, NONE if nothing of it remains. */
uint32_t load_instruction(struct builder *b, LLVMValueRef inst);
uint32_t load_atomic(struct builder *b, LLVMValueRef inst);
/* A value with type, place, name and operands of the instruction. */
struct value load_template(struct builder *b, LLVMValueRef inst, enum op op);
/* Emits a memory instruction, whose first argument is the pointer, and registers its
 * access. */
uint32_t load_access(struct builder *b, struct value v, enum access_kind kind, enum space space,
                     uint64_t bytes);

/* lower_async_copy.c: gives the module's asynchronous copies a body, which stands for what GPUs do:
 * the work-items of a group move one element each, in order, and go on by the group's size. */
void load_async_copies(struct arena *a, LLVMModuleRef m);
/* lower_bit_functions.c: gives OpenCL's rotate and bitselect of integers a body. */
void load_bit_functions(struct arena *a, LLVMModuleRef m);

/* small_copies.c: copies of small structures become loads and stores. */
void load_split_copies(LLVMModuleRef m);
/* unroll_remainder.c: lets LLVM unroll loops that copy what unrolled ones left over. */
void load_let_unroll_rests(LLVMModuleRef m);

/* if_convert_loads.c: takes loads that only some lanes come to into the way of all lanes, and
 * stores of what they load; then they are calls of functions of these names, with a condition at
 * the end. */
#define LOAD_GUARDED "clperf.guarded"
#define LOAD_GUARDED_STORE LOAD_GUARDED ".store"
void load_guard_loads(LLVMModuleRef m);

/* spaces.c: tells LLVM that loads and stores of global and of local memory never meet. */
void load_separate_spaces(LLVMModuleRef m);

/* keep_branches.c: around passes that must not see what branches depend on. */
void load_hide_conditions(LLVMModuleRef m);
void load_show_conditions(LLVMModuleRef m);

/* keep_divisions.c: around passes that must not see that a loop's divisors are powers of two; those
 * that have become constants are shown before others. */
void load_hide_divisors(LLVMModuleRef m);
void load_show_constant_divisors(LLVMModuleRef m);
void load_show_divisors(LLVMModuleRef m);

/* lower_out_params.c: gives built-ins that store a second result a body, of functions of one. */
void load_second_results(struct arena *a, LLVMModuleRef m);

/* private_vectors.c: gives vloadN and vstoreN of private memory a body. */
void load_private_vectors(struct arena *a, LLVMModuleRef m);

/* small_arrays.c: makes variables of small private arrays that are indexed at run time. */
void load_small_arrays(struct arena *a, LLVMModuleRef m);

/* expand_builtin.c: a built-in that is a few of our operations in a row, `call` with its operands.
 * NONE: not one of them. `code` is the type code of its first parameter. */
uint32_t load_composed(struct builder *b, struct value call, const char *name, char code);

/* load/call.c */
uint32_t load_call(struct builder *b, LLVMValueRef inst);
/* What an empty piece of assembly gives back, if nobody sees what becomes of it; NULL for anything
 * else. */
LLVMValueRef load_opaque_operand(LLVMValueRef inst);

/* What stands for an instruction of inline PTX that is not translated, before its opcode and a
 * semicolon: call.c counts it as one of unknown cost and names it. */
#define PTX_UNKNOWN "clperf ptx: "
/* Attribute of a kernel: what of it is not modelled, in words. */
#define LOAD_UNMODELLED "clperf-unmodelled"

#endif
