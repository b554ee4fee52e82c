#include "launch/evaluate/host_bitcode.h"

#include <llvm-c/BitReader.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "source/compiler/toolchain.h"
#include "source/frontend.h"

/* --- the store: of a source and its flags the files that it read, of these the bitcode --- */

static struct cache_key files_key(struct arena *a, const struct ev_file *f) {
    struct cache_key k = cache_key(a, "host files 1");
    const struct jobs *j = f->jobs;
    char *here = getcwd(NULL, 0);
    cache_key_file(&k, toolchain_self(a));
    cache_key_text(&k, here ? here : "");
    free(here);
    cache_key_text(&k, f->input->path);
    cache_key_text(&k, arena_printf(a, "%zu", front_end_row(f->input->language)));
    cache_key_text(&k, j->cuda_path ? j->cuda_path : "");
    for (size_t i = 0; i < j->front_flags.n; i++)
        cache_key_text(&k, j->front_flags.at[i]);
    for (size_t i = 0; i < j->cuda_flags.n; i++)
        cache_key_text(&k, j->cuda_flags.at[i]);
    return k;
}

/* False where one of the files cannot be read that could. */
static struct cache_key bitcode_key(struct arena *a, const struct ev_file *f,
                                    const struct words *files) {
    struct cache_key k = files_key(a, f);
    cache_key_text(&k, "bitcode");
    for (size_t i = 0; i < files->n; i++) {
        cache_key_text(&k, files->at[i]);
        cache_key_text(&k, cache_key_contents(&k, files->at[i]) ? "there" : "not there");
    }
    return k;
}

/* The first line of an entry: whether it was edited, and the SDK's folders. */
static const char *head_of(struct arena *a, const struct host_bitcode *b) {
    return arena_printf(a, "%d\t%s\t%s\n", b->edited, b->sdk ? b->sdk : "",
                        b->sdk_libraries ? b->sdk_libraries : "");
}

static bool take_entry(struct arena *a, const char *entry, size_t n, struct host_bitcode *b) {
    const char *end = memchr(entry, '\n', n);
    const char *sdk = end ? memchr(entry, '\t', (size_t)(end - entry)) : NULL;
    const char *libraries = sdk ? memchr(sdk + 1, '\t', (size_t)(end - sdk - 1)) : NULL;
    if (!libraries)
        return false;
    b->edited = *entry == '1';
    b->sdk = libraries > sdk + 1 ? arena_strndup(a, sdk + 1, (size_t)(libraries - sdk - 1)) : NULL;
    b->sdk_libraries =
        end > libraries + 1 ? arena_strndup(a, libraries + 1, (size_t)(end - libraries - 1)) : NULL;
    b->bytes = end + 1;
    b->n = n - (size_t)(end + 1 - entry);
    return true;
}

static bool get(struct arena *a, const struct ev_file *f, const struct cache *store,
                struct dependencies *d, struct host_bitcode *b) {
    const struct cache_key first = files_key(a, f);
    size_t n;
    const char *list = cache_get(a, store, &first, &n);
    struct words files = {0};
    for (const char *s = list; s && *s;) {
        const size_t length = strcspn(s, "\n");
        words_add(a, &files, arena_strndup(a, s, length));
        s += length + (s[length] != 0);
    }
    if (!list)
        return false;
    const struct cache_key second = bitcode_key(a, f, &files);
    const char *entry = cache_get(a, store, &second, &n);
    if (!entry || !take_entry(a, entry, n, b))
        return false;
    for (size_t i = 0; i < files.n; i++)
        dependencies_add(d, files.at[i]);
    return true;
}

static void put(struct arena *a, const struct ev_file *f, const struct cache *store,
                const struct words *files, const struct host_bitcode *b) {
    struct str list = {.arena = a}, entry = {.arena = a};
    for (size_t i = 0; i < files->n; i++)
        str_printf(&list, "%s\n", files->at[i]);
    str_add(&entry, head_of(a, b));
    str_addn(&entry, b->bytes, b->n);
    const struct cache_key first = files_key(a, f), second = bitcode_key(a, f, files);
    cache_put(a, store, &second, str_text(&entry), entry.n);
    cache_put(a, store, &first, str_text(&list), list.n);
}

/* --- by clang --- */

static struct host_bitcode compile(struct arena *a, const struct ev_file *f,
                                   const struct cache *store, struct dependencies *d) {
    struct jobs jobs = *f->jobs;
    struct frontend_request request = {
        .jobs = &jobs, .input = f->input, .host_side = true, .dependencies = d};
    struct host_bitcode out = {0};
    jobs.store = store;
    words_add_all(a, &request.flags, &f->jobs->front_flags);
    words_add(a, &request.flags, "-gline-tables-only");
    words_add(a, &request.flags, "-w");
    frontend_take_unsaved(a, &request);
    struct bitcode b = frontend_compile(a, &request);
    if (b.path)
        out.bytes = read_file(a, b.path, &out.n);
    out.edited = b.cuda && b.cuda->edited.n;
    out.sdk = b.cuda ? b.cuda->sdk.root : NULL;
    out.sdk_libraries = b.cuda ? b.cuda->sdk.libraries : NULL;
    frontend_release(&b);
    return out;
}

struct host_bitcode host_bitcode_of(struct arena *a, const struct ev_file *f,
                                    const struct cache *store, struct dependencies *d) {
    struct host_bitcode b = {0};
    struct dependencies own = {.arena = a};
    const bool keeps = store && store->dir && !f->jobs->texts;
    if (keeps && get(a, f, store, d, &b))
        return b;
    b = compile(a, f, store, &own);
    for (size_t i = 0; i < own.paths.n; i++)
        dependencies_add(d, own.paths.at[i]);
    d->unknown |= own.unknown;
    if (!words_has(&own.paths, f->input->path))
        words_add(a, &own.paths, f->input->path);
    if (keeps && b.bytes && !own.unknown)
        put(a, f, store, &own.paths, &b);
    return b;
}

LLVMModuleRef host_bitcode_parse(LLVMContextRef context, const struct host_bitcode *b) {
    LLVMModuleRef m = NULL;
    if (!b->bytes)
        return NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(b->bytes, b->n, "host");
    const bool failed = LLVMParseBitcodeInContext2(context, buffer, &m);
    LLVMDisposeMemoryBuffer(buffer);
    return failed ? NULL : m;
}
