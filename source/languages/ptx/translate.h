/* Inline PTX as LLVM's own instructions and calls of OpenCL's built-ins (for cuda.c): so that its
 * accesses have addresses, and its arithmetic the cost of what it computes. */
#ifndef SOURCE_LANGUAGES_PTX_TRANSLATE_H
#define SOURCE_LANGUAGES_PTX_TRANSLATE_H

#include <llvm-c/Core.h>

#include "analysis/load/replace.h"
#include "base/vec.h"
#include "source/languages/ptx/text.h"

/* All inline PTX of the module. Assembly that is not PTX stays as it is. */
void ptx_translate(struct arena *a, LLVMModuleRef m);

/* --- for the files that translate instructions ---------------------------------------- */

struct ptx_register {
    const char *name;
    LLVMValueRef value;
};

struct ptx_translator;

/* Where a file's function has its registers and variables (body.c). */
struct ptx_storage {
    /* A register's value or a variable's address; NULL: the name is neither's. */
    LLVMValueRef (*read)(struct ptx_translator *t, const char *name);
    /* False: the name is no register's. */
    bool (*write)(struct ptx_translator *t, const char *name, LLVMValueRef v);
    /* Of a register; NULL: the name is none's. */
    LLVMTypeRef (*type)(struct ptx_translator *t, const char *name);
    /* Translates the call at hand. */
    bool (*call)(struct ptx_translator *t);
};

/* One piece of assembly, or one function of a file, on its way. */
struct ptx_translator {
    struct arena *arena;
    LLVMModuleRef m;
    LLVMContextRef ctx;
    LLVMBuilderRef b;
    VEC(struct ptx_register) registers;
    const struct ptx_storage *storage; /* in the place of `registers`, or NULL */
    const struct ptx_instruction *in;  /* the instruction at hand */
};

/* Translates the instruction at hand, whatever it is. */
void ptx_translate_instruction(struct ptx_translator *t);
/* Whether an opcode has a row in opcodes.def. */
bool ptx_is_known(const char *opcode);

/* Translates the instruction at hand; `what` is of its row in opcodes.def. False, with nothing
 * written: a form that is not known. */
typedef bool ptx_handler(struct ptx_translator *t, const char *what);

#define HANDLER(name) ptx_handler ptx_##name;
#define PTX(opcode, handler, what)
#include "source/languages/ptx/opcodes.def"
#undef PTX
#undef HANDLER

/* Metadata of loads whose memory nothing writes while the kernel runs: "ld.global.nc". */
#define PTX_READ_ONLY "invariant.load"

LLVMTypeRef ptx_int(const struct ptx_translator *t, unsigned bits);
/* Of a type's modifier, as "u32", "f16x2" or "pred"; NULL for others, as "bf16". */
LLVMTypeRef ptx_type(const struct ptx_translator *t, const char *word);
/* Of the last modifier that is one, NULL if that is of a type that LLVM's arithmetic lacks. */
LLVMTypeRef ptx_last_type(const struct ptx_translator *t);
/* Whether the last modifier is a signed or floating-point type. */
bool ptx_is_signed(const struct ptx_translator *t);
bool ptx_is_float(LLVMTypeRef type);

/* The number of operands is right if this is true. */
bool ptx_has_operands(const struct ptx_translator *t, unsigned least);
/* Bits in another type: cut off, filled with zeros, or the same. */
LLVMValueRef ptx_as(const struct ptx_translator *t, LLVMValueRef v, LLVMTypeRef type);
/* A register's or a number's value in a type; NULL: the type it has. */
LLVMValueRef ptx_value(struct ptx_translator *t, const struct ptx_operand *o, LLVMTypeRef type);
/* The value of operand n, which is there, in a type; NULL: the type it has. */
LLVMValueRef ptx_read(struct ptx_translator *t, unsigned n, LLVMTypeRef type);
/* Bits of a register that is written; 32 in inline PTX, where nothing says. */
unsigned ptx_register_bits(struct ptx_translator *t, const struct ptx_operand *o);
/* The instruction's predicate, or NULL. */
LLVMValueRef ptx_condition(struct ptx_translator *t);
/* Gives a register its value, where the predicate lets it. */
void ptx_assign(struct ptx_translator *t, const struct ptx_operand *o, LLVMValueRef v);
/* Gives operand n's register its value, where the predicate lets it. */
void ptx_write(struct ptx_translator *t, unsigned n, LLVMValueRef v);

LLVMValueRef ptx_number(const struct ptx_translator *t, unsigned bits, uint64_t n);
/* Registers of an operand, with those in lists, as arguments; at most PTX_MOST_ARGS in all. */
enum { PTX_MOST_ARGS = 64 };
void ptx_add_registers(struct ptx_translator *t, const struct ptx_operand *o, LLVMValueRef *args,
                       unsigned *n);
/* A call of a built-in by its plain or mangled name (analysis/ir/builtins.def). */
LLVMValueRef ptx_call(struct ptx_translator *t, const char *name, LLVMTypeRef result,
                      LLVMValueRef *args, unsigned n, enum load_function_kind kind);
/* A call of LLVM's intrinsic of one type. */
LLVMValueRef ptx_intrinsic(struct ptx_translator *t, const char *name, LLVMTypeRef type,
                           LLVMValueRef *args, unsigned n);
/* A register of the launch or the machine, as "%laneid"; NULL: not one of them (registers.c). */
LLVMValueRef ptx_special(struct ptx_translator *t, const char *name);

#endif
