/* Functions that take texts apart: sscanf(), strtok() and the tables of <ctype.h>. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "launch/evaluate/models.h"

/* Longest conversion of a format, and conversions of one call. */
enum { LONGEST_CONVERSION = 64, MOST_CONVERSIONS = 64 };

/* --- spans and tokens --- */

void model_find_any(struct ev_call *c) {
    const char *s = ev_text_at(c, ev_arg(c, 0)), *any = ev_text_at(c, ev_arg(c, 1));
    c->result = ev_unknown(64);
    if (!s || !any)
        return;
    const char *found = strpbrk(s, any);
    c->result = found ? ev_known(ev_arg(c, 0).bits + (uint64_t)(found - s), 64) : ev_known(0, 64);
}

void model_span(struct ev_call *c) {
    const char *s = ev_text_at(c, ev_arg(c, 0)), *set = ev_text_at(c, ev_arg(c, 1));
    c->result = ev_unknown(64);
    if (s && set)
        c->result = ev_known((c->model->number ? strcspn : strspn)(s, set), 64);
}

/* strtok(text, ends) and strtok_r(text, ends, &rest) */
void model_token(struct ev_call *c) {
    struct ev_pool *p = c->run->pool;
    struct ev_memory *m = c->state->memory;
    const struct ev_value kept =
        c->model->number ? ev_arg(c, 2) : ev_known(ev_address(c->run->random) + EV_KEPT_TOKEN, 64);
    struct ev_value at = ev_arg(c, 0);
    if (ev_is_known(at) && !at.bits)
        at = ev_load(p, m, kept, 8);
    const bool ended = ev_is_known(at) && !at.bits;
    const char *s = ended ? "" : ev_text_at(c, at), *ends = ev_text_at(c, ev_arg(c, 1));
    c->result = ev_unknown(64);
    if (!s || !ends) {
        ev_store(p, m, kept, c->result, 8);
        ev_forget(p, m, at, false);
        return;
    }
    const size_t first = strspn(s, ends), n = strcspn(s + first, ends);
    c->result = n ? ev_known(at.bits + first, 64) : ev_known(0, 64);
    const bool more = n && s[first + n];
    if (more)
        ev_store(p, m, ev_known(at.bits + first + n, 64), ev_known(0, 8), 1);
    const uint64_t next = ended ? 0 : at.bits + first + n + more;
    ev_store(p, m, kept, ev_known(next, 64), 8);
}

/* --- sscanf() --- */

/* A part of a format: what is to be skipped, and one conversion. */
struct conversion {
    char format[LONGEST_CONVERSION + 8]; /* with "%n" behind it */
    char kind;
    unsigned bytes; /* of a number */
    bool dropped;   /* "%*d" */
};

/* Bytes of the number that the conversion stores, by its length modifier. */
static unsigned bytes_of(const char *directive, size_t n, char kind) {
    const bool l = memchr(directive, 'l', n), h = memchr(directive, 'h', n);
    const bool wide =
        l || memchr(directive, 'z', n) || memchr(directive, 'j', n) || memchr(directive, 't', n);
    if (strchr("feEgGaA", kind))
        return l ? 8 : 4;
    if (h)
        return n > 2 && memmem(directive, n, "hh", 2) ? 1 : 2;
    return wide || kind == 'p' ? 8 : 4;
}

/* The end of the conversion that begins with the '%' at s, or NULL. */
static const char *end_of_conversion(const char *s) {
    s++;
    s += strspn(s, "*0123456789hlzjtL");
    if (*s != '[')
        return *s ? s + 1 : NULL;
    s += s[1] == '^' ? 2 : 1;
    s += *s == ']';
    const char *end = strchr(s, ']');
    return end ? end + 1 : NULL;
}

/* The next part of the format; false where there is none, or it is none of the usual. */
static bool next_conversion(const char **format, struct conversion *x) {
    const char *s = *format, *percent = s;
    while ((percent = strchr(percent, '%')) && percent[1] == '%')
        percent += 2;
    const char *end = percent ? end_of_conversion(percent) : NULL;
    if (!end || end - s > LONGEST_CONVERSION || memchr(percent, 'L', (size_t)(end - percent)))
        return false;
    memcpy(x->format, s, (size_t)(end - s));
    memcpy(x->format + (end - s), "%n", 3);
    x->kind = end[-1];
    x->dropped = percent[1] == '*';
    x->bytes = bytes_of(percent, (size_t)(end - percent), x->kind);
    *format = end;
    return strchr("diuxXofeEgGaAsc]", x->kind) != NULL;
}

/* Converts, and stores where the argument points; characters that were read, or -1. */
static int convert(struct ev_call *c, const struct conversion *x, const char *text,
                   struct ev_value to) {
    struct arena scratch = {0};
    const bool is_text = strchr("sc]", x->kind);
    const size_t room = is_text ? strlen(text) + 1 : 8;
    uint8_t *value = NEW_ARRAY(&scratch, uint8_t, room + 8);
    int n = -1;
    if (x->dropped)
        sscanf(text, x->format, &n);                  // NOLINT
    else if (sscanf(text, x->format, value, &n) != 1) // NOLINT
        n = -1;
    if (n >= 0 && !x->dropped && ev_is_known(to))
        ev_store_bytes(c->run->pool, c->state->memory, to.bits, value,
                       !is_text         ? x->bytes
                       : x->kind == 'c' ? (size_t)1
                                        : strlen((const char *)value) + 1);
    arena_free(&scratch);
    return n;
}

/* Nobody knows what is stored. */
static void forget_targets(struct ev_call *c) {
    for (uint32_t i = 2; i < c->n_args; i++)
        ev_forget(c->run->pool, c->state->memory, ev_arg(c, i), false);
    c->result = ev_unknown(32);
}

void model_scan_text(struct ev_call *c) {
    const char *text = ev_text_at(c, ev_arg(c, 0)), *format = ev_text_at(c, ev_arg(c, 1));
    uint32_t arg = 2, stored = 0;
    if (!text || !format) {
        forget_targets(c);
        return;
    }
    const bool empty = !text[strspn(text, " \t\n")];
    for (int i = 0; i < MOST_CONVERSIONS && strchr(format, '%'); i++) {
        struct conversion x;
        if (!next_conversion(&format, &x)) {
            forget_targets(c);
            return;
        }
        const int n = convert(c, &x, text, ev_arg(c, arg));
        if (n < 0)
            break;
        text += n;
        arg += !x.dropped;
        stored += !x.dropped;
    }
    c->result = ev_known(stored || !empty ? stored : (uint32_t)EOF, 32);
}

/* fscanf(file, format, ...): nobody reads the file, but where numbers go is known. */
void model_scan_file(struct ev_call *c) {
    const char *format = ev_text_at(c, ev_arg(c, 1));
    uint32_t arg = 2;
    c->result = ev_unknown(32);
    for (int i = 0; format && i < MOST_CONVERSIONS && strchr(format, '%'); i++) {
        struct conversion x;
        if (!next_conversion(&format, &x) || strchr("s]", x.kind))
            break;
        if (x.dropped)
            continue;
        const unsigned bytes = x.kind == 'c' ? 1 : x.bytes;
        ev_store(c->run->pool, c->state->memory, ev_arg(c, arg++), ev_unknown(8 * bytes), bytes);
    }
    for (; arg < c->n_args; arg++)
        ev_forget(c->run->pool, c->state->memory, ev_arg(c, arg), false);
}

/* --- <ctype.h> --- */

/* The address of the address of a table for -128 to 255. */
void model_classes(struct ev_call *c) {
    enum { BEFORE = 128, ALL = 384 };
    const bool classes = c->model->number == 0;
    const size_t each = classes ? sizeof(uint16_t) : sizeof(int32_t);
    const void *table = classes                 ? (const void *)(*__ctype_b_loc() - BEFORE)
                        : c->model->number == 1 ? (const void *)(*__ctype_tolower_loc() - BEFORE)
                                                : (const void *)(*__ctype_toupper_loc() - BEFORE);
    const struct ev_value at = ev_allocate(c, ev_known(ALL * each, 64), EV_HEAP, false);
    c->result = ev_allocate(c, ev_known(8, 64), EV_HEAP, false);
    if (!ev_is_known(at) || !ev_is_known(c->result))
        return;
    ev_store_bytes(c->run->pool, c->state->memory, at.bits, table, ALL * each);
    ev_store(c->run->pool, c->state->memory, c->result, ev_known(at.bits + BEFORE * each, 64), 8);
}
