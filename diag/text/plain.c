#include "diag/text/plain.h"

#include <string.h>

#include "base/str.h"

/* One line of text; marks within words, as in `a * b`, stand for themselves. */
static void add_words(struct str *out, const char *s, size_t n) {
    bool code = false;
    for (size_t i = 0; i < n; i++) {
        bool mark = s[i] == '`' || (s[i] == '*' && !code &&
                                    !(i && s[i - 1] == ' ' && i + 1 < n && s[i + 1] == ' '));
        code ^= s[i] == '`';
        if (!mark)
            str_addn(out, &s[i], 1);
    }
}

const char *plain_of_markdown(struct arena *a, const char *markdown) {
    struct str out = {.arena = a};
    bool code = false;
    for (const char *line = markdown; *line;) {
        size_t n = strcspn(line, "\n"), marks = strspn(line, "#");
        bool fence = strncmp(line, "```", 3) == 0;
        code ^= fence;
        if (code && !fence) {
            str_add(&out, n ? "    " : "");
            str_addn(&out, line, n);
        } else if (!fence && marks && line[marks] == ' ') {
            str_addn(&out, line + marks + 1, n - marks - 1);
            str_add(&out, ":");
        } else if (!fence) {
            add_words(&out, line, n);
        }
        line += n + (line[n] == '\n');
        if (!fence && *line)
            str_addn(&out, "\n", 1);
    }
    return str_text(&out);
}
