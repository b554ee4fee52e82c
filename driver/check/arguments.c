#include "driver/check/arguments.h"

#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/uri.h"

/* Deepest names within names and folders within folders, and most folders above a source that are
 * looked at. */
enum { DEEPEST_NAME = 8, DEEPEST_FOLDER = 8, MOST_ABOVE = 3 };

/* --- Makefiles --- */

/* Behind the line, or the end of the text. */
static const char *next_line(const char *s) {
    s += strcspn(s, "\n");
    return s + (*s == '\n');
}

/* Lines that a backslash goes on are one. */
static const char *joined_lines(struct arena *a, const char *text) {
    char *out = arena_strdup(a, text), *to = out;
    for (const char *s = text; *s; s++)
        if (s[0] == '\\' && s[1] == '\n') {
            *to++ = ' ';
            s++;
        } else {
            *to++ = *s;
        }
    *to = 0;
    return out;
}

/* What a variable is set to last, or NULL. */
static const char *variable(struct arena *a, const char *makefile, const char *name, size_t n) {
    const char *found = NULL;
    for (const char *s = makefile; *s; s = next_line(s)) {
        if (strncmp(s, name, n) != 0)
            continue;
        const char *at = s + n + strspn(s + n, " \t");
        at += strspn(at, ":?");
        if (*at != '=')
            continue;
        at += 1 + strspn(at + 1, " \t");
        found = arena_strndup(a, at, strcspn(at, "#\n"));
    }
    return found;
}

/* The text with variables in place of their names; NULL where one is computed. */
static const char *expanded(struct arena *a, const char *makefile, const char *text, int depth) {
    struct str out = {.arena = a};
    for (const char *s = text; *s;) {
        const size_t plain = strcspn(s, "$");
        str_addn(&out, s, plain);
        s += plain;
        if (!*s)
            break;
        const char close = s[1] == '(' ? ')' : s[1] == '{' ? '}' : 0;
        const char *end = close ? strchr(s, close) : NULL;
        const char *name = s + 2;
        if (!end || depth == DEEPEST_NAME || strcspn(name, " $,:") < (size_t)(end - name))
            return NULL;
        const char *value = variable(a, makefile, name, (size_t)(end - name));
        value = value ? expanded(a, makefile, value, depth + 1) : "";
        if (!value)
            return NULL;
        str_add(&out, value);
        s = end + 1;
    }
    return str_text(&out);
}

/* Whether the line only says something. */
static bool prints(const char *line) {
    return str_starts(line, "echo ") || str_starts(line, "printf ");
}

/* The first line of the target's recipe that runs a program of the build: "./app 1 2". */
static const char *recipe_of(struct arena *a, const char *makefile, const char *target) {
    const size_t n = strlen(target);
    bool inside = false;
    for (const char *s = makefile; *s; s = next_line(s)) {
        if (*s == '\t' && inside) {
            const char *line = arena_strndup(a, s + 1, strcspn(s + 1, "\n"));
            const char *all = expanded(a, makefile, line + strspn(line, "@-+ "), 0);
            const char *run = all && !prints(all) ? strstr(all, "./") : NULL;
            if (run && (run == all || run[-1] == ' '))
                return run;
        } else if (*s != '\t' && *s != '\n' && *s != '#') {
            inside = strncmp(s, target, n) == 0 && s[n + strspn(s + n, " \t")] == ':';
        }
    }
    return NULL;
}

/* Arguments of a command up to what a shell would take for the end of it; the comment is none. */
static const char *arguments_of(struct arena *a, const char *command) {
    const char *s = command + strcspn(command, " \t");
    s += strspn(s, " \t");
    size_t n = strcspn(s, "|;&<>`");
    while (n && (s[n - 1] == ' ' || (s[n] == '>' && s[n - 1] >= '0' && s[n - 1] <= '9' &&
                                     (n == 1 || s[n - 2] == ' '))))
        n--;
    return arena_strndup(a, s, n);
}

static const char *make_run(struct arena *a, const char *directory, const char *root) {
    return strcmp(directory, root) == 0
               ? "make run"
               : arena_printf(a, "make -C %s run", words_quote(a, diag_path(a, root, directory)));
}

static struct check_arguments of_makefile(struct arena *a, const char *directory,
                                          const char *root) {
    static const char *const names[] = {"GNUmakefile", "makefile", "Makefile"};
    struct check_arguments none = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *path = arena_printf(a, "%s/%s", directory, names[i]);
        size_t bytes;
        const char *text = access(path, R_OK) == 0 ? read_file(a, path, &bytes) : NULL;
        const char *makefile = text ? joined_lines(a, text) : "";
        const char *command = recipe_of(a, makefile, "run");
        if (command)
            return (struct check_arguments){
                arguments_of(a, command),
                arena_printf(a, "the target 'run' of %s", diag_path(a, root, path)),
                make_run(a, directory, root)};
    }
    return none;
}

/* --- CTest --- */

struct ctest {
    struct arena *arena;
    const char *target;  /* of the unit, or NULL */
    const char *command; /* of the first test that runs the target */
    const char *program; /* that all tests run so far, or "" where they differ */
    const char *only;    /* command of the first test */
};

/* Words as CMake writes them for CTest: bare, "quoted" or [=[in brackets]=]. */
static struct words cmake_words(struct arena *a, const char *s) {
    struct words words = {0};
    while (*(s += strspn(s, " \t\n")) && *s != ')') {
        const char *end, *next;
        if (*s == '"') {
            end = strchr(++s, '"');
            next = end ? end + 1 : NULL;
        } else if (strncmp(s, "[=[", 3) == 0) {
            end = strstr(s += 3, "]=]");
            next = end ? end + 3 : NULL;
        } else {
            end = next = s + strcspn(s, " \t\n)");
        }
        if (!next)
            break;
        words_add(a, &words, arena_strndup(a, s, (size_t)(end - s)));
        s = next;
    }
    return words;
}

/* add_test(name program arguments...) */
static void take_test(struct ctest *t, const struct words *w) {
    if (w->n < 2)
        return;
    const char *program = path_base(w->at[1]);
    struct str all = {.arena = t->arena};
    for (size_t i = 2; i < w->n; i++)
        str_printf(&all, "%s%s", i > 2 ? " " : "", words_quote(t->arena, w->at[i]));
    const char *command = str_text(&all);
    if (!t->command && t->target && strcmp(program, t->target) == 0)
        t->command = command;
    t->only = t->only ? t->only : command;
    t->program = !t->program || strcmp(t->program, program) == 0 ? program : "";
}

static void read_tests(struct ctest *t, const char *directory, int depth) {
    const char *path = arena_printf(t->arena, "%s/CTestTestfile.cmake", directory);
    size_t bytes;
    const char *text = access(path, R_OK) == 0 ? read_file(t->arena, path, &bytes) : NULL;
    for (const char *s = text; s && *s; s = next_line(s)) {
        if (str_starts(s, "add_test(")) {
            const struct words w = cmake_words(t->arena, s + strlen("add_test("));
            take_test(t, &w);
        } else if (str_starts(s, "subdirs(") && depth < DEEPEST_FOLDER) {
            const struct words w = cmake_words(t->arena, s + strlen("subdirs("));
            for (size_t i = 0; i < w.n; i++)
                read_tests(t, arena_printf(t->arena, "%s/%s", directory, w.at[i]), depth + 1);
        }
    }
}

/* "app" of "CMakeFiles/app.dir/main.cu.o", which the unit is compiled to. */
static const char *target_of(struct arena *a, const struct check_unit *u) {
    static const char folder[] = "CMakeFiles/";
    for (size_t i = 0; i < u->words.n; i++) {
        const char *at = strstr(u->words.at[i], folder);
        const char *end = at ? strstr(at, ".dir/") : NULL;
        if (end)
            return arena_strndup(a, at + strlen(folder), (size_t)(end - at) - strlen(folder));
    }
    return NULL;
}

/* The test of the unit's own program; for a library's, that of the only program that there is. */
static struct check_arguments of_ctest(struct arena *a, const struct check_unit *u,
                                       const char *directory, const char *root) {
    struct ctest t = {.arena = a, .target = target_of(a, u)};
    read_tests(&t, directory, 0);
    const char *command = t.command ? t.command : t.program && *t.program ? t.only : NULL;
    return (struct check_arguments){
        command, "a test of CTest",
        arena_printf(a, "ctest --test-dir %s", words_quote(a, diag_path(a, root, directory)))};
}

/* --- all --- */

struct check_arguments check_arguments_of(struct arena *a, const struct check_unit *u,
                                          const char *database, const char *root) {
    struct check_arguments found = {0};
    if (database)
        found = of_ctest(a, u, path_dir(a, database), root);
    const char *directory = path_dir(a, u->file);
    for (int i = 0; i < MOST_ABOVE && !found.text && strlen(directory) > 1; i++) {
        found = of_makefile(a, directory, root);
        directory = path_dir(a, directory);
    }
    return found;
}
