#include "driver/analyze/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/store/write_output.h"
#include "base/str.h"
#include "codegen/providers/providers.h"
#include "driver/analyze/config_file.h"
#include "source/compiler/toolchain.h"

/* --- keys ------------------------------------------------------------------ */

/* What dumps and descriptions print, as a part of a key. */
static void add_printed(struct cache_key *k, void (*print)(FILE *out, const void *what),
                        const void *what) {
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (out) {
        print(out, what);
        fclose(out);
        cache_key_add(k, text, n);
    }
    free(text);
}

static void print_options(FILE *out, const void *options) {
    options_dump(out, options);
}

static void print_gpu(FILE *out, const void *gpu) {
    gpu_explain(out, gpu);
}

/* Response files stand for what is in them. */
static void add_arguments(struct cache_key *k, const struct replay_request *r) {
    struct expansion left = EXPANSION_START;
    for (size_t i = 0; i < r->args->n; i++) {
        struct words inside = words_expand(k->arena, r->args->at[i], &left);
        for (size_t j = 0; j < inside.n; j++)
            cache_key_text(k, inside.at[j]);
    }
}

/* Each input's .clperf. */
static void add_configuration(struct cache_key *k, const struct jobs *j) {
    for (size_t i = 0; i < j->n_inputs; i++) {
        struct words files = config_files(k->arena, path_dir(k->arena, j->inputs[i].path));
        for (size_t f = 0; f < files.n; f++) {
            cache_key_text(k, files.at[f]);
            cache_key_contents(k, files.at[f]);
        }
    }
}

static void add_surroundings(struct cache_key *k) {
    static const char *const variables[] = {"CPATH",
                                            "C_INCLUDE_PATH",
                                            "CPLUS_INCLUDE_PATH",
                                            "SOURCE_DATE_EPOCH",
                                            "CLPERF_OUTPUT_DIR",
                                            "GCC_COLORS",
                                            "CUDA_PATH",
                                            "CUDA_HOME"};
    char *here = getcwd(NULL, 0);
    cache_key_text(k, here ? here : "");
    free(here);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        cache_key_text(k, value ? value : "");
    }
}

/* Those from outside, at which kernels are given up as at those of -fclperf-budget=. */
static void add_limits(struct cache_key *k) {
    static const int resources[] = {RLIMIT_AS, RLIMIT_CPU};
    for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) {
        struct rlimit r = {RLIM_INFINITY, RLIM_INFINITY};
        getrlimit(resources[i], &r);
        cache_key_add(k, &r.rlim_max, sizeof r.rlim_max);
    }
}

/* What the terminal decides of the style of messages. */
static void add_style(struct cache_key *k, const struct message_style *s) {
    cache_key_text(k, message_style_coloured(s, STDERR_FILENO) ? "coloured" : "");
    cache_key_text(k, message_style_linked(s) ? "linked" : "");
}

const char *replay_key(struct arena *a, const struct replay_request *r) {
    struct cache_key k = cache_key(a, "analysis 1");
    char digest[CACHE_KEY_TEXT];
    if (r->options->dumps.n || r->options->no_cache || r->options->overlays.n)
        return NULL;
    cache_key_file(&k, toolchain_self(a));
    providers_add_tools(&k);
    add_surroundings(&k);
    add_limits(&k);
    add_style(&k, &r->jobs->style);
    add_arguments(&k, r);
    add_configuration(&k, r->jobs);
    add_printed(&k, print_options, r->options);
    cache_key_contents(&k, r->options->model);
    for (size_t i = 0; i < r->problems->n; i++)
        cache_key_text(&k, r->problems->at[i].text);
    for (size_t i = 0; i < r->n_gpus; i++)
        add_printed(&k, print_gpu, r->gpus[i]);
    cache_key_digest(&k, digest);
    return arena_strdup(a, digest);
}

static struct cache_key files_key(struct arena *a, const char *key) {
    struct cache_key k = cache_key(a, "files 1");
    cache_key_text(&k, key);
    return k;
}

/* Of the outputs, for what is in the files now. */
static struct cache_key outputs_key(struct arena *a, const char *key, const struct words *paths) {
    struct cache_key k = cache_key(a, "outputs 2");
    cache_key_text(&k, key);
    for (size_t i = 0; i < paths->n; i++) {
        cache_key_text(&k, paths->at[i]);
        cache_key_text(&k, cache_key_contents(&k, paths->at[i]) ? "there" : "not there");
    }
    return k;
}

/* --- entries --------------------------------------------------------------- */

static void add_piece(struct str *s, const char *bytes, size_t n) {
    uint64_t length = n;
    str_addn(s, (const char *)&length, sizeof length);
    str_addn(s, bytes, n);
}

/* The next piece at *at; NULL if it does not end before `end`. */
static const char *take_piece(const char **at, const char *end, size_t *n) {
    uint64_t length;
    if ((size_t)(end - *at) < sizeof length)
        return NULL;
    memcpy(&length, *at, sizeof length);
    const char *piece = *at + sizeof length;
    if (length > (size_t)(end - piece))
        return NULL;
    *at = piece + length;
    *n = length;
    return piece;
}

/* Whether the next piece is that text. */
static bool take_text(const char **at, const char *end, const char *text) {
    size_t n = 0;
    const char *piece = take_piece(at, end, &n);
    return piece && n == strlen(text) && memcmp(piece, text, n) == 0;
}

/* Every output that is asked for, in the same order, and nothing else. */
static bool unpack(const char *bytes, size_t n, struct replay *out) {
    const char *at = bytes, *end = bytes + n;
    size_t length;
    const char *status = take_piece(&at, end, &length);
    if (!status || length != sizeof out->status)
        return false;
    memcpy(&out->status, status, sizeof out->status);
    for (size_t i = 0; i < out->n; i++) {
        struct replay_output *o = &out->at[i];
        o->bytes = take_text(&at, end, o->format) ? take_piece(&at, end, &o->n) : NULL;
        if (!o->bytes)
            return false;
    }
    return at == end;
}

bool replay_find(struct arena *a, const struct cache *c, const char *key, struct replay *out) {
    struct cache_key k = files_key(a, key);
    size_t n = 0;
    const char *files = cache_get(a, c, &k, &n), *bytes = NULL;
    if (files) {
        struct words paths = words_split(a, files, "\n");
        k = outputs_key(a, key, &paths);
        bytes = cache_get(a, c, &k, &n);
    }
    return bytes && unpack(bytes, n, out);
}

static bool is_older(const struct timespec *x, const struct timespec *y) {
    return x->tv_sec < y->tv_sec || (x->tv_sec == y->tv_sec && x->tv_nsec < y->tv_nsec);
}

static bool unchanged(const struct words *paths, const struct timespec *since) {
    struct stat st;
    for (size_t i = 0; i < paths->n; i++)
        if (stat(paths->at[i], &st) == 0 &&
            (!is_older(&st.st_mtim, since) || !is_older(&st.st_ctim, since)))
            return false;
    return true;
}

void replay_keep(const struct cache *c, const char *key, const struct dependencies *d,
                 const struct timespec *since, const struct replay *r) {
    struct arena *a = d->arena;
    struct str files = {.arena = a}, all = {.arena = a};
    for (size_t i = 0; i < d->paths.n; i++) {
        if (strchr(d->paths.at[i], '\n'))
            return;
        str_printf(&files, "%s\n", d->paths.at[i]);
    }
    if (d->unknown || !unchanged(&d->paths, since))
        return;
    add_piece(&all, (const char *)&r->status, sizeof r->status);
    for (size_t i = 0; i < r->n; i++) {
        add_piece(&all, r->at[i].format, strlen(r->at[i].format));
        add_piece(&all, r->at[i].bytes, r->at[i].n);
    }
    struct cache_key k = outputs_key(a, key, &d->paths);
    cache_put(a, c, &k, all.text, all.n);
    k = files_key(a, key);
    cache_put(a, c, &k, str_text(&files), files.n);
}

void replay_write(struct arena *a, const struct replay *r, struct problems *p) {
    const char *dir = getenv("CLPERF_OUTPUT_DIR");
    if (dir && *dir)
        mkdir(dir, 0777);
    for (size_t i = 0; i < r->n; i++) {
        const struct replay_output *o = &r->at[i];
        if (o->to.path)
            write_output_at(a, &o->to, o->bytes, o->n, p);
        else
            fwrite(o->bytes, 1, o->n, stderr);
    }
}
