/* THE model of a kernel: values, blocks, loops, accesses and branches as plain
 * structs without any LLVM type. analysis/load/load.c makes it from bitcode; everything
 * after reads it. It does not depend on a launch or a GPU, so one kernel serves
 * any number of both.
 *
 * There are two views of one kernel (enum view). The source view keeps the source's loops,
 * branches and accesses one to one, and is what gets reported. The machine view is
 * optimised as a GPU compiler would, and is what gets timed. Source locations join
 * them. */
#ifndef ANALYSIS_IR_KERNEL_H
#define ANALYSIS_IR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

/* No value, block, loop, access, ... */
#define NONE UINT32_MAX

enum view { VIEW_SOURCE, VIEW_MACHINE };

enum op {
#define OP(name, text) OP_##name,
#include "analysis/ir/ops.def"
#undef OP
    OPS
};

enum op_class {
#define CLASS(name, text) CLASS_##name,
#include "analysis/ir/classes.def"
#undef CLASS
    CLASSES
};

enum type { TYPE_VOID, TYPE_INT, TYPE_FLOAT, TYPE_POINTER, TYPE_OTHER };

enum space { SPACE_PRIVATE, SPACE_GLOBAL, SPACE_CONSTANT, SPACE_LOCAL, SPACE_GENERIC };

enum workitem_query {
    QUERY_GLOBAL_ID,
    QUERY_LOCAL_ID,
    QUERY_GROUP_ID,
    QUERY_GLOBAL_SIZE,
    QUERY_LOCAL_SIZE,
    QUERY_ENQUEUED_LOCAL_SIZE,
    QUERY_NUM_GROUPS,
    QUERY_GLOBAL_OFFSET,
    QUERY_WORK_DIM,
    QUERY_GLOBAL_LINEAR_ID,
    QUERY_LOCAL_LINEAR_ID,
    QUERY_SUB_GROUP_SIZE,
    QUERY_SUB_GROUP_ID,
    QUERY_SUB_GROUP_LOCAL_ID,
    QUERY_NUM_SUB_GROUPS,
    QUERY_MAX_SUB_GROUP_SIZE,
    QUERY_ENQUEUED_NUM_SUB_GROUPS
};

/* Integer comparisons, numbered as LLVM's C API does. */
enum compare {
    COMPARE_EQ = 32,
    COMPARE_NE,
    COMPARE_UGT,
    COMPARE_UGE,
    COMPARE_ULT,
    COMPARE_ULE,
    COMPARE_SGT,
    COMPARE_SGE,
    COMPARE_SLT,
    COMPARE_SLE
};

/* A place in the source, as clang numbers lines and columns. */
struct loc {
    const char *file;   /* NULL: the kernel's own file */
    uint32_t line, col; /* from 1; line 0 = none */
};

/* One value or instruction, by number. `args` are value numbers. */
struct value {
    uint8_t op;            /* enum op */
    uint8_t type;          /* enum type, of one component */
    uint8_t comps;         /* components of a vector, 1 for a scalar */
    uint8_t cls;           /* enum op_class: what one component costs */
    uint16_t bits;         /* of one component */
    bool fast;             /* the program allows an approximation of it (-cl-fast-relaxed-math) */
    bool in_trace_slice;   /* control flow or an address depends on it: the tracer computes it */
    bool in_control_slice; /* control flow depends on it */
    uint32_t n_args;
    const uint32_t *args;
    int64_t imm;         /* see ops.def */
    const int64_t *imms; /* see ops.def */
    uint32_t n_imms;
    uint32_t block;
    uint32_t site; /* number in accesses[] or branches[], or NONE */
    struct loc loc;
    const char *name; /* in the source or the IR, or NULL */
};

enum access_kind { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC };

/* Of OP_FMUL and OP_FMA: the result is within a few units in the last place. */
enum { ROUNDED_LOOSELY = 1 };
/* Of OP_FPTRUNC: not to the nearest. */
enum { ROUNDED_OTHERWISE = 1 };

/* Atomic operations on integers that leave the same in any order, if others between the same
 * barriers are of the same row here. */
enum atomic_function {
    ATOMIC_OTHER,
    ATOMIC_ADD,
    ATOMIC_SUB,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_MIN,
    ATOMIC_UMIN,
    ATOMIC_MAX,
    ATOMIC_UMAX
};

/* An access that goes on by `step` bytes in each iteration of a loop; step 0: it does not. */
struct stream {
    uint32_t loop;
    int64_t step;
    int64_t offset; /* bytes from where accesses with the same variable are */
};

/* How atomics of several lanes on one address of global memory are done: added up before they leave
 * the multiprocessor, or each by itself. In local memory, those of floating-point numbers are loops
 * that compare and swap. */
enum atomic_kind { ATOMICS_TOGETHER, ATOMICS_EACH, ATOMICS_FLOAT, ATOMICS_DOUBLE };

/* One memory instruction. */
struct access {
    uint32_t value;
    uint8_t kind;     /* enum access_kind */
    uint8_t space;    /* enum space */
    uint8_t atomic;   /* enum atomic_kind, of an atomic */
    bool commutative; /* an atomic: what all of them leave behind the next barrier has no order */
    bool reads_atomic_result; /* a load that other work-items' atomics may come before, or not */
    bool assumed;             /* the address rests on an assumption: nothing is known exactly */
    bool read_only;           /* a load of global memory that the kernel writes to by no pointer */
    bool is_volatile;
    bool nontemporal; /* the source says that nobody touches it again soon */
    bool tiled;       /* of a texture of several dimensions, whose tiles nobody knows */
    bool guarded;     /* only lanes for which the last argument is true take part */
    uint32_t bytes;   /* per work-item */
    uint32_t
        parts; /* accesses of equal size that its alignment allows; 1: it is aligned to its size */
    uint32_t root;        /* value number of the parameter or object it is based on, or NONE */
    uint32_t unique_base; /* the same where it cannot be based on another, else NONE */
    const char *base;     /* its name, or NULL */
    uint32_t linked; /* without a root: the parameter into whose buffer the pointers lead that the
                        kernel loads one after another, or NONE */
    struct stream stream;
    struct loc loc;
};

/* One branch with more than one successor. */
struct branch {
    uint32_t value;
    struct loc loc;
};

/* Piece of a block for the simulator: some straight-line computation, or one
 * memory instruction or barrier. */
enum item_kind { ITEM_COMPUTE, ITEM_ACCESS, ITEM_BARRIER };

struct item {
    uint8_t kind;          /* enum item_kind */
    uint32_t value;        /* the instruction; for ITEM_COMPUTE the first one */
    uint32_t access;       /* number in accesses[], or NONE */
    const uint32_t *waits; /* accesses whose result this item needs */
    uint32_t n_waits;
    uint16_t count[CLASSES]; /* instructions per class */
    uint16_t chain[CLASSES]; /* of those, the ones on the longest dependence chain */
    struct loc loc;
};

struct block {
    const char *name;
    const uint32_t *values;  /* in order; phis first, the terminator last */
    const uint32_t *compact; /* the same in an order that keeps few alive; machine view */
    /* ... where NVIDIA's assembler does not see the block as a whole, or NULL */
    const uint32_t *windowed_order;
    uint32_t n_values;
    const uint32_t *succs;
    uint32_t n_succs;
    const uint32_t *preds; /* in the order of the phis' arguments */
    uint32_t n_preds;
    uint32_t idom;
    uint32_t ipdom; /* n_blocks: the exit */
    uint32_t loop;  /* innermost loop, or NONE */
    uint32_t first_item, n_items;
    bool predicated;     /* short enough to be executed without branching */
    uint32_t empty_item; /* what warps without a lane in it issue then, or NONE */
};

struct loop {
    uint32_t header;
    uint32_t parent; /* NONE: outermost */
    uint32_t depth;  /* from 1 */
    struct loc loc;
    const char *formula; /* trip count in the kernel's own names, or NULL */
    const char *by;      /* which analysis gave it: "const", "scev", "induction"; NULL: none */
    int64_t const_trips; /* -1: not constant */
    uint32_t unrolled; /* iterations of the source's loop in one of the machine view's; 0: the loop
                          does what an unrolled one leaves over */
};

/* One number in a structure: nested structures and arrays are flat. */
struct param_field {
    uint64_t offset; /* bytes */
    uint8_t type;    /* enum type */
    uint16_t bits;
};

struct param {
    const char *name;
    uint8_t type; /* enum type; TYPE_OTHER: a structure by value */
    uint16_t bits;
    uint8_t comps;                    /* of a vector, 1 for a scalar */
    const struct param_field *fields; /* of a structure */
    uint32_t n_fields;
    uint8_t space;         /* of a pointer */
    uint32_t elem_bytes;   /* of a pointer, 0 = unknown */
    bool restricted;       /* a pointer by which alone its memory is accessed */
    bool own_memory;       /* an array that no other parameter points into */
    bool dynamic;          /* CUDA's extern __shared__ array, behind the parameters */
    const char *type_name; /* as written in the source, or NULL */
    uint32_t value;
};

/* A variable in memory: local array, program-scope constant, private array. */
struct object {
    const char *name;
    uint8_t space;
    uint64_t bytes;
    const uint8_t *init; /* contents where they are constant and known, else NULL */
    uint32_t value;
};

/* 32-bit registers that values of one work-item take at the same time, at most. */
struct register_demand {
    const char *target;  /* the compiler that makes such code, NULL: nobody asked */
    uint32_t least;      /* instructions in the order that keeps few alive */
    uint32_t overlapped; /* in the order that hides latencies */
    uint32_t assigned;   /* NVIDIA: numbers handed out in that order, see regs_assign() */
    /* By access: iterations of its loop whose loads come before the first is waited for; 1: each
     * waits. NULL: all do. */
    const uint8_t *ahead;
};

/* In which expressions are printed, and findings worded; nothing else depends on it. */
enum kernel_language { KERNEL_OPENCL, KERNEL_CUDA, KERNEL_LOOP };

/* A scalar of a sequential loop that goes on from one iteration to the next. */
struct carried_scalar {
    const char *name;
    const char *operation; /* "+" of a sum, "*", "min", "max", "&", "|", "^"; NULL: no reduction */
};

/* A loop of the source on the processor, as LLVM's model of its pipeline executes the optimised
 * code with all data in the first cache. */
struct processor_loop {
    uint32_t depth; /* 0: the outermost one of the work-items */
    struct loc loc;
    uint32_t iterations; /* where they are constant, else 0 */
    uint32_t at_once;    /* iterations that one of its vectors does; 1: not vectorised */
    double cycles;       /* for one iteration, without loops within */
};

/* What a kernel of KERNEL_LOOP was. */
struct sequential_loop {
    const char *counters[3]; /* by dimension of the work-items; NULL: no such dimension */
    const struct carried_scalar *carried;
    size_t n_carried;
    const char *const
        *privates; /* scalars of outside that each iteration sets before it uses them */
    size_t n_privates;
    const struct processor_loop *processor; /* outer before inner; none where there is no model */
    size_t n_processor;
};

struct kernel {
    const char *name, *file; /* file as given to the front end */
    const char *directory;   /* that it was compiled in, as debug information says, or NULL */
    const char *symbol;      /* in the object file, NULL: unknown; C++ names are mangled */
    struct loc loc;
    enum view view;
    enum kernel_language language;
    const struct sequential_loop *sequential; /* of KERNEL_LOOP, else NULL */
    struct value *values;
    uint32_t n_values;
    struct block *blocks; /* [0] is the entry */
    uint32_t n_blocks;
    struct loop *loops; /* outer before inner, in source order */
    uint32_t n_loops;
    struct access *accesses;
    uint32_t n_accesses;
    struct branch *branches;
    uint32_t n_branches;
    struct item *items;
    uint32_t n_items;
    struct param *params;
    uint32_t n_params;
    struct object *objects;
    uint32_t n_objects;
    uint32_t reqd_local[3]; /* reqd_work_group_size, 0 = none */
    uint32_t most_local;    /* work-items of a group: __launch_bounds__, 0 = none */
    bool uneven_groups;     /* OpenCL 2.0: the last work-group of a dimension may be smaller */
    uint32_t static_local_bytes;
    const struct register_demand *demand; /* of a machine view, by compiler (targets.def) */
    uint32_t n_demand;
    uint32_t private_bytes; /* private variables that live in memory, per work-item */
    bool guessed;           /* an instance of a template, a number of which is a guess */
    const char *unmodelled; /* something whose effect on time is left out, or NULL */
    const char *reason;     /* why it cannot be traced (irreducible, ...), or NULL */
};

/* The value that says which lanes take part in a guarded access. */
static inline uint32_t an_condition(const struct kernel *k, uint32_t access) {
    const struct value *v = &k->values[k->accesses[access].value];
    return v->args[v->n_args - 1];
}

/* Forms of machine views: GPUs' compilers differ in the loops that they unroll, in the neighbouring
 * words of global memory that they make one access, and in what they compute of divisions and wide
 * integers. */
enum machine_form {
    FORM_UNROLL_ALL,      /* also loops whose trip count nobody knows; words known to be aligned */
    FORM_KEEP_DIVISIONS,  /* the same, and divisions by powers of two that a loop doubles */
    FORM_UNROLL_CONSTANT, /* loops of constant trip count; words of any alignment */
    FORM_WHOLE_INTEGERS,  /* the same, and both halves of 64-bit integers where one would do */
    MACHINE_FORMS
};

/* A set of them: bit by number. */
typedef unsigned form_set;

/* The kernels of one source in both views. */
struct module {
    struct kernel **source; /* the kernels in source view, in source order */
    /* Their machine views, by form; NULL: not asked for. */
    struct kernel **machine[MACHINE_FORMS];
    size_t n;
    const char *const *system_folders; /* as of struct module_input */
};

/* What a module is made from. */
struct module_input {
    const char *bitcode; /* the path of LLVM bitcode or textual IR */
    const char *file;    /* the source's name as the user gave it; locations in it have no file */
    /* Of headers that are not the user's, up to NULL: what is inlined from there is at the user's
     * call. NULL: none are known. */
    const char *const *system_folders;
};

/* Kernels that are not to be analysed: `of` gives the reason, or NULL. It is asked for every
 * kernel, by number in the module, before anything is done with them. */
struct refusals {
    const char *(*of)(const struct refusals *r, size_t number, const char *kernel);
};

#endif
