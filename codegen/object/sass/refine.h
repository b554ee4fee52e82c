/* What bits of single instructions say from Volta on: types, shapes, targets. */
#ifndef CODEGEN_OBJECT_SASS_REFINE_H
#define CODEGEN_OBJECT_SASS_REFINE_H

#include "codegen/object/sass/row.h"

/* Where the operands of an instruction are, from Volta on. */
enum sass_layout {
    LAYOUT_PLAIN,        /* a result and three sources, each in a place of its own */
    LAYOUT_ALU,          /* the second or third source may be something else than a register */
    LAYOUT_MEMORY,       /* an address, and data whose registers follow from the size */
    LAYOUT_IMAGE,        /* coordinates, data, and the handle of a texture or surface */
    LAYOUT_COPY,         /* from global to local memory: two addresses */
    LAYOUT_GROUP_PRODUCT /* of matrices, by four warps */
};

/* Where the size of an access is, from Volta on. */
enum sass_size { SIZE_ACCESS, SIZE_ATOMIC, SIZE_FLOAT_ATOMIC, SIZE_IN_REGISTER };

enum { ALWAYS = 7, UNIFORM_PREDICATES = 8, FORM_BIT = 9 };

/* A uniform register at that bit, of which Blackwell has 255 and earlier generations 63. */
void sass_read_uniform(struct sass_refined *r, unsigned at, unsigned n);

/* Each is the `refine` of rows of its name. */
void refine_ldg(struct sass_refined *r);
void refine_plop3(struct sass_refined *r);
void refine_isetp(struct sass_refined *r);
void refine_imad(struct sass_refined *r);
void refine_conversion(struct sass_refined *r);
void refine_cs2r(struct sass_refined *r);
void refine_match(struct sass_refined *r);
void refine_ldgsts(struct sass_refined *r);
void refine_matrices(struct sass_refined *r);
void refine_texture(struct sass_refined *r);
void refine_barrier(struct sass_refined *r);
void refine_target(struct sass_refined *r);
void refine_branch(struct sass_refined *r);
void refine_bmov(struct sass_refined *r);
void refine_voteu(struct sass_refined *r);
void refine_uldc(struct sass_refined *r);

/* Products of matrices: shapes and types. */
void refine_hmma_884(struct sass_refined *r);
void refine_hmma(struct sass_refined *r);
void refine_imma(struct sass_refined *r);
void refine_bmma(struct sass_refined *r);
void refine_dmma(struct sass_refined *r);
void refine_qmma(struct sass_refined *r);
void refine_omma(struct sass_refined *r);
void refine_gmma(struct sass_refined *r);
void refine_utcmma(struct sass_refined *r);
void refine_tensor_memory(struct sass_refined *r);

#endif
