/* The syntax tree of a host program, as far as launches depend on it. clang_tree.c makes it.
 */
#ifndef LAUNCH_HOST_TREE_H
#define LAUNCH_HOST_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NO_NODE UINT32_MAX

/* What stands between <<< and >>> is a call of this function. */
#define HOST_CONFIGURATION "<<<>>>"
/* Whether clang calls it so, which depends on the language and its options. */
bool host_is_configuration(const char *name);

enum host_node_kind {
    NODE_OTHER,
    NODE_FUNCTION,
    NODE_PARAM,
    NODE_VAR,       /* or a field; child: its initializer, if any */
    NODE_REF,       /* of a variable, a parameter or a function */
    NODE_MEMBER,    /* child: the object, if one is named */
    NODE_SUBSCRIPT, /* children: array, index */
    NODE_CALL,      /* children: what is called, arguments */
    NODE_CONSTRUCT, /* children: arguments */
    NODE_INT,
    NODE_FLOAT,
    NODE_STRING,
    NODE_UNARY,
    NODE_BINARY, /* assignments too */
    NODE_CONDITIONAL,
    NODE_INIT_LIST,
    NODE_CAST, /* child: what is converted; parentheses too */
    NODE_COMPOUND,
    NODE_IF, /* children: condition, then, else */
    NODE_LOOP,
    NODE_SWITCH,
    NODE_RETURN
};

enum host_operator {
    HOST_NONE,
    HOST_ADD,
    HOST_SUB,
    HOST_MUL,
    HOST_DIV,
    HOST_REM,
    HOST_SHL,
    HOST_SHR,
    HOST_BIT_AND,
    HOST_BIT_OR,
    HOST_BIT_XOR,
    HOST_LT,
    HOST_GT,
    HOST_LE,
    HOST_GE,
    HOST_EQ,
    HOST_NE,
    HOST_AND,
    HOST_OR,
    HOST_COMMA,
    HOST_ASSIGN, /* with `compound`: the operation of += and its like; ++ and -- are += 1 */
    HOST_ADDRESS,
    HOST_POINTEE,
    HOST_NEGATE,
    HOST_PLUS,
    HOST_INVERT,
    HOST_NOT
};

enum host_type { HOST_OTHER, HOST_INT, HOST_UINT, HOST_FLOAT, HOST_POINTER };

struct host_node {
    uint8_t kind;                 /* enum host_node_kind */
    uint8_t type;                 /* enum host_type of what it evaluates to, or of the variable */
    uint8_t bytes;                /* size of an arithmetic type */
    uint8_t op;                   /* enum host_operator */
    uint8_t compound;             /* enum host_operator */
    bool postfix;                 /* the old value of ++ or -- */
    bool shared;                  /* NODE_VAR: lives longer than a call of its function */
    uint32_t parent, next, child; /* next: sibling */
    uint32_t function;            /* the innermost around it, or NO_NODE */
    uint32_t symbol;              /* what is declared or named: equal things have equal numbers */
    uint32_t file, line;
    const char *name;      /* of a declaration, reference, call or class; text of a string */
    const char *type_name; /* of a declaration, or a reference to what is no number */
    const char *kernel;    /* of a reference to a kernel: its symbol, or its name where a template
                              chooses the instance; else NULL */
    int64_t integer;
    double real;
};

/* What a symbol is for other translation units. */
struct host_symbol {
    enum { SYMBOL_LOCAL, SYMBOL_FUNCTION, SYMBOL_VARIABLE, SYMBOL_FIELD } kind;
    const char *name;     /* as it is written */
    const char *external; /* equal for what several units mean; NULL: only this one knows it */
    uint32_t definition;  /* node of the body or variable; NO_NODE: it is just declared */
};

/* A node comes before its children, and in straight-line code in the order of execution. */
struct host_tree {
    const struct host_node *nodes;
    uint32_t n, n_symbols;
    const struct host_symbol *symbols; /* by number */
    uint32_t n_own; /* of the source itself; the nodes after them are of other units */
};

#define NO_SYMBOL UINT32_MAX

/* The node's child number i from 0, or NO_NODE. */
uint32_t host_child(const struct host_tree *t, uint32_t node, uint32_t i);
uint32_t host_count_children(const struct host_tree *t, uint32_t node);
uint32_t host_last_child(const struct host_tree *t, uint32_t node);
/* A call's argument number i from 0, or NO_NODE. */
uint32_t host_argument(const struct host_tree *t, uint32_t call, uint32_t i);
/* Whether the node is `outer` or under it. */
bool host_is_inside(const struct host_tree *t, uint32_t node, uint32_t outer);
/* Whether it is &x. */
bool host_is_address(const struct host_node *n);
/* The node without conversions and parentheses around it. */
uint32_t host_strip_casts(const struct host_tree *t, uint32_t node);
/* The node without conversions, parentheses and & around it. */
uint32_t host_strip(const struct host_tree *t, uint32_t node);

/* In place of an index: element 0, as of *p. */
#define HOST_FIRST (NO_NODE - 1)

/* What an expression names. */
struct host_place {
    uint32_t symbol; /* NO_SYMBOL: something else */
    uint32_t base;   /* symbol of the object whose field it is, or NO_SYMBOL */
    uint32_t index;  /* node of the element's index; NO_NODE: all of it; HOST_FIRST */
};

struct host_place host_place_of(const struct host_tree *t, uint32_t node);

#endif
