#include "capture/cuda/nvcc/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* What an option does. All but those that say otherwise take a value: "-x V", "-x=V", "--x=V". */
enum action {
    IGNORE_FLAG,
    IGNORE_VALUE,
    IGNORE_ATTACHED, /* "-x=V" is the only form of the value */
    COMPILE_FLAG,
    COMPILE_VALUE, /* for the compiler, as two words */
    COMPILE_LIST,  /* words with commas between */
    LINK_FLAG,
    LINK_LIST,
    MODE_COMPILE,
    MODE_PREPROCESS,
    MODE_DEVICE_CODE,
    MODE_DEVICE_LINK,
    MODE_LIBRARY,
    MODE_VERSION,
    SET_OUTPUT,
    SET_FOLDER,
    SET_LANGUAGE,
    SET_COMPILER,
    SET_STANDARD,
    SET_VERBOSE,
    READ_FILE
};

/* Names without their dashes; `as` is what the compiler calls it, where that differs. */
static const struct option {
    const char *name;
    enum action action;
    const char *as;
} options[] = {
    {"c", MODE_COMPILE, 0},
    {"compile", MODE_COMPILE, 0},
    {"dc", MODE_COMPILE, 0},
    {"device-c", MODE_COMPILE, 0},
    {"dw", MODE_COMPILE, 0},
    {"device-w", MODE_COMPILE, 0},
    {"E", MODE_PREPROCESS, "-E"},
    {"preprocess", MODE_PREPROCESS, "-E"},
    {"M", MODE_PREPROCESS, "-M"},
    {"generate-dependencies", MODE_PREPROCESS, "-M"},
    {"MM", MODE_PREPROCESS, "-MM"},
    {"generate-nonsystem-dependencies", MODE_PREPROCESS, "-MM"},
    {"ptx", MODE_DEVICE_CODE, ".ptx"},
    {"cubin", MODE_DEVICE_CODE, ".cubin"},
    {"fatbin", MODE_DEVICE_CODE, ".fatbin"},
    {"dlink", MODE_DEVICE_LINK, 0},
    {"device-link", MODE_DEVICE_LINK, 0},
    {"lib", MODE_LIBRARY, 0},
    {"V", MODE_VERSION, 0},
    {"version", MODE_VERSION, 0},
    {"o", SET_OUTPUT, 0},
    {"output-file", SET_OUTPUT, 0},
    {"odir", SET_FOLDER, 0},
    {"output-directory", SET_FOLDER, 0},
    {"x", SET_LANGUAGE, 0},
    {"ccbin", SET_COMPILER, 0},
    {"compiler-bindir", SET_COMPILER, 0},
    {"std", SET_STANDARD, 0},
    {"v", SET_VERBOSE, 0},
    {"verbose", SET_VERBOSE, 0},
    {"optf", READ_FILE, 0},
    {"options-file", READ_FILE, 0},
    {"I", COMPILE_VALUE, "-I"},
    {"include-path", COMPILE_VALUE, "-I"},
    {"isystem", COMPILE_VALUE, "-isystem"},
    {"system-include", COMPILE_VALUE, "-isystem"},
    {"D", COMPILE_VALUE, "-D"},
    {"define-macro", COMPILE_VALUE, "-D"},
    {"U", COMPILE_VALUE, "-U"},
    {"undefine-macro", COMPILE_VALUE, "-U"},
    {"include", COMPILE_VALUE, "-include"},
    {"pre-include", COMPILE_VALUE, "-include"},
    {"MF", COMPILE_VALUE, "-MF"},
    {"MT", COMPILE_VALUE, "-MT"},
    {"MQ", COMPILE_VALUE, "-MQ"},
    {"MD", COMPILE_FLAG, "-MD"},
    {"MMD", COMPILE_FLAG, "-MMD"},
    {"MP", COMPILE_FLAG, "-MP"},
    {"g", COMPILE_FLAG, "-g"},
    {"debug", COMPILE_FLAG, "-g"},
    {"pg", COMPILE_FLAG, "-pg"},
    {"profile", COMPILE_FLAG, "-pg"},
    {"Xcompiler", COMPILE_LIST, 0},
    {"compiler-options", COMPILE_LIST, 0},
    {"Xlinker", LINK_LIST, "-Xlinker"},
    {"linker-options", LINK_LIST, "-Xlinker"},
    {"L", LINK_LIST, "-L"},
    {"library-path", LINK_LIST, "-L"},
    {"l", LINK_LIST, "-l"},
    {"library", LINK_LIST, "-l"},
    {"shared", LINK_FLAG, "-shared"},
    {"arch", IGNORE_VALUE, 0},
    {"gpu-architecture", IGNORE_VALUE, 0},
    {"code", IGNORE_VALUE, 0},
    {"gpu-code", IGNORE_VALUE, 0},
    {"gencode", IGNORE_VALUE, 0},
    {"generate-code", IGNORE_VALUE, 0},
    {"maxrregcount", IGNORE_VALUE, 0},
    {"rdc", IGNORE_VALUE, 0},
    {"relocatable-device-code", IGNORE_VALUE, 0},
    {"ftz", IGNORE_VALUE, 0},
    {"prec-div", IGNORE_VALUE, 0},
    {"prec-sqrt", IGNORE_VALUE, 0},
    {"fmad", IGNORE_VALUE, 0},
    {"Xptxas", IGNORE_VALUE, 0},
    {"ptxas-options", IGNORE_VALUE, 0},
    {"Xnvlink", IGNORE_VALUE, 0},
    {"nvlink-options", IGNORE_VALUE, 0},
    {"Xcudafe", IGNORE_VALUE, 0},
    {"Xfatbin", IGNORE_VALUE, 0},
    {"Xarchive", IGNORE_VALUE, 0},
    {"Werror", IGNORE_VALUE, 0},
    {"cudart", IGNORE_VALUE, 0},
    {"cudadevrt", IGNORE_VALUE, 0},
    {"threads", IGNORE_VALUE, 0},
    {"t", IGNORE_VALUE, 0},
    {"split-compile", IGNORE_VALUE, 0},
    {"diag-suppress", IGNORE_VALUE, 0},
    {"diag-error", IGNORE_VALUE, 0},
    {"diag-warn", IGNORE_VALUE, 0},
    {"machine", IGNORE_VALUE, 0},
    {"m", IGNORE_VALUE, 0},
    {"default-stream", IGNORE_VALUE, 0},
    {"keep-dir", IGNORE_VALUE, 0},
    {"ldir", IGNORE_VALUE, 0},
    {"target-directory", IGNORE_VALUE, 0},
    {"idp", IGNORE_VALUE, 0},
    {"libdevice-directory", IGNORE_VALUE, 0},
    {"brief-diagnostics", IGNORE_ATTACHED, 0},
};

enum { OPTIONS = sizeof options / sizeof *options };

/* Options whose value may follow without anything between. */
static const char joined[] = "IDULlxtmO";

struct reader {
    struct arena *arena;
    const struct words *words;
    size_t at;
    struct nvcc_options *out;
    const char *error;
};

static const struct option *find_option(const char *name, size_t n) {
    for (int i = 0; i < OPTIONS; i++)
        if (strlen(options[i].name) == n && memcmp(options[i].name, name, n) == 0)
            return &options[i];
    return NULL;
}

static bool has_value(enum action action) {
    switch (action) {
    case IGNORE_VALUE:
    case COMPILE_VALUE:
    case COMPILE_LIST:
    case LINK_LIST:
    case SET_OUTPUT:
    case SET_FOLDER:
    case SET_LANGUAGE:
    case SET_COMPILER:
    case SET_STANDARD:
    case READ_FILE:
        return true;
    default:
        return false;
    }
}

/* clang does not know all warnings of others, and knows OpenMP only with a library of its own. */
static void add_compiler_word(struct reader *r, const char *word) {
    struct nvcc_options *o = r->out;
    if (strcmp(word, "-fopenmp") == 0) {
        o->openmp = true;
        words_add(r->arena, &o->link, "-lgomp");
    } else if (strcmp(word, "-pthread") == 0) {
        words_add(r->arena, &o->compile, word);
        words_add(r->arena, &o->link, word);
    } else if (!str_starts(word, "-W") || str_starts(word, "-Wp,")) {
        words_add(r->arena, &o->compile, word);
    } else if (str_starts(word, "-Wl,")) {
        words_add(r->arena, &o->link, word);
    }
}

static void add_list(struct reader *r, const struct option *option, const char *value) {
    struct words list = words_split(r->arena, value, ",");
    if (option->action == COMPILE_LIST && strchr(value, ' '))
        list = words_split(r->arena, value, ", ");
    for (size_t i = 0; i < list.n; i++) {
        if (option->action == COMPILE_LIST) {
            add_compiler_word(r, list.at[i]);
        } else if (strcmp(option->as, "-Xlinker") == 0) {
            words_add(r->arena, &r->out->link, option->as);
            words_add(r->arena, &r->out->link, list.at[i]);
        } else {
            words_add(r->arena, &r->out->link,
                      arena_printf(r->arena, "%s%s", option->as, list.at[i]));
        }
    }
}

static void read_option_file(struct reader *r, const char *path);

/* Which runtime, and how device code is linked, are ours to say. */
static bool says_how_to_compile(const struct option *option) {
    static const char *const ours[] = {"cudart", "cudadevrt", "rdc", "relocatable-device-code"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(option->name, ours[i]) == 0)
            return false;
    return option->action <= COMPILE_LIST || option->action == SET_LANGUAGE ||
           option->action == SET_COMPILER || option->action == SET_STANDARD;
}

static void add_for_toolkit(struct reader *r, const struct option *option, const char *value) {
    struct words *w = &r->out->toolkit;
    if (!says_how_to_compile(option))
        return;
    if (option->action == IGNORE_ATTACHED) {
        words_add(r->arena, w, arena_printf(r->arena, "-%s=%s", option->name, value));
        return;
    }
    words_add(r->arena, w, arena_printf(r->arena, "-%s", option->name));
    if (has_value(option->action))
        words_add(r->arena, w, value);
}

static void apply(struct reader *r, const struct option *option, const char *value) {
    struct nvcc_options *o = r->out;
    switch (option->action) {
    case IGNORE_FLAG:
    case IGNORE_VALUE:
    case IGNORE_ATTACHED:
        break;
    case COMPILE_FLAG:
        words_add(r->arena, &o->compile, option->as);
        break;
    case COMPILE_VALUE:
        words_add(r->arena, &o->compile, option->as);
        words_add(r->arena, &o->compile, value);
        break;
    case COMPILE_LIST:
    case LINK_LIST:
        add_list(r, option, value);
        break;
    case LINK_FLAG:
        words_add(r->arena, &o->link, option->as);
        break;
    case MODE_COMPILE:
        o->mode = NVCC_COMPILE;
        break;
    case MODE_PREPROCESS:
        o->mode = NVCC_PREPROCESS;
        words_add(r->arena, &o->compile, option->as);
        break;
    case MODE_DEVICE_CODE:
        o->mode = NVCC_DEVICE_CODE;
        o->suffix = option->as;
        break;
    case MODE_DEVICE_LINK:
        o->mode = NVCC_DEVICE_LINK;
        break;
    case MODE_LIBRARY:
        o->mode = NVCC_LIBRARY;
        break;
    case MODE_VERSION:
        o->mode = NVCC_VERSION;
        break;
    case SET_OUTPUT:
        o->output = value;
        break;
    case SET_FOLDER:
        o->folder = value;
        break;
    case SET_LANGUAGE:
        o->language = value;
        break;
    case SET_COMPILER:
        o->compiler = value;
        break;
    case SET_STANDARD:
        words_add(r->arena, &o->compile, arena_printf(r->arena, "-std=%s", value));
        break;
    case SET_VERBOSE:
        o->verbose = true;
        break;
    case READ_FILE:
        read_option_file(r, value);
        break;
    }
}

/* The option's value: behind '=', behind its name, or the next word; nothing at the end of the
 * line. */
static const char *value_of(struct reader *r, const struct option *option, const char *rest) {
    if (*rest == '=')
        return rest + 1;
    if (*rest || !has_value(option->action))
        return rest;
    if (r->at + 1 < r->words->n)
        return r->words->at[++r->at];
    return "";
}

static void read_option(struct reader *r, const char *word) {
    const char *name = word + strspn(word, "-");
    size_t n = strcspn(name, "=");
    const struct option *option = find_option(name, n);
    if (!option && strchr(joined, *name) && name[1]) {
        n = 1;
        option = find_option(name, n);
        if (*name == 'O')
            words_add(r->arena, &r->out->compile, word);
    }
    if (!option) {
        words_add(r->arena, &r->out->toolkit, word);
        return;
    }
    const char *value = value_of(r, option, name + n);
    apply(r, option, value);
    add_for_toolkit(r, option, value);
}

static void read_words(struct reader *r) {
    for (; r->at < r->words->n && !r->error; r->at++) {
        const char *word = r->words->at[r->at];
        if (*word == '-' && word[1])
            read_option(r, word);
        else
            words_add(r->arena, &r->out->inputs, word);
    }
}

static void read_option_file(struct reader *r, const char *path) {
    struct expansion left = EXPANSION_START;
    struct words more = words_expand(r->arena, arena_printf(r->arena, "@%s", path), &left);
    struct reader inner = {.arena = r->arena, .words = &more, .out = r->out};
    read_words(&inner);
    r->error = inner.error;
}

const char *nvcc_read_options(struct arena *a, const struct words *arguments,
                              struct nvcc_options *out) {
    struct words words = {0};
    struct expansion left = EXPANSION_START;
    *out = (struct nvcc_options){.mode = NVCC_LINK};
    for (size_t i = 0; i < arguments->n; i++) {
        struct words expanded = words_expand(a, arguments->at[i], &left);
        words_add_all(a, &words, &expanded);
    }
    struct reader r = {.arena = a, .words = &words, .out = out};
    read_words(&r);
    if (!r.error && !out->inputs.n && out->mode != NVCC_VERSION)
        return "no input files";
    return r.error;
}
