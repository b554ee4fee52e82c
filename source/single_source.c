#include "source/single_source.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "source/absent_headers.h"
#include "source/assumed_instances.h"
#include "source/languages/cuda/cuda_precompiled.h"
#include "source/languages/cuda/cuda_repair.h"
#include "source/languages/cuda/cuda_repairs.h"

/* Repairs of the host's side of a source. */
enum { MOST_HOST_ROUNDS = 8 };

struct attempt {
    const struct frontend_request *request;
    const struct bitcode *bitcode;
};

static struct words words_of(struct arena *a, const void *data) {
    const struct attempt *t = data;
    struct words w = {0};
    words_add(a, &w, "-O1");
    words_add(a, &w, "-w");
    frontend_add_source(a, &w, t->request, t->bitcode);
    return w;
}

/* Where it does not compile as it is, of which clang said so, without what does not. */
static void compile_repaired(struct arena *a, const struct frontend_request *r, const char *clang,
                             struct bitcode *b, const char *said) {
    const struct attempt attempt = {r, b};
    const struct cuda_source source = {.path = r->input->path,
                                       .flags = &r->flags,
                                       .dependencies = r->dependencies,
                                       .words = words_of,
                                       .data = &attempt};
    struct str s = {.arena = a};
    struct cuda_repair *repair = cuda_repair_begin(a, b->cuda, &source);
    /* Of host code less is worth repairing: what does not compile is read as a tree. */
    const int most = r->host_side ? MOST_HOST_ROUNDS : INT_MAX;
    for (int n = 0;
         n < most && b->fd < 0 && strstr(said, "error: ") && cuda_repair_round(repair, said); n++) {
        cuda_precompile(a, r, clang, b->cuda);
        b->fd = frontend_attempt(a, r, clang, b, &b->reason, &said);
    }
    cuda_repair_end(repair);
    str_add(&s, b->reason);
    cuda_headers_add_missing(&s, b->cuda);
    b->reason = str_text(&s);
}

/* Has all headers that are nowhere stand for nothing, where clang ended with the first. Whether
 * there was one that is new. */
static bool do_without_absent(struct arena *a, const struct frontend_request *r, const char *clang,
                              struct bitcode *b, const char *said) {
    bool any = false;
    if (!strstr(said, "' file not found"))
        return false;
    const struct words absent = absent_headers(a, r, clang, b);
    for (size_t i = 0; i < absent.n; i++) {
        any |= cuda_headers_lack(a, b->cuda, absent.at[i]);
        if (r->dependencies)
            dependencies_add_missing(r->dependencies,
                                     arena_printf(a, "'%s' file not found", absent.at[i]),
                                     &r->flags, r->input->path);
    }
    return any && cuda_headers_reopen(a, b->cuda);
}

/* Cuts what the other side of the source, host or device, was cut for the same errors. */
static bool cut_as_before(struct arena *a, const struct frontend_request *r, struct bitcode *b,
                          const char *said) {
    const struct words places = cuda_repair_places(a, said);
    return cuda_repairs_take_cuts(a, r->jobs->repairs, r->input->path, &places, b->cuda) &&
           cuda_headers_reopen(a, b->cuda);
}

static struct bitcode compile_with(struct arena *a, const struct frontend_request *r,
                                   const char *clang, const struct cuda_headers *start) {
    struct bitcode b = {.fd = -1, .cuda = arena_memdup(a, start, sizeof *start)};
    const char *said = NULL;
    if (!cuda_headers_open(a, b.cuda)) {
        b.reason = "no memory file";
        return b;
    }
    cuda_precompile(a, r, clang, b.cuda);
    b.fd = frontend_attempt(a, r, clang, &b, &b.reason, &said);
    if (b.fd < 0 && said && cuda_precompiled_refused(b.cuda, said)) {
        cuda_precompiled_drop(b.cuda);
        b.fd = frontend_attempt(a, r, clang, &b, &b.reason, &said);
    }
    while (b.fd < 0 && said && !r->text && do_without_absent(a, r, clang, &b, said))
        b.fd = frontend_attempt(a, r, clang, &b, &b.reason, &said);
    if (b.fd < 0 && said && !r->text && cut_as_before(a, r, &b, said))
        b.fd = frontend_attempt(a, r, clang, &b, &b.reason, &said);
    if (b.fd < 0 && said && strstr(said, "error: ") && !r->text)
        compile_repaired(a, r, clang, &b, said);
    if (!r->text)
        cuda_repairs_note(r->jobs->repairs, r->input->path, b.cuda);
    return b;
}

struct bitcode single_source_compile(struct arena *a, const struct frontend_request *r,
                                     const char *clang) {
    struct cuda_headers start = {.dialect = frontend_of(r->input->language)->dialect,
                                 .host_side = r->host_side};
    if (start.dialect->has_sdk)
        start.sdk = cuda_sdk_find(a, r->jobs, r->dependencies);
    if (!r->text)
        cuda_repairs_take(a, r->jobs->repairs, r->input->path, &start);
    struct bitcode b = compile_with(a, r, clang, &start);
    if (b.fd < 0 && start.sdk.root && !r->host_side) {
        frontend_release(&b);
        start.no_sdk = strstr(b.reason, start.sdk.root) ? start.sdk.root : NULL;
        start.sdk = (struct cuda_sdk){0};
        b = compile_with(a, r, clang, &start);
    }
    if (b.fd >= 0 && !r->host_side)
        assume_instances(a, r, clang, &b);
    if (b.fd >= 0)
        b.path = arena_printf(a, "/proc/self/fd/%d", b.fd);
    return b;
}
