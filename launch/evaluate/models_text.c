/* Functions of texts: <string.h>, and what turns texts into numbers. */
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "base/str.h"
#include "launch/evaluate/models.h"

const char *ev_text_at(struct ev_call *c, struct ev_value address) {
    return ev_text(c->run->pool, c->state->memory, address);
}

void model_text_length(struct ev_call *c) {
    const char *s = ev_text_at(c, ev_arg(c, 0));
    c->result = s ? ev_known(strlen(s), 64) : ev_unknown(64);
}

/* The bytes that two texts have in common decide also where one's rest is not known. */
static struct ev_value compare(struct ev_call *c, uint64_t most, bool any_case) {
    struct ev_value a = ev_arg(c, 0), b = ev_arg(c, 1);
    for (uint64_t i = 0; i < most && ev_is_known(a) && ev_is_known(b); i++, a.bits++, b.bits++) {
        const struct ev_value x = ev_load(c->run->pool, c->state->memory, a, 1);
        const struct ev_value y = ev_load(c->run->pool, c->state->memory, b, 1);
        if (!ev_is_known(x) || !ev_is_known(y))
            return ev_unknown(32);
        const int u = any_case ? tolower((int)x.bits) : (int)x.bits;
        const int v = any_case ? tolower((int)y.bits) : (int)y.bits;
        if (u != v || !u)
            return ev_known((uint64_t)(int64_t)(u - v), 32);
    }
    return ev_is_known(a) && ev_is_known(b) ? ev_known(0, 32) : ev_unknown(32);
}

void model_compare_texts(struct ev_call *c) {
    const bool bounded = c->model->number & 1;
    const struct ev_value n = ev_arg(c, 2);
    if (bounded && !ev_is_known(n))
        c->result = ev_unknown(32);
    else
        c->result = compare(c, bounded ? n.bits : UINT32_MAX, c->model->number & 2);
}

static void set_found(struct ev_call *c, const char *text, const char *found) {
    c->result =
        found ? ev_known(ev_arg(c, 0).bits + (uint64_t)(found - text), 64) : ev_known(0, 64);
}

void model_find_character(struct ev_call *c) {
    const char *s = ev_text_at(c, ev_arg(c, 0));
    const struct ev_value wanted = ev_arg(c, 1);
    c->result = ev_unknown(64);
    if (s && ev_is_known(wanted))
        set_found(c, s, (c->model->number ? strrchr : strchr)(s, (int)(wanted.bits & 0xff)));
}

void model_find_text(struct ev_call *c) {
    const char *s = ev_text_at(c, ev_arg(c, 0)), *wanted = ev_text_at(c, ev_arg(c, 1));
    c->result = ev_unknown(64);
    if (s && wanted)
        set_found(c, s, strstr(s, wanted));
}

/* strcpy, strncpy, strcat, stpcpy */
void model_copy_text(struct ev_call *c) {
    struct ev_run *r = c->run;
    const struct ev_value to = ev_arg(c, 0), most = ev_arg(c, 2);
    const char *s = ev_text_at(c, ev_arg(c, 1));
    const bool appends = c->model->number == 2, bounded = c->model->number == 1;
    const char *before = appends ? ev_text_at(c, to) : "";
    c->result = to;
    if (!s || !before || !ev_is_known(to) || (bounded && !ev_is_known(most))) {
        ev_forget(r->pool, c->state->memory, to, false);
        return;
    }
    size_t n = strlen(s) + 1;
    n = bounded && most.bits < n ? (size_t)most.bits : n;
    ev_store_bytes(r->pool, c->state->memory, to.bits + strlen(before), s, n);
    if (c->model->number == 3)
        c->result = ev_known(to.bits + n - 1, 64);
}

void model_duplicate_text(struct ev_call *c) {
    const char *s = ev_text_at(c, ev_arg(c, 0));
    c->result = ev_allocate(c, s ? ev_known(strlen(s) + 1, 64) : ev_unknown(64), EV_HEAP, false);
    if (s && ev_is_known(c->result))
        ev_store_bytes(c->run->pool, c->state->memory, c->result.bits, s, strlen(s) + 1);
}

static unsigned result_width(const struct ev_call *c) {
    return c->called->result.n ? c->called->result.at[0].bits : 64;
}

void model_to_number(struct ev_call *c) {
    const char *s = ev_text_at(c, ev_arg(c, 0));
    c->result = s ? ev_known((uint64_t)strtoll(s, NULL, c->model->number), result_width(c))
                  : ev_unknown(result_width(c));
}

static void store_end(struct ev_call *c, const char *text, const char *end) {
    const struct ev_value at = ev_arg(c, 1);
    ev_store_at(
        c, at, text ? ev_known(ev_arg(c, 0).bits + (uint64_t)(end - text), 64) : ev_unknown(64), 8);
}

void model_to_number_in_base(struct ev_call *c) {
    const char *s = ev_text_at(c, ev_arg(c, 0));
    const struct ev_value base = ev_arg(c, 2);
    char *end = NULL;
    uint64_t n = 0;
    const bool known = s && ev_is_known(base) && ev_int(base) >= 0 && ev_int(base) <= 36;
    if (known)
        n = *s == '-' ? (uint64_t)strtoll(s, &end, (int)base.bits)
                      : strtoull(s, &end, (int)base.bits);
    store_end(c, known ? s : NULL, end);
    c->result = known ? ev_known(n, result_width(c)) : ev_unknown(result_width(c));
}

void model_to_real(struct ev_call *c) {
    const char *s = ev_text_at(c, ev_arg(c, 0));
    char *end = NULL;
    const double d = s ? strtod(s, &end) : 0;
    if (c->model->number != 2)
        store_end(c, s, end);
    c->result = ev_unknown(result_width(c));
    if (s)
        c->result = c->model->number == 1 ? ev_known(ev_of_float((float)d), 32)
                                          : ev_known(ev_of_double(d), 64);
}

void model_classify(struct ev_call *c) {
    const struct ev_value v = ev_arg(c, 0);
    c->result = ev_unknown(32);
    if (!ev_is_known(v) || v.bits > 127)
        return;
    const int x = (int)v.bits;
    static int (*const functions[])(int) = {[EV_IS_DIGIT] = isdigit,
                                            [EV_IS_SPACE] = isspace,
                                            [EV_IS_ALPHA] = isalpha,
                                            [EV_TO_UPPER] = toupper,
                                            [EV_TO_LOWER] = tolower};
    c->result = ev_known((uint64_t)functions[c->model->number](x), 32);
}

/* --- texts that are printed --- */

/* One directive of a format, copied, with the argument that it takes. False if that is not known,
 * or the directive is none of the usual. */
static bool print_directive(struct ev_call *c, struct str *out, const char *directive,
                            uint32_t *arg) {
    const char kind = directive[strlen(directive) - 1];
    const struct ev_value v = ev_arg(c, *arg);
    const bool wide = strpbrk(directive, "lzjt") != NULL;
    if (strlen(directive) > 20 || strchr(directive, '*') || !ev_is_known(v))
        return false;
    const struct ev_operand *operand = *arg < c->called->n_args ? &c->called->args[*arg] : NULL;
    ++*arg;
    char plain[24];
    size_t n = 0;
    for (const char *d = directive; d[1]; d++)
        if (!strchr("hlzjtL", *d))
            plain[n++] = *d;
    plain[n] = 0;
    if (kind == 's') {
        const char *text = ev_text_at(c, v);
        if (text)
            str_printf(out, arena_printf(c->run->arena, "%ss", plain), text); // NOLINT
        return text != NULL;
    }
    if (strchr("feEgGaA", kind)) {
        if (!operand || operand->real != REAL_DOUBLE)
            return false;
        str_printf(out, arena_printf(c->run->arena, "%s%c", plain, kind), ev_double(v.bits));
        return true;
    }
    if (!strchr("diuxXoc", kind))
        return false;
    const bool with_sign = kind == 'd' || kind == 'i';
    const long long number = with_sign && !wide ? ev_int(v) : (long long)v.bits;
    if (kind == 'c')
        str_printf(out, arena_printf(c->run->arena, "%sc", plain), (int)number);
    else
        str_printf(out, arena_printf(c->run->arena, "%sll%c", plain, kind), number);
    return true;
}

/* What the format and the arguments from `arg` on make; NULL if not all of it is known. */
static const char *formatted(struct ev_call *c, const char *format, uint32_t arg) {
    struct str out = {.arena = c->run->arena};
    for (const char *s = format; *s;) {
        const size_t n = strcspn(s, "%");
        str_addn(&out, s, n);
        s += n;
        if (!*s)
            break;
        if (s[1] == '%') {
            str_add(&out, "%");
            s += 2;
            continue;
        }
        const size_t length = strcspn(s + 1, "diuxXocsfeEgGaApn");
        if (!s[1 + length] ||
            !print_directive(c, &out, arena_strndup(c->run->arena, s, length + 2), &arg))
            return NULL;
        s += length + 2;
    }
    return str_text(&out);
}

/* sprintf, snprintf, and what they are with _FORTIFY_SOURCE */
void model_print_text(struct ev_call *c) {
    static const uint32_t formats[] = {0, 1, 2, 3, 4};
    const uint32_t at = formats[c->model->number];
    const bool bounded = c->model->number == 2 || c->model->number == 4;
    const struct ev_value to = ev_arg(c, 0), most = ev_arg(c, 1);
    const char *format = ev_text_at(c, ev_arg(c, at));
    const char *text = format ? formatted(c, format, at + 1) : NULL;
    c->result = text ? ev_known(strlen(text), 32) : ev_unknown(32);
    if (bounded && ev_is_known(most) && !most.bits)
        return;
    if (!text || !ev_is_known(to) || (bounded && !ev_is_known(most))) {
        ev_forget(c->run->pool, c->state->memory, to, false);
        return;
    }
    const size_t n = bounded && strlen(text) >= most.bits ? (size_t)most.bits - 1 : strlen(text);
    ev_store_bytes(c->run->pool, c->state->memory, to.bits, text, n);
    ev_store_bytes(c->run->pool, c->state->memory, to.bits + n, "", 1);
}

void model_print_variable(struct ev_call *c) {
    ev_forget(c->run->pool, c->state->memory, ev_arg(c, 0), false);
    c->result = ev_unknown(32);
}
