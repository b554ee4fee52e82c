#include "lsp/expression.h"

#include <stdbool.h>
#include <string.h>

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static bool has(struct diag_line l, size_t i, const char *token) {
    size_t n = strlen(token);
    return i + n <= l.n && memcmp(l.text + i, token, n) == 0;
}

static bool is_word(struct diag_line l, size_t from, size_t to) {
    static const char *const words[] = {"if",     "for", "while", "switch", "return",
                                        "sizeof", "do",  "else",  "case"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == to - from && memcmp(words[i], l.text + from, to - from) == 0)
            return true;
    return false;
}

static size_t back_over_blanks(struct diag_line l, size_t i) {
    while (i > 0 && is_blank(l.text[i - 1]))
        i--;
    return i;
}

/* Past the bracket that closes the one at i, or i if the line has none. */
static size_t skip_brackets(struct diag_line l, size_t i) {
    int open = 0;
    for (size_t j = i; j < l.n; j++) {
        open += (strchr("[(", l.text[j]) != NULL) - (strchr("])", l.text[j]) != NULL);
        if (open == 0)
            return j + 1;
    }
    return i;
}

/* Where the bracket is that the one before i closes, or i if the line has none. */
static size_t back_over_brackets(struct diag_line l, size_t i) {
    int open = 0;
    for (size_t j = i; j-- > 0;) {
        open += (strchr("])", l.text[j]) != NULL) - (strchr("[(", l.text[j]) != NULL);
        if (open == 0)
            return j;
    }
    return i;
}

/* Past the members, subscripts and arguments that follow what ends before i. */
static size_t skip_suffixes(struct diag_line l, size_t i) {
    while (i < l.n) {
        size_t next = i;
        if (strchr("[(", l.text[i]))
            next = skip_brackets(l, i);
        else if (has(l, i, "->") || (l.text[i] == '.' && i + 1 < l.n && is_name(l.text[i + 1])))
            for (next += l.text[i] == '.' ? 1 : 2; next < l.n && is_name(l.text[next]);)
                next++;
        if (next == i)
            break;
        i = next;
    }
    return i;
}

/* Where the name, the brackets or both begin that end before i; i if neither does. */
static size_t back_over_primary(struct diag_line l, size_t i) {
    while (i > 0 && strchr("])", l.text[i - 1])) {
        size_t open = back_over_brackets(l, i);
        if (open == i)
            return i;
        i = open;
    }
    size_t begin = i;
    while (begin > 0 && is_name(l.text[begin - 1]))
        begin--;
    return is_word(l, begin, i) ? i : begin;
}

/* The same with what it is a member of. */
static size_t back_over_operand(struct diag_line l, size_t i) {
    size_t begin = back_over_primary(l, i);
    while (begin < i && begin >= 2) {
        size_t end = l.text[begin - 1] == '.'                             ? begin - 1
                     : has(l, begin - 2, "->") || has(l, begin - 2, "::") ? begin - 2
                                                                          : begin;
        size_t owner = back_over_primary(l, end);
        if (end == begin || owner == end)
            break;
        begin = owner;
    }
    return begin;
}

/* Past the operand that begins at i, with the signs in front of it. */
static size_t skip_operand(struct diag_line l, size_t i) {
    while (i < l.n && strchr("*&-+!~ \t", l.text[i]))
        i++;
    size_t end = i;
    if (i < l.n && l.text[i] == '(')
        end = skip_brackets(l, i);
    while (end < l.n && (is_name(l.text[end]) || has(l, end, "::") ||
                         (l.text[end] == ':' && end && l.text[end - 1] == ':')))
        end++;
    return end > i ? skip_suffixes(l, end) : i;
}

/* How long the operator at i is, or 0; whether it assigns to what is on its left. */
static size_t operator_length(struct diag_line l, size_t i, bool *assigns) {
    static const char *const assigning[] = {
        "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--"};
    static const char *const other[] = {"<<", ">>", "&&", "||", "==", "!=", "<=", ">="};
    *assigns = true;
    for (size_t k = 0; k < sizeof assigning / sizeof *assigning; k++)
        if (has(l, i, assigning[k]))
            return strlen(assigning[k]);
    *assigns = false;
    for (size_t k = 0; k < sizeof other / sizeof *other; k++)
        if (has(l, i, other[k]))
            return 2;
    *assigns = l.text[i] == '=';
    return strchr("=+-*/%&|^<>", l.text[i]) ? 1 : 0;
}

/* `*p` on the left of an assignment. */
static size_t back_over_stars(struct diag_line l, size_t begin) {
    for (size_t i = back_over_blanks(l, begin); i > 0 && l.text[i - 1] == '*'; i--)
        begin = i - 1;
    return begin;
}

struct diag_range expression_at(struct diag_line l, uint32_t col) {
    struct diag_range plain = diag_range(l, col), r = plain;
    bool assigns;
    if (plain.begin >= l.n)
        return plain;
    if (is_name(l.text[plain.begin])) {
        size_t end = plain.begin;
        while (end < l.n && is_name(l.text[end]))
            end++;
        if (is_word(l, plain.begin, end))
            return plain;
        return (struct diag_range){back_over_operand(l, end), skip_suffixes(l, end)};
    }
    size_t n = operator_length(l, plain.begin, &assigns);
    if (!n)
        return plain;
    size_t end = back_over_blanks(l, plain.begin);
    r.begin = back_over_operand(l, end);
    r.end = plain.begin + n;
    bool changes = has(l, plain.begin, "++") || has(l, plain.begin, "--");
    if (r.begin == end)
        return (struct diag_range){plain.begin,
                                   assigns && !changes ? r.end : skip_operand(l, r.end)};
    if (assigns)
        r.begin = back_over_stars(l, r.begin);
    else
        r.end = skip_operand(l, r.end);
    return r;
}
