/* Shared by instruction.c and load/value.c: the kernel under construction, and LLVM
 * types, constants and locations turned into ours. */
#ifndef ANALYSIS_LOAD_VALUE_H
#define ANALYSIS_LOAD_VALUE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "analysis/ir/kernel.h"
#include "base/handle_map.h"
#include "base/vec.h"

struct builder {
    struct arena *arena;
    struct kernel *k;
    LLVMValueRef function;
    LLVMTargetDataRef layout;
    bool cuda;                         /* address space 0 is the flat one */
    LLVMMetadataRef main_file;         /* of the kernel's own source */
    const char *const *system_folders; /* as of struct module_input */
    struct handle_map system_files;    /* by LLVM's file: whether it is in one of these */
    struct handle_map values, blocks;
    VEC(struct value) v;
    VEC(struct access) accesses;
    VEC(struct branch) branches;
    VEC(struct object) objects;
    VEC(uint32_t) in_block;     /* values of the block being built */
    VEC(uint32_t) texture_rows; /* values that are the number of one */
    uint32_t block;
};

/* Appends a value; the caller fills in what is not zero. Pointers into b->v.at are
 * valid until the next call. */
uint32_t add_value(struct builder *b, struct value v);
/* Appends a value, which executes in the current block. */
uint32_t emit(struct builder *b, struct value v);

/* A value of that LLVM type with its type, width and components set. */
struct value typed(const struct builder *b, LLVMTypeRef type);
uint64_t type_bytes(const struct builder *b, LLVMTypeRef type);
enum space space_of(LLVMTypeRef pointer);
static inline bool is_local_pointer(LLVMValueRef pointer) {
    return space_of(LLVMTypeOf(pointer)) == SPACE_LOCAL;
}
/* The number of any operand: instruction, parameter, constant or global. */
uint32_t value_of(struct builder *b, LLVMValueRef v);
uint32_t constant_int(struct builder *b, unsigned bits, int64_t n);
/* The innermost place that is the user's, of those that the instruction was inlined from. */
struct loc loc_of(struct builder *b, LLVMValueRef inst);
/* loc_of() of LLVM's location, which may be NULL. */
struct loc loc_at(struct builder *b, LLVMMetadataRef at);
uint32_t add_object(struct builder *b, const char *name, enum space space, uint64_t bytes);
/* The parameter or object that a pointer is based on, or NONE. */
uint32_t root_of(const struct builder *b, uint32_t pointer);
/* For readers: "scope::f<2>" of the symbol of C++'s "void scope::f<2>(int)", others as they are. */
const char *function_name(struct arena *a, const char *symbol);
/* For readers: "tile" of "kernel.tile" in OpenCL and "kernel(int)::tile" in C++. */
const char *variable_of(const struct builder *b, const char *symbol);
const char *value_name(const struct builder *b, LLVMValueRef v);
/* The source's name for it, or that of the IR. */
const char *variable_name(const struct builder *b, LLVMValueRef v);
uint32_t *copy_args(struct builder *b, const uint32_t *args, size_t n);

/* pointer + the offset of a getelementptr's indices, as ptradd values. */
uint32_t element_pointer(struct builder *b, LLVMValueRef gep);

#endif
