#include "codegen/object/sass/sass.h"

#include <string.h>

#include "codegen/object/sass/row.h"

enum { ZERO_REGISTER = 255 };

uint64_t sass_bits(const struct sass_word *w, unsigned first, unsigned n) {
    uint64_t v = first >= 64 ? w->high >> (first - 64)
                             : w->low >> first | (first ? w->high << (64 - first) : 0);
    return n < 64 ? v & ((UINT64_C(1) << n) - 1) : v;
}

uint64_t sass_load(const uint8_t *at) {
    uint64_t v = 0;
    for (unsigned i = 0; i < 8; i++)
        v |= (uint64_t)at[i] << 8 * i;
    return v;
}

static void add(struct code_registers *list, unsigned room, enum code_file file, unsigned first,
                unsigned n) {
    if (file == CODE_VECTOR && first + n > ZERO_REGISTER)
        n = ZERO_REGISTER - first;
    if (n == 0)
        return;
    for (unsigned i = 0; i < room; i++)
        if (list[i].file == CODE_NO_FILE) {
            list[i] = (struct code_registers){(uint8_t)file, (uint8_t)n, (uint16_t)first};
            return;
        }
}

void sass_reads(struct code_instruction *in, enum code_file file, unsigned first, unsigned n) {
    add(in->reads, CODE_READS, file, first, n);
}

void sass_writes(struct code_instruction *in, enum code_file file, unsigned first, unsigned n) {
    add(in->writes, CODE_WRITES, file, first, n);
}

void sass_append(struct sass_refined *r, const char *text) {
    size_t n = strlen(r->name), more = text ? strlen(text) : 0;
    if (more && n + more < sizeof r->name)
        memcpy(r->name + n, text, more + 1);
}

const struct sass_row *sass_find(const struct sass_row *rows, size_t n, unsigned opcode) {
    for (size_t i = 0; i < n; i++)
        if ((opcode & rows[i].mask) == rows[i].opcode)
            return &rows[i];
    return NULL;
}

void sass_begin(struct sass_refined *r, const struct sass_modifier *modifiers) {
    const struct sass_row *row = r->row;
    r->in->cls = row->cls;
    r->in->memory = row->memory;
    r->in->space = row->space;
    r->in->flow = row->flow;
    r->in->scalar = row->uniform == SASS_UNIFORM;
    sass_append(r, row->name);
    for (size_t i = 0; i < sizeof row->modifiers && row->modifiers[i]; i++) {
        const struct sass_modifier *m = &modifiers[row->modifiers[i]];
        sass_append(r, m->texts[sass_bits(r->word, m->first, m->n)]);
    }
}

void sass_end(struct arena *a, struct sass_refined *r, const char *row_name) {
    r->in->name = strcmp(r->name, row_name) == 0 ? row_name : arena_strdup(a, r->name);
}

void sass_control(struct code_instruction *in, uint32_t bits) {
    uint32_t result = bits >> 5 & 7, operands = bits >> 8 & 7;
    in->stall = bits & 15;
    in->sets = (uint8_t)((result == 7 ? 0 : result + 1) | (operands == 7 ? 0 : operands + 1) << 4);
    in->waits = bits >> 11 & 63;
}

bool sass_decode(struct arena *a, const uint8_t *code, size_t n, unsigned arch, struct code *c) {
    if (arch >= 50 && arch < 70)
        return sass_decode_maxwell(a, code, n, c);
    return arch >= 70 && sass_decode_volta(a, code, n, arch, c);
}
