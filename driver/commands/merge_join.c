#include "driver/commands/merge_join.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/process/worker_pool.h"
#include "base/store/write_output.h"
#include "base/str.h"
#include "base/uri.h"
#include "diag/merge/merge.h"
#include "launch/host/units.h"
#include "source/compiler/compile_record.h"
#include "source/compiler/toolchain.h"

/* In the folder MERGE_JOINED. */
#define DATABASE "compile_commands.json"

/* No analysis begins later than this. */
enum { LONGEST_SECONDS = 300 };

/* A compilation of the build. */
struct record {
    cJSON *json;
    const char *directory, *report, *flags;
    struct words arguments; /* without the compiler */
    bool again;
};

struct join {
    struct arena *arena;
    const char *dir, *folder, *analyzer;
    VEC(struct record) records; /* by the names of their files */
    VEC(size_t) again;          /* numbers of records */
    struct compile_commands commands;
    time_t start;
};

/* --- records ----------------------------------------------------------------- */

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static struct words files_in(struct arena *a, const char *dir, const char *suffix) {
    struct words files = {0};
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.' && str_ends(e->d_name, suffix))
            words_add(a, &files, arena_printf(a, "%s/%s", dir, e->d_name));
    if (d)
        closedir(d);
    if (files.n)
        qsort(files.at, files.n, sizeof *files.at, by_name);
    return files;
}

static const char *text_of(struct arena *a, const cJSON *json, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(json, key);
    return cJSON_IsString(v) ? arena_strdup(a, v->valuestring) : NULL;
}

static void read_record(struct join *j, const char *path) {
    const char *text = read_text_file(j->arena, path);
    cJSON *json = text ? cJSON_ParseWithOpts(text, NULL, true) : NULL;
    struct record r = {.json = json,
                       .directory = text_of(j->arena, json, "directory"),
                       .report = text_of(j->arena, json, "report"),
                       .flags = text_of(j->arena, json, "flags")};
    const cJSON *word, *all = cJSON_GetObjectItemCaseSensitive(json, "arguments");
    cJSON_ArrayForEach (word, all)
        if (cJSON_IsString(word) && word->prev != all->child->prev)
            words_add(j->arena, &r.arguments, arena_strdup(j->arena, word->valuestring));
    if (r.directory && r.report && !strchr(r.report, '/'))
        vec_push(j->arena, &j->records, r);
    else
        cJSON_Delete(json);
}

/* --- reports ----------------------------------------------------------------- */

/* What a report says of launches. */
struct knowledge {
    size_t known, partly;
    bool any;             /* launch at all that is not known */
    bool asks;            /* for values that another source may give */
    struct words unknown; /* kernels that nothing in the source launches */
};

/* Whether host code of another source may know more than this reason. */
static bool may_be_elsewhere(const char *why) {
    static const char *const reasons[] = {"which nothing here calls",
                                          "no value in this source",
                                          "is not constant",
                                          "set by ",
                                          "made by ",
                                          "it depends on what '",
                                          "it depends on a global variable"};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strstr(why, reasons[i]))
            return true;
    return false;
}

static void add_guess(struct arena *a, struct knowledge *n, const cJSON *kernel) {
    const cJSON *u, *unknown = sarif_at(kernel, "launch.unknown");
    n->partly += strcmp(sarif_text(kernel, "launch.source"), "assumption") != 0;
    n->any = true;
    cJSON_ArrayForEach (u, unknown)
        n->asks |= may_be_elsewhere(sarif_text(u, "why"));
    if (!cJSON_GetArraySize(unknown))
        words_add(a, &n->unknown, arena_strdup(a, sarif_text(kernel, "name")));
}

static struct knowledge knowledge_of(struct arena *a, const char *path) {
    const char *text = read_text_file(a, path);
    cJSON *json = text ? cJSON_ParseWithOpts(text, NULL, true) : NULL;
    const cJSON *kernel, *kernels = sarif_at(json, "kernels");
    struct knowledge n = {0};
    struct words seen = {0};
    cJSON_ArrayForEach (kernel, kernels) {
        char *launch = cJSON_PrintUnformatted(sarif_at(kernel, "launch"));
        const char *key = arena_printf(a, "%s %s", sarif_text(kernel, "name"), launch);
        cJSON_free(launch);
        if (words_has(&seen, key))
            continue;
        words_add(a, &seen, key);
        if (merge_is_known(sarif_at(kernel, "launch")))
            n.known++;
        else
            add_guess(a, &n, kernel);
    }
    cJSON_Delete(json);
    return n;
}

static const char *report_of(struct join *j, const struct record *r, const char *dir) {
    return arena_printf(j->arena, "%s/%s.json", dir, r->report);
}

/* Without its scope and template arguments. */
static const char *base_name(struct arena *a, const char *kernel) {
    const char *name = arena_strndup(a, kernel, strcspn(kernel, "<("));
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

/* Whether the text of another source seems to launch one of the kernels. */
static bool any_launches(struct join *j, const struct record *r, const struct words *kernels) {
    struct dependencies ignored = {.arena = j->arena};
    const char *file = text_of(j->arena, r->json, "file");
    if (!kernels->n || !file)
        return false;
    file = file[0] == '/' ? file : arena_printf(j->arena, "%s/%s", r->directory, file);
    struct host_units units = host_units_open(j->arena, &j->commands, file, &ignored);
    for (size_t u = 0; u < units.n; u++)
        for (size_t i = 0; i < kernels->n; i++)
            if (host_unit_launches(&units.at[u], base_name(j->arena, kernels->at[i]), file))
                return true;
    return false;
}

/* One record of each report that guesses a launch of which another source may know more. */
static void choose(struct join *j, struct merge_joined *out) {
    struct words seen = {0};
    for (size_t i = 0; i < j->records.n; i++) {
        struct record *r = &j->records.at[i];
        struct knowledge n = knowledge_of(j->arena, report_of(j, r, j->dir));
        if (words_has(&seen, r->report) || !(n.known || n.any))
            continue;
        words_add(j->arena, &seen, r->report);
        out->sources++;
        if (n.asks || any_launches(j, r, &n.unknown))
            vec_push(j->arena, &j->again, i);
    }
}

/* --- the second analysis ----------------------------------------------------- */

/* One that is there already stays as old as it is, for the cache. */
static bool write_database(struct join *j) {
    struct str text = {.arena = j->arena};
    struct problems failed = {.arena = j->arena};
    for (size_t i = 0; i < j->records.n; i++) {
        char *entry = cJSON_PrintUnformatted(j->records.at[i].json);
        str_printf(&text, "%s%s", i ? ",\n" : "[", entry ? entry : "{}");
        cJSON_free(entry);
    }
    str_add(&text, "]\n");
    const char *path = arena_printf(j->arena, "%s/%s", j->folder, DATABASE);
    const char *before = read_file(j->arena, path, NULL);
    if (before && strcmp(before, text.text) == 0)
        return true;
    return write_output(j->arena, path, text.text, text.n, &failed);
}

static bool make_folder(const struct join *j) {
    mkdir(j->folder, 0777);
    return access(j->folder, W_OK | X_OK) == 0;
}

static void analyse(void *context, size_t item, struct work_item *state) {
    struct join *j = context;
    const struct record *r = &j->records.at[j->again.at[item]];
    struct words argv = {0};
    if (time(NULL) > j->start + LONGEST_SECONDS) {
        work_fail(state, "no time is left");
        return;
    }
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    words_add(j->arena, &argv, "clperf-analyze");
    words_add_all(j->arena, &argv, &r->arguments);
    words_add(j->arena, &argv, "-fclperf-no-text");
    words_add(j->arena, &argv,
              arena_printf(j->arena, "-fclperf-host-units=%s/%s", j->folder, DATABASE));
    setenv("CLPERF_OUTPUT_DIR", j->folder, 1);
    if (r->flags)
        setenv("CLPERF_FLAGS", r->flags, 1);
    else
        unsetenv("CLPERF_FLAGS");
    spawn_run(&(struct spawn_request){.path = j->analyzer,
                                      .argv = words_argv(j->arena, &argv),
                                      .in = nothing,
                                      .out = nothing,
                                      .err = nothing,
                                      .dir = r->directory});
    close(nothing);
}

static void analyse_all(struct join *j, struct merge_joined *out) {
    size_t n = j->again.n;
    struct work_unit *units = NEW_ARRAY(j->arena, struct work_unit, n);
    struct work_item *items = workers_memory(n * sizeof *items);
    for (size_t i = 0; i < n; i++)
        units[i] = (struct work_unit){i, i + 1};
    workers_run(&(struct workers){.units = units,
                                  .n_units = n,
                                  .jobs = (int)sysconf(_SC_NPROCESSORS_ONLN),
                                  .run = analyse,
                                  .context = j},
                items);
    for (size_t i = 0; i < n; i++)
        *(items[i].state == WORK_DONE ? &out->analysed : &out->left_out) += 1;
    workers_release(items, n * sizeof *items);
}

/* Whether it is not of an earlier merge. */
static bool is_new(const struct join *j, const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && st.st_mtime >= j->start;
}

/* A report that knows no more, as its source may have changed, does not stand for the one before.
 */
static void compare(struct join *j, const char *dir, struct merge_joined *out) {
    for (size_t i = 0; i < j->again.n; i++) {
        const struct record *r = &j->records.at[j->again.at[i]];
        struct knowledge before = knowledge_of(j->arena, report_of(j, r, j->dir));
        struct knowledge after = knowledge_of(j->arena, report_of(j, r, j->folder));
        bool more = after.known > before.known ||
                    (after.known == before.known && after.partly > before.partly);
        if (!more || !is_new(j, report_of(j, r, j->folder)))
            continue;
        out->known += after.known - before.known;
        words_add(j->arena, &out->files, report_of(j, r, dir));
        words_add(j->arena, &out->files, arena_printf(j->arena, "%s/%s.sarif", dir, r->report));
    }
}

void merge_join(struct arena *a, const char *dir, struct merge_joined *out) {
    const char *full = diag_absolute(a, dir);
    struct join j = {.arena = a,
                     .dir = full,
                     .folder = arena_printf(a, "%s/%s", full, MERGE_JOINED),
                     .analyzer = toolchain_sibling(a, toolchain_self(a), "clperf-analyze"),
                     .start = time(NULL)};
    struct words files = files_in(a, full, COMPILE_RECORD_SUFFIX);
    for (size_t i = 0; i < files.n; i++)
        read_record(&j, files.at[i]);
    const char *error;
    if (j.records.n > 1 && j.analyzer && make_folder(&j) && write_database(&j) &&
        compile_commands_read(a, arena_printf(a, "%s/%s", j.folder, DATABASE), &j.commands, &error))
        choose(&j, out);
    if (j.again.n) {
        analyse_all(&j, out);
        compare(&j, dir, out);
    }
    for (size_t i = 0; i < j.records.n; i++)
        cJSON_Delete(j.records.at[i].json);
}
