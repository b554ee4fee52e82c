/* Built-ins as a few operations in a row. */
#ifndef ANALYSIS_LOAD_EXPAND_BUILTIN_H
#define ANALYSIS_LOAD_EXPAND_BUILTIN_H

#include "analysis/load/instruction.h"

/* LLVM's predicates of float comparisons. */
enum { FCMP_OEQ = 1, FCMP_OGT, FCMP_OGE, FCMP_OLT, FCMP_OLE, FCMP_ONE, FCMP_ORD, FCMP_UNO };
enum { FCMP_UNE = 14 };

/* A call under composition. */
struct call {
    struct builder *b;
    struct value v; /* template of the result, with the call's operands */
    const char *name;
    char code; /* of the first parameter's type */
};

/* f(x), f(x, y) as a value shaped like `like`; y may be NONE. */
uint32_t compose_apply(struct builder *b, struct value like, enum op op, uint32_t x, uint32_t y);
uint32_t compose_apply3(struct builder *b, struct value like, enum op op, uint32_t x, uint32_t y,
                        uint32_t z);
uint32_t compose_argument(const struct call *c, uint32_t n);
const struct value *compose_operand(const struct call *c, uint32_t n);
/* The result's shape in components of another type. */
struct value compose_shaped(const struct call *c, enum type type, unsigned bits);
/* The shape of an operand. */
struct value compose_like_operand(const struct call *c, uint32_t n);
/* One component of operand n. */
uint32_t compose_component(const struct call *c, uint32_t n, uint32_t number);

/* expand_geometric.c: a function of floats, or NONE. */
uint32_t load_geometry(const struct call *c);

#endif
