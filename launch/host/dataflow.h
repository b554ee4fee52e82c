/* What the parts of evaluate.h share: where a host program writes what (assignments.c), in which
 * order its statements come (statement_order.c), which write a reading sees
 * (reaching_definitions.c), what an expression is worth (evaluate.c), where an object comes from
 * (object_origin.c), and what CUDA's dim3 holds (dim3.c), what loops count (loops.c), and what the
 * command line gives (program_arguments.c). */
#ifndef LAUNCH_HOST_DATAFLOW_H
#define LAUNCH_HOST_DATAFLOW_H

#include "launch/host/evaluate.h"

/* Deepest chain of assignments and calls, and most expressions evaluated for one result. */
enum { HOST_DEEPEST = 100, HOST_MOST_STEPS = 200 * 1000 };

/* Where something is written: `node` is the assignment, declaration or call. */
struct host_write {
    uint32_t node;
    uint32_t base, index; /* as of struct host_place */
    uint32_t value;       /* node; NO_NODE: what a function that gets the address writes */
};

struct host_writes {
    struct host_write *at;
    size_t n, cap;
};

struct host_calls {
    uint32_t *at;
    size_t n, cap;
};

/* What main() is called with. */
struct host_command_line {
    bool known;
    struct words words;  /* without the program's name */
    uint32_t argc, argv; /* symbols of main()'s parameters, or NO_SYMBOL */
};

struct host_values {
    struct arena *arena;
    const struct host_source *source;
    const struct host_tree *tree;
    struct host_writes *writes; /* by symbol, in the order of nodes */
    struct host_calls *callers; /* by symbol of the function */
    uint32_t *definitions;      /* by symbol: the function's node, or NO_NODE */
    bool *passed;               /* by symbol: it is the argument of a call */
    bool *wanted;               /* by symbol: a value depends on who else calls or sets it */
    struct host_command_line command_line;
    int depth;
    size_t steps;
    size_t n_objects; /* that were followed under other names */
    int objects;      /* names of one object that are followed now, one behind the other */
    bool middles;     /* between host_assume_middle_iteration() and host_end_middles() */
    uint32_t middle;  /* the loop of the last counter that was taken from its middle, or NO_NODE */
};

static inline const struct host_node *host_node_at(const struct host_values *v, uint32_t n) {
    return &v->tree->nodes[n];
}

/* The function of this source that is called, or NO_NODE. */
uint32_t host_called(const struct host_values *v, uint32_t call);
/* The parameter number i of a function, or NO_NODE. */
uint32_t host_parameter(const struct host_values *v, uint32_t function, uint32_t i);
/* The expression that a function returns, if it has one only, or NO_NODE. */
uint32_t host_only_return(const struct host_values *v, uint32_t function);
/* The text that a function writes into: x, or x in "x + strlen(x)". */
uint32_t host_text_of(const struct host_tree *t, uint32_t arg);

/* Says that what other units make of the symbol matters for a value. */
void host_want(struct host_values *v, uint32_t symbol);

/* Whether a loop around the node repeats `again`, but not `once`. */
bool host_loop_between(const struct host_values *v, uint32_t node, uint32_t once, uint32_t again);

/* The write that a reading at the node sees; of a function's body, at its end. Its node is NO_NODE
 * if there is none, or none that is certain, with the reason in *why. */
struct host_write host_reaching(struct host_values *v, struct host_place p, int64_t index,
                                uint32_t node, const struct host_frame *f, const char **why);
/* As host_expression_of(), for a field of an object that is not written here: one that the function
 * was handed, or that another one returned or filled. False if it is none such. */
bool host_field_elsewhere(struct host_values *v, struct host_place p, int64_t index, uint32_t node,
                          const struct host_frame *f, struct host_expr *e, uint32_t *by);

/* The expression whose value the place has at the node; the node that writes it in *by. */
struct host_expr host_expression_of(struct host_values *v, struct host_place p, int64_t index,
                                    uint32_t node, const struct host_frame *f, uint32_t *by);

/* Between host_assume_middle_iteration() and host_end_middles(): whether a loop around the node
 * counts with that variable, and what it is in the middle of the loop. */
bool host_middle_of_loop(struct host_values *v, uint32_t symbol, uint32_t node,
                         const struct host_frame *f, struct host_value *out);
/* Whether it is a loop that counts and does not begin, as its condition does not hold at first. */
bool host_never_loops(struct host_values *v, uint32_t loop, const struct host_frame *f);
/* As host_eval(), but what loops count is unknown. For what decides in which order statements are
 * executed: that is another matter in each iteration. */
struct host_value host_eval_exactly(struct host_values *v, uint32_t node,
                                    const struct host_frame *f);

struct host_command_line host_command_line(struct host_values *v, const char *argv);
/* Whether the symbol is main()'s argc, and its value. */
bool host_is_argc(const struct host_values *v, uint32_t symbol, struct host_value *out);
/* Whether it is main()'s argv, and its element i. */
bool host_is_argv(const struct host_values *v, uint32_t symbol, int64_t i, struct host_value *out);
/* The format of sscanf(text, "%d", &x), which is followed; NO_NODE if the call is none such. */
uint32_t host_scan_format(const struct host_values *v, uint32_t call);
/* What such a call writes. */
struct host_value host_scanned(struct host_values *v, uint32_t call, const struct host_frame *f);

/* Whether the node is a component of a dim3, and which. */
bool host_is_dim3_component(const struct host_values *v, uint32_t member, int *component);

/* "what in host.c:120" */
struct host_value host_unknown(struct host_values *v, uint32_t node, const char *what);
/* What the node names is unknown for that reason. */
struct host_value host_cannot(struct host_values *v, uint32_t node, const char *why);
/* What stands for the thing that the node names, in a message. */
const char *host_label(struct host_values *v, uint32_t node);

#endif
