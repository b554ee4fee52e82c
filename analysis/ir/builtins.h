/* Names of OpenCL built-ins to operations of the kernel model. */
#ifndef ANALYSIS_IR_BUILTINS_H
#define ANALYSIS_IR_BUILTINS_H

#include "analysis/ir/kernel.h"

/* What a computed MATH function is; MATH_OTHER is only priced, not computed. */
enum math_function {
    MATH_OTHER,
    MATH_FABS,
    MATH_FLOOR,
    MATH_CEIL,
    MATH_TRUNC,
    MATH_ROUND,
    MATH_RINT,
    MATH_SQRT,
    MATH_EXP2, /* of small integers, and log2 of powers of two: exact everywhere */
    MATH_LOG2,
    MATH_EXPONENT, /* of frexp, an int, and the rest of it */
    MATH_FRACTION,
    MATH_LDEXP,
    /* of which implementations differ in the last places; see eval_interval.c */
    MATH_EXP,
    MATH_EXP10,
    MATH_EXPM1,
    MATH_LOG,
    MATH_LOG10,
    MATH_LOG1P,
    MATH_POW,
    MATH_SIN,
    MATH_COS,
    MATH_TAN,
    MATH_ASIN,
    MATH_ACOS,
    MATH_ATAN,
    MATH_ATAN2,
    MATH_SINH,
    MATH_COSH,
    MATH_TANH,
    MATH_ERF,
    MATH_ERFC,
    MATH_CBRT,
    MATH_RSQRT,
    MATH_HYPOT,
    /* of integers, which are unsigned with the flag below */
    MATH_POPCOUNT,
    MATH_CLZ,
    MATH_CTZ,
    MATH_HADD,
    MATH_RHADD,
    MATH_ADD_SAT,
    MATH_SUB_SAT,
    MATH_ABS_DIFF,
    MATH_MAD_SAT,
    MATH_FSHL,
    MATH_FSHR,
    MATH_BYTE_SWAP,
    MATH_BIT_REVERSE,
    MATH_UNSIGNED = 256
};

/* What the work-items of a sub-group do together; of unsigned numbers with the flag below. */
enum subgroup_function {
    SUBGROUP_BROADCAST,
    SUBGROUP_SHUFFLE,
    SUBGROUP_SHUFFLE_XOR,
    SUBGROUP_SHUFFLE_UP,
    SUBGROUP_SHUFFLE_DOWN,
    SUBGROUP_ANY,
    SUBGROUP_ALL,
    SUBGROUP_BALLOT, /* a bit for each lane */
    SUBGROUP_ADD,
    SUBGROUP_MIN,
    SUBGROUP_MAX,
    SUBGROUP_FUNCTION = 15,
    SUBGROUP_INCLUSIVE = 16, /* each over the lanes up to itself */
    SUBGROUP_EXCLUSIVE = 32, /* each over the lanes before it */
    SUBGROUP_ACROSS = 64,    /* by the whole work-group */
    SUBGROUP_UNSIGNED = 256
};

struct builtin {
    const char *name;
    enum op op;
    enum op_class cls;
    int imm;
};

/* The row for a plain name, or NULL. */
const struct builtin *builtin_find(const char *name);
/* A name of the function, NULL if there is none. */
const char *builtin_math_name(int64_t function);

/* Plain name and first parameter's type code of an Itanium-mangled function:
 * "_Z3minjj" is "min" with code 'j'. An unmangled name is taken as it is. */
const char *builtin_demangle(struct arena *a, const char *mangled, char *first_type);

/* Whether a type code of mangled names is of an unsigned integer. */
bool is_unsigned_code(char code);

/* Bytes of the elements that a mangled function's first parameter points to: "_Z1fPU3AS1KDv4_fm"
 * has
 * 16. 0: not known. */
unsigned builtin_element_bytes(const char *mangled);

/* True for the atomic_*, atom_* families, which read and write memory. */
bool builtin_is_atomic(const char *name);
/* By the mangled name, whose last letter is the operand's type. */
enum atomic_function builtin_atomic_function(struct arena *a, const char *mangled);

#endif
