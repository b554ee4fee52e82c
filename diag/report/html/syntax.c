/* Colours of OpenCL C and CUDA: a lexer that knows as much of both as colours need. */
#include <ctype.h>
#include <string.h>

#include "diag/report/html/html.h"

/* What a line begins in. */
enum within { IN_CODE, IN_COMMENT, IN_DIRECTIVE };

struct lexer {
    struct html *h;
    const char *text;
    size_t n, at;
    enum within within;
    bool writes; /* else only `within` is wanted */
};

static const char *const keywords[] = {"__attribute__",
                                       "__constant",
                                       "__constant__",
                                       "__device__",
                                       "__forceinline__",
                                       "__generic",
                                       "__global",
                                       "__global__",
                                       "__host__",
                                       "__kernel",
                                       "__launch_bounds__",
                                       "__local",
                                       "__noinline__",
                                       "__private",
                                       "__read_only",
                                       "__read_write",
                                       "__restrict",
                                       "__restrict__",
                                       "__shared__",
                                       "__write_only",
                                       "alignas",
                                       "auto",
                                       "break",
                                       "case",
                                       "catch",
                                       "class",
                                       "const",
                                       "const_cast",
                                       "constant",
                                       "constexpr",
                                       "continue",
                                       "default",
                                       "delete",
                                       "do",
                                       "dynamic_cast",
                                       "else",
                                       "enum",
                                       "explicit",
                                       "extern",
                                       "false",
                                       "for",
                                       "friend",
                                       "generic",
                                       "global",
                                       "goto",
                                       "if",
                                       "inline",
                                       "kernel",
                                       "local",
                                       "namespace",
                                       "new",
                                       "noexcept",
                                       "nullptr",
                                       "operator",
                                       "private",
                                       "protected",
                                       "public",
                                       "read_only",
                                       "read_write",
                                       "register",
                                       "reinterpret_cast",
                                       "restrict",
                                       "return",
                                       "sizeof",
                                       "static",
                                       "static_assert",
                                       "static_cast",
                                       "struct",
                                       "switch",
                                       "template",
                                       "this",
                                       "throw",
                                       "true",
                                       "try",
                                       "typedef",
                                       "typename",
                                       "union",
                                       "using",
                                       "virtual",
                                       "volatile",
                                       "while",
                                       "write_only"};

/* Vectors of these have a number of components behind them. */
static const char *const types[] = {"bool",      "char",      "cudaTextureObject_t",
                                    "dim3",      "double",    "event_t",
                                    "float",     "half",      "image1d_t",
                                    "image2d_t", "image3d_t", "int",
                                    "int16_t",   "int32_t",   "int64_t",
                                    "int8_t",    "intptr_t",  "long",
                                    "longlong",  "ptrdiff_t", "queue_t",
                                    "sampler_t", "short",     "signed",
                                    "size_t",    "uchar",     "uint",
                                    "uint16_t",  "uint32_t",  "uint64_t",
                                    "uint8_t",   "uintptr_t", "ulong",
                                    "ulonglong", "unsigned",  "ushort",
                                    "void"};

static bool is_among(const char *const *words, size_t count, const char *word, size_t n) {
    for (size_t i = 0; i < count; i++)
        if (strncmp(words[i], word, n) == 0 && words[i][n] == '\0')
            return true;
    return false;
}

static bool is_type(const char *word, size_t n) {
    static const char *const components[] = {"1", "2", "3", "4", "8", "16"};
    size_t stem = n;
    while (stem > 0 && isdigit((unsigned char)word[stem - 1]))
        stem--;
    bool vector = stem < n && is_among(components, sizeof components / sizeof *components,
                                       word + stem, n - stem);
    const size_t count = sizeof types / sizeof *types;
    return is_among(types, count, word, n) || (vector && is_among(types, count, word, stem));
}

/* The next n bytes in that colour, NULL: the text's own. */
static void take(struct lexer *l, const char *colour, size_t n) {
    if (l->writes && n) {
        const char *text = html_escape_n(l->h, l->text + l->at, n);
        if (colour)
            html_printf(l->h, "<span class=\"%s\">%s</span>", colour, text);
        else
            html_add(l->h, text);
    }
    l->at += n;
}

static bool begins(const struct lexer *l, size_t at, const char *with) {
    size_t n = strlen(with);
    return at + n <= l->n && memcmp(l->text + at, with, n) == 0;
}

/* Up to the end of the comment, or of the line; `from` is behind what opened it. */
static void take_comment(struct lexer *l, size_t from) {
    enum within around = l->within == IN_COMMENT ? IN_CODE : l->within;
    while (from < l->n && !begins(l, from, "*/"))
        from++;
    bool closed = from < l->n;
    take(l, "com", (closed ? from + 2 : l->n) - l->at);
    l->within = closed ? around : IN_COMMENT;
}

static void take_quoted(struct lexer *l) {
    size_t end = l->at + 1;
    while (end < l->n && l->text[end] != l->text[l->at])
        end += l->text[end] == '\\' ? 2 : 1;
    end = end < l->n ? end + 1 : l->n;
    take(l, "str", end - l->at);
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const struct lexer *l) {
    size_t end = l->at;
    while (end < l->n && is_word(l->text[end]))
        end++;
    return end - l->at;
}

/* Digits, letters and points, and the signs of exponents. */
static size_t number_length(const struct lexer *l) {
    bool hexadecimal = begins(l, l->at, "0x") || begins(l, l->at, "0X");
    size_t end = l->at;
    while (end < l->n) {
        char c = l->text[end], last = end > l->at ? l->text[end - 1] : '\0';
        bool sign = (c == '+' || c == '-') &&
                    (hexadecimal ? strchr("pP", last) != NULL : strchr("eE", last) != NULL) && last;
        if (!is_word(c) && c != '.' && !sign)
            break;
        end++;
    }
    return end - l->at;
}

static void take_word(struct lexer *l) {
    size_t n = word_length(l);
    const char *word = l->text + l->at;
    bool keyword = is_among(keywords, sizeof keywords / sizeof *keywords, word, n);
    take(l,
         l->within == IN_DIRECTIVE ? "pre"
         : keyword                 ? "key"
         : is_type(word, n)        ? "typ"
                                   : NULL,
         n);
}

/* Signs and blanks; bytes of a character beyond ASCII stay together. */
static void take_rest(struct lexer *l) {
    size_t end = l->at + 1;
    while ((unsigned char)l->text[l->at] >= 0x80 && end < l->n &&
           (unsigned char)l->text[end] >= 0x80)
        end++;
    bool blank = isspace((unsigned char)l->text[l->at]);
    take(l, l->within == IN_DIRECTIVE && !blank ? "pre" : NULL, end - l->at);
}

static void take_token(struct lexer *l) {
    char c = l->text[l->at];
    bool digit = isdigit((unsigned char)c) ||
                 (c == '.' && l->at + 1 < l->n && isdigit((unsigned char)l->text[l->at + 1]));
    if (begins(l, l->at, "//"))
        take(l, "com", l->n - l->at);
    else if (begins(l, l->at, "/*"))
        take_comment(l, l->at + 2);
    else if (c == '"' || c == '\'')
        take_quoted(l);
    else if (digit)
        take(l, "num", number_length(l));
    else if (is_word(c))
        take_word(l);
    else
        take_rest(l);
}

static enum within lex(struct html *h, struct diag_line line, enum within within, bool writes) {
    struct lexer l = {h, line.text + line.mark, line.n - line.mark, 0, within, writes};
    size_t first = 0;
    while (first < l.n && isspace((unsigned char)l.text[first]))
        first++;
    if (within == IN_CODE && first < l.n && l.text[first] == '#')
        l.within = IN_DIRECTIVE;
    if (within == IN_COMMENT)
        take_comment(&l, 0);
    while (l.at < l.n)
        take_token(&l);
    bool goes_on = l.n && l.text[l.n - 1] == '\\';
    return l.within == IN_DIRECTIVE && !goes_on ? IN_CODE : l.within;
}

/* Lines are asked for in order, but for kernels that begin further up. */
void html_code(struct html *h, const char *file, uint32_t line) {
    struct html_place *p = &h->coloured;
    if (!p->file || strcmp(p->file, file) != 0 || p->line >= line)
        *p = (struct html_place){.file = file};
    for (uint32_t i = p->line + 1; i <= line; i++) {
        struct diag_line l = diag_line(&h->source, file, i);
        if (!l.text)
            return;
        p->within = (int)lex(h, l, (enum within)p->within, i == line);
        p->line = i;
    }
}
