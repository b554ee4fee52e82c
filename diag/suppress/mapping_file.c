#include "diag/suppress/mapping_file.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "diag/finding/rule_names.h"
#include "diag/text/source.h"

struct reader {
    struct arena *arena;
    const char *dir;
    const char *section;
    struct loc loc;
    struct mapping *mapping;
    struct mapping_problems *problems;
};

static void problem(struct reader *r, enum severity severity, const char *text) {
    vec_push(r->arena, r->problems,
             (struct report_problem){
                 .file = r->loc.file, .loc = r->loc, .severity = severity, .text = text});
}

static void read_section(struct reader *r, const char *line) {
    size_t n = strlen(line);
    r->section = arena_strndup(r->arena, line + 1, n < 2 ? 0 : n - 2);
    if (line[n - 1] != ']')
        problem(r, SEVERITY_ERROR, "expected ']'");
    else if (!rule_is_name(r->section))
        problem(r, SEVERITY_WARNING, rule_unknown(r->arena, r->section, "the section"));
}

static void read_entry(struct reader *r, const char *line) {
    struct mapping_line m = {.rule = r->section, .dir = r->dir, .loc = r->loc};
    m.of_kernels = str_starts(line, "kernel:");
    if (!m.of_kernels && !str_starts(line, "src:")) {
        problem(r, SEVERITY_ERROR, "expected '[RULE]', 'src:PATTERN' or 'kernel:PATTERN'");
        return;
    }
    const char *pattern = strchr(line, ':') + 1, *equals = strrchr(pattern, '=');
    m.emit = equals && strcmp(equals, "=emit") == 0;
    if (equals && !m.emit) {
        problem(r, SEVERITY_ERROR, arena_printf(r->arena, "'%s' is not '=emit'", equals));
        return;
    }
    m.pattern = equals ? arena_strndup(r->arena, pattern, (size_t)(equals - pattern)) : pattern;
    vec_push(r->arena, r->mapping, m);
}

static void read_line(struct reader *r, const struct diag_line *l) {
    const char *from = l->text, *end = l->text + l->n;
    while (from < end && strchr(" \t", *from))
        from++;
    while (from < end && strchr(" \t\r", end[-1]))
        end--;
    if (from == end || *from == '#')
        return;
    r->loc.col = (uint32_t)(from - l->text) + 1;
    const char *line = arena_strndup(r->arena, from, (size_t)(end - from));
    if (*line == '[')
        read_section(r, line);
    else
        read_entry(r, line);
}

static const char *real_path(struct arena *a, const char *path) {
    char real[PATH_MAX];
    return realpath(path, real) ? arena_strdup(a, real) : path;
}

void mapping_read(struct arena *a, const char *path, struct mapping *m,
                  struct mapping_problems *p) {
    struct reader r = {
        .arena = a, .section = "*", .loc = {.file = path}, .mapping = m, .problems = p};
    struct diag_source source = {.arena = a};
    const struct diag_file *f = diag_source_file(&source, path);
    if (f->error) {
        problem(&r, SEVERITY_ERROR,
                arena_printf(a, "cannot be read: %s", read_file_error(a, f->error)));
        return;
    }
    r.dir = path_dir(a, real_path(a, path));
    for (size_t i = 0; i < f->lines.n; i++) {
        r.loc.line = (uint32_t)i + 1;
        read_line(&r, &f->lines.at[i]);
    }
}

static bool matches_file(const struct mapping_line *m, const char *file, const char *real) {
    size_t n = strlen(m->dir);
    file += str_starts(file, "./") ? 2 : 0;
    if (fnmatch(m->pattern, file, 0) == 0 || fnmatch(m->pattern, real, 0) == 0)
        return true;
    return strncmp(real, m->dir, n) == 0 && real[n] == '/' &&
           fnmatch(m->pattern, real + n + 1, 0) == 0;
}

const struct mapping_line *mapping_find(struct arena *a, const struct mapping *m, const char *rule,
                                        const char *file, const char *kernel) {
    const char *real = m->n ? real_path(a, file) : file;
    for (size_t i = m->n; i-- > 0;) {
        const struct mapping_line *l = &m->at[i];
        if (rule_reach(l->rule, rule) != REACH_NONE &&
            (l->of_kernels ? fnmatch(l->pattern, kernel, 0) == 0 : matches_file(l, file, real)))
            return l->emit ? NULL : l;
    }
    return NULL;
}
