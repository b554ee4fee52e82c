/* Rows of a local array of two and more dimensions, one element longer. */
#include "diag/fix.h"

static const char *array_of(const struct fix_context *c) {
    const struct kernel *k = c->result->kernel;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (k->accesses[i].space == SPACE_LOCAL && k->accesses[i].base &&
            loc_same(k->accesses[i].loc, c->finding->loc))
            return k->accesses[i].base;
    return NULL;
}

/* Whether the declaration that token i is in says that it is local. */
static bool is_local(const struct fix_text *t, size_t i) {
    while (i-- > 0 && !fix_token_is(t, i, ";") && !fix_token_is(t, i, "{") &&
           !fix_token_is(t, i, "}"))
        if (fix_token_is(t, i, "__local") || fix_token_is(t, i, "local") ||
            fix_token_is(t, i, "__shared__"))
            return true;
    return false;
}

/* The bracket that opens the last dimension of several, if a declaration is at the name. */
static size_t last_dimension(const struct fix_text *t, size_t name) {
    size_t dimensions = 0, last = t->n, i = name + 1;
    for (; fix_token_is(t, i, "["); dimensions++) {
        last = i;
        i = fix_closing(t, i) + 1;
    }
    return dimensions >= 2 ? last : t->n;
}

/* The tokens of the kernel: local arrays are declared nowhere else. */
static bool kernel_body(const struct fix_context *c, size_t *open, size_t *close) {
    const struct fix_text *t = c->source;
    for (*open = 0; *open < t->n; ++*open)
        if (t->tokens[*open].line >= c->result->kernel->loc.line && fix_token_is(t, *open, "{"))
            break;
    *close = fix_closing(t, *open);
    return *close < t->n;
}

bool fix_pad_row(struct fix_context *c) {
    const struct fix_text *t = c->source;
    const char *array = array_of(c);
    size_t begin, end;
    if (!array || !kernel_body(c, &begin, &end))
        return false;
    for (size_t i = begin; i < end; i++) {
        size_t open = fix_token_is(t, i, array) ? last_dimension(t, i) : t->n;
        if (open == t->n || !is_local(t, i))
            continue;
        size_t close = fix_closing(t, open);
        bool simple = close == open + 2;
        if (!simple)
            fix_insert_behind(c, open, "(");
        fix_insert_before(c, close, simple ? " + 1" : ") + 1");
        c->fix->title = arena_printf(c->arena, "make the rows of '%s' one element longer", array);
        return true;
    }
    return false;
}
