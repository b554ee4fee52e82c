/* Names of what a kernel consists of, as dumps and reports print them, and which things are the
 * same. */
#ifndef ANALYSIS_IR_NAMES_H
#define ANALYSIS_IR_NAMES_H

#include "analysis/ir/kernel.h"

/* Whether both are one place, or are in one line, of one file. */
bool loc_same(struct loc a, struct loc b);
bool loc_same_line(struct loc a, struct loc b);
const char *op_text(enum op op);
const char *class_text(enum op_class cls);
/* Whether the class is of functions that the special function units approximate. */
bool class_is_special(enum op_class cls);
/* Whether it is of full-precision elementary functions. */
bool class_is_elementary(enum op_class cls);
/* Whether it is of products of matrices that a warp computes together. */
bool class_is_matrix(enum op_class cls);
/* The multiply-adds that are one instruction of such a class. */
enum { MATRIX_UNIT = 256 };
const char *space_text(enum space space);
const char *access_text(enum access_kind kind);

#endif
