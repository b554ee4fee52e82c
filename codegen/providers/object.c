/* What the compiler beside the analysis has just written, or what ptxas makes of an input that is
 * PTX (codegen/backend/built.h). */
#include <stdlib.h>

#include "base/process/completion.h"
#include "base/str.h"
#include "codegen/backend/built.h"
#include "codegen/provider.h"
#include "source/compiler/toolchain.h"

/* The clang that hipcc starts: where it is told to look, else where ROCm and Debian have it.
 * Debian's names have a version. */
static void add_clang_of_hipcc(struct cache_key *k, const char *hipcc) {
    enum { OLDEST = 13, NEWEST = 25 };
    const char *told = getenv("HIP_CLANG_PATH"), *rocm = getenv("ROCM_PATH");
    const char *beside = hipcc ? path_dir(k->arena, hipcc) : "/usr/bin";
    const char *const folders[] = {
        told ? told : "/usr/bin", beside, arena_printf(k->arena, "%s/../llvm/bin", beside),
        arena_printf(k->arena, "%s/llvm/bin", rocm ? rocm : "/opt/rocm")};
    for (size_t i = 0; hipcc && i < sizeof folders / sizeof *folders; i++) {
        cache_key_file(k, arena_printf(k->arena, "%s/clang++", folders[i]));
        for (int version = OLDEST; version <= NEWEST; version++)
            cache_key_file(k, arena_printf(k->arena, "%s/clang++-%d", folders[i], version));
    }
}

/* The compilers whose code is read, what hipcc is told of those behind it, and whether there is one
 * beside us. */
static void add_tools(struct cache_key *k) {
    static const char *const compilers[] = {"nvcc", "hipcc", "ptxas"};
    static const char *const chosen_by[] = {"HIP_CLANG_PATH", "HIP_PLATFORM"};
    cache_key_text(k, completion_inherited() >= 0 ? "beside a compiler" : "alone");
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        const char *path = toolchain_find(k->arena, compilers[i], "");
        cache_key_file(k, path ? path : "");
    }
    add_clang_of_hipcc(k, toolchain_find(k->arena, "hipcc", ""));
    for (size_t i = 0; i < sizeof chosen_by / sizeof *chosen_by; i++) {
        const char *value = getenv(chosen_by[i]);
        cache_key_text(k, value ? value : "");
    }
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
