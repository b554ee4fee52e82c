#include "source/languages/ir/ir_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"

enum later_kind {
    LATER_WORD,     /* alone, or with something in parentheses */
    LATER_FIELD,    /* of metadata: ", word: value" */
    LATER_FMF_AFTER /* fast-math flags behind the word, which stays */
};

/* What LLVM 20 and 21 have that LLVM 19 does not (their release notes and LangRef). */
static const struct later {
    const char *word;
    enum later_kind kind;
} later[] = {
    {"captures", LATER_WORD},       {"initializes", LATER_WORD},
    {"dead_on_return", LATER_WORD}, {"nocreateundeforpoison", LATER_WORD},
    {"samesign", LATER_WORD},       {"atomGroup", LATER_FIELD},
    {"atomRank", LATER_FIELD},      {"keyInstructions", LATER_FIELD},
    {"fptrunc", LATER_FMF_AFTER},   {"fpext", LATER_FMF_AFTER},
};

static const char *const flags[] = {"fast", "nnan", "ninf",     "nsz",
                                    "arcp", "afn",  "contract", "reassoc"};

struct scanner {
    const char *at, *end;
    struct str out;
    bool changed;
};

static bool in_word(char c) {
    return isalnum((unsigned char)c) || strchr("_.$-", c);
}

static size_t word_length(const struct scanner *s, const char *at) {
    size_t n = 0;
    while (at + n < s->end && at[n] && in_word(at[n]))
        n++;
    return n;
}

static bool is_word(const char *at, size_t n, const char *word) {
    return n == strlen(word) && memcmp(at, word, n) == 0;
}

static const struct later *find(const char *at, size_t n) {
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (is_word(at, n, later[i].word))
            return &later[i];
    return NULL;
}

static void skip_blanks(struct scanner *s) {
    while (s->at < s->end && *s->at == ' ')
        s->at++;
}

/* Behind what stands in parentheses, if anything does. */
static void skip_parentheses(struct scanner *s) {
    int depth = 0;
    if (s->at < s->end && *s->at == '(')
        do
            depth += (*s->at == '(') - (*s->at == ')');
        while (++s->at < s->end && depth > 0);
}

static void skip_flags(struct scanner *s) {
    for (bool more = true; more;) {
        const char *at = s->at + strspn(s->at, " ");
        size_t n = word_length(s, at);
        more = false;
        for (size_t i = 0; i < sizeof flags / sizeof *flags && !more; i++)
            more = is_word(at, n, flags[i]);
        if (more)
            s->at = at + n;
        s->changed |= more;
    }
}

/* The comma before a field goes, or the one behind it where it is the first. */
static void drop_field(struct scanner *s) {
    s->at += strcspn(s->at, ",)\n");
    while (s->out.n && strchr(", ", s->out.text[s->out.n - 1]))
        s->out.n--;
    if (s->out.n && s->out.text[s->out.n - 1] == '(' && *s->at == ',')
        s->at += 1 + strspn(s->at + 1, " ");
}

static void take_word(struct scanner *s) {
    size_t n = word_length(s, s->at);
    const struct later *l = find(s->at, n);
    bool field = s->at + n < s->end && s->at[n] == ':';
    if (l && l->kind == LATER_FIELD && field) {
        s->changed = true;
        drop_field(s);
    } else if (l && l->kind == LATER_WORD && !field) {
        s->changed = true;
        s->at += n;
        skip_parentheses(s);
        skip_blanks(s);
    } else {
        str_addn(&s->out, s->at, n);
        s->at += n;
        if (l && l->kind == LATER_FMF_AFTER)
            skip_flags(s);
    }
}

/* A name, a text in quotes, a comment: nothing of the language is in them. */
static size_t opaque_length(const struct scanner *s) {
    const char *at = s->at;
    size_t left = (size_t)(s->end - at), n = 0;
    if (*at == ';')
        return strcspn(at, "\n");
    if (strchr("%@!#", *at))
        n = 1 + (left > 1 && at[1] == '"' ? 0 : word_length(s, at + 1));
    if (at[n] == '"') {
        const char *close = memchr(at + n + 1, '"', left - n - 1);
        return close ? (size_t)(close + 1 - at) : left;
    }
    return n;
}

const char *ir_text_as_ours(struct arena *a, const char *text, size_t n) {
    struct scanner s = {.at = text, .end = text + n, .out.arena = a};
    while (s.at < s.end) {
        size_t opaque = *s.at ? opaque_length(&s) : 1;
        if (!opaque && in_word(*s.at)) {
            take_word(&s);
            continue;
        }
        opaque = opaque ? opaque : 1;
        str_addn(&s.out, s.at, opaque);
        s.at += opaque;
    }
    return s.changed ? str_text(&s.out) : NULL;
}
