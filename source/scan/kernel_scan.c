#include "source/scan/kernel_scan.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/words.h"
#include "source/scan/loop_pragmas.h"

/* Sources that are larger, with their headers, are not looked through. */
enum { SCAN_BYTES = 64 << 20 };

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether `word` stands at text[i]; i may have wrapped around below 0. */
static bool stands(const char *text, size_t n, size_t i, const char *word) {
    size_t length = strlen(word);
    return i < n && n - i >= length && memcmp(text + i, word, length) == 0;
}

bool host_scan_is_kernel(const char *text, size_t n, size_t i) {
    size_t end = i + strlen("kernel");
    if (end < n && is_name(text[end]))
        return false;
    if (stands(text, n, i - 2, "__"))
        return true;
    /* In a literal the word may follow an escape: "\nkernel void". */
    if (i && is_name(text[i - 1]) && !(i > 1 && text[i - 2] == '\\'))
        return false;
    while (end < n && (isspace((unsigned char)text[end]) || text[end] == '\\'))
        end += text[end] == '\\' ? 2 : 1;
    return stands(text, n, end, "void") || stands(text, n, end, "__attribute__");
}

/* Whether the name around text[i] is one of the host interfaces to kernels. */
static bool is_interface(const char *text, size_t n, size_t i) {
    static const char *const names[] = {"clCreateKernel",       "clCreateKernelsInProgram",
                                        "clSetKernelArg",       "clEnqueueNDRangeKernel",
                                        "enqueueNDRangeKernel", "KernelFunctor",
                                        "make_kernel",          "Kernel"};
    enum { NAMES = sizeof names / sizeof *names, LONGEST_NAME = 23 };
    size_t end = i, start = i;
    while (i && is_name(text[i - 1]) && start - i <= LONGEST_NAME)
        i--;
    while (end < n && is_name(text[end]) && end - start <= LONGEST_NAME)
        end++;
    for (size_t k = 0; k < NAMES; k++)
        if (end - i == strlen(names[k]) && stands(text, n, i, names[k]))
            return k + 1 < NAMES || stands(text, n, i - 4, "cl::");
    return false;
}

static bool any_kernel(const char *text, size_t n) {
    for (const char *s = text; (s = memmem(s, n - (size_t)(s - text), "ernel", 5)); s += 5) {
        size_t i = (size_t)(s - text);
        if (!i)
            continue;
        if ((s[-1] == 'k' && host_scan_is_kernel(text, n, i - 1)) || is_interface(text, n, i))
            return true;
    }
    return false;
}

/* The end of a name of a file of OpenCL: k.cl, or k.cl.h made of it. */
static bool any_file(const char *text, size_t n) {
    for (const char *s = text; (s = memmem(s, n - (size_t)(s - text), ".cl", 3)); s += 3) {
        size_t after = (size_t)(s - text) + 3;
        if (after < n &&
            (text[after] == '"' || stands(text, n, after, ".h") || stands(text, n, after, "\\\"")))
            return true;
    }
    return false;
}

/* Whether the numbers from text[i] on spell "kernel", as the arrays that xxd makes do. */
static bool spells_kernel(const char *text, size_t n, size_t i) {
    static const char word[] = "kernel";
    for (const char *letter = word; *letter; letter++) {
        char number[8] = {0};
        for (size_t k = 0; k + 1 < sizeof number && i < n && is_name(text[i]); k++)
            number[k] = text[i++];
        if (strtol(number, NULL, 0) != *letter)
            return false;
        while (i < n && (isspace((unsigned char)text[i]) || text[i] == ','))
            i++;
    }
    return true;
}

static bool any_array(const char *text, size_t n) {
    static const char *const firsts[] = {"0x6b,", "0x6B,", "107,"};
    for (size_t f = 0; f < sizeof firsts / sizeof *firsts; f++)
        for (const char *s = text;
             (s = memmem(s, n - (size_t)(s - text), firsts[f], strlen(firsts[f]))); s++)
            if (spells_kernel(text, n, (size_t)(s - text)))
                return true;
    return false;
}

/* Whether it compiles texts with kernels of CUDA or HIP at run time. */
static bool any_compiler(const char *text, size_t n) {
    static const char name[] = "rtcCreateProgram";
    return memmem(text, n, name, strlen(name));
}

bool host_scan_text(const char *text, size_t n) {
    return any_kernel(text, n) || any_file(text, n) || any_compiler(text, n) ||
           memmem(text, n, "clCreateProgram", strlen("clCreateProgram")) ||
           memmem(text, n, "cl::Program", strlen("cl::Program")) || any_array(text, n) ||
           loop_pragmas_any(text, n);
}

/* The name in quotes of the include directive whose word is at text[i], or NULL. */
static const char *included(struct arena *a, const char *text, size_t n, size_t i) {
    size_t name = i + strlen("include"), hash = i;
    while (hash && strchr(" \t", text[hash - 1]))
        hash--;
    while (name < n && strchr(" \t", text[name]))
        name++;
    if (!hash || text[hash - 1] != '#' || name >= n || text[name] != '"')
        return NULL;
    const char *end =
        memchr(text + name + 1, '"', n - name - 1 < PATH_MAX ? n - name - 1 : PATH_MAX);
    return end ? arena_strndup(a, text + name + 1, (size_t)(end - text) - name - 1) : NULL;
}

/* Whether the header is one to look at, which *left bytes may come to. */
static bool scan_header(const struct arena *a, const char *path, size_t *left) {
    struct arena own = {.no_memory = a->no_memory};
    size_t bytes = 0;
    const char *text = read_file_within(&own, path, *left, &bytes);
    bool found = text && host_scan_text(text, bytes);
    *left -= bytes;
    arena_free(&own);
    return found;
}

/* Headers that builds make of kernels lie elsewhere, and most other headers do: the name tells. */
static bool any_in_folders(struct arena *a, const char *name, const struct words *folders,
                           size_t *left) {
    bool any = false;
    if (!strcasestr(name, "cl") && !strcasestr(name, "kernel"))
        return false;
    for (size_t i = 0; i < folders->n && !any; i++)
        any = scan_header(a, arena_printf(a, "%s/%s", folders->at[i], name), left);
    return any;
}

/* Each header is read once, and no more is looked at than there is in sources that people write. */
static bool any_include(struct arena *a, const char *path, const char *text, size_t n,
                        const struct words *folders) {
    enum { MOST_HEADERS = 2000 };
    const char *dir = path_dir(a, path);
    size_t left = n < SCAN_BYTES ? SCAN_BYTES - n : 0;
    struct words seen = {0};
    for (const char *s = text; (s = memmem(s, n - (size_t)(s - text), "include", 7)); s += 7) {
        const char *name = included(a, text, n, (size_t)(s - text));
        if (!name || words_has(&seen, name))
            continue;
        words_add(a, &seen, name);
        if (scan_header(a, arena_printf(a, "%s/%s", dir, name), &left) ||
            any_in_folders(a, name, folders, &left))
            return true;
        if (seen.n == MOST_HEADERS)
            return false;
    }
    return false;
}

/* The place after the word, which stands at text[i] after blanks; 0 if it does not. */
static size_t after_word(const char *text, size_t n, size_t i, const char *word) {
    while (i < n && strchr(" \t", text[i]))
        i++;
    size_t end = i + strlen(word);
    bool longer = end < n && is_name(text[end]) && is_name(text[end - 1]);
    return stands(text, n, i, word) && !longer ? end : 0;
}

/* Whether OpenMP's directive whose words end at text[i] moves data only. */
static bool is_of_data(const char *text, size_t n, size_t i) {
    static const char *const words[] = {"data", "enter", "exit", "update"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (after_word(text, n, i, words[k]))
            return true;
    return false;
}

const char *host_scan_language(const char *text, size_t n, int i, const char **name) {
    static const struct {
        const char *name, *first, *second, *third;
        bool loops; /* loops of it are read */
    } languages[HOST_OTHER_LANGUAGES] = {{"SYCL", "sycl", "::", NULL, false},
                                         {"SYCL", "sycl", ".hpp", NULL, false},
                                         {"Kokkos", "Kokkos", "::", "parallel_for", false},
                                         {"Kokkos", "Kokkos", "::", "parallel_reduce", false},
                                         {"RAJA", "RAJA", "::", "forall", false},
                                         {"RAJA", "RAJA", "::", "kernel", false},
                                         {"OpenACC", "pragma", "acc", NULL, true},
                                         {"OpenMP's target", "pragma", "omp", "target", true}};
    const char *first = languages[i].first, *moves = NULL;
    bool any_read = false;
    *name = languages[i].name;
    for (const char *s = text; (s = memmem(s, n - (size_t)(s - text), first, strlen(first))); s++) {
        size_t at = after_word(text, n, (size_t)(s - text) + strlen(first), languages[i].second);
        bool read =
            languages[i].loops && loop_pragmas_begins(text, n, (size_t)(s - text) + strlen(first));
        size_t end = at && languages[i].third ? after_word(text, n, at, languages[i].third) : at;
        bool data = end && languages[i].loops && is_of_data(text, n, end);
        any_read |= read;
        moves = data && !moves ? s : moves;
        if (end && !read && !data)
            return s;
    }
    return any_read ? NULL : moves;
}

static bool any_language(const char *text, size_t n) {
    const char *name;
    bool any = false;
    for (int i = 0; i < HOST_OTHER_LANGUAGES && !any; i++)
        any = host_scan_language(text, n, i, &name);
    return any;
}

bool host_scan_file(struct arena *a, const char *path, const struct words *folders) {
    size_t n = 0;
    const char *text = read_file_within(a, path, SCAN_BYTES, &n);
    return text && (host_scan_text(text, n) || any_include(a, path, text, n, folders));
}

bool host_scan(struct arena *a, const char *path, const struct words *folders) {
    size_t n = 0;
    const char *text = read_file_within(a, path, SCAN_BYTES, &n);
    return text && (host_scan_text(text, n) || any_language(text, n) ||
                    any_include(a, path, text, n, folders));
}

bool script_scan_text(const char *text, size_t n) {
    static const char *const words[] = {"__kernel", "__global__", "kernel void"};
    bool any = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && !any; i++)
        any = memmem(text, n, words[i], strlen(words[i]));
    return any;
}

const char *script_scan_language(const char *text, size_t n, int i, const char **name) {
    static const struct {
        const char *name, *decorator;
    } languages[SCRIPT_OTHER_LANGUAGES] = {
        {"Numba", "@cuda.jit"}, {"Triton", "@triton.jit"}, {"Taichi", "@ti.kernel"}};
    const char *decorator = languages[i].decorator;
    *name = languages[i].name;
    for (const char *s = text;
         (s = memmem(s, n - (size_t)(s - text), decorator, strlen(decorator))); s++) {
        const char *line = s;
        while (line > text && strchr(" \t", line[-1]))
            line--;
        if (line == text || line[-1] == '\n')
            return s;
    }
    return NULL;
}

bool script_scan(struct arena *a, const char *path) {
    size_t n = 0;
    const char *name, *text = read_file_within(a, path, SCAN_BYTES, &n);
    bool any = text && script_scan_text(text, n);
    for (int i = 0; text && i < SCRIPT_OTHER_LANGUAGES && !any; i++)
        any = script_scan_language(text, n, i, &name);
    return any;
}
