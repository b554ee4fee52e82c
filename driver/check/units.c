/* What is analysed: commands of a compilation database, and files that none compiles. */
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "base/uri.h"
#include "driver/check/check.h"
#include "source/compiler/compile_commands.h"
#include "source/compiler/jobs.h"

static const char database_name[] = "compile_commands.json";

struct search {
    struct arena *arena;
    const struct check_request *request;
    struct check_units commands; /* all of the database */
    bool *taken;                 /* of those */
    struct check_units *out;
    struct problems *problems;
};

/* --- the database ---------------------------------------------------------- */

/* In the directory, or in its build/, as language servers look. */
static const char *database_in(struct arena *a, const char *dir) {
    static const char *const places[] = {"%s/%s", "%s/build/%s"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *path = i ? arena_printf(a, "%s/build/%s", dir, database_name)
                             : arena_printf(a, "%s/%s", dir, database_name);
        if (access(path, F_OK) == 0)
            return path;
    }
    return NULL;
}

/* From there upwards; NULL: there is none. */
static const char *database_above(struct arena *a, const char *dir) {
    for (;; dir = path_dir(a, dir)) {
        const char *path = database_in(a, strcmp(dir, "/") == 0 ? "" : dir);
        if (path || strcmp(dir, "/") == 0 || strcmp(dir, ".") == 0)
            return path;
    }
}

static bool is_directory(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static const char *find_database(struct arena *a, const struct check_request *r) {
    const char *build = r->build;
    if (r->fixed)
        return NULL;
    if (build)
        return is_directory(build) ? arena_printf(a, "%s/%s", build, database_name) : build;
    const char *from = diag_absolute(a, r->files.n ? r->files.at[0] : ".");
    return database_above(a, is_directory(from) ? from : path_dir(a, from));
}

/* Whether an argument is the entry's file, however it is written. */
static bool names_file(const struct words *words, const char *file) {
    for (size_t i = 0; i < words->n; i++)
        if (strcmp(path_base(words->at[i]), path_base(file)) == 0)
            return true;
    return false;
}

static bool is_same(const struct check_unit *a, const struct check_unit *b) {
    bool same = a->words.n == b->words.n && strcmp(a->directory, b->directory) == 0;
    for (size_t i = 0; i < a->words.n && same; i++)
        same = strcmp(a->words.at[i], b->words.at[i]) == 0;
    return same;
}

static bool is_repeated(const struct check_units *all, const struct check_unit *u) {
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->at[i].file, u->file) == 0 && is_same(&all->at[i], u))
            return true;
    return false;
}

static bool read_database(struct search *s, const char *path) {
    struct arena *a = s->arena;
    struct compile_commands commands;
    const char *error = NULL;
    if (!compile_commands_read(a, path, &commands, &error)) {
        problems_add(s->problems, SEVERITY_ERROR, "%s", error);
        return false;
    }
    s->out->database = diag_absolute(a, path);
    for (size_t i = 0; i < commands.n; i++) {
        const struct compile_command *c = &commands.at[i];
        struct check_unit u = {.directory = c->directory,
                               .file = diag_absolute(a, c->file),
                               .words = compile_command_arguments(a, c)};
        if (!names_file(&u.words, u.file))
            words_add(a, &u.words, u.file);
        if (!is_repeated(&s->commands, &u))
            vec_push(a, &s->commands, u);
    }
    s->taken = NEW_ARRAY(a, bool, s->commands.n + 1);
    return true;
}

/* --- files by themselves --------------------------------------------------- */

static bool is_program(const struct language *l) {
    return front_end_has(l, FRONT_PROGRAMS);
}

static bool has_kernels(const struct language *l) {
    return front_end_has(l, FRONT_SCRIPT) ||
           (front_end_has(l, FRONT_DEVICE) && front_end_has(l, FRONT_SOURCE));
}

static void add_alone(struct search *s, const char *file, bool named, bool rest) {
    struct arena *a = s->arena;
    char *here = getcwd(NULL, 0);
    struct check_unit u = {.directory = arena_strdup(a, here ? here : "/"),
                           .file = file,
                           .named = named,
                           .rest = rest};
    free(here);
    for (size_t i = 0; i < s->out->n; i++)
        if (strcmp(s->out->at[i].file, file) == 0)
            return;
    words_add_all(a, &u.words, &s->request->arguments);
    if (!s->request->fixed)
        check_add_include_folders(a, file, &u.words, &s->out->folders);
    const char *dot = strrchr(path_base(file), '.');
    const char *header = dot ? front_end_of_header(a, dot + 1) : NULL;
    if (header) {
        words_add(a, &u.words, "-x");
        words_add(a, &u.words, header);
    }
    words_add(a, &u.words, file);
    vec_push(a, s->out, u);
}

static void take(struct search *s, size_t i, bool named) {
    if (s->taken[i])
        return;
    s->taken[i] = true;
    vec_push(s->arena, s->out, s->commands.at[i]);
    s->out->at[s->out->n - 1].named = named;
}

static bool is_below(const char *file, const char *dir) {
    size_t n = strlen(dir);
    return strncmp(file, dir, n) == 0 && (file[n] == '/' || dir[n - (n > 0)] == '/');
}

static void add_directory(struct search *s, const char *dir) {
    struct words found = {0}, programs = {0};
    for (size_t i = 0; i < s->commands.n; i++)
        if (is_below(s->commands.at[i].file, dir))
            take(s, i, false);
    check_walk(s->arena, dir, has_kernels, &found);
    check_walk(s->arena, dir, is_program, &programs);
    for (size_t i = 0; i < found.n; i++)
        add_alone(s, found.at[i], false, s->commands.n > 0 || words_has(&programs, found.at[i]));
}

/* Whether the source includes a file of that name. */
static bool includes(const char *source, const char *name) {
    struct arena scratch = {0};
    size_t n = 0, length = strlen(name);
    const char *text = read_file(&scratch, source, &n);
    bool found = false;
    for (const char *at = text; at && !found && (at = strstr(at, name)); at++) {
        const char *line = at;
        while (line > text && line[-1] != '\n')
            line--;
        line += strspn(line, " \t");
        found = *line == '#' && strchr("\"/<", at[-1]) && strchr("\">", at[length]);
    }
    arena_free(&scratch);
    return found;
}

/* The sources of the database that include the header. */
static bool add_users(struct search *s, const char *header) {
    bool any = false;
    for (size_t i = 0; i < s->commands.n; i++)
        if (includes(s->commands.at[i].file, path_base(header))) {
            take(s, i, true);
            any = true;
        }
    return any;
}

static bool is_header(struct arena *a, const char *path) {
    static const char *const suffixes[] = {".h", ".hh", ".hpp", ".hxx", ".inl", ".inc"};
    const char *dot = strrchr(path_base(path), '.');
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (str_ends(path, suffixes[i]))
            return true;
    return dot && front_end_of_header(a, dot + 1);
}

static void add_file(struct search *s, const char *file) {
    bool any = false;
    for (size_t i = 0; i < s->commands.n; i++)
        if (strcmp(s->commands.at[i].file, file) == 0) {
            take(s, i, true);
            any = true;
        }
    if (!any && !(is_header(s->arena, file) && add_users(s, file)))
        add_alone(s, file, true, false);
}

/* What is no file selects those of the database, as run-clang-tidy does. */
static void add_pattern(struct search *s, const char *pattern) {
    regex_t expression;
    bool any = false, good = regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) == 0;
    for (size_t i = 0; i < s->commands.n && good; i++)
        if (regexec(&expression, s->commands.at[i].file, 0, NULL, 0) == 0) {
            take(s, i, true);
            any = true;
        }
    if (good)
        regfree(&expression);
    if (!any && s->out->database)
        problems_add(s->problems, SEVERITY_ERROR, "no file '%s', and nothing in '%s' matches it",
                     pattern, s->out->database);
    else if (!any)
        problems_add(s->problems, SEVERITY_ERROR, "cannot read '%s': %s", pattern,
                     strerror(ENOENT));
}

/* --- all ------------------------------------------------------------------- */

/* The directory that all sources of the database are below. */
static const char *common_directory(struct search *s) {
    const char *dir = NULL;
    for (size_t i = 0; i < s->commands.n; i++) {
        const char *file = s->commands.at[i].file;
        dir = dir ? dir : path_dir(s->arena, file);
        while (!is_below(file, dir) && strcmp(dir, "/") != 0)
            dir = path_dir(s->arena, dir);
    }
    return dir;
}

static bool is_home(const char *dir) {
    const char *home = getenv("HOME");
    return strcmp(dir, "/") == 0 || (home && strcmp(dir, home) == 0);
}

/* The current directory where all sources are in it, else the repository that they are in. */
static const char *project_directory(struct search *s) {
    const char *sources = common_directory(s), *here = diag_absolute(s->arena, ".");
    bool inside = sources && (strcmp(sources, here) == 0 || is_below(sources, here));
    if (inside && !is_home(here))
        return here;
    for (const char *dir = sources; dir && strcmp(dir, "/") != 0; dir = path_dir(s->arena, dir))
        if (access(arena_printf(s->arena, "%s/.git", dir), F_OK) == 0)
            return dir;
    return sources;
}

/* Kernels that programs load when they run are in no database. */
static void add_all(struct search *s) {
    const char *dir = project_directory(s);
    struct words found = {0};
    for (size_t i = 0; i < s->commands.n; i++)
        take(s, i, false);
    if (dir && strcmp(dir, "/") != 0)
        check_walk(s->arena, dir, is_program, &found);
    for (size_t i = 0; i < found.n; i++)
        add_alone(s, found.at[i], false, true);
}

/* An object's PTX is read as a file of it is. */
static void add_object(struct search *s, const char *file) {
    static const char *const words[] = {"-x", "ptx"};
    struct check_unit u = {.directory = path_dir(s->arena, file), .file = file, .named = true};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        words_add(s->arena, &u.words, words[i]);
    words_add(s->arena, &u.words, file);
    vec_push(s->arena, s->out, u);
}

/* Sources that a manifest names, and the project's where it has kernels that it names no source
 * of. */
static void add_manifest(struct search *s, const char *manifest) {
    const char *project;
    if (!check_manifest(s->arena, manifest, s->out, s->problems, &project) || !project)
        return;
    size_t first = s->out->n;
    add_directory(s, project);
    for (size_t i = first; i < s->out->n; i++)
        words_add(s->arena, &s->out->at[i].words,
                  arena_printf(s->arena, "-fclperf-launch=%s", diag_absolute(s->arena, manifest)));
}

static void add_named(struct search *s, const char *name) {
    if (is_directory(name))
        add_directory(s, diag_absolute(s->arena, name));
    else if (is_file(name) && str_ends(name, ".json"))
        add_manifest(s, name);
    else if (is_file(name))
        add_file(s, diag_absolute(s->arena, name));
    else
        add_pattern(s, name);
}

bool check_units_find(struct arena *a, const struct check_request *r, struct check_units *out,
                      struct problems *p) {
    struct search s = {.arena = a, .request = r, .out = out, .problems = p};
    const char *database = find_database(a, r);
    if (database && !read_database(&s, database))
        return false;
    if (!database && !r->files.n && !r->objects.n)
        problems_add(p, SEVERITY_ERROR,
                     "no %s here or above; '-p BUILD' says where it is, 'cmake "
                     "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON' makes one; 'clperf check .' does without",
                     database_name);
    if (database && !r->files.n && !r->objects.n)
        add_all(&s);
    for (size_t i = 0; i < r->files.n; i++)
        add_named(&s, r->files.at[i]);
    for (size_t i = 0; i < r->objects.n; i++)
        add_object(&s, diag_absolute(a, r->objects.at[i]));
    return !problems_has_error(p);
}
