#include "capture/manifest.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "capture/journal_file.h"
#include "capture/journal_text.h"
#include "capture/manifest_rows.h"
#include "capture/manifest_sources.h"
#include "launch/launch.h"

const char *capture_files(struct arena *a, const char *output) {
    size_t n = strlen(output) - (str_ends(output, ".json") ? strlen(".json") : 0);
    return arena_printf(a, "%.*s.files", (int)n, output);
}

static bool make_folder(const char *path) {
    return mkdir(path, 0755) == 0 || errno == EEXIST;
}

/* Links cost no room, but not all file systems have them. */
static bool place_file(struct arena *a, const char *from, const char *to) {
    size_t n;
    if (link(from, to) == 0 || errno == EEXIST)
        return true;
    const char *bytes = read_file(a, from, &n);
    return bytes && journal_file_write(to, bytes, n);
}

/* Puts the files that the manifest refers to beside it. */
static bool place_files(const struct captured *c, const struct capture_request *r) {
    const char *files = capture_files(c->arena, r->output);
    if (c->referred.n && !make_folder(files))
        return false;
    for (size_t i = 0; i < c->referred.n; i++) {
        const char *name = c->referred.at[i].text;
        const char *folder = arena_printf(c->arena, "%s/%s", files, path_dir(c->arena, name));
        if (!make_folder(folder) ||
            !place_file(c->arena, arena_printf(c->arena, "%s/%s", r->journals, name),
                        arena_printf(c->arena, "%s/%s", files, name)))
            return false;
    }
    return true;
}

/* HASH.SUFFIX, as journal_name() makes it. */
static bool is_ours(const char *name) {
    enum { DIGITS = 32 };
    return strspn(name, "0123456789abcdef") == DIGITS && name[DIGITS] == '.';
}

/* Removes what earlier captures to the same manifest left and this one does not refer to. */
static void remove_old(const struct captured *c, const char *files, const char *folder) {
    const char *path = arena_printf(c->arena, "%s/%s", files, folder);
    DIR *names = opendir(path);
    struct dirent *entry;
    while (names && (entry = readdir(names))) {
        const char *name = arena_printf(c->arena, "%s/%s", folder, entry->d_name);
        if (is_ours(entry->d_name) && !manifest_noted(&c->referred, name))
            unlink(arena_printf(c->arena, "%s/%s", files, name));
    }
    if (names)
        closedir(names);
}

static void add_text(struct journal_text *t, const char *key, const char *text) {
    if (!text)
        return;
    journal_text_format(t, " \"%s\": ", key);
    journal_text_quote(t, text);
    journal_text_add(t, ",\n");
}

static void add_texts(struct journal_text *t, const char *key, const struct noted_texts *texts) {
    journal_text_format(t, " \"%s\": [", key);
    for (size_t i = 0; i < texts->n; i++) {
        journal_text_add(t, i ? ", " : "");
        journal_text_quote(t, texts->at[i].text);
    }
    journal_text_add(t, "],\n");
}

/* Files with what their texts are now, relative to the manifest where they are below it. */
static void add_sources(const struct captured *c, const struct capture_request *r,
                        struct journal_text *t) {
    const struct words files = manifest_sources(c, r->directory);
    const char *beside = path_real(c->arena, path_dir(c->arena, r->output));
    const char *before = " \"sources\": [\n  ";
    for (size_t i = 0; i < files.n; i++) {
        size_t n;
        const char *path = files.at[i], *text = read_file(c->arena, path, &n);
        const size_t length = beside && str_starts(path, beside) ? strlen(beside) : 0;
        if (!text)
            continue;
        journal_text_format(t, "%s{\"file\": ", before);
        journal_text_quote(t, length && path[length] == '/' ? path + length + 1 : path);
        journal_text_format(t, ", \"digest\": \"%s\"}", launch_source_digest(c->arena, text, n));
        before = ",\n  ";
    }
    if (*before == ',')
        journal_text_add(t, "],\n");
}

static void add_calls(struct journal_text *t, const struct noted_texts *calls) {
    journal_text_add(t, " \"calls\": {");
    for (size_t i = 0; i < calls->n; i++) {
        journal_text_add(t, i ? ", " : "");
        journal_text_quote(t, calls->at[i].text);
        journal_text_format(t, ": %" PRIu64, calls->at[i].counts.count);
    }
    journal_text_add(t, "},\n");
}

/* The rest of a row. */
static void add_counts(struct journal_text *t, const struct journal_counts *counts,
                       const char *key) {
    journal_text_format(t, ",\"count\":%" PRIu64, counts->count ? counts->count : 1);
    if (counts->n_times)
        journal_text_format(t, ",\"%s\":[", key);
    for (uint64_t i = 0; i < counts->n_times; i++)
        journal_text_format(t, "%s%.6f", i ? "," : "", (double)counts->time[i] / 1e6);
    journal_text_add(t, counts->n_times ? "]}" : "}");
}

static void add_launches(struct journal_text *t, const struct noted_texts *launches,
                         const char *times) {
    journal_text_add(t, " \"launches\": [");
    for (size_t i = 0; i < launches->n; i++) {
        journal_text_add(t, i ? ",\n  " : "\n  ");
        journal_text_add(t, launches->at[i].text);
        add_counts(t, &launches->at[i].counts, times);
    }
    journal_text_add(t, "\n ]}\n");
}

/* One launch a line. */
static struct journal_text manifest_text(const struct captured *c,
                                         const struct capture_request *r) {
    struct journal_text t = {0};
    journal_text_add(&t, "{\"version\": 1,\n");
    add_text(&t, "program", r->program);
    add_text(&t, "directory", r->directory);
    add_texts(&t, "devices", &c->devices);
    add_texts(&t, "remarks", &c->remarks);
    if (c->calls.n)
        add_calls(&t, &c->calls);
    if (!r->trace)
        add_sources(c, r, &t);
    add_launches(&t, &c->launches, r->trace ? "cpu_ms" : "time_ms");
    return t;
}

static uint64_t sum_of(const struct noted_texts *texts) {
    uint64_t sum = 0;
    for (size_t i = 0; i < texts->n; i++)
        sum += texts->at[i].counts.count;
    return sum;
}

static void remark_on_losses(struct captured *c) {
    static const struct journal_counts once = {.count = 1};
    if (c->lost)
        manifest_note(c->arena, &c->remarks,
                      arena_printf(c->arena,
                                   "There was no room on the disk to note %" PRIu64
                                   " launches or texts.",
                                   c->lost),
                      &once);
}

static const char *write_manifest(const struct captured *c, const struct capture_request *r) {
    if (!place_files(c, r))
        return arena_printf(c->arena, "cannot write to '%s': %s",
                            capture_files(c->arena, r->output), strerror(errno));
    struct journal_text t = manifest_text(c, r);
    bool written = !t.failed && journal_file_write(r->output, t.at, t.n);
    journal_text_free(&t);
    if (!written)
        return arena_printf(c->arena, "cannot write '%s': %s", r->output, strerror(errno));
    remove_old(c, capture_files(c->arena, r->output), "sources");
    remove_old(c, capture_files(c->arena, r->output), "buffers");
    return NULL;
}

const char *capture_write_manifest(struct arena *a, const struct capture_request *r,
                                   struct capture_totals *totals) {
    struct captured c = {.arena = a, .files = path_base(capture_files(a, r->output))};
    struct read_journals journals = {0};
    if (!manifest_list_journals(a, r->journals, &journals))
        return arena_printf(a, "cannot read '%s': %s", r->journals, strerror(errno));
    for (size_t i = 0; i < journals.n; i++) {
        manifest_read_journal(a, &journals.at[i]);
        manifest_add_journal(&c, &journals.at[i]);
    }
    remark_on_losses(&c);
    *totals = (struct capture_totals){sum_of(&c.launches), c.lost, c.kernels.n, sum_of(&c.calls)};
    return write_manifest(&c, r);
}
