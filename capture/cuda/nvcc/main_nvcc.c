/* nvcc for machines without CUDA: programs that it builds record their launches instead of doing
 * them. The host's part of CUDA sources is compiled by clang, the rest as nvcc does it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "base/str.h"
#include "capture/cuda/nvcc/compile.h"
#include "capture/cuda/nvcc/toolkit.h"
#include "source/compiler/front_ends.h"
#include "source/compiler/toolchain.h"

enum { FAILED = 1 };

static const char *const source_suffixes[] = {".cu",  ".c", ".cc", ".cpp",
                                              ".cxx", ".C", ".i",  ".ii"};

static bool has_suffix(const char *path, const char *suffix) {
    return str_ends(path, suffix) && strlen(path_base(path)) > strlen(suffix);
}

static bool is_source(const char *path) {
    for (size_t i = 0; i < sizeof source_suffixes / sizeof *source_suffixes; i++)
        if (has_suffix(path, source_suffixes[i]))
            return true;
    return false;
}

/* -x holds for all inputs but objects and libraries. */
static bool is_cuda(const struct nvcc *n, const char *path) {
    const char *language = n->options->language;
    return language ? front_end_is_single_source(front_end_named(language, NULL))
                    : has_suffix(path, ".cu") || has_suffix(path, ".hip");
}

static bool is_compiled(const struct nvcc *n, const char *path) {
    bool object =
        has_suffix(path, ".o") || has_suffix(path, ".a") || strstr(path_base(path), ".so");
    return is_cuda(n, path) ? !object : is_source(path);
}

/* The compiler of C or C++ that nvcc would call. */
static const char *host_compiler(const struct nvcc *n, bool cplusplus) {
    const char *given = n->options->compiler;
    const char *path = given ? toolchain_find(n->arena, given, "") : NULL;
    if (!path)
        path = toolchain_find(n->arena, cplusplus ? "g++" : "gcc", "");
    if (!path)
        path = toolchain_find(n->arena, cplusplus ? CLANGXX : CLANG, "");
    return path ? path : n->clang;
}

static int compile_host(const struct nvcc *n, const char *source, const char *object) {
    const char *path = host_compiler(n, !has_suffix(source, ".c"));
    struct words w = {0};
    words_add(n->arena, &w, path);
    words_add_all(n->arena, &w, &n->options->compile);
    if (n->options->openmp)
        words_add(n->arena, &w, "-fopenmp");
    const char *const last[] = {
        "-w", arena_printf(n->arena, "-I%s/include", n->sdk), "-c", "-o", object, source};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        words_add(n->arena, &w, last[i]);
    return nvcc_run(n, path, &w, -1);
}

static int compile(const struct nvcc *n, const char *source, const char *object) {
    if (!is_cuda(n, source))
        return compile_host(n, source, object);
    int status = nvcc_compile(n, source, object);
    return status && n->toolkit ? nvcc_compile_by_toolkit(n, "-c", source, object) : status;
}

static int make_device_code(const struct nvcc *n, const char *source, const char *output) {
    int status = nvcc_device_code(n, source, output);
    const char *mode = arena_printf(n->arena, "-%s", n->options->suffix + 1);
    return status && n->toolkit ? nvcc_compile_by_toolkit(n, mode, source, output) : status;
}

/* "folder/name.cu" as "name.o", in -odir's folder. */
static const char *output_of(const struct nvcc *n, const char *source, const char *suffix) {
    const char *name = path_base(source), *dot = strrchr(name, '.');
    if (n->options->output)
        return n->options->output;
    return arena_printf(n->arena, "%s%s%.*s%s", n->options->folder ? n->options->folder : "",
                        n->options->folder ? "/" : "", dot ? (int)(dot - name) : (int)strlen(name),
                        name, suffix);
}

static int compile_all(const struct nvcc *n) {
    int status = 0;
    for (size_t i = 0; i < n->options->inputs.n && !status; i++) {
        const char *source = n->options->inputs.at[i];
        if (n->options->mode == NVCC_PREPROCESS)
            status = nvcc_preprocess(n, source);
        else if (n->options->mode == NVCC_DEVICE_CODE)
            status = make_device_code(n, source, output_of(n, source, n->options->suffix));
        else if (is_compiled(n, source))
            status = compile(n, source, output_of(n, source, ".o"));
    }
    return status;
}

/* The inputs with objects in the place of sources. */
static int make_objects(const struct nvcc *n, struct words *objects) {
    for (size_t i = 0; i < n->options->inputs.n; i++) {
        const char *input = n->options->inputs.at[i];
        const char *object = arena_printf(n->arena, "%s/%zu.o", n->scratch, i);
        bool compiled = is_compiled(n, input);
        int status = compiled ? compile(n, input, object) : 0;
        if (status)
            return status;
        words_add(n->arena, objects, compiled ? object : input);
    }
    return 0;
}

static int link_program(const struct nvcc *n) {
    const char *path = host_compiler(n, true),
               *libraries = arena_printf(n->arena, "%s/lib64", n->sdk);
    struct words w = {0};
    words_add(n->arena, &w, path);
    words_add(n->arena, &w, "-o");
    words_add(n->arena, &w, n->options->output ? n->options->output : "a.out");
    int status = make_objects(n, &w);
    if (status)
        return status;
    words_add_all(n->arena, &w, &n->options->link);
    words_add(n->arena, &w, arena_printf(n->arena, "-L%s", libraries));
    if (n->toolkit)
        words_add(n->arena, &w,
                  arena_printf(n->arena, "-L%s/../lib64", path_dir(n->arena, n->toolkit)));
    words_add(n->arena, &w, arena_printf(n->arena, "-Wl,-rpath,%s", libraries));
    words_add(n->arena, &w, "-lcudart");
    return nvcc_run(n, path, &w, -1);
}

static int make_library(const struct nvcc *n) {
    const char *path = toolchain_find(n->arena, "ar", "");
    struct words w = {0};
    words_add(n->arena, &w, "ar");
    words_add(n->arena, &w, "rcs");
    words_add(n->arena, &w, n->options->output ? n->options->output : "a.a");
    int status = make_objects(n, &w);
    return status ? status : nvcc_run(n, path ? path : "/usr/bin/ar", &w, -1);
}

static int link_devices(const struct nvcc *n) {
    struct words w = {0};
    const char *const words[] = {
        "clang", "-xc", "/dev/null",
        "-c",    "-o",  n->options->output ? n->options->output : "a_dlink.o"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        words_add(n->arena, &w, words[i]);
    return nvcc_run(n, n->clang, &w, -1);
}

static int print_version(void) {
    puts("nvcc: clperf's, for programs that record their launches\n"
         "Cuda compilation tools, release 12.4, V12.4.131");
    return 0;
}

static int run(const struct nvcc *n) {
    switch (n->options->mode) {
    case NVCC_VERSION:
        return print_version();
    case NVCC_LINK:
        return link_program(n);
    case NVCC_LIBRARY:
        return make_library(n);
    case NVCC_DEVICE_LINK:
        return link_devices(n);
    default:
        return compile_all(n);
    }
}

static int fail(const char *text) {
    fprintf(stderr, "nvcc: error: %s\n", text);
    return FAILED;
}

static void remove_scratch(struct arena *a, const char *folder) {
    struct words w = {0};
    const char *const words[] = {"rm", "-rf", folder};
    for (size_t i = 0; i < 3; i++)
        words_add(a, &w, words[i]);
    nvcc_run(&(struct nvcc){.arena = a, .options = &(struct nvcc_options){0}}, "/bin/rm", &w, -1);
}

/* All that nvcc does, in memory that the caller frees. */
static int nvcc(struct arena *a, int argc, char **argv) {
    struct words arguments = {0};
    struct nvcc_options options;
    for (int i = 1; i < argc; i++)
        words_add(a, &arguments, argv[i]);
    const char *error = nvcc_read_options(a, &arguments, &options);
    if (error)
        return fail(error);
    const char *bin = path_dir(a, toolchain_self(a)), *folder = getenv("TMPDIR");
    char *scratch = arena_printf(a, "%s/clperf-nvcc.XXXXXX", folder ? folder : "/tmp");
    struct nvcc n = {.arena = a,
                     .options = &options,
                     .sdk = path_real(a, arena_printf(a, "%s/..", bin)),
                     .scratch = mkdtemp(scratch),
                     .clang = toolchain_find(a, CLANGXX, ""),
                     .toolkit = nvcc_of_toolkit(a, bin)};
    if (!n.clang)
        n.clang = CLPERF_LLVM_PROGRAMS "/clang++";
    if (!n.scratch)
        return fail("no folder for temporary files");
    int status = run(&n);
    remove_scratch(a, n.scratch);
    return status;
}

int main(int argc, char **argv) {
    struct arena a = {0};
    int status = nvcc(&a, argc, argv);
    arena_free(&a);
    return status;
}
