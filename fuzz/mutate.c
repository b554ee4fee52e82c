/* Changes sources by words rather than bytes, so that most of them still compile: libFuzzer's own
 * changes seldom get past the parser. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed);

enum { MOST_WORDS = 4096 };

enum kind { NAME, NUMBER, OPERATOR };

struct word {
    size_t from, n;
    enum kind kind;
};

struct source {
    uint8_t *bytes;
    size_t n, most;
    struct word words[MOST_WORDS];
    size_t n_words;
};

static const char *const numbers[] = {"0",
                                      "1",
                                      "2",
                                      "3",
                                      "7",
                                      "31",
                                      "32",
                                      "33",
                                      "64",
                                      "255",
                                      "1000",
                                      "65536",
                                      "1000000007",
                                      "2147483647",
                                      "2147483648",
                                      "4294967295",
                                      "4294967296",
                                      "9223372036854775807",
                                      "18446744073709551615"};

/* Words of which each may stand for the others, up to NULL. */
static const char *const alike[][24] = {
    {"char",  "uchar", "short",  "ushort", "int",    "uint",   "long",   "ulong",
     "half",  "float", "double", "bool",   "size_t", "char2",  "int2",   "int3",
     "uint4", "long4", "float2", "float3", "float4", "float8", "double2"},
    {"i1", "i7", "i8", "i16", "i32", "i33", "i64", "i128", "half", "float", "double", "ptr"},
    {"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||"},
    {"<", ">", "<=", ">=", "==", "!="},
    {"+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "="},
    {"__global", "__local", "__constant", "__private"},
    {"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size",
     "get_num_groups", "get_global_offset", "get_work_dim"},
    {"for", "while", "if", "switch"},
    {"break", "continue", "return"},
    {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or",
     "xor"},
    {"fadd", "fsub", "fmul", "fdiv", "frem"},
    {"eq", "ne", "slt", "sgt", "sle", "sge", "ult", "ugt", "ule", "uge"},
    {"zext", "sext", "trunc", "bitcast", "inttoptr", "ptrtoint", "sitofp", "fptosi"},
    {"CL_MEM_READ_ONLY", "CL_MEM_WRITE_ONLY", "CL_MEM_READ_WRITE"},
};

static bool is_name(uint8_t c) {
    return isalnum(c) || c == '_' || c >= 0x80;
}

static size_t word_end(const struct source *s, size_t from) {
    static const char joined[] = "+-*/%<>=!&|^";
    size_t end = from + 1;
    if (is_name(s->bytes[from]))
        while (end < s->n && is_name(s->bytes[end]))
            end++;
    else if (strchr(joined, s->bytes[from]))
        while (end < s->n && end < from + 3 && s->bytes[end] && strchr(joined, s->bytes[end]))
            end++;
    return end;
}

static void split(struct source *s) {
    for (size_t i = 0, end; i < s->n && s->n_words < MOST_WORDS; i = end) {
        uint8_t c = s->bytes[i];
        end = word_end(s, i);
        if (!isspace(c))
            s->words[s->n_words++] = (struct word){i, end - i,
                                                   isdigit(c)   ? NUMBER
                                                   : is_name(c) ? NAME
                                                                : OPERATOR};
    }
}

static void replace(struct source *s, size_t from, size_t n, const void *by, size_t n_by) {
    if (s->n - n + n_by > s->most)
        return;
    memmove(s->bytes + from + n_by, s->bytes + from + n, s->n - from - n);
    memcpy(s->bytes + from, by, n_by);
    s->n = s->n - n + n_by;
}

static bool is_text(const struct source *s, const struct word *w, const char *text) {
    return w->n == strlen(text) && memcmp(s->bytes + w->from, text, w->n) == 0;
}

/* One that may stand in its place, or NULL. */
static const char *other_word(const struct source *s, const struct word *w, unsigned *seed) {
    if (w->kind == NUMBER)
        return numbers[(size_t)rand_r(seed) % (sizeof numbers / sizeof *numbers)];
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        size_t n = 0;
        bool found = false;
        for (; n < sizeof alike[i] / sizeof *alike[i] && alike[i][n]; n++)
            found |= is_text(s, w, alike[i][n]);
        if (found)
            return alike[i][(size_t)rand_r(seed) % n];
    }
    return NULL;
}

static void change_word(struct source *s, const struct word *w, unsigned *seed) {
    const char *by = other_word(s, w, seed);
    if (by) {
        replace(s, w->from, w->n, by, strlen(by));
        return;
    }
    const struct word *other = &s->words[(size_t)rand_r(seed) % s->n_words];
    if (other->kind == w->kind && other->n <= 256) {
        uint8_t copy[256];
        memcpy(copy, s->bytes + other->from, other->n);
        replace(s, w->from, w->n, copy, other->n);
    }
}

/* The lines around the word once more, or not at all. */
static void change_line(struct source *s, const struct word *w, unsigned *seed) {
    size_t from = w->from, end = w->from;
    while (from && s->bytes[from - 1] != '\n')
        from--;
    while (end < s->n && s->bytes[end++] != '\n')
        continue;
    const struct word *to = &s->words[(size_t)rand_r(seed) % s->n_words];
    uint8_t *copy = malloc(end - from);
    if (!copy)
        return;
    memcpy(copy, s->bytes + from, end - from);
    if (rand_r(seed) % 3 == 0)
        replace(s, from, end - from, "", 0);
    else
        replace(s, rand_r(seed) % 2 ? end : to->from, 0, copy, end - from);
    free(copy);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed) {
    enum { OWN = 6, LINES = 4, MOST_CHANGES = 4 };
    if (rand_r(&seed) % OWN == 0)
        return LLVMFuzzerMutate(bytes, n, most);
    for (int left = 1 + rand_r(&seed) % MOST_CHANGES; left > 0; left--) {
        struct source s = {.bytes = bytes, .n = n, .most = most};
        split(&s);
        if (!s.n_words)
            return LLVMFuzzerMutate(bytes, n, most);
        const struct word *w = &s.words[(size_t)rand_r(&seed) % s.n_words];
        if (rand_r(&seed) % LINES == 0)
            change_line(&s, w, &seed);
        else
            change_word(&s, w, &seed);
        n = s.n;
    }
    return n;
}
