#include "codegen/object/amdgpu_frame.h"

#include "base/str.h"

/* Bits of the kernel descriptor: what the scalar registers from s0 on hold at the beginning. */
enum {
    STACK_BUFFER = 1 << 0,
    DISPATCH_POINTER = 1 << 1,
    QUEUE_POINTER = 1 << 2,
    PARAMETERS_POINTER = 1 << 3
};
enum { BUFFER_REGISTERS = 4, POINTER_REGISTERS = 2, MOST_POINTERS = 2 };

/* A buffer's descriptor, or a pointer, in scalar registers; n is 0 if there is none (any more). */
struct frame {
    struct code_registers stack;
    bool moved;                                    /* the stack's, to where it stays */
    struct code_registers pointers[MOST_POINTERS]; /* of the launch, and of the parameters */
};

static struct frame frame_of(uint16_t properties) {
    struct frame f = {0};
    uint16_t at = 0;
    if (properties & STACK_BUFFER) {
        f.stack = (struct code_registers){CODE_SCALAR, BUFFER_REGISTERS, at};
        at += BUFFER_REGISTERS;
    }
    if (properties & DISPATCH_POINTER) {
        f.pointers[0] = (struct code_registers){CODE_SCALAR, POINTER_REGISTERS, at};
        at += POINTER_REGISTERS;
    }
    if (properties & QUEUE_POINTER)
        at += POINTER_REGISTERS;
    if (properties & PARAMETERS_POINTER)
        f.pointers[1] = (struct code_registers){CODE_SCALAR, POINTER_REGISTERS, at};
    return f;
}

static bool overlap(struct code_registers x, struct code_registers y) {
    return x.n && y.n && x.file == y.file && x.first < y.first + y.n && y.first < x.first + x.n;
}

static bool same(struct code_registers x, struct code_registers y) {
    return x.file == y.file && x.first == y.first && x.n == y.n;
}

static bool writes(const struct code_instruction *in, struct code_registers r) {
    for (size_t i = 0; i < CODE_WRITES && in->writes[i].file != CODE_NO_FILE; i++)
        if (overlap(in->writes[i], r))
            return true;
    return false;
}

static bool reads(const struct code_instruction *in, struct code_registers r) {
    for (size_t i = 0; i < CODE_READS && in->reads[i].file != CODE_NO_FILE; i++)
        if (same(in->reads[i], r))
            return true;
    return false;
}

/* A move of the buffer's first registers: the kernel keeps it elsewhere from now on. */
static void follow_stack(struct frame *f, const struct code_instruction *in) {
    struct code_registers from = in->reads[0], to = in->writes[0];
    if (!f->stack.n || f->moved || !str_starts(in->name, "s_mov_b") || from.file != CODE_SCALAR ||
        from.first != f->stack.first || to.file != CODE_SCALAR)
        return;
    f->stack.first = to.first;
    f->moved = true;
}

/* Pointers are there until something else is written to their registers, in the order of the
 * code. */
static void set_space(struct frame *f, struct code_instruction *in) {
    for (size_t i = 0; i < MOST_POINTERS; i++) {
        if (in->memory == CODE_LOAD && in->scalar && f->pointers[i].n && reads(in, f->pointers[i]))
            in->space = SPACE_CONSTANT;
        if (writes(in, f->pointers[i]))
            f->pointers[i].n = 0;
    }
    if (in->memory != CODE_NO_MEMORY && f->stack.n && str_starts(in->name, "buffer_") &&
        reads(in, f->stack))
        in->space = SPACE_PRIVATE;
}

/* Vector registers that are read, but for one that keeps what the access does not write. */
static uint32_t vector_reads(const struct code_instruction *in) {
    uint32_t n = 0;
    for (size_t i = 0; i < CODE_READS && in->reads[i].file != CODE_NO_FILE; i++)
        n += (in->reads[i].file == CODE_VECTOR || in->reads[i].file == CODE_ACCUMULATOR) &&
             !writes(in, in->reads[i]);
    return n;
}

static bool is_at_constant_place(const struct code_instruction *in) {
    if (in->space != SPACE_PRIVATE || in->scalar)
        return false;
    if (in->memory == CODE_LOAD)
        return vector_reads(in) == 0;
    return in->memory == CODE_STORE && vector_reads(in) == 1;
}

void amdgpu_find_frame(struct code *c, struct code_instruction *instructions, uint16_t properties) {
    struct code_resources *r = &c->resources;
    struct frame f = frame_of(properties);
    if (!r->stack_bytes && !r->calls_unknown)
        f.stack.n = 0;
    for (uint32_t i = 0; i < c->n_instructions; i++) {
        struct code_instruction *in = &instructions[i];
        if (in->unknown)
            continue;
        set_space(&f, in);
        follow_stack(&f, in);
        in->spill = r->spill_bytes && is_at_constant_place(in);
        r->spill_stores += in->spill && in->memory == CODE_STORE;
        r->spill_loads += in->spill && in->memory == CODE_LOAD;
    }
}
