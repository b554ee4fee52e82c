/* Values of a host program's expressions, as far as they can be read off the source: constants,
 * variables whose last assignment before a place is certain, arithmetic, and functions that only
 * compute. What depends on anything else is unknown, with the reason. */
#ifndef LAUNCH_HOST_EVALUATE_H
#define LAUNCH_HOST_EVALUATE_H

#include "launch/host/source.h"

struct host_value {
    enum { VALUE_UNKNOWN, VALUE_INT, VALUE_FLOAT, VALUE_TEXT } kind;
    int64_t integer;
    double real;
    const char *text; /* VALUE_TEXT, and the reason of VALUE_UNKNOWN */
};

/* A call of a function that the values of its parameters come from. NULL is a call that nobody
 * knows. */
struct host_frame {
    uint32_t call; /* node */
    const struct host_frame *caller;
};

/* An expression, and where it is evaluated. */
struct host_expr {
    uint32_t node; /* NO_NODE: see why */
    const struct host_frame *frame;
    const char *why;
};

struct host_values;

/* `argv` is what the program is called with, or NULL. */
struct host_values *host_values(struct arena *a, const struct host_source *s, const char *argv);

struct host_value host_eval(struct host_values *v, uint32_t node, const struct host_frame *f);
/* Element i of the array, or of what the pointer points to. */
struct host_value host_eval_element(struct host_values *v, uint32_t node, int64_t i,
                                    const struct host_frame *f);
/* In between, variables that loops with constant bounds count have their value in the middle of the
 * loop: they have no single one, and that is a fair sample of all. The end gives the node of such a
 * loop, or NO_NODE if there was none. */
void host_assume_middle_iteration(struct host_values *v);
uint32_t host_end_middles(struct host_values *v);
/* How often the body of a `for` is executed that counts in equal steps. */
struct host_value host_trips(struct host_values *v, uint32_t loop, const struct host_frame *f);
/* The argument of the frame's call for the parameter; NO_NODE if there is none. */
uint32_t host_argument_for(struct host_values *v, uint32_t symbol, const struct host_frame *f);
/* The call or construction that made the object, through variables, parameters and functions that
 * return it. */
struct host_expr host_origin_of(struct host_values *v, uint32_t node, const struct host_frame *f);

/* The reference to the kernel that an expression is, through variables and parameters. */
struct host_expr host_kernel_of(struct host_values *v, uint32_t node, const struct host_frame *f);
/* What the variable holds that is called as a kernel; node NO_NODE if no variable is called. */
struct host_expr host_kernel_held(struct host_values *v, uint32_t call, const struct host_frame *f);
/* The list that initialises the array. */
struct host_expr host_list_of(struct host_values *v, uint32_t node, const struct host_frame *f);
/* What a field of the structure, or of the one pointed to, holds at the node `at`: as it was
 * assigned, or as element `index` of the initialiser. */
struct host_expr host_field_of(struct host_values *v, uint32_t object, const char *field,
                               uint32_t index, uint32_t at, const struct host_frame *f);

/* All that may have made it, in *out, of which there is room for `most`, whichever assignment came
 * last; 0 if there are more, or one is not known. */
size_t host_origins_of(struct host_values *v, uint32_t node, const struct host_frame *f,
                       struct host_expr *out, size_t most);

/* Symbols that were asked for so far and that other units may call, define or set: by number. */
const bool *host_wanted(const struct host_values *v);

/* Component 0 to 2 of the dim3 as it is at the node `at`. */
struct host_value host_dim3_component(struct host_values *v, uint32_t node, int component,
                                      uint32_t at, const struct host_frame *f);
/* Whether an argument of a call is the parameter's default. */
bool host_is_default(const struct host_tree *t, uint32_t argument);

/* "host.c:120" */
const char *host_where(struct arena *a, const struct host_source *s, uint32_t node);
/* Whether `before` is executed before `node` whenever that is, or on no way to it that loops. Both
 * are of one function. */
enum host_order { ORDER_NEVER, ORDER_MAYBE, ORDER_ALWAYS };
enum host_order host_order(struct host_values *v, uint32_t before, uint32_t node,
                           const struct host_frame *f);
/* Calls of the function in this source. */
struct host_nodes {
    const uint32_t *at;
    size_t n;
};
struct host_nodes host_callers(const struct host_values *v, uint32_t function);
/* The calls by which the program comes to the node, as far back as there is one way only; NULL if
 * there is none, or several. */
const struct host_frame *host_only_way(struct host_values *v, uint32_t node);

#endif
