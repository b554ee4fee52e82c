#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/problems.h"
#include "base/str.h"
#include "base/uri.h"
#include "driver/check/check.h"
#include "driver/check/objects.h"
#include "driver/command_line/options.h"
#include "hwdb/gpu.h"
#include "hwdb/native_gpu.h"
#include "launch/launch.h"
#include "source/compiler/compiler_options.h"

struct command {
    struct arena *arena;
    struct check_request request;
    struct words outputs; /* as given */
    const struct merge_format *format;
    struct options options; /* what `passed` comes to */
    bool gpus_named;        /* in `passed` */
    const char *error;
};

static void print_formats(FILE *out) {
    fputc('\n', out);
    for (size_t i = 0; i < merge_format_count; i++)
        fprintf(out, "  %-20s %s\n", merge_formats[i].name, merge_formats[i].what);
}

/* --- options of clperf-cc -------------------------------------------------- */

/* The analyses run in other directories than ours. */
static const char *with_absolute_path(struct arena *a, const char *word) {
    static const char *const options[] = {
        "-fclperf-launch=", "-fclperf-baseline=", "-fclperf-suppression-mappings="};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *path = word + strlen(options[i]);
        if (str_starts(word, options[i]) && access(path, F_OK) == 0)
            return arena_printf(a, "%s%s", options[i], diag_absolute(a, path));
    }
    return word;
}

/* What -fclperf-add-output= asks for, one file can hold of all analyses. */
static bool take_output(struct command *c, const char *word) {
    static const char option[] = "-fclperf-add-output=";
    const char *file = strstr(word, ":file=");
    if (!str_starts(word, option) || !file)
        return false;
    word += sizeof option - 1;
    words_add(c->arena, &c->outputs,
              arena_printf(c->arena, "%.*s:%s", (int)(file - word), word, file + strlen(":file=")));
    return true;
}

static void pass(struct command *c, const char *word) {
    if (strcmp(word, "-Rclperf") == 0)
        c->request.remarks = true;
    c->gpus_named |= str_starts(word, "-fclperf-gpu=");
    if (!take_output(c, word))
        words_add(c->arena, &c->request.passed, with_absolute_path(c->arena, word));
}

/* What stands behind "--" may be a whole command, as CMake gives it to clang-tidy: options stay,
 * and a compiler that says what the language is. */
static void keep_options(struct command *c) {
    const struct words all = c->request.arguments;
    struct words kept = {0};
    for (size_t i = 0; i < all.n; i++) {
        const char *word = all.at[i];
        const bool compiler = i == 0 && front_end_of_compiler(word);
        if (!compiler && word[0] != '-' && word[0] != '@')
            continue;
        words_add(c->arena, &kept, word);
        if (options_takes_next(word) && i + 1 < all.n)
            words_add(c->arena, &kept, all.at[++i]);
    }
    c->request.arguments = kept;
}

/* Words that clperf-cc knows are for the analyses. */
static bool take_passed(struct arena *a, void *to, const char *word) {
    (void)a;
    if (!options_is_ours(word))
        return false;
    pass(to, word);
    return true;
}

/* What is wrong with them is said once, and here. */
static void check_passed(struct command *c) {
    struct arena *a = c->arena;
    struct options *options = &c->options;
    struct problems problems = {.arena = a};
    struct words rest = {0};
    *options = options_default(a);
    options_command_line(a, options, &c->request.passed, &rest, &problems);
    launch_given(a, &options->launches, NULL, &problems);
    c->request.unanalysed = options_unanalysed(options);
    for (size_t i = 0; i < problems.n && !c->error; i++)
        if (problems.at[i].severity == SEVERITY_ERROR)
            c->error = problems.at[i].text;
    for (size_t i = 0; i < options->gpus.n && !c->error; i++)
        gpu_named(a, options->gpus.at[i], &c->error);
}

/* --- our own --------------------------------------------------------------- */

static const char *read_jobs(struct arena *a, void *to, const char *text) {
    long n;
    if (!command_line_integer(text, 1, 4096, &n))
        return arena_printf(a, "-j: '%s' is not a positive integer", text);
    ((struct command *)to)->request.jobs = (int)n;
    return NULL;
}

static const char *warnings_as_errors(struct arena *a, const char *rule) {
    if (!rule || strcmp(rule, "*") == 0)
        return "-Werror=clperf";
    const char *name = str_starts(rule, "clperf-") ? rule + strlen("clperf-") : rule;
    return arena_printf(a, "-Werror=clperf-%s", name);
}

static const char *read_build(struct arena *a, void *to, const char *value) {
    (void)a;
    ((struct command *)to)->request.build = value[0] == '=' ? value + 1 : value;
    return NULL;
}

static const char *read_gpu(struct arena *a, void *to, const char *value) {
    struct command *c = to;
    words_add(a, &c->request.passed, arena_printf(a, "-fclperf-gpu=%s", value));
    c->gpus_named = true;
    return NULL;
}

static const char *read_arguments(struct arena *a, void *to, const char *value) {
    words_add(a, &((struct command *)to)->request.passed,
              arena_printf(a, "-fclperf-argv=%s", value));
    return NULL;
}

static const char *read_errors(struct arena *a, void *to, const char *value) {
    words_add(a, &((struct command *)to)->request.passed, warnings_as_errors(a, value));
    return NULL;
}

static const char *read_format(struct arena *a, void *to, const char *value) {
    const char *error = NULL;
    ((struct command *)to)->format = merge_format_named(a, value, &error);
    return error;
}

static const struct command_option options[] = {
    {"-p", "BUILD",
     "directory of compile_commands.json; default: looked for from the\n"
     "first FILE or the current directory upwards, and in build/ there",
     COMMAND_READ(read_build), 0},
    {"--jobs", "N", "analyses at a time; default: as many as there are processors",
     COMMAND_READ(read_jobs), 'j'},
    {"--gpu", "NAME[,NAME...]", "GPUs to analyse for, as -fclperf-gpu=", COMMAND_READ(read_gpu), 0},
    {"--warnings-as-errors", "[=RULE]",
     "findings are errors: exit status 1; as -Werror=clperf[-RULE]", COMMAND_READ(read_errors), 0},
    {"--args", "ARGUMENTS",
     "what the programs are run with, as -fclperf-argv=; default: what a\n"
     "test of CTest or the target 'run' of a Makefile runs them with",
     COMMAND_READ(read_arguments), 0},
    {"--extra-arg", "ARG", "another argument of all compilations",
     COMMAND_WORDS(struct command, request.passed), 0},
    {"--extra-arg-before", "ARG", "the same, in front of those that they have",
     COMMAND_WORDS(struct command, request.before), 0},
    {"--output", "[FORMAT:]FILE",
     "also write a report; repeatable. The name says the format where\n"
     "FORMAT does not: .sarif, .json, .html",
     COMMAND_WORDS(struct command, outputs), 'o'},
    {"--format", "FORMAT", "of --output; without that, write it in the place of the text",
     COMMAND_READ(read_format), 0},
    {"--root", "DIR", "paths are written relative to it; default: the current directory",
     COMMAND_TEXT(struct command, request.root), 0},
    {"--category", "NAME", "of the SARIF run", COMMAND_TEXT(struct command, request.category), 0},
    {"--list", NULL, "name the files that would be analysed, and analyse none",
     COMMAND_FLAG(struct command, request.list), 'n'},
    {"--quiet", NULL, "neither progress nor total", COMMAND_FLAG(struct command, request.quiet),
     'q'},
};

static const struct command_table table = {
    .name = "check",
    .usage =
        "usage: clperf check [OPTION]... [FILE]... [-- COMPILER-ARGUMENT...]\n"
        "\n"
        "Analyses the kernels of a project without building it. Its compile_commands.json says "
        "how\n"
        "each source is compiled. FILE is a source, a header, a directory, a launch manifest of\n"
        "'clperf capture', or a regular expression for names in the database; default: all of the\n"
        "database, and .cl files of the project that no source of it loads. With '--' there is no\n"
        "database, and every FILE is compiled with what follows. Of a FILE with NVIDIA's device "
        "code\n"
        "(an object, a program, a library, a cubin, a fat binary) the kernels are listed.\n"
        "\n"
        "  -fclperf-..., -W..., -Rclperf\n"
        "                        as of clperf-cc; see clperf-cc -fclperf-help\n",
    .options = options,
    .n = sizeof options / sizeof *options,
    .print_more = print_formats,
    .apart = true,
    .take = take_passed,
};

/* --- outputs --------------------------------------------------------------- */

static const struct merge_format *format_called(const char *name, size_t n) {
    for (size_t i = 0; i < merge_format_count; i++)
        if (strlen(merge_formats[i].name) == n && strncmp(merge_formats[i].name, name, n) == 0)
            return &merge_formats[i];
    return NULL;
}

/* FORMAT:FILE, or FILE in the format of --format or of its suffix. */
static void read_output(struct command *c, const char *text) {
    const char *colon = strchr(text, ':'), *dot = strrchr(path_base(text), '.');
    struct check_output o = {colon ? format_called(text, (size_t)(colon - text)) : NULL, text};
    if (o.format)
        o.path = colon + 1;
    else
        o.format = c->format;
    if (!o.format && dot)
        o.format = format_called(dot + 1, strlen(dot + 1));
    if (!o.format && !c->error)
        c->error = arena_printf(
            c->arena, "--output: the format of '%s' is not known; --format says it", text);
    vec_push(c->arena, &c->request.outputs, o);
}

static void read_outputs(struct command *c) {
    for (size_t i = 0; i < c->outputs.n; i++)
        read_output(c, c->outputs.at[i]);
    if (!c->outputs.n && c->format)
        vec_push(c->arena, &c->request.outputs, (struct check_output){c->format, "-"});
}

/* The kernels of what was built, then the analyses of their PTX and of the rest. */
static int run(struct command *c) {
    struct words objects = {0};
    if (!c->request.list)
        objects = check_take_objects(c->arena, &c->request.files);
    /* Without a GPU, a library's thousands of kernels are only listed. */
    if (c->gpus_named && !options_dumps(&c->options, "code"))
        c->request.objects = check_objects_with_ptx(c->arena, &objects);
    const bool analysed = c->request.files.n || c->request.objects.n;
    if (objects.n && !analysed && c->request.outputs.n)
        return problems_fail("--output: the kernels of objects are listed, in no report");
    /* GPUs that nobody named do not choose among an object's architectures. */
    if (!c->gpus_named)
        c->options.gpus.n = 0;
    int listed = check_objects(c->arena, &objects, &c->options);
    if (objects.n && !analysed)
        return listed;
    c->request.root = diag_absolute(c->arena, c->request.root);
    int checked = check_project(c->arena, &c->request);
    return checked ? checked : listed;
}

int check_command(struct arena *a, int argc, char **argv) {
    struct command c = {.arena = a,
                        .request = {.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN), .root = "."}};
    struct command_words words;
    (void)argc;
    int status = command_line_read(a, &table, argv, &c, &words);
    if (status != COMMAND_RUNS)
        return status;
    c.request.files = words.operands;
    c.request.arguments = words.behind;
    c.request.fixed = words.ended;
    keep_options(&c);
    read_outputs(&c);
    if (!c.error)
        check_passed(&c);
    if (!c.error && c.request.fixed && !c.request.files.n)
        c.error = "'--' needs files before it";
    if (c.error)
        return problems_fail(c.error);
    return run(&c);
}
