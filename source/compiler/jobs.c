#include "source/compiler/jobs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "source/compiler/compiler_options.h"
#include "source/scan/kernel_scan.h"

const struct language *jobs_language(const char *path) {
    const char *dot = strrchr(path_base(path), '.');
    return dot ? front_end_named(dot + 1, NULL) : NULL;
}

/* What was preprocessed is not looked at: its lines are not those that somebody wrote. */
static bool is_preprocessed(const char *path) {
    return str_ends(path, ".i") || str_ends(path, ".ii");
}

/* Standard input and other pipes are the compiler's alone: what we read it would miss. */
static bool is_pipe(const char *path) {
    struct stat st;
    return strcmp(path, "-") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode));
}

/* Why device code is not read, or NULL. */
static const char *why_unread(struct arena *a, const struct input *in) {
    const char *dot = strrchr(path_base(in->path), '.');
    const char *words = !in->language && dot ? front_end_unread(dot + 1) : NULL;
    if (words)
        return arena_printf(a, "%s is not read", words);
    bool device = front_end_has(in->language, FRONT_DEVICE);
    return device && is_pipe(in->path) ? "standard input and pipes are left to the compiler" : NULL;
}

struct words jobs_include_folders(struct arena *a, const struct jobs *j) {
    struct words folders = {0};
    for (size_t i = 0; i < j->front_flags.n; i++) {
        const char *flag = j->front_flags.at[i];
        bool last = i + 1 == j->front_flags.n;
        if (str_starts(flag, "-I") && flag[2])
            words_add(a, &folders, flag + 2);
        else if ((strcmp(flag, "-I") == 0 || strcmp(flag, "-iquote") == 0) && !last)
            words_add(a, &folders, j->front_flags.at[i + 1]);
    }
    return folders;
}

static bool is_analysed(struct arena *a, const struct input *in, const struct words *folders) {
    if (in->unread || is_pipe(in->path))
        return in->unread;
    if (front_end_is_host_only(in->language))
        return !is_preprocessed(in->path) && host_scan(a, in->path, folders);
    if (front_end_has(in->language, FRONT_SCRIPT))
        return script_scan(a, in->path);
    return in->language;
}

/* The reading of a command line, word by word. */
struct reader {
    struct arena *arena;
    struct jobs jobs;
    struct {
        struct input *at;
        size_t n, cap;
    } inputs;
    const char *language; /* of -x, NULL: by extension */
    const char *compiler; /* that stands in front and has a language of its own, or NULL */
};

/* Whether the word is such a compiler. */
static bool take_compiler(struct reader *r, const char *word) {
    if (r->compiler || r->inputs.n || !front_end_of_compiler(word))
        return false;
    r->compiler = word;
    return true;
}

static void read_input(struct reader *r, const char *path) {
    const char *dot = strrchr(path_base(path), '.');
    const char *name = r->language ? r->language : dot ? dot + 1 : "";
    if (take_compiler(r, path))
        return;
    const struct language *l = front_end_named(name, r->language ? NULL : r->compiler);
    vec_push(r->arena, &r->inputs, (struct input){.path = path, .language = l});
}

/* Where compilers stop, and what they call their output then. */
static const struct {
    const char *word;
    char mode;
    const char *suffix;
} modes[] = {{"-c", 'c', "o"},           {"--compile", 'c', "o"},    {"-dc", 'c', "o"},
             {"--device-c", 'c', "o"},   {"-S", 'S', "s"},           {"-ptx", 'S', "ptx"},
             {"--ptx", 'S', "ptx"},      {"-cubin", 'c', "cubin"},   {"--cubin", 'c', "cubin"},
             {"-fatbin", 'c', "fatbin"}, {"--fatbin", 'c', "fatbin"}};

static void read_mode(struct jobs *j, const char *word) {
    j->no_code |= strcmp(word, "-fsyntax-only") == 0;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(word, modes[i].word) == 0) {
            j->mode = modes[i].mode;
            j->suffix = modes[i].suffix;
        }
}

/* An option that has a row, with its argument: in the same word, or the next. */
static void read_row(struct reader *r, const struct compiler_option *row, const char *word,
                     const char *next) {
    struct jobs *j = &r->jobs;
    const char *joined = word + strlen(row->spelling);
    const char *argument = *joined ? joined : next;
    if (row->flags & OPT_NO_CODE)
        j->no_analysis = j->no_code = true;
    if (row->flags & OPT_MODE)
        read_mode(j, word);
    if (strcmp(row->spelling, "-o") == 0)
        j->output = argument;
    if (strcmp(row->spelling, "-x") == 0 && argument)
        r->language = strcmp(argument, "none") == 0 ? NULL : argument;
    if (row->flags & OPT_FRONT) {
        words_add(r->arena, &j->front_flags, word);
        if (!*joined && row->flags & OPT_SEPARATE && next)
            words_add(r->arena, &j->front_flags, next);
    }
}

/* How compilers spell permission to round otherwise, and clang's options for each. nvcc's fast math
 * takes approximations, but adds up in the order that is written, as clang's does not.
 */
static const struct rounding {
    const char *word, *flags[3];
    bool nvcc; /* nobody else's */
} roundings[] = {
    {"-use_fast_math", {"-fapprox-func", "-freciprocal-math", "-D__FAST_MATH__"}, true},
    {"--use_fast_math", {"-fapprox-func", "-freciprocal-math", "-D__FAST_MATH__"}, true},
    {"-prec-div=false", {"-freciprocal-math"}, true},
    {"--prec-div=false", {"-freciprocal-math"}, true},
    {"-ftz=true", {"-D__CUDA_FTZ=1"}, true},
    {"--ftz=true", {"-D__CUDA_FTZ=1"}, true},
    {"-fgpu-flush-denormals-to-zero", {"-D__CUDA_FTZ=1"}, false},
    {"-ffast-math", {"-ffast-math"}, false},
    {"-fno-fast-math", {"-fno-fast-math"}, false},
    {"-funsafe-math-optimizations", {"-funsafe-math-optimizations"}, false},
    {"-freciprocal-math", {"-freciprocal-math"}, false},
    {"-fapprox-func", {"-fapprox-func"}, false},
};

static const struct rounding *rounding_of(const char *word) {
    for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++)
        if (strcmp(word, roundings[i].word) == 0)
            return &roundings[i];
    return NULL;
}

static void add_rounding(struct arena *a, struct words *flags, const struct rounding *r) {
    for (size_t i = 0; i < sizeof r->flags / sizeof *r->flags && r->flags[i]; i++)
        words_add(a, flags, r->flags[i]);
}

/* The standard that a compiler of CUDA means by the word, as clang spells it, or NULL. */
static const char *cuda_standard(const char *word) {
    const char *standard = str_starts(word, "--std=") ? word + 1 : word;
    return str_starts(standard, "-std=c++") || str_starts(standard, "-std=gnu++") ? standard : NULL;
}

static void read_plain(struct arena *a, struct jobs *j, const char *word) {
    const struct rounding *rounding = rounding_of(word);
    message_style_read(&j->style, word);
    if (rounding)
        add_rounding(a, &j->cuda_flags, rounding);
    if (rounding && !rounding->nvcc)
        add_rounding(a, &j->opencl_flags, rounding);
    if (cuda_standard(word))
        words_add(a, &j->cuda_flags, cuda_standard(word));
    if (strcmp(word, "-v") == 0)
        j->verbose = true;
    if (str_starts(word, "--cuda-path="))
        j->cuda_path = strchr(word, '=') + 1;
}

static void find_standard(struct jobs *j) {
    for (size_t i = 0; i < j->front_flags.n; i++) {
        const char *flag = j->front_flags.at[i];
        if (str_starts(flag, "-cl-std=") || str_starts(flag, "-std="))
            j->cl_std = strchr(flag, '=') + 1;
    }
}

struct jobs jobs_parse(struct arena *a, const struct words *args) {
    struct reader r = {.arena = a, .jobs.style = MESSAGE_STYLE};
    struct words all = {0};
    struct expansion left = EXPANSION_START;
    for (size_t i = 0; i < args->n; i++) {
        struct words inside = words_expand(a, args->at[i], &left);
        words_add_all(a, &all, &inside);
    }
    bool only_inputs = false;
    for (size_t i = 0; i < all.n; i++) {
        const char *word = all.at[i];
        bool is_option = !only_inputs && word[0] == '-' && word[1];
        bool has_row = is_option && !rounding_of(word);
        const struct compiler_option *row = has_row ? options_compiler(word) : NULL;
        if (is_option && strcmp(word, "--") == 0)
            only_inputs = true;
        else if (row)
            read_row(&r, row, word, i + 1 < all.n ? all.at[i + 1] : NULL);
        else if (is_option)
            read_plain(a, &r.jobs, word);
        else
            read_input(&r, word);
        i += is_option && options_takes_next(word);
    }
    r.jobs.inputs = r.inputs.at;
    r.jobs.n_inputs = r.inputs.n;
    find_standard(&r.jobs);
    const struct words folders = jobs_include_folders(a, &r.jobs);
    for (size_t i = 0; i < r.inputs.n && !r.jobs.no_analysis; i++) {
        r.inputs.at[i].unread = why_unread(a, &r.inputs.at[i]);
        r.inputs.at[i].analysed = is_analysed(a, &r.inputs.at[i], &folders);
    }
    return r.jobs;
}

void jobs_take_unknown(struct jobs *j) {
    if (j->no_analysis || jobs_analysable(j))
        return;
    for (size_t i = 0; i < j->n_inputs; i++)
        if (!j->inputs[i].language) {
            j->inputs[i].unread = "its name does not say what language it is in; -x LANGUAGE does";
            j->inputs[i].analysed = true;
        }
}

/* Whether the file may define one of the functions. */
static bool mentions(struct arena *a, const char *path, const struct words *functions) {
    size_t n = 0;
    const char *text = read_file(a, path, &n);
    for (size_t i = 0; text && i < functions->n; i++)
        if (memmem(text, n, functions->at[i], strlen(functions->at[i])))
            return true;
    return false;
}

void jobs_take_loops(struct arena *a, struct jobs *j, const struct words *functions) {
    j->loop_functions = *functions;
    for (size_t i = 0; i < j->n_inputs && functions->n && !j->no_analysis; i++) {
        struct input *in = &j->inputs[i];
        bool host = front_end_is_host_only(in->language) && !is_preprocessed(in->path);
        if (host && !in->analysed && !is_pipe(in->path))
            in->analysed = mentions(a, in->path, functions);
    }
}

bool jobs_analysable(const struct jobs *j) {
    for (size_t i = 0; i < j->n_inputs; i++)
        if (j->inputs[i].analysed)
            return true;
    return false;
}

bool jobs_leave_device_code(const struct jobs *j) {
    for (size_t i = 0; i < j->n_inputs && !j->no_code && j->mode != 'S'; i++)
        if (j->inputs[i].analysed && front_end_is_single_source(j->inputs[i].language))
            return true;
    return false;
}

const char *jobs_subject(struct arena *a, const struct jobs *j) {
    const char *first = "";
    size_t n = 0;
    for (size_t i = 0; i < j->n_inputs; i++)
        if (j->inputs[i].analysed)
            first = n++ ? first : j->inputs[i].path;
    return n > 1 ? arena_printf(a, "'%s' and %zu more", first, n - 1)
                 : arena_printf(a, "'%s'", first);
}

static const char *stem_of(struct arena *a, const char *path) {
    const char *base = path_base(path), *dot = strrchr(base, '.');
    return dot ? arena_strndup(a, base, (size_t)(dot - base)) : base;
}

const char *jobs_object(struct arena *a, const struct jobs *j, const struct input *in) {
    if (j->no_code)
        return NULL;
    if (j->output)
        return strcmp(j->output, "-") == 0 ? NULL : j->output;
    if (!j->mode)
        return "a.out";
    return arena_printf(a, "%s.%s", stem_of(a, in->path), j->suffix);
}

const char *jobs_traced_source(struct arena *a, const struct jobs *j, const char *directory,
                               size_t input) {
    const char *stem = stem_of(a, j->inputs[input].path);
    return arena_printf(a, "%s/%zu/%s.s", directory, input, stem);
}
