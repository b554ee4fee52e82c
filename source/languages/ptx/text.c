#include "source/languages/ptx/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

/* Lists of more parts, and lists in lists, are not PTX. */
enum { MOST_DEPTH = 2, MOST_OPERANDS = 512 };

struct reader {
    struct arena *arena;
    const char *at;
    bool failed;
};

typedef VEC(struct ptx_operand) operand_list;

/* Comments as blanks. */
static const char *without_comments(struct arena *a, const char *text, size_t length) {
    char *s = arena_strndup(a, text, length);
    for (char *at = s; (at = strchr(at, '/'));) {
        const char *end = at[1] == '/'   ? strchr(at, '\n')
                          : at[1] == '*' ? strstr(at + 2, "*/")
                                         : at;
        size_t n = end ? (size_t)(end - at) : strlen(at);
        if (at[1] == '*' && end)
            n += 2;
        memset(at, ' ', n);
        at += n ? n : 1;
    }
    return s;
}

static void skip_blanks(struct reader *r) {
    r->at += strspn(r->at, " \t\r\n");
}

static bool take(struct reader *r, char c) {
    skip_blanks(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static void expect(struct reader *r, char c) {
    r->failed |= !take(r, c);
}

static bool is_name(char c) {
    return isalnum((unsigned char)c) || (c && strchr("_%$.:", c));
}

/* "%tid.x", "p", "$3", and "${3:x}" as "$3". */
static const char *take_name(struct reader *r) {
    skip_blanks(r);
    if (str_starts(r->at, "${")) {
        char *end;
        long number = strtol(r->at + 2, &end, 10);
        r->failed |= end == r->at + 2;
        r->at = end + strcspn(end, "}");
        expect(r, '}');
        return arena_printf(r->arena, "$%ld", number);
    }
    const char *from = r->at;
    while (is_name(*r->at))
        r->at++;
    r->failed |= r->at == from;
    return arena_strndup(r->arena, from, (size_t)(r->at - from));
}

/* --- operands ------------------------------------------------------------------------- */

static void take_hex_float(struct reader *r, struct ptx_operand *o) {
    char *end;
    o->kind = PTX_FLOAT;
    o->bits = tolower((unsigned char)r->at[1]) == 'f' ? 32 : 64;
    o->number = (int64_t)strtoull(r->at + 2, &end, 16);
    r->failed |= end != r->at + 2 + o->bits / 4;
    r->at = end;
}

static void take_decimal_float(struct reader *r, struct ptx_operand *o) {
    char *end;
    double d = strtod(r->at, &end);
    o->kind = PTX_FLOAT;
    o->bits = 64;
    memcpy(&o->number, &d, sizeof d);
    r->at = end;
}

static void take_integer(struct reader *r, struct ptx_operand *o) {
    char *end;
    bool negative = take(r, '-');
    uint64_t n = strtoull(r->at, &end, 0);
    r->failed |= end == r->at;
    o->kind = PTX_INTEGER;
    o->number = (int64_t)(negative ? 0 - n : n);
    r->at = end + (*end == 'U');
}

static void take_number(struct reader *r, struct ptx_operand *o) {
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

static void take_offset(struct reader *r, struct ptx_operand *o) {
    if (!take(r, '+'))
        return;
    skip_blanks(r);
    struct ptx_operand offset = {0};
    if (is_number(r->at)) {
        take_number(r, &offset);
        o->offset = offset.number;
    } else {
        o->offset_name = take_name(r);
    }
}

static void take_operands(struct reader *r, operand_list *list, char end, int depth);

/* The text's number of operands is never large; what is there is cut off. */
static struct ptx_operand take_operand(struct reader *r, int depth) {
    struct ptx_operand o = {.kind = PTX_REGISTER};
    o.address = take(r, '[');
    o.negated = take(r, '!');
    skip_blanks(r);
    if (*r->at == '{') {
        operand_list parts = {0};
        r->at++;
        take_operands(r, &parts, '}', depth + 1);
        o.kind = PTX_LIST;
        o.parts = parts.at;
        o.n_parts = (unsigned)parts.n;
    } else if (is_number(r->at)) {
        take_number(r, &o);
    } else {
        o.name = take_name(r);
        o.second = take(r, '|') ? take_name(r) : NULL;
    }
    if (o.address) {
        take_offset(r, &o);
        expect(r, ']');
    }
    return o;
}

/* "a, b" up to and with `end`. */
static void take_operands(struct reader *r, operand_list *list, char end, int depth) {
    r->failed |= depth > MOST_DEPTH;
    if (take(r, end))
        return;
    do {
        vec_push(r->arena, list, take_operand(r, depth));
        r->failed |= list->n > MOST_OPERANDS;
    } while (!r->failed && take(r, ','));
    expect(r, end);
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

static struct ptx_instruction take_instruction(struct reader *r) {
    struct ptx_instruction in = {0};
    if (take(r, '@')) {
        in.negated = take(r, '!');
        in.predicate = take_name(r);
    }
    in.opcode = take_name(r);
    r->failed |= !isalpha((unsigned char)in.opcode[0]) || str_ends(in.opcode, ":");
    cut_words(r->arena, &in);
    operand_list operands = {0};
    take_operands(r, &operands, ';', 0);
    in.operands = operands.at;
    in.n = (unsigned)operands.n;
    return in;
}

/* ".reg .b32 t<4>;" declares names that the instructions say, too. */
static bool skip_declaration(struct reader *r) {
    if (!str_starts(r->at, ".reg"))
        return false;
    r->at += strcspn(r->at, ";");
    return true;
}

bool ptx_parse(struct arena *a, const char *text, size_t length, struct ptx_text *parsed) {
    /* The last statement may lack its end, and Triton's default values their own lines. */
    const char *clean = arena_printf(a, "%s;", without_comments(a, text, length));
    struct reader r = {a, clean, false};
    VEC(struct ptx_instruction) all = {0};
    while (!r.failed) {
        r.at += strspn(r.at, " \t\r\n;{}");
        if (!*r.at)
            break;
        if (!skip_declaration(&r))
            vec_push(a, &all, take_instruction(&r));
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
