/* AMD's vector registers: which values need them, and how many words. What is the same for a whole
 * warp, and what is loaded from where all of it reads, is in scalar registers; the scalar units of
 * the generations that OpenCL is used on compute no floating-point numbers. An address is a scalar
 * base and a 32-bit offset where the index cannot be negative or large. */
#include <string.h>

#include "analysis/ir/query.h"
#include "codegen/estimate/registers/registers.h"

/* Local ids are below 2^LOCAL_ID_BITS; offsets have OFFSET_BITS. */
enum { LOCAL_ID_BITS = 10, OFFSET_BITS = 32, MAX_DEPTH = 12 };

/* Scalar loads have whole words. */
enum { SCALAR_BYTES = 4 };

static bool starts_varying(const struct value *v) {
    return v->op == OP_ATOMIC ||
           (v->op == OP_WORKITEM &&
            (v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_LOCAL_ID ||
             v->imm == QUERY_GLOBAL_LINEAR_ID || v->imm == QUERY_LOCAL_LINEAR_ID ||
             v->imm == QUERY_SUB_GROUP_LOCAL_ID));
}

static bool is_header_around(const struct kernel *k, uint32_t header, uint32_t block) {
    uint32_t l = k->blocks[header].loop;
    return l != NONE && k->loops[l].header == header && in_loop(k, block, l);
}

/* Ways into a block, but for those back to a loop's start: work-items that come in together go
 * round together until something else parts them. */
static uint32_t entries(const struct kernel *k, uint32_t block) {
    const struct block *b = &k->blocks[block];
    bool header = b->loop != NONE && k->loops[b->loop].header == block;
    uint32_t n = 0;
    for (uint32_t p = 0; p < b->n_preds; p++)
        n += !(header && in_loop(k, b->preds[p], b->loop));
    return n;
}

/* The phis of a block. */
static void mark_phis(const struct kernel *k, uint32_t block, bool *varying) {
    const struct block *b = &k->blocks[block];
    for (uint32_t i = 0; i < b->n_values && k->values[b->values[i]].op == OP_PHI; i++)
        varying[b->values[i]] = true;
}

/* Work-items that part at the end of a block meet where its ways do: which way one came decides
 * the phis there, and those behind a loop that they leave one after another. */
static void mark_joins(const struct kernel *k, uint32_t block, uint32_t *stack, bool *seen,
                       bool *varying) {
    uint32_t n = 0, last = k->blocks[block].ipdom;
    memset(seen, 0, k->n_blocks * sizeof *seen);
    stack[n++] = block;
    while (n) {
        const struct block *from = &k->blocks[stack[--n]];
        for (uint32_t s = 0; s < from->n_succs; s++) {
            uint32_t to = from->succs[s];
            bool leaves = k->blocks[block].loop != NONE && !in_loop(k, to, k->blocks[block].loop);
            if (seen[to] || is_header_around(k, to, block))
                continue;
            seen[to] = true;
            if (entries(k, to) > 1 || leaves)
                mark_phis(k, to, varying);
            if (to != last)
                stack[n++] = to;
        }
    }
}

/* Blocks that begin when something may have been written to global memory. */
static const bool *find_written(struct arena *a, const struct kernel *k) {
    bool *in = NEW_ARRAY(a, bool, k->n_blocks), *own = NEW_ARRAY(a, bool, k->n_blocks);
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        if (v->block != NONE && (v->op == OP_STORE || v->op == OP_ATOMIC) &&
            k->accesses[v->site].space != SPACE_LOCAL &&
            k->accesses[v->site].space != SPACE_PRIVATE)
            own[v->block] = true;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < k->n_blocks; b++)
            for (uint32_t p = 0; p < k->blocks[b].n_preds && !in[b]; p++) {
                uint32_t from = k->blocks[b].preds[p];
                in[b] = in[from] || own[from];
                changed |= in[b];
            }
    }
    return in;
}

/* Scalar loads read constant memory, and global memory that nothing was written to yet. */
static bool is_scalar_load(const struct access *accesses, const struct value *v,
                           const bool *written, const bool *varying) {
    if (v->op != OP_LOAD || varying[v->args[0]])
        return false;
    enum space s = accesses[v->site].space;
    return s == SPACE_CONSTANT || (s == SPACE_GLOBAL && !written[v->block]);
}

const bool *regs_varying(struct arena *a, const struct kernel *k) {
    bool *varying = NEW_ARRAY(a, bool, k->n_values), *seen = NEW_ARRAY(a, bool, k->n_blocks);
    uint32_t *stack = NEW_ARRAY(a, uint32_t, k->n_blocks + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < k->n_values; i++) {
            const struct value *v = &k->values[i];
            bool is = starts_varying(v);
            for (uint32_t n = 0; n < v->n_args && !is; n++)
                is = varying[v->args[n]];
            if (!is || varying[i])
                continue;
            changed = varying[i] = true;
            if ((v->op == OP_BR || v->op == OP_SWITCH) && v->block != NONE)
                mark_joins(k, v->block, stack, seen, varying);
        }
    }
    return varying;
}

const bool *regs_vectors(struct arena *a, const struct kernel *k) {
    const bool *varying = regs_varying(a, k), *written = find_written(a, k);
    bool *vector = NEW_ARRAY(a, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        bool scalar = v->op == OP_LOAD ? is_scalar_load(k->accesses, v, written, varying)
                                       : v->type != TYPE_FLOAT;
        vector[i] = varying[i] || !scalar;
    }
    return vector;
}

void regs_mark_scalar_loads(struct arena *a, struct kernel *k) {
    const bool *vector = regs_vectors(a, k);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        struct access *x = &k->accesses[i];
        x->scalar = x->kind == ACCESS_LOAD && x->bytes >= SCALAR_BYTES && !vector[x->value];
    }
}

/* Bits that hold a value, which is not negative; more than OFFSET_BITS if that is not known. */
static uint32_t bits_of(const struct kernel *k, uint32_t value, uint32_t depth) {
    const struct value *v = &k->values[value];
    uint32_t unknown = OFFSET_BITS + 1;
    if (depth > MAX_DEPTH || v->type != TYPE_INT || regs_comps(v) > 1)
        return unknown;
    const struct value *by = v->n_args > 1 ? &k->values[v->args[1]] : NULL;
    bool constant = by && by->op == OP_CONST;
    switch ((enum op)v->op) {
    case OP_CONST:
        return v->imm < 0 ? unknown : v->imm ? 64 - (uint32_t)__builtin_clzll((uint64_t)v->imm) : 0;
    case OP_WORKITEM:
        return v->imm == QUERY_LOCAL_ID ? LOCAL_ID_BITS : unknown;
    case OP_ZEXT:
    case OP_SEXT:
    case OP_TRUNC:
    case OP_COPY:
        return bits_of(k, v->args[0], depth + 1);
    case OP_AND:
        return constant && by->imm >= 0 ? bits_of(k, v->args[1], depth + 1)
                                        : bits_of(k, v->args[0], depth + 1);
    case OP_LSHR: {
        uint32_t n = bits_of(k, v->args[0], depth + 1);
        n = n > OFFSET_BITS ? v->bits : n;
        return constant && n > by->imm ? n - (uint32_t)by->imm : n;
    }
    case OP_SHL:
        return constant && by->imm < OFFSET_BITS
                   ? bits_of(k, v->args[0], depth + 1) + (uint32_t)by->imm
                   : unknown;
    case OP_ADD:
    case OP_OR:
        return max32(bits_of(k, v->args[0], depth + 1), bits_of(k, v->args[1], depth + 1)) + 1;
    case OP_MUL:
        return bits_of(k, v->args[0], depth + 1) + bits_of(k, v->args[1], depth + 1);
    default:
        return unknown;
    }
}

/* The base is scalar, and the index a number that is not negative; or the global id itself, whose
 * group's part goes to the base. */
static bool is_offset(const struct kernel *k, const struct value *v, const bool *vector) {
    if (v->op != OP_PTRADD || v->n_args != 2 || vector[v->args[0]])
        return false;
    const struct value *index = &k->values[v->args[1]];
    bool id = index->op == OP_WORKITEM && index->imm == QUERY_GLOBAL_ID;
    uint32_t scale = v->imm > 0 ? 64 - (uint32_t)__builtin_clzll((uint64_t)v->imm) : OFFSET_BITS;
    return id || bits_of(k, v->args[1], 0) + scale <= OFFSET_BITS;
}

const uint8_t *regs_vector_words(struct arena *a, const struct regs *r, const bool *vector) {
    uint8_t *words = arena_memdup(a, r->words, r->n * sizeof *words);
    for (uint32_t i = 0; i < r->n; i++)
        if (!vector[r->owner[i]])
            words[i] = 0;
    for (uint32_t i = 0; i < r->k->n_values; i++)
        if (words[r->first[i]] == 2 && is_offset(r->k, &r->k->values[i], vector))
            words[r->first[i]] = 1;
    return words;
}
