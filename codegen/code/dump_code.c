#include "analysis/ir/names.h"
#include "codegen/code/code.h"

static const char *memory_text(const struct code_instruction *in) {
    static const char *const text[] = {"", "load", "store", "atomic"};
    return text[in->memory];
}

/* "paired-fp32 x2", "fp32 + int". */
static void dump_classes(FILE *out, const struct code_instruction *in) {
    fprintf(out, " %s", class_text((enum op_class)in->cls));
    if (in->more || in->products > 1)
        fprintf(out, " x%u", in->products > 1 ? in->products : in->more + 1u);
    if (in->cls2 != CLASS_FREE)
        fprintf(out, " + %s", class_text((enum op_class)in->cls2));
}

static void dump_instruction(FILE *out, const struct code_instruction *in) {
    fprintf(out, "    %6x  %-24s", in->address, in->unknown ? "(unknown)" : in->name);
    if (in->memory != CODE_NO_MEMORY)
        fprintf(out, " %s %s %u%s", space_text((enum space)in->space), memory_text(in), in->bytes,
                in->spill ? " spill" : "");
    else
        dump_classes(out, in);
    if (in->conditional)
        fputs(" conditional", out);
    if (in->scalar)
        fputs(" scalar", out);
    if (in->flow == CODE_BRANCH && in->target != NONE)
        fprintf(out, " to #%u", in->target);
    if (in->stall)
        fprintf(out, " stall %u", in->stall);
    if (in->waits)
        fprintf(out, " waits %#x", in->waits);
    if (in->waits_memory)
        fputs(" waits for memory", out);
    if (in->loc.line)
        fprintf(out, "  %s:%u", in->loc.file ? in->loc.file : "", in->loc.line);
    fputc('\n', out);
}

static void dump_block(FILE *out, const struct code *c, uint32_t number) {
    const struct code_block *b = &c->blocks[number];
    fprintf(out, "  block %u:", number);
    if (b->loop != NONE)
        fprintf(out, " loop %u at depth %u", b->loop, c->loops[b->loop].depth);
    for (uint32_t s = 0; s < b->n_succs; s++)
        fprintf(out, "%s %u", s ? "," : " to", b->succs[s]);
    fputc('\n', out);
    for (uint32_t i = 0; i < b->n; i++)
        dump_instruction(out, &c->instructions[b->first + i]);
}

static void dump_threads(FILE *out, const uint32_t *threads, const char *what) {
    if (threads[0])
        fprintf(out, "  %ux%ux%u threads %s\n", threads[0], threads[1], threads[2], what);
}

static void dump_call(FILE *out, const struct code_call *call) {
    dump_threads(out, call->required_threads, "in each group");
    dump_threads(out, call->most_threads, "in a group at most");
    for (uint32_t i = 0; i < call->n_parameters; i++)
        fprintf(out, "%s%u bytes at %u", i ? ", " : "  parameters of ", call->parameters[i].bytes,
                call->parameters[i].offset);
    if (call->n_parameters)
        fputc('\n', out);
}

void dump_code(FILE *out, const struct code *c) {
    const struct code_resources *r = &c->resources;
    fprintf(out, "code of %s for %s: %u instructions, %u bytes, %u blocks, %u loops\n", c->kernel,
            c->arch, c->n_instructions, c->bytes, c->n_blocks, c->n_loops);
    fprintf(out, "  ");
    if (c->warp_width)
        fprintf(out, "warps of %u, ", c->warp_width);
    fprintf(out, "%u registers", r->registers);
    if (r->scalar_registers)
        fprintf(out, ", %u scalar ones", r->scalar_registers);
    if (r->accumulators)
        fprintf(out, ", %u accumulators", r->accumulators);
    fprintf(out, ", %u bytes of stack, %u spilled (%u stores, %u loads), %u of local memory\n",
            r->stack_bytes, r->spill_bytes, r->spill_stores, r->spill_loads, r->local_bytes);
    dump_call(out, &c->call);
    if (c->library)
        fprintf(out, "  functions of %s\n", c->library);
    if (c->n_unknown)
        fprintf(out, "  %u instructions of unknown encoding\n", c->n_unknown);
    for (uint32_t b = 0; b < c->n_blocks; b++)
        dump_block(out, c, b);
}
