/* As much of OpenCL C's syntax as edits need, token by token. */
#ifndef DIAG_FIX_SYNTAX_H
#define DIAG_FIX_SYNTAX_H

#include "diag/fix/edits.h"

/* Past the closing token of the statement that begins at i: a block, or up to its semicolon. */
size_t fix_statement_end(const struct fix_text *t, size_t i);
/* Past the operand that begins at i: signs and casts, a name, number or parenthesis, and what
 * follows it (calls, elements, members). t->n if there is none. */
size_t fix_operand_end(const struct fix_text *t, size_t i);
/* Past the rest of the expression that goes on at i: up to its semicolon, comma or bracket. */
size_t fix_expression_end(const struct fix_text *t, size_t i);
/* Whether token i, behind a variable, is an operator that assigns to it, or ++ or --. */
bool fix_assigns(const struct fix_text *t, size_t i);
/* What a division at token i divides by: the tokens from *begin up to *past. False if there is
 * none. */
bool fix_divisor(const struct fix_text *t, size_t i, size_t *begin, size_t *past);
/* Makes the division at token i, by what ends before `past`, a multiplication by `factor`. */
void fix_multiply(struct fix_context *c, size_t i, size_t past, const char *factor);
/* Only names, numbers, members and arithmetic: evaluating it once more changes nothing. */
bool fix_is_plain(const struct fix_text *t, size_t i, size_t past);
/* Whether there is a return or a goto between the tokens. */
bool fix_leaves(const struct fix_text *t, size_t i, size_t past);
/* Whether the variable of that name may change between the tokens, or is declared there. */
bool fix_may_change(const struct fix_text *t, size_t i, size_t past, const char *name);
/* Puts the prefix before the elementary function that is called at the finding's place, and
 * says `what` that is. False if none is. */
bool fix_prefix_call(struct fix_context *c, const char *prefix, const char *what);
/* Whether nothing but that call computes another value, which is neither compared nor made an
 * integer. */
bool fix_check_call(const struct fix_check *c);
/* A name that the source does not have: the wanted one, or that with underscores. */
const char *fix_unused_name(const struct fix_context *c, const char *wanted);

#endif
