#include "capture/hip/message_pack.h"

#include <string.h>

static uint64_t big_endian(struct piece bytes, size_t at, unsigned n) {
    uint64_t number = 0;
    for (unsigned i = 0; i < n; i++)
        number = number << 8 | piece_u8(bytes, at + i);
    return number;
}

/* What the first byte says: a kind, a count in the byte itself or in that many bytes behind it, and
 * bytes that are not looked at. */
struct head {
    enum message_kind kind;
    uint8_t count_bytes, ignored;
    uint64_t count;
};

static struct head read_short(uint8_t byte) {
    if (byte < 0x80 || byte >= 0xe0)
        return (struct head){MESSAGE_NUMBER, 0, 0, byte};
    if (byte < 0x90)
        return (struct head){MESSAGE_MAP, 0, 0, byte & 0xf};
    if (byte < 0xa0)
        return (struct head){MESSAGE_ARRAY, 0, 0, byte & 0xf};
    return (struct head){MESSAGE_TEXT, 0, 0, byte & 0x1f};
}

/* Those of 0xc0 to 0xdf. Binary data are texts here. */
static struct head read_long(uint8_t byte) {
    static const struct head heads[] = {
        {MESSAGE_OTHER, 0, 0, 0},  {MESSAGE_OTHER, 0, 0, 0},  {MESSAGE_NUMBER, 0, 0, 0},
        {MESSAGE_NUMBER, 0, 0, 1}, {MESSAGE_TEXT, 1, 0, 0},   {MESSAGE_TEXT, 2, 0, 0},
        {MESSAGE_TEXT, 4, 0, 0},   {MESSAGE_TEXT, 1, 1, 0},   {MESSAGE_TEXT, 2, 1, 0},
        {MESSAGE_TEXT, 4, 1, 0},   {MESSAGE_OTHER, 0, 4, 0},  {MESSAGE_OTHER, 0, 8, 0},
        {MESSAGE_NUMBER, 1, 0, 0}, {MESSAGE_NUMBER, 2, 0, 0}, {MESSAGE_NUMBER, 4, 0, 0},
        {MESSAGE_NUMBER, 8, 0, 0}, {MESSAGE_NUMBER, 1, 0, 0}, {MESSAGE_NUMBER, 2, 0, 0},
        {MESSAGE_NUMBER, 4, 0, 0}, {MESSAGE_NUMBER, 8, 0, 0}, {MESSAGE_OTHER, 0, 2, 0},
        {MESSAGE_OTHER, 0, 3, 0},  {MESSAGE_OTHER, 0, 5, 0},  {MESSAGE_OTHER, 0, 9, 0},
        {MESSAGE_OTHER, 0, 17, 0}, {MESSAGE_TEXT, 1, 0, 0},   {MESSAGE_TEXT, 2, 0, 0},
        {MESSAGE_TEXT, 4, 0, 0},   {MESSAGE_ARRAY, 2, 0, 0},  {MESSAGE_ARRAY, 4, 0, 0},
        {MESSAGE_MAP, 2, 0, 0},    {MESSAGE_MAP, 4, 0, 0}};
    return heads[byte - 0xc0];
}

bool message_next(struct piece bytes, size_t *at, struct message *out) {
    if (!piece_holds(bytes, *at, 1))
        return false;
    uint8_t byte = piece_u8(bytes, (*at)++);
    struct head h = byte >= 0xc0 && byte < 0xe0 ? read_long(byte) : read_short(byte);
    if (!piece_holds(bytes, *at, (uint64_t)h.count_bytes + h.ignored))
        return false;
    if (h.count_bytes)
        h.count = big_endian(bytes, *at, h.count_bytes);
    *at += (size_t)h.count_bytes + h.ignored;
    *out = (struct message){.kind = h.kind, .number = h.count};
    if (h.kind != MESSAGE_TEXT)
        return true;
    out->text = piece_part(bytes, *at, h.count);
    *at += out->text.n;
    return out->text.n == h.count;
}

/* Every element takes a byte at least, so that false counts end with the bytes. */
bool message_skip(struct piece bytes, size_t *at) {
    struct message m;
    for (uint64_t left = 1; left > 0; left--) {
        if (!message_next(bytes, at, &m))
            return false;
        if (m.kind == MESSAGE_ARRAY || m.kind == MESSAGE_MAP)
            left += m.kind == MESSAGE_MAP ? 2 * m.number : m.number;
    }
    return true;
}

bool message_is(const struct message *m, const char *text) {
    return m->kind == MESSAGE_TEXT && m->text.n == strlen(text) &&
           memcmp(m->text.at, text, m->text.n) == 0;
}
