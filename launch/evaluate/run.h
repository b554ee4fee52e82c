/* The evaluation of a program: what its parts share. run.c follows the blocks of a function,
 * operations.c computes, calls.c calls, and the models are what functions do that the program does
 * not define. */
#ifndef LAUNCH_EVALUATE_RUN_H
#define LAUNCH_EVALUATE_RUN_H

#include "launch/evaluate/evaluate.h"
#include "launch/evaluate/program.h"

/* What stands on a way: a branch that nothing decides. */
struct ev_condition {
    const struct ev_place *place;
    const struct ev_condition *outer;
};

struct ev_frame;

struct ev_run {
    struct arena *arena;
    struct arena slots; /* of frames, released with them */
    struct ev_program *program;
    struct ev_pool *pool;
    const struct ev_request *request;
    uint64_t steps, most_steps;
    size_t most_bytes;
    bool stopped;                     /* a limit is reached: all states end */
    const struct ev_frame *abandoned; /* but only those of this function, or NULL */
    struct ev_memory *left;           /* what it leaves: one of its states' memory */
    bool incomplete;                  /* a function was abandoned */
    bool from_main;                   /* main() was followed to its end */
    bool unknown_calls;               /* of functions whose address is not known */
    bool other_files; /* functions of other files are called, which may call those of this one */
    int depth, calls;
    int widenings; /* loops that are evaluated for any number of iterations, one in another */
    const struct ev_condition *condition;
    uint32_t why; /* reason for the branch that the way is a side of */
    const struct ev_frame *frame;
    struct ev_launches launches;
    uint64_t read;               /* bytes of buffers that kernels were told of */
    uint64_t n_events;           /* launches made, also those that are noted already */
    struct ev_place configured;  /* where the sizes of the next launch were given */
    VEC(struct ev_place) places; /* of nodes of graphs: where their sizes were given */
    uint32_t pending;            /* object of the configuration of the next launch */
    uint32_t random;             /* object of the state of rand() */
};

/* One way through a function so far. */
struct ev_state {
    struct ev_memory *memory;
    struct ev_value *slots;
    struct ev_state *next_free;
};

struct ev_loop_state {
    uint64_t steps, events; /* when it was entered */
    bool unknown_end;       /* a branch that leaves it is not known */
    uint32_t why;           /* that branch's reason */
};

/* A function that is being evaluated. */
struct ev_frame {
    struct ev_function *function;
    struct ev_loop_state *loops;
    struct ev_state *free;
    struct {
        uint32_t *at;
        size_t n, cap;
    } allocated;         /* objects on its stack */
    uint32_t result;     /* slot of what it returns */
    uint64_t most_steps; /* of the run, when it is abandoned */
    const struct ev_frame *caller;
    const struct ev_place *place; /* of the call, or NULL */
};

/* A call of a function that has a model, or of an unknown one. */
struct ev_call {
    struct ev_run *run;
    struct ev_state *state;
    const struct ev_called *called;
    struct ev_function *function; /* NULL: nobody knows */
    const struct ev_model *model;
    const char *name;
    struct ev_value *args; /* the first scalar of each */
    uint32_t n_args;
    struct ev_value result, second; /* scalars of what it returns */
    bool ended;                     /* it does not return */
};

struct ev_model {
    const char *name;
    void (*evaluate)(struct ev_call *c);
    int number; /* for models of several functions */
};

/* NULL: none. */
const struct ev_model *ev_find_model(const char *name);
/* Whether a function's mangled name says that it does not write to what the parameter points to. */
bool ev_is_constant_parameter(const char *name, uint32_t parameter);
/* What unknown code may do: all that its arguments lead to becomes unknown. */
void ev_call_unknown(struct ev_call *c);
/* Calls the function for a model; false if it does not return. */
bool ev_call_function(struct ev_run *r, struct ev_state *s, struct ev_function *f,
                      const struct ev_value *args, uint32_t n, struct ev_value *result,
                      uint32_t n_results, const struct ev_place *place);
/* The call of an operation; false if it does not return. */
bool ev_evaluate_call(struct ev_run *r, struct ev_frame *f, struct ev_state *s,
                      const struct ev_op *op);
/* Any other operation that is no branch. */
void ev_compute(struct ev_run *r, struct ev_frame *f, struct ev_state *s, const struct ev_op *op);
/* Arithmetic of one element. */
struct ev_value ev_arithmetic(const struct ev_op *op, struct ev_value a, struct ev_value b);
struct ev_value ev_compare(const struct ev_op *op, struct ev_value a, struct ev_value b);
struct ev_value ev_convert(const struct ev_op *op, struct ev_value a);

/* The function from its first block on, with its parameters set in the state; NULL if it never
 * returns. */
struct ev_state *ev_run_function(struct ev_run *r, struct ev_frame *f, struct ev_state *s);

/* Notes the launch, or that one of those noted is made once more. */
void ev_note_launch(struct ev_run *r, const struct ev_launch *l);
/* The innermost place of the source itself, or of headers if there is none. */
struct ev_place ev_place_of_call(const struct ev_run *r, const struct ev_place *place);

#endif
