#include "launch/host/units.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "launch/host/join.h"

/* Larger files are data. All texts together stay in memory. */
enum { LARGEST_FILE = 4 << 20, MOST_BYTES = 64 << 20 };

static bool is_host(const char *path) {
    return front_end_has(jobs_language(path), FRONT_HOST);
}

struct entry {
    const struct compile_command *command;
    size_t common, number;
};

static int by_file(const void *x, const void *y) {
    const struct entry *a = x, *b = y;
    int order = strcmp(a->command->file, b->command->file);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static int by_distance(const void *x, const void *y) {
    const struct entry *a = x, *b = y;
    if (a->common != b->common)
        return a->common < b->common ? 1 : -1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Each file's first command, the nearest to the source first. */
static struct entry *entries_of(struct arena *a, const struct compile_commands *c,
                                const char *source, size_t *n) {
    struct entry *entries = NEW_ARRAY(a, struct entry, c->n + 1);
    size_t all = 0;
    *n = 0;
    for (size_t i = 0; i < c->n; i++)
        if (is_host(c->at[i].file))
            entries[all++] = (struct entry){&c->at[i], host_join_common(c->at[i].file, source), i};
    qsort(entries, all, sizeof *entries, by_file);
    for (size_t i = 0; i < all; i++)
        if (!i || strcmp(entries[i].command->file, entries[i - 1].command->file) != 0)
            entries[(*n)++] = entries[i];
    qsort(entries, *n, sizeof *entries, by_distance);
    return entries;
}

struct host_units host_units_open(struct arena *a, const struct compile_commands *commands,
                                  const char *source, struct dependencies *d) {
    struct host_units units = {0};
    const char *own = path_resolved(a, source);
    size_t n, bytes = 0;
    const struct entry *entries = entries_of(a, commands, own, &n);
    struct stat source_is = {0}, st;
    bool known = stat(source, &source_is) == 0;
    for (size_t i = 0; i < n; i++) {
        struct host_unit u = {.command = entries[i].command};
        const char *file = u.command->file;
        bool there = stat(file, &st) == 0;
        if (there && known && st.st_ino == source_is.st_ino && st.st_dev == source_is.st_dev)
            continue;
        bool fits = there && bytes + (size_t)st.st_size <= MOST_BYTES;
        units.left_out += there && !fits;
        bool readable = fits && S_ISREG(st.st_mode) && st.st_size <= LARGEST_FILE;
        if (readable || !there)
            dependencies_add(d, file);
        if (!readable)
            continue;
        u.path = path_resolved(a, file);
        u.text = read_file(a, file, &u.bytes);
        bytes += u.bytes;
        if (u.text)
            vec_push(a, &units, u);
    }
    return units;
}
