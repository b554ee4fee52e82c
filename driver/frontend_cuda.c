#include "driver/frontend_cuda.h"

#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "driver/headers_embedded.h"
#include "driver/missing_names.h"
#include "driver/spawn.h"

/* CUDA's own headers that a source may include. cuda_api.h, which is always there, stands for those
 * without a text. */
static const struct {
    const char *name;
    enum cuda_text text;
} stood_for[] = {
    {"cooperative_groups.h", CUDA_GROUPS},
    {"cooperative_groups/reduce.h", CUDA_GROUPS},
    {"cooperative_groups/scan.h", CUDA_GROUPS},
    {"cooperative_groups/memcpy_async.h", CUDA_GROUPS},
    {"cuda_fp16.h", CUDA_HALF},
    {"cuda_fp16.hpp", CUDA_HALF},
    {"cuComplex.h", CUDA_COMPLEX},
    {"cuda.h", CUDA_NOTHING},
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
    {"math_constants.h", CUDA_NOTHING},
    {"sm_20_intrinsics.h", CUDA_NOTHING},
    {"sm_30_intrinsics.h", CUDA_NOTHING},
    {"texture_types.h", CUDA_NOTHING},
    {"cuda_profiler_api.h", CUDA_NOTHING},
    {"cuda_texture_types.h", CUDA_NOTHING},
    {"texture_fetch_functions.h", CUDA_NOTHING},
};

enum { STOOD_FOR = sizeof stood_for / sizeof *stood_for };

static const char *text_of(const struct cuda_headers *h, enum cuda_text which) {
    switch (which) {
    case CUDA_API:
        return h->text;
    case CUDA_GROUPS:
        return cuda_cooperative_groups;
    case CUDA_HALF:
        return cuda_half;
    case CUDA_COMPLEX:
        return cuda_complex;
    default:
        return "";
    }
}

/* A file in memory with the text, or -1. */
static int file_of(const char *name, const char *text) {
    int fd = spawn_capture(name);
    for (size_t n = strlen(text), done = 0; fd >= 0 && done < n;) {
        ssize_t written = write(fd, text + done, n - done);
        if (written <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)written;
    }
    return fd;
}

/* Another process's way to our file. */
static const char *path_of(struct arena *a, int fd) {
    return arena_printf(a, "/proc/%d/fd/%d", (int)getpid(), fd);
}

static void add_file(struct str *s, const char *name, const char *contents) {
    str_printf(
        s, "{\"type\":\"file\",\"name\":\"" CUDA_HEADERS "/%s\",\"external-contents\":\"%s\"},\n",
        name, contents);
}

static const char *overlay_text(struct arena *a, const struct cuda_headers *h) {
    struct str s = {.arena = a};
    str_add(&s, "{\"version\":0,\"use-external-names\":false,\"roots\":[\n");
    for (size_t i = 0; i < STOOD_FOR; i++)
        add_file(&s, stood_for[i].name, path_of(a, h->texts[stood_for[i].text]));
    for (size_t i = 0; i < h->missing.n; i++)
        add_file(&s, h->missing.at[i], "/dev/null");
    add_file(&s, "cuda_api.h", path_of(a, h->texts[CUDA_API]));
    s.text[s.n - 2] = ' ';
    str_add(&s, "]}\n");
    return str_text(&s);
}

bool cuda_headers_open(struct arena *a, struct cuda_headers *h) {
    bool all = true;
    h->text = h->text ? h->text : cuda_api;
    h->overlay = -1;
    for (int i = 0; i < CUDA_TEXTS; i++) {
        h->texts[i] = file_of("cuda_header", text_of(h, (enum cuda_text)i));
        all &= h->texts[i] >= 0;
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
    if (h->overlay >= 0)
        close(h->overlay);
    h->overlay = -1;
    memset(h->texts, -1, sizeof h->texts);
}

/* "'name.h' file not found" */
static bool note_header(struct arena *a, struct cuda_headers *h, const char *message) {
    size_t n = *message == '\'' ? strcspn(message + 1, "'\"\\") : 0;
    if (!n || !str_starts(message + 1 + n, "' file not found"))
        return false;
    const char *name = arena_strndup(a, message + 1, n);
    for (size_t i = 0; i < h->missing.n; i++)
        if (strcmp(h->missing.at[i], name) == 0)
            return false;
    words_add(a, &h->missing, name);
    return true;
}

bool cuda_headers_complete(struct arena *a, struct cuda_headers *h, const char *messages) {
    static const char error[] = "error: ";
    struct str text = {.arena = a};
    bool any = false;
    str_add(&text, h->text);
    for (const char *s = messages; (s = strstr(s, error));) {
        s += strlen(error);
        any |= note_header(a, h, s) || missing_name_declare(a, s, &h->names, &text);
    }
    if (!any)
        return false;
    h->text = str_text(&text);
    cuda_headers_close(h);
    return cuda_headers_open(a, h);
}

void cuda_add_language(struct arena *a, struct words *w, const struct jobs *j,
                       const struct cuda_headers *h, const char *arch) {
    const char *const fixed[] = {"-x",
                                 "cuda",
                                 "--cuda-device-only",
                                 "-nocudainc",
                                 "-nocudalib",
                                 "--cuda-path=/nonexistent",
                                 arena_printf(a, "--cuda-gpu-arch=%s", arch),
                                 "--cuda-feature=+ptx78",
                                 "-ffp-contract=on",
                                 "-Wno-reserved-user-defined-literal",
                                 "-Wno-register",
                                 "-Wno-non-pod-varargs",
                                 "-Xclang",
                                 "-debug-info-kind=constructor",
                                 "-ferror-limit=0",
                                 "-ivfsoverlay",
                                 path_of(a, h->overlay),
                                 "-I" CUDA_HEADERS,
                                 "-include",
                                 CUDA_HEADERS "/cuda_api.h"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        words_add(a, w, fixed[i]);
    words_add_all(a, w, &j->cuda_flags);
}
