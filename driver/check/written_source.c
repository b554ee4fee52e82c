#include "driver/check/written_source.h"

#include <string.h>

#include "base/str.h"
#include "driver/check/check.h"
#include "launch/host/python_strings.h"

static bool may_have_texts(const struct language *l) {
    return front_end_has(l, FRONT_SCRIPT) || front_end_has(l, FRONT_PROGRAMS);
}

static bool has_string(const char *path, const char *text, size_t bytes, const char *wanted,
                       size_t n) {
    struct arena scratch = {0};
    const struct host_source *s = host_source_of_text(&scratch, path, text, bytes);
    const struct host_programs programs = python_programs(&scratch, s);
    bool found = false;
    for (size_t i = 0; i < programs.n && !found; i++) {
        const struct host_text *t = &programs.at[i].text;
        found = t->n == n && memcmp(t->text, wanted, n) == 0;
    }
    arena_free(&scratch);
    return found;
}

struct words written_candidates(struct arena *a, const char *dir) {
    struct words files = {0};
    check_walk(a, dir, may_have_texts, &files);
    return files;
}

const char *written_source(struct arena *a, const struct words *candidates, const char *captured) {
    struct arena scratch = {0};
    const char *found = NULL;
    size_t n = 0, bytes = 0;
    const char *wanted = read_file(&scratch, captured, &n);
    for (size_t i = 0; i < candidates->n && wanted && !found; i++) {
        const char *path = candidates->at[i], *text = read_file(&scratch, path, &bytes);
        if (!text)
            continue;
        bool same = bytes == n && memcmp(text, wanted, n) == 0;
        bool script = front_end_has(jobs_language(path), FRONT_SCRIPT);
        if (same || (script && has_string(path, text, bytes, wanted, n)))
            found = arena_strdup(a, path);
    }
    arena_free(&scratch);
    return found;
}
