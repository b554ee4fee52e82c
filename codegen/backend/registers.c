#include "codegen/backend/registers.h"

#include <string.h>
#include <unistd.h>

#include "codegen/backend/device_library.h"
#include "codegen/backend/query.h"
#include "source/compiler/toolchain.h"

/* A back end that computes nothing for so many times the CPU time it may take is given up. One that
 * waits for a busy machine's processors gets a little of them in that time. */
enum { WALL_PER_CPU = 3 };

/* Of whose device library the files are a part of keys. */
static const char usual_processor[] = "gfx900";

struct registers {
    struct arena *arena;
    struct register_request request;
    VEC(struct register_query)
    queries; /* of an architecture, one that is asked first comes first */
    struct patience patience;
    bool given_up;
};

/* What failed for good is remembered as an empty report. */
static void finish(struct registers *r, struct register_query *q) {
    bool complete = register_query_read(r->arena, q, &r->patience);
    if (register_query_reap(q, !complete) && complete) {
        cache_put(r->arena, r->request.cache, &q->key, q->text, q->bytes);
    } else {
        register_query_forget(q);
        r->given_up = true;
    }
}

static struct register_query *find_query(struct registers *r, const struct gpu *g,
                                         const struct back_end *b) {
    for (size_t i = 0; i < r->queries.n; i++)
        if (strcmp(r->queries.at[i].arch, g->arch) == 0 && r->queries.at[i].back_end == b)
            return &r->queries.at[i];
    return NULL;
}

/* What is not asked yet; false if the back end or one of its programs is not there. */
static bool ask(struct registers *r, const struct gpu *g, const struct back_end *b) {
    struct arena *a = r->arena;
    struct register_query q = {.back_end = b, .arch = g->arch, .report = -1, .code = -1};
    const char *clang = frontend_clang(a), *reader = NULL;
    if (find_query(r, g, b))
        return true;
    if (!clang || !back_end_can_compile(a, b, &r->request, g->arch))
        return false;
    if (b->reader && (!(reader = toolchain_find(a, b->reader, "")) ||
                      !register_query_knows_arch(a, r->request.cache, &q, reader)))
        return false;
    const char *compiler;
    struct words compile = register_query_command(a, &r->request, &q, clang, &compiler);
    register_query_make_key(a, &q, &r->request, &compile, compiler, reader);
    q.text = cache_get(a, r->request.cache, &q.key, &q.bytes);
    if (!q.text) {
        bool own = compiler != clang;
        int part = own ? register_query_take_part(a, &q, &r->request, &compile) : -1;
        patience_renew(&r->patience);
        register_query_start(a, &q, &r->request, &compile, compiler, reader);
        if (part >= 0)
            close(part);
    }
    vec_push(a, &r->queries, q);
    return true;
}

/* The first of the vendor's back ends that is there. */
static void ask_first(struct registers *r, const struct gpu *g) {
    for (size_t i = 0; i < N_BACK_ENDS; i++)
        if (back_end_is_for(&back_ends[i], g) && ask(r, g, &back_ends[i]))
            return;
}

bool registers_are_of_drivers(const struct gpu *g) {
    for (size_t i = 0; i < N_BACK_ENDS; i++)
        if (back_end_is_for(&back_ends[i], g) && back_ends[i].of_drivers)
            return true;
    return false;
}

void registers_add_tools(struct cache_key *k) {
    const char *clang = frontend_clang(k->arena);
    cache_key_file(k, clang ? clang : "");
    for (size_t i = 0; i < N_BACK_ENDS; i++) {
        const char *name = back_ends[i].reader;
        const char *reader = name ? toolchain_find(k->arena, name, "") : NULL;
        cache_key_file(k, reader ? reader : "");
        if (back_ends[i].library)
            cache_key_file(k, device_library_libclc(k->arena, back_ends[i].library));
    }
    const struct words no_options = {0};
    const struct words rocm = device_library_rocm(k->arena, usual_processor, &no_options, false);
    for (size_t i = 0; i < rocm.n; i++)
        cache_key_file(k, rocm.at[i]);
}

struct registers *registers_start(struct arena *a, const struct register_request *request) {
    struct registers *r = NEW(a, struct registers);
    r->arena = a;
    r->request = *request;
    r->patience.seconds = request->seconds * WALL_PER_CPU;
    for (size_t i = 0; i < request->n_gpus && request->bitcode->path && !request->when_asked; i++)
        ask_first(r, request->gpus[i]);
    return r;
}

bool registers_given_up(const struct registers *r) {
    return r->given_up;
}

void registers_wait(struct registers *r) {
    for (size_t i = 0; i < r->queries.n; i++)
        if (!r->queries.at[i].text && r->queries.at[i].report >= 0)
            finish(r, &r->queries.at[i]);
}

static bool answered(struct registers *r, struct register_query *q, const char *kernel,
                     struct register_use *use) {
    if (!q->text && q->report >= 0)
        finish(r, q);
    if (!q->text || !back_end_read(r->arena, q->back_end, q->text, kernel, use))
        return false;
    const struct code *c = use->spill_bytes ? register_query_code(r->arena, q, kernel) : NULL;
    if (c)
        code_count_spills(c, use->spills);
    return true;
}

/* What was not to be started before, and what others could not compile. */
static struct register_query *ask_again(struct registers *r, const struct gpu *g,
                                        const struct back_end *b) {
    bool asked_first = b->reader && !r->request.when_asked;
    if (r->request.bitcode->path && !asked_first)
        ask(r, g, b);
    return find_query(r, g, b);
}

bool registers_find(struct registers *r, const char *kernel, const struct gpu *g,
                    struct register_use *use, const struct code **code) {
    bool compiles = false; /* the source, with one library */
    for (size_t i = 0; i < N_BACK_ENDS; i++) {
        const struct back_end *b = &back_ends[i];
        bool asked = back_end_is_for(b, g) && (b->of_bitcode || !compiles);
        struct register_query *q = asked ? ask_again(r, g, b) : NULL;
        bool is_answer = q && answered(r, q, kernel, use);
        compiles |= q && q->text && *q->text;
        if (!is_answer)
            continue;
        if (code)
            *code = register_query_code(r->arena, q, kernel);
        return true;
    }
    return false;
}

void registers_end(struct registers *r) {
    for (size_t i = 0; i < r->queries.n; i++)
        if (r->queries.at[i].report >= 0)
            register_query_reap(&r->queries.at[i], true);
}
