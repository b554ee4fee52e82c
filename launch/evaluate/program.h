/* The host side of a program, decoded from LLVM IR: functions of blocks of operations on slots. A
 * slot holds one scalar; vectors and structures take several, one behind the other. Constants have
 * slots behind those that operations write. */
#ifndef LAUNCH_EVALUATE_PROGRAM_H
#define LAUNCH_EVALUATE_PROGRAM_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/handle_map.h"
#include "base/vec.h"
#include "launch/evaluate/memory.h"

/* No slot, block, loop or function. */
#define EV_NONE UINT32_MAX

enum ev_real { REAL_NOT, REAL_FLOAT, REAL_DOUBLE, REAL_LONG, REAL_OTHER };

/* A scalar of a type, and where in memory it lies. */
struct ev_leaf {
    uint64_t offset;
    uint8_t bits;  /* at most 64 */
    uint8_t bytes; /* in memory */
    uint8_t real;  /* enum ev_real */
};

struct ev_leaves {
    struct ev_leaf *at;
    size_t n, cap;
};

struct ev_place {
    const char *file;
    uint32_t line, column;
};

/* An address: the base, a constant offset, and indices times their scales. */
struct ev_index {
    uint32_t slot;
    uint8_t bits;
    uint64_t scale;
};

struct ev_steps {
    uint64_t offset;
    struct ev_index *at;
    size_t n, cap;
};

struct ev_operand {
    uint32_t slot, n;
    uint8_t bits, real;
    bool pointer;
    uint64_t by_value; /* bytes of a structure that the pointer stands for, or 0 */
};

/* Why nobody knows a value. */
struct ev_reason {
    enum {
        EV_BY_NOTHING,
        EV_BY_CALL,      /* what a function does that is not evaluated; or memory that it gives */
        EV_BY_KERNEL,    /* what a kernel writes */
        EV_BY_BRANCH,    /* a branch that nothing decides */
        EV_BY_LOOP,      /* a loop that is too long to be followed */
        EV_BY_LENGTH,    /* a function that is too long to be followed */
        EV_BY_VARIABLE,  /* a local variable that nothing is written to */
        EV_BY_ARGUMENTS, /* the program's */
        EV_BY_PARAMETER, /* of a function that nothing calls here */
        EV_BY_OTHERS     /* a global variable that other functions may write to */
    } kind;
    const char *name; /* of the function, or NULL */
    struct ev_place place;
};

struct ev_called {
    uint32_t why;      /* the reason that it is for what it makes unknown */
    uint32_t function; /* number, or EV_NONE: the address in `pointer` */
    uint32_t pointer;  /* slot */
    struct ev_operand *args;
    uint32_t n_args;
    uint32_t normal; /* of an invoke: the block behind it; else EV_NONE */
    struct ev_place place;
    struct ev_leaves result;
};

struct ev_case {
    uint64_t value;
    uint32_t block;
};

/* Places of values that a phi takes from one predecessor. */
struct ev_phi {
    uint32_t to, from, n;
};

struct ev_edge {
    uint32_t from; /* block */
    struct ev_phi *at;
    size_t n, cap;
};

struct ev_op {
    uint8_t opcode; /* LLVMOpcode */
    uint8_t predicate;
    uint8_t bits, from_bits; /* of an element of the result, of an operand */
    uint8_t real, from_real;
    uint32_t lanes; /* slots of the result */
    uint32_t to, a, b, c;
    uint32_t why; /* of branches and variables on the stack */
    union {
        const struct ev_leaves *leaves; /* load, store */
        const struct ev_steps *steps;   /* getelementptr */
        const struct ev_called *called;
        const struct ev_case *cases; /* switch: c of them */
        const int *mask;             /* shufflevector */
        uint64_t bytes;              /* alloca */
    } u;
    const struct ev_place *place; /* of branches */
};

struct ev_block {
    uint32_t first, n; /* operations */
    uint32_t *next;    /* blocks */
    uint32_t n_next;
    struct ev_edge *edges; /* one for each predecessor */
    size_t n_edges, edges_cap;
    uint32_t after; /* where all ways from it meet again, or EV_NONE */
    uint32_t loop;  /* the innermost one, or EV_NONE */
};

struct ev_loop {
    uint32_t header, outer; /* block; loop or EV_NONE */
};

struct ev_parameter {
    uint32_t slot, n;
};

struct ev_function {
    LLVMValueRef value;
    const char *name;
    uint32_t object;              /* that its address is of */
    bool declared;                /* it has no body here */
    bool sought;                  /* the next one */
    const struct ev_model *model; /* what it does where it has none, or NULL */
    bool decoded, bad;            /* cannot be evaluated */
    bool called;                  /* an operation or a table of the program names it */
    bool taken;                   /* its address is used other than to call it */
    bool escaped;                 /* code that is not evaluated has its address */
    bool begun;                   /* it was evaluated as a beginning */
    bool entered;                 /* it was evaluated */
    uint32_t active;              /* calls of it that have not returned */
    struct ev_op *ops;
    struct ev_block *blocks;
    uint32_t n_blocks, n_loops;
    struct ev_loop *loops;
    struct ev_parameter *params;
    uint32_t n_params;
    uint32_t n_slots;           /* that operations write */
    struct ev_value *constants; /* behind them */
    uint32_t n_constants;
};

struct ev_global {
    LLVMValueRef value;
    uint32_t object;
};

struct ev_program {
    struct arena *arena;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    struct ev_pool *pool;
    struct ev_function *functions;
    uint32_t n_functions;
    struct ev_global *globals;
    uint32_t n_globals;
    uint32_t first_object;     /* of functions, then of globals, in their order */
    struct handle_map numbers; /* of functions, then of globals */
    struct {
        struct ev_reason *at; /* by number; 0 is none */
        size_t n, cap;
    } reasons;
};

/* The functions and globals of a module, none of which is decoded yet. */
struct ev_program *ev_program_open(struct arena *a, LLVMModuleRef m, struct ev_pool *p);
/* Decodes it unless that is done. False if it cannot be evaluated. */
bool ev_decode(struct ev_program *p, struct ev_function *f);
/* The number of a function or global; EV_NONE if it is none. */
uint32_t ev_symbol_number(const struct ev_program *p, LLVMValueRef f);
struct ev_function *ev_function_of_object(const struct ev_program *p, uint32_t object);

/* The number of a new reason. */
uint32_t ev_add_reason(struct ev_program *p, struct ev_reason r);
/* What it says, behind "unknown: ". */
const char *ev_reason_says(const struct ev_program *p, struct arena *a, uint32_t why);

/* The scalars that a type is made of; false if they are too many. */
bool ev_flatten(struct ev_program *p, LLVMTypeRef t, struct ev_leaves *out);
/* The scalars of a constant. */
void ev_constant(struct ev_program *p, LLVMValueRef c, struct ev_value *out, size_t n);
/* The object of a global variable as it is at first. */
void ev_materialise(void *program, struct ev_memory *m, uint32_t id);
/* Blocks' loops, and where their ways meet. */
void ev_analyse_graph(struct arena *a, struct ev_function *f);
/* Whether the block is in the loop, or in one within it. */
bool ev_is_in_loop(const struct ev_function *f, uint32_t block, uint32_t loop);

#endif
