/* What an editor underlines for a place in a source: the expression around it. */
#ifndef LSP_EXPRESSION_H
#define LSP_EXPRESSION_H

#include "diag/text/source.h"

/* The expression in the line that a compiler's column, counted from 1, stands for: of an operator
 * the operands beside it, of an assignment what is assigned to, of a name its members, subscripts
 * and arguments. What goes on in other lines, or is no expression, is only what diag_range() finds.
 */
struct diag_range expression_at(struct diag_line l, uint32_t col);

#endif
