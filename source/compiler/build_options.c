#include "source/compiler/build_options.h"

#include <string.h>

#include "base/str.h"

/* OpenCL's own options; vendors have more (-cl-nv-verbose), which Clang does not take. */
static bool is_standard(const char *word) {
    static const char *const options[] = {"-cl-denorms-are-zero",
                                          "-cl-fast-relaxed-math",
                                          "-cl-finite-math-only",
                                          "-cl-fp32-correctly-rounded-divide-sqrt",
                                          "-cl-mad-enable",
                                          "-cl-no-signed-zeros",
                                          "-cl-opt-disable",
                                          "-cl-single-precision-constant",
                                          "-cl-strict-aliasing",
                                          "-cl-uniform-work-group-size",
                                          "-cl-unsafe-math-optimizations"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(word, options[i]) == 0)
            return true;
    return str_starts(word, "-cl-std=");
}

void build_options_read(struct arena *a, const char *text, struct words *defines,
                        struct words *flags) {
    struct words words = words_unquote(a, text);
    for (size_t i = 0; i < words.n; i++) {
        const char *w = words.at[i];
        bool apart = (strcmp(w, "-D") == 0 || strcmp(w, "-I") == 0) && i + 1 < words.n;
        const char *value = apart ? words.at[++i] : w + 2;
        if (str_starts(w, "-D"))
            words_add(a, defines, value);
        else if (str_starts(w, "-I"))
            words_add(a, flags, arena_printf(a, "-I%s", value));
        else if (is_standard(w))
            words_add(a, flags, w);
    }
}
