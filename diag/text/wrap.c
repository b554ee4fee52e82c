#include "diag/text/wrap.h"

#include <string.h>

#include "base/str.h"
#include "base/utf8.h"

enum { INDENTATION = 6 };

static size_t cells_of(const char *text, size_t n) {
    size_t cells = 0;
    for (size_t i = 0; i < n;) {
        struct diag_char c = diag_decode(text + i, n - i);
        cells += diag_cells(c.code);
        i += c.bytes;
    }
    return cells;
}

const char *wrapped(struct arena *a, const char *text, size_t before, size_t length) {
    struct str out = {.arena = a};
    size_t used = before;
    if (!length)
        return text;
    for (bool first = true; *text; first = false) {
        size_t n = strcspn(text, " "), cells = cells_of(text, n);
        if (!first && used + 1 + cells > length) {
            str_printf(&out, "\n%*s", INDENTATION, "");
            used = INDENTATION;
        } else if (!first) {
            str_add(&out, " ");
            used++;
        }
        str_addn(&out, text, n);
        used += cells;
        text += n + (text[n] == ' ');
    }
    return str_text(&out);
}
