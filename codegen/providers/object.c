/* What the compiler beside the analysis has just written, or what ptxas makes of an input that is
 * PTX (codegen/backend/built.h). */
#include "base/process/completion.h"
#include "codegen/backend/built.h"
#include "codegen/provider.h"
#include "source/compiler/toolchain.h"

/* The compiler whose code is read, and whether there is one beside us. */
static void add_tools(struct cache_key *k) {
    const char *nvcc = toolchain_find(k->arena, "nvcc", "");
    cache_key_text(k, completion_inherited() >= 0 ? "beside a compiler" : "alone");
    cache_key_file(k, nvcc ? nvcc : "");
    const char *ptxas = toolchain_find(k->arena, "ptxas", "");
    cache_key_file(k, ptxas ? ptxas : "");
}

static void *start(struct arena *a, const struct code_request *r) {
    const struct bitcode *b = r->bitcode;
    const bool within = r->input->object;
    struct piece ptx = {(const uint8_t *)b->ptx, within ? 0 : b->ptx_bytes};
    return built_begin(a,
                       &(struct built_request){.path = within ? r->input->input->path : r->object,
                                               .ptx = ptx,
                                               .complete = within,
                                               .completion = completion_inherited(),
                                               .patience = r->patience,
                                               .seconds = r->seconds,
                                               .cache = r->cache});
}

static bool find(void *started, const struct code_query *q, struct code_answer *out) {
    out->code = started ? built_code(started, q->machine->symbol, q->gpu) : NULL;
    if (out->code)
        out->registers = code_register_use(out->code);
    out->prices = out->code != NULL;
    return out->code != NULL;
}

static bool given_up(const void *started) {
    return built_given_up(started);
}

const struct provider provider_object = {
    .add_tools = add_tools, .start = start, .find = find, .given_up = given_up};
