#include "source/scan/kernel_names.h"

#include <ctype.h>
#include <string.h>

#include "source/scan/kernel_scan.h"

/* Whether what the word has in parentheses belongs to the declaration of a function. */
static bool is_attribute(const char *word, size_t n) {
    static const char *const words[] = {"__attribute__", "__launch_bounds__", "__cluster_dims__",
                                        "__maxnreg__",   "__block_size__",    "alignas",
                                        "decltype"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (n == strlen(words[i]) && strncmp(word, words[i], n) == 0)
            return true;
    return false;
}

bool kernel_names_is_attribute(const char *word) {
    return is_attribute(word, strlen(word));
}

/* The name before the next parenthesis that follows no attribute, or NULL. */
static const char *name_at(struct arena *a, const char *text, size_t n, size_t i) {
    for (size_t start = i; i < n; i++) {
        if (isalnum((unsigned char)text[i]) || text[i] == '_') {
            start = i;
            while (i < n && (isalnum((unsigned char)text[i]) || text[i] == '_'))
                i++;
            size_t length = i - start;
            bool attribute = is_attribute(text + start, length);
            size_t open = i;
            while (open < n && isspace((unsigned char)text[open]))
                open++;
            if (open < n && text[open] == '(' && !attribute)
                return arena_strndup(a, text + start, length);
            i = attribute ? open : i;
            if (attribute)
                for (int depth = 0; i < n && (depth += (text[i] == '(') - (text[i] == ')')) > 0;)
                    i++;
        }
        if (i < n && strchr(";{}", text[i]))
            return NULL;
    }
    return NULL;
}

struct words kernel_names(struct arena *a, const char *text, size_t n) {
    struct words names = {0};
    for (const char *s = text; (s = memmem(s, n - (size_t)(s - text), "kernel", 6)); s += 6) {
        size_t i = (size_t)(s - text);
        const char *name =
            host_scan_is_kernel(text, n, i) ? name_at(a, text, n, i + strlen("kernel")) : NULL;
        if (name && !words_has(&names, name))
            words_add(a, &names, name);
    }
    return names;
}

struct words kernel_names_cuda(struct arena *a, const char *text, size_t n) {
    static const char word[] = "__global__";
    struct words names = {0};
    for (const char *s = text; (s = memmem(s, n - (size_t)(s - text), word, strlen(word)));) {
        s += strlen(word);
        const char *name = name_at(a, text, n, (size_t)(s - text));
        if (name && !words_has(&names, name))
            words_add(a, &names, name);
    }
    return names;
}
