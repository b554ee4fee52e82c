/* Spilled registers are at constant places of the stack, so their loads and stores have no register
 * as an address but "off". LLVM comments blocks with the depth of the loop that they are in ("in
 * Loop: Header=BB0_2 Depth=1"), on their first line or on those behind it.
 *
 * Not told apart: elements of private arrays at constant places. */
#include "codegen/backend/amd_spill_comments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/words.h"

enum { REGISTER_BITS = 32 };

static const char begins[] = "; -- Begin function ", title[] = "Spills of ";

static bool is_block(const char *line) {
    return str_starts(line, ".LBB") || str_starts(line, "; %bb.");
}

/* Registers that the line loads from, or stores to, constant places of the stack; 0 for others. */
static uint32_t moved(const char *line, const char *what) {
    static const char *const families[] = {"\tbuffer_", "\tscratch_"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        const char *at = line + strlen(families[i]);
        if (!str_starts(line, families[i]) || !str_starts(at, what) || !strstr(at, " off, "))
            continue;
        at += strlen(what);
        if (str_starts(at, "dwordx"))
            return (uint32_t)strtoul(at + strlen("dwordx"), NULL, 10);
        return *at == 'b' ? (uint32_t)strtoul(at + 1, NULL, 10) / REGISTER_BITS : 1;
    }
    return 0;
}

static void add_function(struct str *out, const char *name, const struct spill_count *c) {
    if (name)
        str_printf(out, "%s%s: %u %u %u %u\n", title, name, c[SPILLS_ONCE].stores,
                   c[SPILLS_ONCE].loads, c[SPILLS_IN_LOOPS].stores, c[SPILLS_IN_LOOPS].loads);
}

const char *spill_code_summary(struct arena *a, const char *assembly) {
    struct str out = {.arena = a};
    struct words lines = words_split(a, assembly, "\n");
    struct spill_count c[SPILL_PLACES] = {0};
    enum spill_place place = SPILLS_ONCE;
    const char *name = NULL;
    for (size_t i = 0; i < lines.n; i++) {
        const char *line = lines.at[i], *begin = strstr(line, begins);
        if (begin) {
            add_function(&out, name, c);
            memset(c, 0, sizeof c);
            name = begin + sizeof begins - 1;
        }
        if (begin || is_block(line))
            place = SPILLS_ONCE;
        if (strstr(line, " Depth="))
            place = SPILLS_IN_LOOPS;
        c[place].stores += moved(line, "store_");
        c[place].loads += moved(line, "load_");
    }
    add_function(&out, name, c);
    return str_text(&out);
}

void spill_code_read(const char *line, const char *function, struct spill_count *c) {
    size_t n = strlen(function);
    if (!str_starts(line, title) || strncmp(line + sizeof title - 1, function, n) != 0)
        return;
    uint32_t *numbers[] = {&c[SPILLS_ONCE].stores, &c[SPILLS_ONCE].loads,
                           &c[SPILLS_IN_LOOPS].stores, &c[SPILLS_IN_LOOPS].loads};
    const char *at = line + sizeof title - 1 + n;
    for (size_t i = 0; *at == (i ? ' ' : ':') && i < sizeof numbers / sizeof *numbers; i++) {
        char *end;
        *numbers[i] = (uint32_t)strtoul(at + 1, &end, 10);
        at = end;
    }
}

enum { REGISTER_BYTES = 4 };

static void count_block(const struct code *c, const struct code_block *b, struct spill_count *n) {
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        const struct code_instruction *in = &c->instructions[i];
        uint32_t registers = in->bytes > REGISTER_BYTES ? in->bytes / REGISTER_BYTES : 1;
        if (in->spill && in->memory == CODE_STORE)
            n->stores += registers;
        if (in->spill && in->memory == CODE_LOAD)
            n->loads += registers;
    }
}

void code_count_spills(const struct code *c, struct spill_count *counts) {
    for (size_t i = 0; i < SPILL_PLACES; i++)
        counts[i] = (struct spill_count){0};
    for (uint32_t b = 0; b < c->n_blocks; b++)
        count_block(c, &c->blocks[b],
                    &counts[c->blocks[b].loop == NONE ? SPILLS_ONCE : SPILLS_IN_LOOPS]);
}
