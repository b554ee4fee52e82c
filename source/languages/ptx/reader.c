#include "source/languages/ptx/reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

/* Lists of more parts, and lists in lists, are not PTX. */
enum { MOST_DEPTH = 2, MOST_OPERANDS = 512 };

typedef VEC(struct ptx_operand) operand_list;

/* Behind a comment or a text in quotes that begins there; the place itself if none does. */
static char *behind(char *at) {
    char *end = *at == '"'                     ? strpbrk(at + 1, "\"\n")
                : at[0] == '/' && at[1] == '/' ? strchr(at, '\n')
                : at[0] == '/' && at[1] == '*' ? strstr(at + 2, "*/")
                                               : at;
    if (!end)
        return at + strlen(at);
    return end + (*at == '"' ? *end == '"' : end > at && at[1] == '*' ? 2 : 0);
}

/* A comment as blanks, with its lines. */
static void blank(char *from, const char *end) {
    for (char *c = from; c < end; c++)
        if (*c != '\n')
            *c = ' ';
}

struct ptx_reader ptx_reader_of(struct arena *a, const char *text, size_t length) {
    char *s = arena_strndup(a, text, length);
    for (char *at = s; (at = strpbrk(at, "/\""));) {
        char *end = behind(at);
        if (*at == '/')
            blank(at, end);
        at = end > at ? end : at + 1;
    }
    return (struct ptx_reader){.arena = a, .at = s, .counted = s, .line = 1};
}

void ptx_skip_blanks(struct ptx_reader *r) {
    r->at += strspn(r->at, " \t\r\n");
}

unsigned ptx_line(struct ptx_reader *r) {
    ptx_skip_blanks(r);
    for (; r->counted < r->at; r->counted++)
        r->line += *r->counted == '\n';
    return r->line;
}

bool ptx_take(struct ptx_reader *r, char c) {
    ptx_skip_blanks(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

void ptx_expect(struct ptx_reader *r, char c) {
    r->failed |= !ptx_take(r, c);
}

static bool is_name(char c) {
    return isalnum((unsigned char)c) || (c && strchr("_%$.:", c));
}

bool ptx_take_word(struct ptx_reader *r, const char *word) {
    ptx_skip_blanks(r);
    size_t n = strlen(word);
    if (strncmp(r->at, word, n) != 0 || (is_name(r->at[n]) && (r->at[n] != '.' || *word != '.')))
        return false;
    r->at += n;
    return true;
}

uint64_t ptx_take_count(struct ptx_reader *r) {
    char *end;
    ptx_skip_blanks(r);
    bool digits = isdigit((unsigned char)*r->at);
    uint64_t n = strtoull(r->at, &end, 0);
    r->failed |= !digits;
    r->at = digits ? end + (*end == 'U') : r->at;
    return n;
}

const char *ptx_take_quoted(struct ptx_reader *r) {
    ptx_expect(r, '"');
    size_t n = r->failed ? 0 : strcspn(r->at, "\"\n");
    const char *text = arena_strndup(r->arena, r->at, n);
    r->at += n;
    ptx_expect(r, '"');
    return text;
}

/* "%tid.x", "p", "$3", and "${3:x}" as "$3". */
const char *ptx_take_name(struct ptx_reader *r) {
    ptx_skip_blanks(r);
    if (str_starts(r->at, "${")) {
        char *end;
        long number = strtol(r->at + 2, &end, 10);
        r->failed |= end == r->at + 2;
        r->at = end + strcspn(end, "}");
        ptx_expect(r, '}');
        return arena_printf(r->arena, "$%ld", number);
    }
    const char *from = r->at;
    while (is_name(*r->at))
        r->at++;
    r->failed |= r->at == from;
    return arena_strndup(r->arena, from, (size_t)(r->at - from));
}

/* --- operands ------------------------------------------------------------------------- */

static void take_hex_float(struct ptx_reader *r, struct ptx_operand *o) {
    char *end;
    o->kind = PTX_FLOAT;
    o->bits = tolower((unsigned char)r->at[1]) == 'f' ? 32 : 64;
    o->number = (int64_t)strtoull(r->at + 2, &end, 16);
    r->failed |= end != r->at + 2 + o->bits / 4;
    r->at = end;
}

static void take_decimal_float(struct ptx_reader *r, struct ptx_operand *o) {
    char *end;
    double d = strtod(r->at, &end);
    o->kind = PTX_FLOAT;
    o->bits = 64;
    memcpy(&o->number, &d, sizeof d);
    r->at = end;
}

static void take_integer(struct ptx_reader *r, struct ptx_operand *o) {
    char *end;
    bool negative = ptx_take(r, '-');
    uint64_t n = strtoull(r->at, &end, 0);
    r->failed |= end == r->at;
    o->kind = PTX_INTEGER;
    o->number = (int64_t)(negative ? 0 - n : n);
    r->at = end + (*end == 'U');
}

static void take_number(struct ptx_reader *r, struct ptx_operand *o) {
    const char *digits = r->at + (*r->at == '-');
    size_t whole = strspn(digits, "0123456789");
    if (digits[0] == '0' && digits[1] && strchr("fFdD", digits[1]))
        take_hex_float(r, o);
    else if (digits[whole] == '.' || tolower((unsigned char)digits[whole]) == 'e')
        take_decimal_float(r, o);
    else
        take_integer(r, o);
}

static bool is_number(const char *s) {
    return isdigit((unsigned char)s[*s == '-']);
}

static void take_offset(struct ptx_reader *r, struct ptx_operand *o) {
    if (!ptx_take(r, '+'))
        return;
    ptx_skip_blanks(r);
    struct ptx_operand offset = {0};
    if (is_number(r->at)) {
        take_number(r, &offset);
        o->offset = offset.number;
    } else {
        o->offset_name = ptx_take_name(r);
    }
}

static void take_operands(struct ptx_reader *r, operand_list *list, char end, int depth);

/* "[map, {x, y}]": what stands behind the address. */
static void take_coordinates(struct ptx_reader *r, struct ptx_operand *o, int depth) {
    operand_list parts = {0};
    if (!ptx_take(r, ',')) {
        ptx_expect(r, ']');
        return;
    }
    take_operands(r, &parts, ']', depth + 1);
    o->parts = parts.at;
    o->n_parts = (unsigned)parts.n;
}

/* The text's number of operands is never large; what is there is cut off. */
static struct ptx_operand take_operand(struct ptx_reader *r, int depth) {
    struct ptx_operand o = {.kind = PTX_REGISTER};
    o.address = ptx_take(r, '[');
    o.negated = ptx_take(r, '!');
    ptx_skip_blanks(r);
    if (*r->at == '{' || *r->at == '(') {
        operand_list parts = {0};
        char end = *r->at++ == '{' ? '}' : ')';
        take_operands(r, &parts, end, depth + 1);
        o.kind = PTX_LIST;
        o.parts = parts.at;
        o.n_parts = (unsigned)parts.n;
    } else if (is_number(r->at)) {
        take_number(r, &o);
    } else {
        o.name = ptx_take_name(r);
        o.second = ptx_take(r, '|') ? ptx_take_name(r) : NULL;
        take_offset(r, &o);
    }
    if (o.address)
        take_coordinates(r, &o, depth);
    return o;
}

/* "a, b" up to and with `end`. */
static void take_operands(struct ptx_reader *r, operand_list *list, char end, int depth) {
    r->failed |= depth > MOST_DEPTH;
    if (ptx_take(r, end))
        return;
    do {
        vec_push(r->arena, list, take_operand(r, depth));
        r->failed |= list->n > MOST_OPERANDS;
    } while (!r->failed && ptx_take(r, ','));
    ptx_expect(r, end);
}

/* --- statements ----------------------------------------------------------------------- */

static void cut_words(struct arena *a, struct ptx_instruction *in) {
    VEC(const char *) words = {0};
    for (const char *s = in->opcode; *s; s += *s == '.') {
        size_t n = strcspn(s, ".");
        vec_push(a, &words, arena_strndup(a, s, n));
        s += n;
    }
    in->words = words.at;
    in->n_words = (unsigned)words.n;
}

struct ptx_instruction ptx_take_instruction(struct ptx_reader *r) {
    struct ptx_instruction in = {.line = ptx_line(r)};
    if (ptx_take(r, '@')) {
        in.negated = ptx_take(r, '!');
        in.predicate = ptx_take_name(r);
    }
    in.opcode = ptx_take_name(r);
    r->failed |= !isalpha((unsigned char)in.opcode[0]) || str_ends(in.opcode, ":");
    cut_words(r->arena, &in);
    operand_list operands = {0};
    take_operands(r, &operands, ';', 0);
    in.operands = operands.at;
    in.n = (unsigned)operands.n;
    return in;
}
