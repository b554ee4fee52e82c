#include "source/languages/cuda/cuda_precompiled.h"

#include <ctype.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/sandbox.h"
#include "base/str.h"
#include "source/compiler/toolchain.h"
#include "source/scan/standard_headers.h"

/* Whether the text has the word, which is no part of a longer name there. */
static bool mentions(const char *text, const char *word, size_t n) {
    for (const char *s = text; n && (s = strstr(s, word)); s++) {
        const bool begins = s == text || !(isalnum((unsigned char)s[-1]) || s[-1] == '_');
        if (begins && !(isalnum((unsigned char)s[n]) || s[n] == '_'))
            return true;
    }
    return false;
}

/* Whether the header may be another with this definition of a macro: "NAME", "NAME=1", "F(x)=x".
 * Names that begin so are those that headers of the system look at. */
static bool defines_for(struct arena *a, const char *api, const char *definition) {
    const char *name = arena_strndup(a, definition, strcspn(definition, "=("));
    return *name == '_' || mentions(api, name, strlen(name));
}

/* Whether the option says where files are, or what is read besides: sources are told that as well,
 * and the header includes nothing but the system's. Where its argument is a word of its own,
 * *argument. */
static bool names_files(const char *flag, bool *argument) {
    static const char *const joined[] = {"-I", "-L", "-l"};
    static const char *const apart[] = {"-isystem", "-iquote",  "-idirafter",
                                        "-include", "-imacros", "-ivfsoverlay"};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (str_starts(flag, apart[i])) {
            *argument = !flag[strlen(apart[i])];
            return true;
        }
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++)
        if (str_starts(flag, joined[i])) {
            *argument = !flag[strlen(joined[i])];
            return true;
        }
    return false;
}

static bool is_macro(const char *flag) {
    return str_starts(flag, "-D") || str_starts(flag, "-U");
}

/* The options that the header may depend on. */
static void add_flags(struct arena *a, struct words *w, const struct words *flags,
                      const char *api) {
    for (size_t i = 0; i < flags->n; i++) {
        const char *flag = flags->at[i];
        bool argument = false;
        if (names_files(flag, &argument)) {
            i += argument;
            continue;
        }
        const bool apart = is_macro(flag) && !flag[2] && i + 1 < flags->n;
        if (!is_macro(flag) || defines_for(a, api, apart ? flags->at[i + 1] : flag + 2)) {
            words_add(a, w, flag);
            if (apart)
                words_add(a, w, flags->at[i + 1]);
        }
        i += apart;
    }
}

/* What is parsed: the header, and those of the standard library that the source begins with, which
 * take most of the time in many sources; libclang reads none of these. */
static const char *input_of(struct arena *a, const struct frontend_request *r, bool tree) {
    size_t n = r->bytes;
    if (tree)
        return "#include \"" CUDA_HEADERS "/host_api.h\"\n#include \"" CUDA_HEADERS
               "/cuda_api.h\"\n";
    const char *text = r->text ? r->text : texts_read(a, r->jobs->texts, r->input->path, &n);
    return arena_printf(a, "#include \"" CUDA_HEADERS "/cuda_api.h\"\n%s",
                        text ? standard_headers_at_start(a, text, n) : "");
}

static struct words command(struct arena *a, const struct frontend_request *r,
                            const struct cuda_headers *h) {
    static const char *const of_tree[] = {"-nostdinc++", "-Xclang",
                                          "-detailed-preprocessing-record", NULL};
    static const char *const fixed[] = {"-w",
                                        "-fno-color-diagnostics",
                                        "-fno-crash-diagnostics",
                                        "-H",
                                        "-Xclang",
                                        "-emit-pch",
                                        "-Xclang",
                                        "-fno-pch-timestamp",
                                        "-emit-llvm",
                                        "-c",
                                        "-o",
                                        "-",
                                        NULL};
    struct words w = {0};
    words_add_list(a, &w, fixed);
    if (h->tree)
        words_add_list(a, &w, of_tree);
    words_add(a, &w, h->tree ? "-O0" : "-O1");
    cuda_add_dialect(a, &w, r->jobs, h, r->arch);
    add_flags(a, &w, &r->flags, h->dialect->api);
    for (size_t i = 0; i < r->defines.n; i++)
        if (defines_for(a, h->dialect->api, r->defines.at[i]))
            words_add(a, &w, arena_printf(a, "-D%s", r->defines.at[i]));
    words_add(a, &w, "-");
    return w;
}

/* What clang is to parse, and how. */
struct parsing {
    const char *api, *input;
    struct words words;
};

/* --- the store: of the options the files that the header includes, of these what clang made of it
 * --- */

static struct cache_key files_key(struct arena *a, const char *clang, const struct parsing *p) {
    const struct words *w = &p->words;
    struct cache_key k = cache_key(a, "precompiled 1");
    cache_key_file(&k, clang);
    cache_key_file(&k, toolchain_self(a));
    cache_key_text(&k, p->api);
    cache_key_text(&k, p->input);
    for (size_t i = 0; i < w->n; i++)
        /* The overlay is a file in memory, whose number is another each time. */
        cache_key_text(&k, i && strcmp(w->at[i - 1], "-ivfsoverlay") == 0 ? "" : w->at[i]);
    return k;
}

static void add_files(struct cache_key *k, const struct words *files) {
    for (size_t i = 0; i < files->n; i++)
        cache_key_file(k, files->at[i]);
}

/* What clang made of the header, with its files; NULL if that is not there, or one of them was
 * changed since. */
static const char *find(struct arena *a, const struct cache *store, struct cache_key k,
                        struct words *files, size_t *n) {
    const char *list = cache_get(a, store, &k, n);
    if (!list)
        return NULL;
    *files = words_split(a, list, "\n");
    add_files(&k, files);
    return cache_get(a, store, &k, n);
}

static void keep(struct arena *a, const struct cache *store, struct cache_key k,
                 const struct words *files, const char *bytes, size_t n) {
    struct str list = {.arena = a};
    for (size_t i = 0; i < files->n; i++)
        str_printf(&list, "%s\n", files->at[i]);
    cache_put(a, store, &k, str_text(&list), list.n);
    add_files(&k, files);
    cache_put(a, store, &k, bytes, n);
}

/* --- */

/* What clang makes of the header, with its files, which -H lists of what the input itself includes;
 * NULL if it cannot. */
static const char *make(struct arena *a, const char *clang, const struct parsing *p,
                        struct words *files, size_t *n) {
    const char *path, *bytes = NULL;
    struct words run = frontend_compiler(a, clang, &path);
    struct dependencies read = {.arena = a};
    const int in = spawn_text("input", p->input, strlen(p->input));
    words_add_all(a, &run, &p->words);
    const int out = spawn_capture("precompiled"), messages = spawn_capture("messages");
    if (in >= 0 && out >= 0 && messages >= 0) {
        lseek(in, 0, SEEK_SET);
        const int status = sandbox_run(&(struct spawn_request){
            .path = path, .argv = words_argv(a, &run), .in = in, .out = out, .err = messages});
        if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
            bytes = spawn_captured(a, out, n);
        size_t said;
        dependencies_add_messages(&read, spawn_captured(a, messages, &said), &(struct words){0},
                                  CUDA_HEADERS "/cuda_api.h");
    }
    *files = read.paths;
    const int opened[] = {in, out, messages};
    for (size_t i = 0; i < sizeof opened / sizeof *opened; i++)
        if (opened[i] >= 0)
            close(opened[i]);
    return bytes;
}

void cuda_precompiled_drop(struct cuda_headers *h) {
    close(h->precompiled);
    h->precompiled = -1;
}

void cuda_precompile(struct arena *a, const struct frontend_request *r, const char *clang,
                     struct cuda_headers *h) {
    const struct cache *store = r->jobs->store;
    if (!store || !store->dir)
        return;
    if (h->precompiled >= 0 && h->precompiled_special == h->special_functions)
        return;
    if (h->precompiled >= 0)
        cuda_precompiled_drop(h);
    const struct parsing p = {h->dialect->api, input_of(a, r, h->tree), command(a, r, h)};
    struct words files = {0};
    size_t n = 0;
    const char *bytes = find(a, store, files_key(a, clang, &p), &files, &n);
    if (!bytes) {
        bytes = make(a, clang, &p, &files, &n);
        if (!bytes)
            return;
        keep(a, store, files_key(a, clang, &p), &files, bytes, n);
    }
    h->precompiled = spawn_text("precompiled", bytes, n);
    h->precompiled_for = r->arch ? r->arch : "";
    h->precompiled_special = h->special_functions;
    for (size_t i = 0; i < files.n && r->dependencies; i++)
        dependencies_add(r->dependencies, files.at[i]);
}

bool cuda_precompiled_refused(const struct cuda_headers *h, const char *said) {
    static const char *const words[] = {"PCH file", "AST file", "precompiled file"};
    for (size_t i = 0; i < sizeof words / sizeof *words && h->precompiled >= 0; i++)
        if (strstr(said, words[i]))
            return true;
    return false;
}
