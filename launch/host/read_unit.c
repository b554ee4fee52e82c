#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "launch/host/units.h"

/* The compiler's flags with paths that hold wherever we are. */
static struct words absolute_flags(struct arena *a, const struct words *flags, const char *dir) {
    static const char *const options[] = {"-isystem", "-iquote",  "-idirafter",
                                          "-include", "-imacros", "-I"};
    struct words out = {0};
    for (size_t i = 0; i < flags->n; i++) {
        const char *flag = flags->at[i], *option = NULL;
        for (size_t k = 0; k < sizeof options / sizeof *options && !option; k++)
            option = str_starts(flag, options[k]) ? options[k] : NULL;
        if (!option) {
            words_add(a, &out, flag);
            continue;
        }
        const char *path = flag + strlen(option);
        if (!*path && i + 1 < flags->n)
            path = flags->at[++i];
        const char *full = path[0] == '/' ? path : arena_printf(a, "%s/%s", dir, path);
        bool header = str_starts(option, "-in") || str_starts(option, "-im");
        words_add(a, &out, option);
        words_add(a, &out, header && access(full, R_OK) != 0 ? path : full);
    }
    return out;
}

/* Those of C++ take files of C for C++ as well. */
static bool is_cpp_compiler(const char *name) {
    size_t n = strcspn(path_base(name), "0123456789.");
    while (n && path_base(name)[n - 1] == '-')
        n--;
    return n > 1 && strncmp(path_base(name) + n - 2, "++", 2) == 0;
}

/* The command is read as one of a preprocessor: what its inputs hold does not matter here. */
static struct jobs jobs_of(struct arena *a, const struct compile_command *c) {
    struct words arguments = compile_command_arguments(a, c);
    words_add(a, &arguments, "-E");
    struct jobs j = jobs_parse(a, &arguments);
    j.front_flags = absolute_flags(a, &j.front_flags, c->directory);
    const char *const cpp[] = {"-x", "c++", "-std=gnu++20"};
    for (size_t i = 0; i < 3 && is_cpp_compiler(compile_command_compiler(a, c)); i++)
        words_add(a, &j.front_flags, cpp[i]);
    return j;
}

/* Paths as messages name them: relative to the current directory where they are below. */
static void shorten_paths(struct arena *a, struct host_source *s) {
    char *here = getcwd(NULL, 0);
    size_t n = here ? strlen(here) : 0;
    for (size_t i = 0; i < s->n_files && n; i++) {
        const char *path = path_resolved(a, s->files[i].path);
        bool below = strncmp(path, here, n) == 0 && path[n] == '/';
        s->files[i].path = below ? path + n + 1 : path;
    }
    free(here);
}

struct jobs host_unit_jobs(struct arena *a, const struct host_unit *u, struct input *in) {
    struct jobs jobs = jobs_of(a, u->command);
    *in = (struct input){.path = u->command->file, .language = jobs_language(u->command->file)};
    for (size_t i = 0; i < jobs.n_inputs; i++)
        if (strcmp(path_base(jobs.inputs[i].path), path_base(in->path)) == 0 &&
            front_end_is_single_source(jobs.inputs[i].language))
            in->language = jobs.inputs[i].language;
    return jobs;
}

const struct host_source *host_unit_read(struct arena *a, const struct host_unit *u,
                                         const char *root, struct dependencies *d) {
    struct input in;
    struct jobs jobs = host_unit_jobs(a, u, &in);
    const char *reason;
    jobs.root = root;
    struct host_source *s = host_source_read(a, &jobs, &in, true, d, &reason);
    if (s)
        shorten_paths(a, s);
    return s;
}
