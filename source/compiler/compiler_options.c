#include "source/compiler/compiler_options.h"

#include <stdlib.h>
#include <string.h>

const struct compiler_option compiler_options[] = {
#define COMPILER(spelling, flags) {spelling, flags},
#include "source/compiler/compiler_options.def"
#undef COMPILER
};

const size_t compiler_option_count = sizeof compiler_options / sizeof compiler_options[0];

/* A word, of which only the first n characters are meant. */
struct prefix {
    const char *text;
    size_t n;
};

static int compare(const void *key, const void *row) {
    const struct prefix *p = key;
    const char *spelling = ((const struct compiler_option *)row)->spelling;
    int order = strncmp(p->text, spelling, p->n);
    return order ? order : -(int)(spelling[p->n] != 0);
}

const struct compiler_option *options_compiler(const char *word) {
    size_t whole = strlen(word);
    for (struct prefix p = {word, whole}; p.n > 0; p.n--) {
        const struct compiler_option *row =
            bsearch(&p, compiler_options, compiler_option_count, sizeof *compiler_options, compare);
        if (row && (p.n == whole || row->flags & OPT_JOINED))
            return row;
    }
    return NULL;
}

bool options_takes_next(const char *word) {
    const struct compiler_option *row = word[0] == '-' ? options_compiler(word) : NULL;
    return row && row->flags & OPT_SEPARATE && !word[strlen(row->spelling)];
}
