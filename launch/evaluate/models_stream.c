/* libstdc++'s streams of strings. Where such a stream has its buffer, its text and the place that
 * is read next are kept; its tables of virtual functions are objects of ours, which say where that
 * is. Of other streams nothing is known. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "launch/evaluate/models.h"

/* Where the text's address, its length and the place are, from the buffer on. */
enum { BUFFER_TEXT = 8, BUFFER_LENGTH = 16, BUFFER_PLACE = 24 };
/* A table: where the common base is from the part of the stream on, where the buffer is, a mark.
 * Pointers to a table point behind these. */
enum { TABLE_BASE = 0, TABLE_BUFFER = 8, TABLE_MARK = 16, TABLE_BYTES = 64, TABLE_BEGIN = 24 };
static const uint64_t table_mark = 0x636c706572662073;
/* The state in the common base, and its bits. */
enum { BASE_STATE = 32, STATE_END = 2, STATE_FAILED = 4 };
/* A std::string: its address, its length, and room for short ones. */
enum { STRING_LENGTH = 8, STRING_ROOM = 16, STRING_SHORT = 15, LONGEST_TEXT = 1 << 20 };

/* By model number: what kinds there are, with their layouts. */
enum { STREAM_IN, STREAM_OUT, STREAM_BOTH };
static const struct layout {
    uint64_t buffer, base;
} layouts[] = {{16, 120}, {8, 112}, {24, 128}};
/* Where a stream of both kinds has the part that is written to. */
enum { OUT_PART = 16 };

/* A part of a stream. */
struct stream {
    uint64_t buffer, base; /* addresses */
};

static struct ev_value load(struct ev_call *c, uint64_t at, unsigned bytes) {
    return ev_load(c->run->pool, c->state->memory, ev_known(at, 64), bytes);
}

static void store(struct ev_call *c, uint64_t at, struct ev_value v, unsigned bytes) {
    ev_store(c->run->pool, c->state->memory, ev_known(at, 64), v, bytes);
}

static struct ev_value keep(struct ev_call *c, const char *text, size_t n) {
    const struct ev_value at = ev_allocate(c, ev_known(n + 1, 64), EV_HEAP, true);
    if (ev_is_known(at) && n)
        ev_store_bytes(c->run->pool, c->state->memory, at.bits, text, n);
    return at;
}

/* --- strings --- */

/* NULL if not all of it is known. */
static const char *read_string(struct ev_call *c, struct ev_value string, size_t *n) {
    if (!ev_is_known(string))
        return NULL;
    const struct ev_value at = load(c, string.bits, 8);
    const struct ev_value length = load(c, string.bits + STRING_LENGTH, 8);
    if (!ev_is_known(at) || !ev_is_known(length) || length.bits > LONGEST_TEXT)
        return NULL;
    char *text = NEW_ARRAY(c->run->arena, char, length.bits + 1);
    *n = (size_t)length.bits;
    return !*n || ev_load_bytes(c->run->pool, c->state->memory, at.bits, text, *n) ? text : NULL;
}

/* NULL: unknown. */
static void write_string(struct ev_call *c, struct ev_value string, const char *text, size_t n) {
    if (!ev_is_known(string) || !text) {
        ev_forget(c->run->pool, c->state->memory, string, false);
        return;
    }
    const uint64_t room = string.bits + STRING_ROOM;
    const struct ev_value at = n > STRING_SHORT ? keep(c, text, n) : ev_known(room, 64);
    if (n > STRING_SHORT)
        store(c, room, ev_known(n, 64), 8);
    else
        ev_store_bytes(c->run->pool, c->state->memory, room, text, n);
    if (n <= STRING_SHORT)
        store(c, room + n, ev_known(0, 8), 1);
    store(c, string.bits, at, 8);
    store(c, string.bits + STRING_LENGTH, ev_known(n, 64), 8);
}

/* --- streams --- */

/* Whether the part is one of a stream of strings. */
static bool stream_of(struct ev_call *c, struct ev_value part, struct stream *out) {
    const struct ev_value table = ev_is_known(part) ? load(c, part.bits, 8) : ev_unknown(64);
    if (!ev_is_known(table) || table.bits < TABLE_BEGIN)
        return false;
    const uint64_t at = table.bits - TABLE_BEGIN;
    const struct ev_value found = load(c, at + TABLE_MARK, 8);
    if (!ev_is_known(found) || found.bits != table_mark)
        return false;
    out->base = part.bits + load(c, at + TABLE_BASE, 8).bits;
    out->buffer = part.bits + load(c, at + TABLE_BUFFER, 8).bits;
    return true;
}

static const char *read_text(struct ev_call *c, const struct stream *s, size_t *n, size_t *place) {
    const struct ev_value at = load(c, s->buffer + BUFFER_TEXT, 8);
    const struct ev_value length = load(c, s->buffer + BUFFER_LENGTH, 8);
    const struct ev_value next = load(c, s->buffer + BUFFER_PLACE, 8);
    if (!ev_is_known(at) || !ev_is_known(length) || !ev_is_known(next) ||
        length.bits > LONGEST_TEXT || next.bits > length.bits)
        return NULL;
    char *text = NEW_ARRAY(c->run->arena, char, length.bits + 1);
    *n = (size_t)length.bits;
    *place = (size_t)next.bits;
    return !*n || ev_load_bytes(c->run->pool, c->state->memory, at.bits, text, *n) ? text : NULL;
}

/* NULL: unknown. */
static void set_text(struct ev_call *c, uint64_t buffer, const char *text, size_t n) {
    store(c, buffer + BUFFER_TEXT, text ? keep(c, text, n) : ev_unknown(64), 8);
    store(c, buffer + BUFFER_LENGTH, text ? ev_known(n, 64) : ev_unknown(64), 8);
    store(c, buffer + BUFFER_PLACE, ev_known(0, 64), 8);
}

static void add_table(struct ev_call *c, uint64_t part, uint64_t base, uint64_t buffer) {
    const struct ev_value table = ev_allocate(c, ev_known(TABLE_BYTES, 64), EV_HANDLE, true);
    if (!ev_is_known(table))
        return;
    store(c, table.bits + TABLE_BASE, ev_known(base, 64), 8);
    store(c, table.bits + TABLE_BUFFER, ev_known(buffer, 64), 8);
    store(c, table.bits + TABLE_MARK, ev_known(table_mark, 64), 8);
    store(c, part, ev_known(table.bits + TABLE_BEGIN, 64), 8);
}

/* Whether the second parameter of the function is a string. */
static bool takes_string(const struct ev_call *c, const char *behind) {
    const char *at = c->name ? strstr(c->name, behind) : NULL;
    return at && (str_starts(at + strlen(behind), "RKNS_12basic_string") ||
                  str_starts(at + strlen(behind), "ONS_12basic_string"));
}

/* std::istringstream(text, mode) and the like */
void model_stream_begin(struct ev_call *c) {
    const struct ev_value at = ev_arg(c, 0);
    const struct layout *l = &layouts[c->model->number];
    size_t n = 0;
    const char *text = takes_string(c, "C1E") ? read_string(c, ev_arg(c, 1), &n) : "";
    if (!ev_is_known(at))
        return;
    add_table(c, at.bits, l->base, l->buffer);
    if (c->model->number == STREAM_BOTH)
        add_table(c, at.bits + OUT_PART, l->base - OUT_PART, l->buffer - OUT_PART);
    set_text(c, at.bits + l->buffer, text, n);
    store(c, at.bits + l->base + BASE_STATE, ev_known(0, 32), 4);
}

/* str(text), or str(), which returns a string where the first argument says. */
void model_stream_text(struct ev_call *c) {
    struct stream s;
    size_t n = 0, place;
    if (takes_string(c, "3strE")) {
        const char *text = read_string(c, ev_arg(c, 1), &n);
        if (stream_of(c, ev_arg(c, 0), &s))
            set_text(c, s.buffer, text, n);
        return;
    }
    const char *text = stream_of(c, ev_arg(c, 1), &s) ? read_text(c, &s, &n, &place) : NULL;
    if (ev_is_known(ev_arg(c, 0)))
        store(c, ev_arg(c, 0).bits, ev_known(ev_arg(c, 0).bits + STRING_ROOM, 64), 8);
    write_string(c, ev_arg(c, 0), text, n);
}

/* The state of any stream, where that is known: all bits, or whether some of them are set. */
void model_stream_state(struct ev_call *c) {
    const struct ev_value base = ev_arg(c, 0);
    const struct ev_value state =
        ev_is_known(base) ? load(c, base.bits + BASE_STATE, 4) : ev_unknown(32);
    const int asked = c->model->number;
    const uint64_t bits = asked < 0 ? (uint64_t)-asked : (uint64_t)asked;
    if (!ev_is_known(state))
        c->result = ev_partly(0, 0);
    else
        c->result = ev_known(asked < 0 ? !(state.bits & bits) : (state.bits & bits) != 0, 1);
}

/* clear(state) */
void model_stream_clear(struct ev_call *c) {
    const struct ev_value base = ev_arg(c, 0);
    if (ev_is_known(base))
        store(c, base.bits + BASE_STATE, ev_arg(c, 1), 4);
}

/* --- reading --- */

/* What is left to read; NULL if nobody knows, or nothing can be read any more. */
static const char *begin_reading(struct ev_call *c, struct stream *s, bool skips, size_t *n,
                                 size_t *place) {
    if (!stream_of(c, ev_arg(c, 0), s)) {
        ev_call_unknown(c);
        return NULL;
    }
    c->result = ev_arg(c, 0);
    const char *text = read_text(c, s, n, place);
    const struct ev_value state = load(c, s->base + BASE_STATE, 4);
    if (!text || !ev_is_known(state)) {
        store(c, s->base + BASE_STATE, ev_unknown(32), 4);
        store(c, s->buffer + BUFFER_PLACE, ev_unknown(64), 8);
        ev_forget(c->run->pool, c->state->memory, ev_arg(c, 1), false);
        return NULL;
    }
    while (skips && *place < *n && isspace((unsigned char)text[*place]))
        ++*place;
    if (!state.bits && *place < *n)
        return text;
    store(c, s->buffer + BUFFER_PLACE, ev_known(*place, 64), 8);
    store(c, s->base + BASE_STATE,
          ev_known(state.bits | STATE_FAILED | (state.bits ? 0 : STATE_END), 32), 4);
    return NULL;
}

static void end_reading(struct ev_call *c, const struct stream *s, size_t place, uint64_t state) {
    store(c, s->buffer + BUFFER_PLACE, ev_known(place, 64), 8);
    store(c, s->base + BASE_STATE, ev_known(state, 32), 4);
}

/* stream >> number: the model number has its size in bytes, and 16 more for one of floating point.
 */
void model_stream_number(struct ev_call *c) {
    struct stream s;
    size_t n, place;
    const char *text = begin_reading(c, &s, true, &n, &place);
    const unsigned bytes = (unsigned)c->model->number & 15;
    char *end;
    if (!text)
        return;
    const double real = strtod(text + place, &end);
    const float single = (float)real;
    uint64_t bits = 0;
    if (bytes == sizeof single)
        memcpy(&bits, &single, sizeof single);
    else
        memcpy(&bits, &real, sizeof real);
    if (!(c->model->number & 16))
        bits = (uint64_t)strtoll(text + place, &end, 10);
    const bool failed = end == text + place;
    ev_store_at(c, ev_arg(c, 1), ev_known(failed ? 0 : bits & ev_mask(8 * bytes), 8 * bytes),
                bytes);
    place = (size_t)(end - text);
    end_reading(c, &s, place, (failed ? STATE_FAILED : 0) | (place == n ? STATE_END : 0));
}

/* stream >> string */
void model_stream_word(struct ev_call *c) {
    struct stream s;
    size_t n, place;
    const char *text = begin_reading(c, &s, true, &n, &place);
    if (!text)
        return;
    const size_t first = place;
    while (place < n && !isspace((unsigned char)text[place]))
        place++;
    write_string(c, ev_arg(c, 1), text + first, place - first);
    end_reading(c, &s, place, place == n ? STATE_END : 0);
}

/* stream >> character */
void model_stream_character(struct ev_call *c) {
    struct stream s;
    size_t n, place;
    const char *text = begin_reading(c, &s, true, &n, &place);
    if (!text)
        return;
    ev_store_at(c, ev_arg(c, 1), ev_known((uint8_t)text[place], 8), 1);
    end_reading(c, &s, place + 1, 0);
}

/* std::getline(stream, string, end) */
void model_stream_line(struct ev_call *c) {
    struct stream s;
    size_t n, place;
    const char *text = begin_reading(c, &s, false, &n, &place);
    const struct ev_value given = c->n_args > 2 ? ev_arg(c, 2) : ev_known('\n', 8);
    if (!text)
        return;
    const char *end = memchr(text + place, (char)given.bits, n - place);
    const size_t length = end ? (size_t)(end - text) - place : n - place;
    write_string(c, ev_arg(c, 1), text + place, length);
    end_reading(c, &s, place + length + (end != NULL), end ? 0 : STATE_END);
}

/* --- writing --- */

static struct ev_value narrowed(struct ev_value v, unsigned bits) {
    return ev_partly(v.bits & ev_mask(bits), v.known | ~ev_mask(bits));
}

/* A number as it is written, by the letter of its type; NULL: unknown. */
static const char *number_text(struct arena *a, char type, struct ev_value v) {
    const unsigned bits = strchr("ij", type) ? 32 : strchr("st", type) ? 16 : type == 'b' ? 1 : 64;
    double real;
    if (type != 'd' && type != 'f')
        v = narrowed(v, bits);
    if (!ev_is_known(v))
        return NULL;
    if (type == 'f') {
        float single;
        memcpy(&single, &v.bits, sizeof single);
        return arena_printf(a, "%g", (double)single);
    }
    if (type == 'd') {
        memcpy(&real, &v.bits, sizeof real);
        return arena_printf(a, "%g", real);
    }
    if (strchr("silx", type))
        return arena_printf(a, "%lld", (long long)ev_signed(v.bits, bits));
    return arena_printf(a, "%llu", (unsigned long long)v.bits);
}

/* Whether the manipulator is std::endl. */
static bool is_end_of_line(struct ev_call *c, struct ev_value manipulator) {
    const struct ev_function *f =
        ev_is_known(manipulator)
            ? ev_function_of_object(c->run->program, (uint32_t)(manipulator.bits >> EV_OFFSET_BITS))
            : NULL;
    return f && str_starts(f->name, "_ZSt4endl");
}

/* What the call writes, by the last letters of its name; NULL: unknown. */
static const char *written(struct ev_call *c, size_t *n) {
    const char *name = c->name ? c->name : "", *text = NULL;
    const struct ev_value v = ev_arg(c, 1), length = ev_arg(c, 2);
    const char *type = str_starts(name, "_ZNSolsE")           ? name + strlen("_ZNSolsE")
                       : str_starts(name, "_ZNSo9_M_insertI") ? name + strlen("_ZNSo9_M_insertI")
                                                              : "";
    const bool one = str_ends(name, "ES5_c") || str_ends(name, "ES6_c") || str_ends(name, "3putEc");
    if (*type && strchr("ijlmxystbdf", *type))
        text = number_text(c->run->arena, *type, v);
    else if (one && ev_is_known(narrowed(v, 8)))
        text = arena_printf(c->run->arena, "%c", (char)v.bits);
    else if (str_ends(name, "PFRSoS_E") && is_end_of_line(c, v))
        text = "\n";
    else if (str_ends(name, "ES5_PKc"))
        text = ev_text_at(c, v);
    else if (strstr(name, "basic_string"))
        return read_string(c, v, n);
    else if (strstr(name, "__ostream_insert"))
        text = ev_text_at(c, v);
    *n = text ? strlen(text) : 0;
    if (text && strstr(name, "__ostream_insert") && ev_is_known(length) && length.bits < *n)
        *n = (size_t)length.bits;
    return text;
}

/* stream << value */
void model_stream_write(struct ev_call *c) {
    struct stream s;
    size_t n = 0, before, place;
    c->result = ev_arg(c, 0);
    if (!stream_of(c, ev_arg(c, 0), &s))
        return;
    const char *text = read_text(c, &s, &before, &place), *more = text ? written(c, &n) : NULL;
    struct str all = {.arena = c->run->arena};
    if (more) {
        str_addn(&all, text, before);
        str_addn(&all, more, n);
    }
    set_text(c, s.buffer, more ? str_text(&all) : NULL, all.n);
    store(c, s.buffer + BUFFER_PLACE, ev_known(more ? place : 0, 64), 8);
}
