/* Proposals of how to remove a finding by a local edit of its source. They are made from the text,
 * token by token: what a macro makes is left alone. Whether the copy still computes the same is
 * decided afterwards, on what both texts are compiled to. */
#ifndef DIAG_FIX_EDITS_H
#define DIAG_FIX_EDITS_H

#include "diag/report.h"

enum fix_token_kind { FIX_NAME, FIX_NUMBER, FIX_PUNCTUATION };

/* One token outside comments, strings and directives. */
struct fix_token {
    enum fix_token_kind kind;
    uint32_t begin, end; /* bytes in the text */
    uint32_t line, col;  /* from 1, of its begin */
};

struct fix_text {
    const char *text;
    size_t bytes;
    const struct fix_token *tokens;
    size_t n;
};

struct fix_text fix_text(struct arena *a, const char *text, size_t bytes);
bool fix_token_is(const struct fix_text *t, size_t i, const char *text);
/* The token that begins there, or t->n. */
size_t fix_token_at(const struct fix_text *t, struct loc loc);
/* The bracket, brace or parenthesis that closes the one at i, or t->n. */
size_t fix_closing(const struct fix_text *t, size_t i);
/* The braces of the function around the token: *open and the token that closes it. False if there
 * is none. */
bool fix_function(const struct fix_text *t, size_t i, size_t *open, size_t *close);
/* What the source says from token i up to token `past`, in one line and without comments. */
const char *fix_source(struct arena *a, const struct fix_text *t, size_t i, size_t past);

/* Whether the place, in the text with the edits made, is in what one of them has put there. No edit
 * adds lines. */
bool fix_inserted(const struct finding_fix *fix, struct loc loc);

/* What a proposal is made from and goes to. */
struct fix_context {
    struct arena *arena;
    const struct fix_text *source;
    const struct kernel_result *result;
    const struct finding *finding; /* in the source's own file */
    struct finding_fix *fix;
    struct fix_edits {
        struct fix_edit *at;
        size_t n, cap;
    } edits;
};

/* `text` in place of the tokens from i up to `past`, or before or behind token i. */
void fix_replace(struct fix_context *c, size_t i, size_t past, const char *text);
void fix_insert_before(struct fix_context *c, size_t i, const char *text);
void fix_insert_behind(struct fix_context *c, size_t i, const char *text);

/* Replaces a part of one line, of a comment for example. */
void fix_replace_text(struct fix_context *c, const char *begin, const char *end, const char *text);

/* The text with the edits of the fix made. */
const char *fix_apply(struct arena *a, const struct fix_text *source, const struct finding_fix *fix,
                      size_t *bytes);

/* A copy of the source with the edits of a fix, compiled. Kernels are in source view. */
struct fix_check {
    struct arena *arena;
    const struct kernel *before, *after;
    const struct finding *finding;
    const struct launch *launches; /* all known ones of the kernel */
    size_t n_launches;
    struct finding_fix *fix; /* its title may say more than it did */
};

/* Adds edits and sets the title, and returns true; or returns false. */
typedef bool fix_fn(struct fix_context *c);
/* Whether the copy computes the same, or differs by no more than the title says. */
typedef bool fix_check_fn(const struct fix_check *c);

/* A row of fixes.def. */
struct fix_kind {
    const char *rule;
    fix_fn *propose;
    fix_check_fn *check;
};

#endif
