#include "driver/cc/traced_build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/str.h"
#include "driver/command_line/options.h"
#include "source/compiler/compiler_options.h"

static void note(const char *text) {
    fprintf(stderr, "clperf-cc: note: loops are not traced: %s\n", text);
}

/* Whether it ended well. */
static bool run(struct arena *a, const struct traced_build *b, const char *path,
                const struct words *words) {
    if (forward_interrupted())
        return false;
    pid_t child = spawn_start(&(struct spawn_request){.path = path,
                                                      .argv = words_argv(a, words),
                                                      .in = -1,
                                                      .out = -1,
                                                      .err = -1,
                                                      .death_signal = SIGTERM,
                                                      .signals = &b->forwarding->signals});
    int status = child < 0 ? -1 : forward_wait(b->forwarding, child);
    return child >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The traced source that stands for a word of the command line, or NULL. */
static const char *stand_in(struct arena *a, const struct traced_build *b, const char *directory,
                            const char *word) {
    for (size_t i = 0; i < b->jobs->n_inputs; i++) {
        const char *traced = jobs_traced_source(a, b->jobs, directory, i);
        if (strcmp(word, b->jobs->inputs[i].path) == 0 && access(traced, R_OK) == 0)
            return traced;
    }
    return NULL;
}

/* -MD and the like: the list of headers is written. */
static bool is_of_dependencies(const char *word) {
    return word[0] == '-' && word[1] == 'M';
}

/* Its suffix says what it is, unless the command line names a language for what follows. */
static void add_assembly(struct arena *a, struct words *out, const char *path, bool named) {
    const char *const words[] = {"-x", "assembler", path, "-x", "none"};
    for (size_t i = 0; i < sizeof words / sizeof *words && named; i++)
        words_add(a, out, words[i]);
    if (!named)
        words_add(a, out, path);
}

/* The compiler's words with traced sources. False if there are none. */
static bool replace_sources(struct arena *a, const struct traced_build *b, const char *directory,
                            struct words *out) {
    bool any = false, named = false;
    for (size_t i = 0; i < b->words.n; i++) {
        const char *word = b->words.at[i], *traced = i ? stand_in(a, b, directory, word) : NULL;
        bool drop = i && is_of_dependencies(word);
        named |= str_starts(word, "-x");
        if (traced)
            add_assembly(a, out, traced, named);
        else if (!drop)
            words_add(a, out, word);
        if (i && options_takes_next(word) && i + 1 < b->words.n && ++i && !drop)
            words_add(a, out, b->words.at[i]);
        any |= traced != NULL;
    }
    return any;
}

static void compile_again(struct arena *a, const struct traced_build *b, const char *directory) {
    struct words analysis = b->analysis, compiler = {0};
    words_add(a, &analysis, arena_printf(a, "-fclperf-trace-into=%s", directory));
    if (!run(a, b, b->analyzer, &analysis)) {
        note("clperf-analyze failed");
        return;
    }
    if (!replace_sources(a, b, directory, &compiler) || run(a, b, b->compiler, &compiler))
        return;
    note("the compiler does not take their assembly");
    run(a, b, b->compiler, &b->words);
}

void traced_build(struct arena *a, const struct traced_build *b) {
    char *directory = arena_printf(a, "%s/clperf-trace.XXXXXX", folder_temporary());
    if (b->jobs->no_code || b->jobs->mode == 'S')
        return;
    if (!mkdtemp(directory)) {
        note(strerror(errno));
        return;
    }
    compile_again(a, b, directory);
    folder_remove(directory);
}
