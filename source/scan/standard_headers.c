#include "source/scan/standard_headers.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

/* ISO C++ from 1998 to 2023, in alphabetical order, without those for C++20's modules. */
static const char *const standard[] = {"algorithm",
                                       "any",
                                       "array",
                                       "atomic",
                                       "barrier",
                                       "bit",
                                       "bitset",
                                       "cassert",
                                       "cctype",
                                       "cerrno",
                                       "cfenv",
                                       "cfloat",
                                       "charconv",
                                       "chrono",
                                       "cinttypes",
                                       "climits",
                                       "clocale",
                                       "cmath",
                                       "codecvt",
                                       "compare",
                                       "complex",
                                       "concepts",
                                       "condition_variable",
                                       "coroutine",
                                       "csetjmp",
                                       "csignal",
                                       "cstdarg",
                                       "cstddef",
                                       "cstdint",
                                       "cstdio",
                                       "cstdlib",
                                       "cstring",
                                       "ctime",
                                       "cuchar",
                                       "cwchar",
                                       "cwctype",
                                       "deque",
                                       "exception",
                                       "execution",
                                       "expected",
                                       "filesystem",
                                       "format",
                                       "forward_list",
                                       "fstream",
                                       "functional",
                                       "future",
                                       "initializer_list",
                                       "iomanip",
                                       "ios",
                                       "iosfwd",
                                       "iostream",
                                       "istream",
                                       "iterator",
                                       "latch",
                                       "limits",
                                       "list",
                                       "locale",
                                       "map",
                                       "memory",
                                       "memory_resource",
                                       "mutex",
                                       "new",
                                       "numbers",
                                       "numeric",
                                       "optional",
                                       "ostream",
                                       "queue",
                                       "random",
                                       "ranges",
                                       "ratio",
                                       "regex",
                                       "scoped_allocator",
                                       "semaphore",
                                       "set",
                                       "shared_mutex",
                                       "source_location",
                                       "span",
                                       "sstream",
                                       "stack",
                                       "stdexcept",
                                       "stop_token",
                                       "streambuf",
                                       "string",
                                       "string_view",
                                       "strstream",
                                       "syncstream",
                                       "system_error",
                                       "thread",
                                       "tuple",
                                       "type_traits",
                                       "typeindex",
                                       "typeinfo",
                                       "unordered_map",
                                       "unordered_set",
                                       "utility",
                                       "valarray",
                                       "variant",
                                       "vector",
                                       "version"};

enum { STANDARD = sizeof standard / sizeof *standard };

/* A text that is read from its beginning. */
struct reading {
    const char *at, *end;
};

/* Past blanks, ends of lines and comments. */
static void skip_space(struct reading *r) {
    while (r->at < r->end) {
        if (isspace((unsigned char)*r->at)) {
            r->at++;
        } else if (str_starts(r->at, "//")) {
            const char *line = memchr(r->at, '\n', (size_t)(r->end - r->at));
            r->at = line ? line : r->end;
        } else if (str_starts(r->at, "/*")) {
            const char *close = strstr(r->at, "*/");
            r->at = close ? close + 2 : r->end;
        } else {
            return;
        }
    }
}

/* The rest of the line; a backslash before its end joins the next one to it. */
static void skip_line(struct reading *r) {
    while (r->at < r->end && *r->at != '\n')
        r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Past the word, where it stands here. */
static bool take(struct reading *r, const char *word) {
    const size_t n = strlen(word);
    if (!str_starts(r->at, word) || isalnum((unsigned char)r->at[n]) || r->at[n] == '_')
        return false;
    for (r->at += n; is_blank(*r->at);)
        r->at++;
    return true;
}

/* Macros whose names begin so are those that libraries look at. */
static bool is_reserved(const char *name) {
    return *name == '_' || str_starts(name, "NDEBUG");
}

static void note_header(const struct reading *r, bool found[STANDARD]) {
    for (size_t i = 0; i < STANDARD; i++) {
        const size_t n = strlen(standard[i]);
        if (*r->at == '<' && str_starts(r->at + 1, standard[i]) && r->at[1 + n] == '>')
            found[i] = true;
    }
}

/* One directive. False if what follows may depend on it, or if none is here. */
static bool read_directive(struct reading *r, bool found[STANDARD]) {
    if (r->at >= r->end || *r->at != '#')
        return false;
    for (r->at++; is_blank(*r->at);)
        r->at++;
    if (take(r, "include"))
        note_header(r, found);
    else if (!take(r, "pragma") && (!take(r, "define") || is_reserved(r->at)))
        return false;
    skip_line(r);
    return true;
}

const char *standard_headers_at_start(struct arena *a, const char *text, size_t n) {
    struct reading r = {text, text + n};
    bool found[STANDARD] = {false};
    struct str s = {.arena = a};
    do
        skip_space(&r);
    while (read_directive(&r, found));
    for (size_t i = 0; i < STANDARD; i++)
        if (found[i])
            str_printf(&s, "#include <%s>\n", standard[i]);
    return str_text(&s);
}
