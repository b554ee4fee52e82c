#include "source/languages/ptx/text.h"

#include <string.h>

#include "base/str.h"
#include "source/languages/ptx/reader.h"

/* ".reg .b32 t<4>;" declares names that the instructions say, too. */
static bool skip_declaration(struct ptx_reader *r) {
    if (!str_starts(r->at, ".reg"))
        return false;
    r->at += strcspn(r->at, ";");
    return true;
}

bool ptx_parse(struct arena *a, const char *text, size_t length, struct ptx_text *parsed) {
    /* The last statement may lack its end, and Triton's default values their own lines. */
    const char *ended = arena_printf(a, "%.*s\n;", (int)length, text);
    struct ptx_reader r = ptx_reader_of(a, ended, strlen(ended));
    VEC(struct ptx_instruction) all = {0};
    while (!r.failed) {
        r.at += strspn(r.at, " \t\r\n;{}");
        if (!*r.at)
            break;
        if (!skip_declaration(&r))
            vec_push(a, &all, ptx_take_instruction(&r));
    }
    *parsed = (struct ptx_text){all.at, (unsigned)all.n};
    return !r.failed;
}

bool ptx_has(const struct ptx_instruction *in, const char *word) {
    for (unsigned i = 1; i < in->n_words; i++)
        if (strcmp(in->words[i], word) == 0)
            return true;
    return false;
}

const char *ptx_word(const struct ptx_instruction *in, const char *prefix) {
    for (unsigned i = 1; i < in->n_words; i++)
        if (str_starts(in->words[i], prefix))
            return in->words[i];
    return NULL;
}
