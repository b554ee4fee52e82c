/* A file of PTX as variables and functions, and these as statements. Syntax only. */
#ifndef SOURCE_LANGUAGES_PTX_MODULE_TEXT_H
#define SOURCE_LANGUAGES_PTX_MODULE_TEXT_H

#include "base/vec.h"
#include "source/languages/ptx/text.h"

enum ptx_space {
    PTX_SPACE_REGISTER,
    PTX_SPACE_PARAM,
    PTX_SPACE_GLOBAL,
    PTX_SPACE_CONST,
    PTX_SPACE_SHARED,
    PTX_SPACE_LOCAL,
    PTX_SPACE_OTHER /* textures and samplers */
};

/* A declaration: of registers, of a variable or of a parameter. */
struct ptx_variable {
    const char *name;
    enum ptx_space space;
    const char *type;  /* of an element: "b32" */
    unsigned scope;    /* that it is declared in, see struct ptx_function */
    unsigned count;    /* "%r<10>": that many registers, whose names end in a number; 0: one */
    uint64_t elements; /* of an array; 0: as many as the launch says */
    uint64_t align;    /* bytes; 0: that of the type */
    bool array;
    bool pointer; /* .ptr: a kernel's parameter is an address */
    bool external;
};

typedef VEC(struct ptx_variable) ptx_variables;

/* ".loc": the place in a source that the instructions behind it are from. */
struct ptx_location {
    unsigned file, line, column;
    const char *function; /* whose text was inlined there, or NULL; the rest is where */
    unsigned at_file, at_line, at_column;
};

enum ptx_statement_kind {
    PTX_INSTRUCTION,
    PTX_LABEL,
    PTX_LOCATION,
    PTX_NO_UNROLLING /* of the loop that begins with the label before */
};

struct ptx_statement {
    enum ptx_statement_kind kind;
    unsigned scope;
    struct ptx_instruction in;
    const char *label;
    struct ptx_location location;
};

/* "targets: .branchtargets A, B;" */
struct ptx_targets {
    const char *name;
    const struct ptx_operand *labels;
    unsigned n, scope;
};

/* Braces within a body are scopes of their own: scope 0 is the body. */
struct ptx_function {
    const char *name;
    unsigned line;
    bool entry;           /* a kernel */
    bool body;            /* else it is declared only */
    unsigned of_group[3]; /* .reqntid; 0: not said */
    ptx_variables results, params, variables;
    VEC(struct ptx_statement) statements;
    VEC(struct ptx_targets) targets;
    VEC(unsigned) parents; /* of scopes; that of scope 0 is 0 */
};

struct ptx_file {
    unsigned number;
    const char *path;
};

/* A text of .debug_str, which .loc names. */
struct ptx_debug_text {
    const char *label, *text;
};

struct ptx_module {
    VEC(struct ptx_function) functions;
    ptx_variables variables;
    VEC(struct ptx_file) files;
    VEC(struct ptx_debug_text) debug_texts;
};

/* NULL, or what is wrong with the text, with its line. */
const char *ptx_parse_module(struct arena *a, const char *text, size_t length,
                             struct ptx_module *m);

#endif
