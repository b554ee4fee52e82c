/* Vectors that are aligned like their elements only, where the GPU's compilers access those one by
 * one. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* Each is one request, as if its address were a multiple of its size. */
static void align(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    x->whole = whatif_accesses(x->arena, w, t->kernel);
}

static const struct counterfactual aligned = {.change = align};

static void check(struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    for (uint32_t i = 0; i < k->n_accesses && c->input->gpu->local.vectors_aligned > 0; i++) {
        const struct access *a = &k->accesses[i];
        if (a->parts < 2 || c->result->access[i].requests == 0)
            continue;
        uint32_t bytes = a->bytes / a->parts;
        struct rule_cost cost = rule_cost(c, &aligned, a->loc, a);
        struct finding *f =
            rule_report(c, a->loc, cost, MSG_UNALIGNED, rule_access_kind(a), rule_base_name(a),
                        a->parts, bytes, diag_plural(bytes), bytes, diag_plural(bytes));
        f->access = a;
        rule_note(c, f, (struct loc){0}, MSG_UNALIGNED_POINTER,
                  a->parts == 3 ? 4 * bytes : a->bytes);
    }
}

const struct rule rule_unaligned_vector = {
    .info =
        {.id = "unaligned-vector",
         .title = "A vector that is aligned like its elements is accessed element by element",
         .help =
             "A GPU accesses 8 or 16 bytes per work-item with one instruction, if the address is "
             "a **multiple of 8 or 16**. `vload4` and `vstore4` promise the alignment of one "
             "element only. On NVIDIA's GPUs, compilers then make four accesses of them: each "
             "goes to a quarter of the bytes of every sector it touches, takes an instruction, "
             "and asks the caches for the same sectors again.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "Where the address is a multiple of the vector's size, use a pointer to vectors.\n"
             "\n"
             "```c\n"
             "/* before: __global const float *in */\n"
             "float4 v = vload4(i, in);\n"
             "\n"
             "/* after: __global const float4 *in4, the same buffer */\n"
             "float4 v = in4[i];\n"
             "```\n"
             "\n"
             "`vload3` has no such form: a `float3` in memory takes the room of four.\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where rows begin at any element. Then let neighbouring work-items read neighbouring "
             "elements instead of vectors, or copy the row to `__local` memory first.\n"
             "\n"
             "AMD's GPUs access vectors at any multiple of 4 bytes, and this is not reported for "
             "them.\n" HELP_WORDS,
         .precision = "high"},
    .check = check,
};
