#include "source/languages/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "source/headers_embedded.h"
#include "source/languages/cuda/architectures.h"
#include "source/languages/cuda/cuda_libraries.h"
#include "source/languages/cuda/lower.h"
#include "source/missing_names.h"
#include "source/single_source.h"

/* CUDA's own headers that a source may include. cuda_api.h, which is always there, stands for those
 * without a text. */
static const struct cuda_header stood_for[] = {
    {"cooperative_groups.h", CUDA_GROUPS},
    {"cooperative_groups/reduce.h", CUDA_GROUPS},
    {"cooperative_groups/scan.h", CUDA_GROUPS},
    {"cooperative_groups/memcpy_async.h", CUDA_GROUPS},
    {"cuda_fp16.h", CUDA_HALF},
    {"cuda_fp16.hpp", CUDA_HALF},
    {"cuComplex.h", CUDA_COMPLEX},
    {"cuda.h", CUDA_DRIVER},
    {"cuda_runtime.h", CUDA_NOTHING},
    {"cuda_runtime_api.h", CUDA_NOTHING},
    {"cuda_device_runtime_api.h", CUDA_NOTHING},
    {"builtin_types.h", CUDA_NOTHING},
    {"device_functions.h", CUDA_NOTHING},
    {"device_launch_parameters.h", CUDA_NOTHING},
    {"device_atomic_functions.h", CUDA_NOTHING},
    {"driver_types.h", CUDA_NOTHING},
    {"vector_types.h", CUDA_NOTHING},
    {"vector_functions.h", CUDA_NOTHING},
    {"host_defines.h", CUDA_NOTHING},
    {"math_functions.h", CUDA_NOTHING},
    {"math_constants.h", CUDA_CONSTANTS},
    {"cuda_bf16.h", CUDA_BFLOAT},
    {"cuda_bf16.hpp", CUDA_BFLOAT},
    {"cuda_fp8.h", CUDA_FP8},
    {"curand_kernel.h", CUDA_RANDOM},
    {"mma.h", CUDA_MATRICES},
    {"cublas.h", CUDA_BLAS},
    {"cublas_v2.h", CUDA_BLAS},
    {"cublas_api.h", CUDA_BLAS},
    {"cublasLt.h", CUDA_BLAS},
    {"cufft.h", CUDA_FFT},
    {"cufftXt.h", CUDA_FFT},
    {"cuda_pipeline.h", CUDA_COPIES},
    {"cuda_pipeline_primitives.h", CUDA_COPIES},
    {"cuda/pipeline", CUDA_LIBCU},
    {"cuda/barrier", CUDA_LIBCU},
    {"cuda/atomic", CUDA_LIBCU},
    {"cuda/std/atomic", CUDA_LIBCU},
    {"cuda/std/barrier", CUDA_LIBCU},
    {"cuda/std/algorithm", CUDA_LIBCU_STD},
    {"cuda/std/array", CUDA_LIBCU_STD},
    {"cuda/std/bit", CUDA_LIBCU_STD},
    {"cuda/std/cassert", CUDA_LIBCU_STD},
    {"cuda/std/cfloat", CUDA_LIBCU_STD},
    {"cuda/std/climits", CUDA_LIBCU_STD},
    {"cuda/std/cmath", CUDA_LIBCU_STD},
    {"cuda/std/concepts", CUDA_LIBCU_STD},
    {"cuda/std/cstddef", CUDA_LIBCU_STD},
    {"cuda/std/cstdint", CUDA_LIBCU_STD},
    {"cuda/std/cstring", CUDA_LIBCU_STD},
    {"cuda/std/functional", CUDA_LIBCU_STD},
    {"cuda/std/initializer_list", CUDA_LIBCU_STD},
    {"cuda/std/iterator", CUDA_LIBCU_STD},
    {"cuda/std/limits", CUDA_LIBCU_STD},
    {"cuda/std/numeric", CUDA_LIBCU_STD},
    {"cuda/std/optional", CUDA_LIBCU_STD},
    {"cuda/std/ratio", CUDA_LIBCU_STD},
    {"cuda/std/span", CUDA_LIBCU_STD},
    {"cuda/std/tuple", CUDA_LIBCU_STD},
    {"cuda/std/type_traits", CUDA_LIBCU_STD},
    {"cuda/std/utility", CUDA_LIBCU_STD},
    {"cuda/std/variant", CUDA_LIBCU_STD},
    {"cuda/std/version", CUDA_LIBCU_STD},
    {"thrust/type_traits/is_trivially_relocatable.h", CUDA_RELOCATABLE},
    {"sm_20_intrinsics.h", CUDA_NOTHING},
    {"sm_30_intrinsics.h", CUDA_NOTHING},
    {"texture_types.h", CUDA_NOTHING},
    {"cuda_profiler_api.h", CUDA_NOTHING},
    {"cuda_texture_types.h", CUDA_NOTHING},
    {"texture_fetch_functions.h", CUDA_NOTHING},
};

/* What libraries' headers bring that device code uses. */
static const char narrow_types[] = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n";
static const char transformed_types[] = "#include <cuComplex.h>\n"
                                        "typedef float cufftReal;\n"
                                        "typedef double cufftDoubleReal;\n"
                                        "typedef cuComplex cufftComplex;\n"
                                        "typedef cuDoubleComplex cufftDoubleComplex;\n";

/* The SDK's header behind this one declares structures that are other types here. */
static const char relocatable_types[] = "#pragma GCC system_header\n"
                                        "#include <cuda_fp16.h>\n"
                                        "#define __half clperf_half_of_sdk\n"
                                        "#define __half2 clperf_half2_of_sdk\n"
                                        "#include_next <thrust/type_traits/"
                                        "is_trivially_relocatable.h>\n"
                                        "#undef __half\n"
                                        "#undef __half2\n";

enum { STOOD_FOR = sizeof stood_for / sizeof *stood_for };

static const char *text_of(const struct cuda_headers *h, enum cuda_text which) {
    const char *const texts[CUDA_TEXTS] = {[CUDA_NOTHING] = "",
                                           [CUDA_API] = h->dialect->api,
                                           [CUDA_DECLARED] = h->declared,
                                           [CUDA_HOST_API] = h->tree ? host_api : "",
                                           [CUDA_GROUPS] = cuda_cooperative_groups,
                                           [CUDA_HALF] = cuda_half,
                                           [CUDA_COMPLEX] = cuda_complex,
                                           [CUDA_BFLOAT] = cuda_bfloat,
                                           [CUDA_FP8] = cuda_fp8,
                                           [CUDA_CONSTANTS] = cuda_constants,
                                           [CUDA_RANDOM] = cuda_random,
                                           [CUDA_MATRICES] = cuda_matrices,
                                           [CUDA_COPIES] = cuda_copies,
                                           [CUDA_BLAS] = narrow_types,
                                           [CUDA_FFT] = transformed_types,
                                           [CUDA_DRIVER] = cuda_driver,
                                           [CUDA_LIBCU] = cuda_libcu,
                                           [CUDA_LIBCU_STD] = cuda_libcu_std,
                                           [CUDA_RELOCATABLE] = relocatable_types};
    return texts[which];
}

/* A file in memory with the text, or -1. */
static int file_of(const char *name, const char *text) {
    return spawn_text(name, text, strlen(text));
}

static void add_file(struct str *s, const char *name, const char *contents) {
    str_printf(
        s, "{\"type\":\"file\",\"name\":\"" CUDA_HEADERS "/%s\",\"external-contents\":\"%s\"},\n",
        name, contents);
}

/* Whether the SDK has what the text stands for, or lacks what it adds to. */
static bool is_left_out(const struct cuda_sdk *sdk, enum cuda_text text) {
    return (text == CUDA_RANDOM && sdk->random) ||
           ((text == CUDA_LIBCU || text == CUDA_LIBCU_STD) && sdk->root) ||
           (text == CUDA_RELOCATABLE && !sdk->root);
}

static const char *overlay_text(struct arena *a, const struct cuda_headers *h) {
    struct str s = {.arena = a};
    const char *libraries[CUDA_LIBRARIES];
    for (int i = 0; i < CUDA_LIBRARIES; i++)
        libraries[i] = spawn_shared_path(a, h->libraries[i]);
    str_add(&s, "{\"version\":0,\"use-external-names\":false,\"roots\":[\n");
    for (size_t i = 0; i < STOOD_FOR; i++)
        if (!is_left_out(&h->sdk, stood_for[i].text))
            add_file(&s, stood_for[i].name, spawn_shared_path(a, h->texts[stood_for[i].text]));
    for (size_t i = 0; i < h->dialect->n; i++)
        add_file(&s, h->dialect->headers[i].name,
                 spawn_shared_path(a, h->texts[h->dialect->headers[i].text]));
    for (size_t i = 0; i < h->missing.n; i++)
        add_file(&s, h->missing.at[i],
                 cuda_library_is_torch(h->missing.at[i]) ? libraries[CUDA_LIBRARY_TORCH]
                                                         : "/dev/null");
    cuda_library_add_files(&s, libraries);
    cuda_sdk_add_files(a, &s, &h->sdk);
    add_file(&s, "cuda_api.h", spawn_shared_path(a, h->texts[CUDA_API]));
    if (h->tree)
        add_file(&s, "host_api.h", spawn_shared_path(a, h->texts[CUDA_HOST_API]));
    add_file(&s, "declared.h", spawn_shared_path(a, h->texts[CUDA_DECLARED]));
    s.text[s.n - 2] = ' ';
    str_add(&s, "]}\n");
    return str_text(&s);
}

/* What says which texts stand for which files: of the later of two the first is not seen. */
static const char *edits_text(struct arena *a, const struct cuda_headers *h) {
    struct str s = {.arena = a};
    char *here = getcwd(NULL, 0);
    str_add(&s, "{\"version\":0,\"use-external-names\":false,\"roots\":[\n");
    for (size_t i = 0; i < h->edited.n; i++) {
        const char *path = h->edited.at[i].path;
        str_printf(&s, "%s{\"type\":\"file\",\"name\":\"%s%s%s\",\"external-contents\":\"%s\"}\n",
                   i ? "," : "", *path == '/' || !here ? "" : here, *path == '/' ? "" : "/", path,
                   spawn_shared_path(a, h->edits.at[i]));
    }
    free(here);
    str_add(&s, "]}\n");
    return str_text(&s);
}

static bool open_edits(struct arena *a, struct cuda_headers *h) {
    bool all = true;
    for (size_t i = 0; i <= h->edited.n && h->edited.n; i++) {
        bool last = i == h->edited.n;
        int fd = file_of("edited", last ? edits_text(a, h) : h->edited.at[i].text);
        vec_push(a, &h->edits, fd);
        all &= fd >= 0;
    }
    return all;
}

bool cuda_headers_open(struct arena *a, struct cuda_headers *h) {
    bool all = open_edits(a, h);
    h->declared = h->declared ? h->declared : "";
    h->overlay = h->precompiled = -1;
    for (int i = 0; i < CUDA_TEXTS; i++) {
        h->texts[i] = file_of("cuda_header", text_of(h, (enum cuda_text)i));
        all &= h->texts[i] >= 0;
    }
    for (int i = 0; i < CUDA_LIBRARIES; i++) {
        h->libraries[i] = file_of("library", cuda_library_text((enum cuda_library)i));
        all &= h->libraries[i] >= 0;
    }
    if (all)
        h->overlay = file_of("overlay", overlay_text(a, h));
    if (h->overlay < 0)
        cuda_headers_close(h);
    return h->overlay >= 0;
}

void cuda_headers_close(struct cuda_headers *h) {
    for (int i = 0; i < CUDA_TEXTS; i++)
        if (h->texts[i] >= 0)
            close(h->texts[i]);
    for (int i = 0; i < CUDA_LIBRARIES; i++)
        if (h->libraries[i] >= 0)
            close(h->libraries[i]);
    if (h->overlay >= 0)
        close(h->overlay);
    if (h->precompiled >= 0)
        close(h->precompiled);
    for (size_t i = 0; i < h->edits.n; i++)
        if (h->edits.at[i] >= 0)
            close(h->edits.at[i]);
    h->edits.n = 0;
    h->overlay = h->precompiled = -1;
    memset(h->texts, -1, sizeof h->texts);
    memset(h->libraries, -1, sizeof h->libraries);
}

bool cuda_headers_lack(struct arena *a, struct cuda_headers *h, const char *name) {
    if (words_has(&h->missing, name))
        return false;
    words_add(a, &h->missing, name);
    return true;
}

/* "'name.h' file not found" */
static bool note_header(struct arena *a, struct cuda_headers *h, const char *message) {
    size_t n = *message == '\'' ? strcspn(message + 1, "'\"\\") : 0;
    if (!n || !str_starts(message + 1 + n, "' file not found"))
        return false;
    return cuda_headers_lack(a, h, arena_strndup(a, message + 1, n));
}

/* libstdc++'s <cmath> takes half of the time that an empty source does: C++17 adds Bessel functions
 * and their like, and half of <algorithm> for these. Their header is left out until something of
 * `std` is missing, which may have come with it. */
static bool note_special_functions(struct cuda_headers *h, const char *message) {
    if (h->special_functions || (!strstr(message, "'std'") && !strstr(message, "std::")))
        return false;
    return h->special_functions = true;
}

bool cuda_headers_note(struct arena *a, struct cuda_headers *h, const char *message) {
    struct str text = {.arena = a};
    if (note_header(a, h, message) || note_special_functions(h, message))
        return true;
    if (!missing_name_declare(a, message, &h->names, &text))
        return false;
    cuda_headers_declare(a, h, str_text(&text));
    return true;
}

void cuda_headers_declare(struct arena *a, struct cuda_headers *h, const char *declarations) {
    h->declared = arena_printf(a, "%s%s", h->declared, declarations);
}

void cuda_headers_edit(struct arena *a, struct cuda_headers *h, const char *path,
                       const char *text) {
    const struct text edited = {path, text, strlen(text)};
    size_t i = 0;
    while (i < h->edited.n && strcmp(h->edited.at[i].path, path) != 0)
        i++;
    if (i < h->edited.n)
        h->edited.at[i] = edited;
    else
        vec_push(a, &h->edited, edited);
}

bool cuda_headers_reopen(struct arena *a, struct cuda_headers *h) {
    const int precompiled = h->precompiled;
    h->precompiled = -1;
    cuda_headers_close(h);
    const bool good = cuda_headers_open(a, h);
    if (good)
        h->precompiled = precompiled;
    else if (precompiled >= 0)
        close(precompiled);
    return good;
}

void cuda_headers_add_missing(struct str *s, const struct cuda_headers *h) {
    if (h->no_sdk)
        str_printf(s, "; what '%s' has does not compile", h->no_sdk);
    for (size_t i = 0; i < h->missing.n; i++)
        str_printf(s, "%s'%s'", i ? ", " : "; headers not found: ", h->missing.at[i]);
}

/* The headers that stand for CUDA's own are C++14, so sources in earlier standards are read as
 * that. */
static const char *since_cpp14(const char *flag) {
    static const char *const earlier[] = {"++98", "++03", "++0x", "++11", "++1y"};
    const char *plus = str_starts(flag, "-std=") ? strstr(flag, "++") : NULL;
    for (size_t i = 0; plus && i < sizeof earlier / sizeof *earlier; i++)
        if (strcmp(plus, earlier[i]) == 0)
            return str_starts(flag, "-std=gnu") ? "-std=gnu++14" : "-std=c++14";
    return flag;
}

/* The code is for a GPU that clang does not know, which sources ask for. */
static void add_arch_macro(struct arena *a, struct words *w, const char *arch) {
    words_add(a, w, "-U__CUDA_ARCH__");
    words_add(a, w, arena_printf(a, "-D__CUDA_ARCH__=%u", cuda_arch_macro(arch)));
}

void cuda_add_dialect(struct arena *a, struct words *w, const struct jobs *j,
                      const struct cuda_headers *h, const char *arch) {
    static const char *const nvidia[] = {"-x",
                                         "cuda",
                                         "-nocudainc",
                                         "-nocudalib",
                                         "--cuda-path=/nonexistent",
                                         "--cuda-feature=+ptx78",
                                         "-Xclang",
                                         "-target-feature",
                                         "-Xclang",
                                         "+sm_70",
                                         NULL};
    static const char *const amd[] = {"-x", "hip", "-nogpuinc", "-nogpulib", "-fuse-cuid=none",
                                      NULL};
    /* The host's side of a launch in CUDA 8's form names each argument with its size. */
    static const char *const host[] = {
        "-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-path=/nonexistent", "-DCLPERF_EVALUATED",

        NULL};
    const char *asked = h->host_side ? "sm_80"
                        : arch       ? arch
                                     : h->dialect->usual_arch,
               *of = cuda_known_arch(a, asked);
    /* Without C++20's modules: with them, what clang has parsed before may not hold a function for
     * the host and another for the device. */
    const char *const both[] = {h->host_side ? "--cuda-host-only" : "--cuda-device-only",
                                arena_printf(a, "--offload-arch=%s", of),
                                "-ffp-contract=on",
                                "-Wno-reserved-user-defined-literal",
                                "-Wno-register",
                                "-Wno-non-pod-varargs",
                                "-Wno-invalid-constexpr",
                                "-Wno-c++11-narrowing",
                                "-Xclang",
                                "-fcuda-allow-variadic-functions",
                                "-Xclang",
                                "-debug-info-kind=constructor",
                                "-ferror-limit=0",
                                "-fno-spell-checking",
                                "-Xclang",
                                "-fno-cxx-modules",
                                "-ivfsoverlay",
                                spawn_shared_path(a, h->overlay),
                                NULL};
    words_add_list(a, w, h->host_side ? host : str_starts(of, "gfx") ? amd : nvidia);
    words_add_list(a, w, both);
    if (of != asked)
        add_arch_macro(a, w, asked);
    for (size_t i = 0; i < j->cuda_flags.n; i++)
        words_add(a, w, since_cpp14(j->cuda_flags.at[i]));
    if (!h->special_functions)
        words_add(a, w, "-D_GLIBCXX_BITS_SPECFUN_H");
}

/* The header that every source sees: as clang has parsed it, where that was with these options, or
 * its text. */
static void add_api(struct arena *a, struct words *w, const struct cuda_headers *h,
                    const char *arch) {
    const bool parsed = h->precompiled >= 0 && strcmp(h->precompiled_for, arch ? arch : "") == 0 &&
                        h->special_functions == h->precompiled_special;
    words_add(a, w, parsed ? "-include-pch" : "-include");
    words_add(a, w, parsed ? spawn_shared_path(a, h->precompiled) : CUDA_HEADERS "/cuda_api.h");
}

void cuda_add_language(struct arena *a, struct words *w, const struct jobs *j,
                       const struct cuda_headers *h, const char *arch) {
    /* Narrow types are the compiler's own, which these libraries do not know. */
    static const char *const libraries[] = {"-isystem",
                                            CUDA_SDK_HEADERS,
                                            "-DCCCL_DISABLE_FP16_SUPPORT",
                                            "-DCCCL_DISABLE_BF16_SUPPORT",
                                            "-DCCCL_DISABLE_FP8_SUPPORT",
                                            "-DCCCL_DISABLE_NVFP8_SUPPORT",
                                            NULL};
    static const char *const included[] = {"-I" CUDA_HEADERS,          "-idirafter",
                                           CUDA_LIBRARY_HEADERS,       "-include",
                                           CUDA_HEADERS "/declared.h", NULL};
    cuda_add_dialect(a, w, j, h, arch);
    add_api(a, w, h, arch);
    words_add_list(a, w, included);
    if (h->sdk.root)
        words_add_list(a, w, libraries);
}

void cuda_add_edits(struct arena *a, struct words *w, const struct cuda_headers *h) {
    if (!h->edits.n)
        return;
    words_add(a, w, "-ivfsoverlay");
    words_add(a, w, spawn_shared_path(a, h->edits.at[h->edits.n - 1]));
}

static bool knows_arch(const char *arch) {
    return str_starts(arch, "sm_");
}

static const struct cuda_dialect dialect = {
    .api = cuda_api, .knows_arch = knows_arch, .has_sdk = true, .usual_arch = "sm_80"};
const struct front_end frontend_cuda = {
    .compile = single_source_compile, .dialect = &dialect, .lowering = &cuda_lowering};
