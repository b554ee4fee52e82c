/* Functions of a file on their way to LLVM IR (for module.c, body.c, storage.c and calls.c). */
#ifndef SOURCE_LANGUAGES_PTX_BODY_H
#define SOURCE_LANGUAGES_PTX_BODY_H

#include "source/languages/ptx/module_text.h"
#include "source/languages/ptx/names.h"
#include "source/languages/ptx/places.h"
#include "source/languages/ptx/translate.h"

/* What a file has. */
struct ptx_unit {
    struct arena *arena;
    LLVMModuleRef m;
    LLVMContextRef ctx;
    const struct ptx_module *text;
    struct ptx_places *places;
    VEC(LLVMValueRef) globals;
    struct ptx_names global_names, function_names; /* numbers in `globals` and text->functions */
    LLVMValueRef *functions;                       /* of text->functions */
    const char *error;
};

/* A register, or a variable. */
struct ptx_slot {
    LLVMValueRef at; /* where it is */
    LLVMTypeRef type;
    bool is_register;
};

struct ptx_body {
    struct ptx_translator t; /* the first member: hooks get no more */
    struct ptx_unit *unit;
    const struct ptx_function *f;
    LLVMValueRef function;
    LLVMBuilderRef entry; /* at the end of the entry block, where slots are made */
    VEC(const struct ptx_variable *) declarations;
    VEC(struct ptx_slot) slots;
    VEC(LLVMBasicBlockRef) blocks;
    struct ptx_names declared, slot_names, block_names;
    struct ptx_names targets;            /* labels that branches go to: others divide nothing */
    VEC(LLVMBasicBlockRef) not_unrolled; /* where loops begin */
    LLVMBasicBlockRef labelled;          /* the block of the last label, or NULL */
    unsigned scope;                      /* of the statement at hand */
    bool dead;                           /* nothing comes here */
};

/* Writes an error with the line, unless there is one. */
void ptx_unit_fail(struct ptx_unit *u, unsigned line, const char *what);

/* storage.c: registers and variables. */
extern const struct ptx_storage ptx_body_storage;
LLVMTypeRef ptx_variable_type(const struct ptx_translator *t, const struct ptx_variable *v);
LLVMValueRef ptx_add_global(struct ptx_unit *u, const struct ptx_translator *t,
                            const struct ptx_variable *v);
/* Has the names of all declarations, and what parameters and results are. */
void ptx_declare(struct ptx_body *b);
/* NULL: the name is not declared where the statement at hand is. */
const struct ptx_slot *ptx_slot_of(struct ptx_body *b, const char *name);

/* signature.c: the type of a function: what it returns goes where its first parameters say, unless
 * its body is somewhere else. */
LLVMValueRef ptx_add_function(struct ptx_unit *u, const struct ptx_translator *t,
                              const struct ptx_function *f);
/* How many of the LLVM function's parameters are for results. */
unsigned ptx_result_params(const struct ptx_function *f);

/* body.c */
void ptx_make_body(struct ptx_unit *u, unsigned number);
/* calls.c */
bool ptx_make_call(struct ptx_translator *t);

#endif
