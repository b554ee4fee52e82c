#include "codegen/backend/igc.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/process/spawn.h"
#include "base/process/supervisor.h"
#include "base/str.h"
#include "source/compiler/toolchain.h"

/* Elapsed seconds for each of CPU time that a kernel may take, and how often somebody looks. */
enum { WALL_PER_CPU = 3, LOOK_NS = 5000000 };

/* Architectures of the hardware database, what ocloc calls them, and the bytes of a register. */
static const struct device {
    const char *arch, *name;
    uint32_t register_bytes;
} devices[] = {
    {"gen9", "skl", 32}, {"xe_lp", "tgllp", 32}, {"xe_hpg", "dg2", 32}, {"xe_hpc", "pvc", 64}};

enum { DEVICES = sizeof devices / sizeof *devices };

/* One architecture's compilation. */
struct query {
    bool asked;
    pid_t child; /* 0: none */
    struct cache_key key;
    const char *text; /* NULL: not known yet; "": there is none */
};

struct igc {
    struct arena *arena;
    const struct cache *cache;
    const char *folder; /* of its own, or NULL: nothing was started */
    double seconds;
    bool given_up;
    struct query queries[DEVICES];
};

static const char *find_ocloc(struct arena *a) {
    return toolchain_find(a, "ocloc", "");
}

void igc_add_tools(struct cache_key *k) {
    const char *path = find_ocloc(k->arena);
    cache_key_file(k, path ? path : "");
}

/* What the source's own compiler was told that ocloc knows, too. */
static const char *options_of(struct arena *a, const struct igc_request *r) {
    struct str s = {.arena = a};
    const struct words *flags = &r->input->flags, *defines = &r->input->defines;
    str_printf(&s, "-I%s", path_dir(a, r->input->input->path));
    for (size_t i = 0; i < flags->n; i++) {
        const char *word = flags->at[i];
        bool takes_next = strcmp(word, "-I") == 0 || strcmp(word, "-D") == 0;
        if (str_starts(word, "-D") || str_starts(word, "-I") || str_starts(word, "-cl-"))
            str_printf(&s, " %s%s", word, takes_next && i + 1 < flags->n ? flags->at[i + 1] : "");
    }
    for (size_t i = 0; i < defines->n; i++)
        str_printf(&s, " -D%s", defines->at[i]);
    return str_text(&s);
}

/* A file with what is compiled: the input, or a text that stands for it. */
static const char *source_of(struct igc *c, const struct igc_request *r) {
    if (!r->input->text)
        return r->input->input->path;
    const char *path = arena_printf(c->arena, "%s/source.cl", c->folder);
    FILE *f = fopen(path, "we");
    bool written = f && fwrite(r->input->text, 1, r->input->bytes, f) == r->input->bytes;
    if (f)
        fclose(f);
    return written ? path : NULL;
}

static bool make_folder(struct igc *c) {
    supervisor_use_folder();
    char *folder = arena_printf(c->arena, "%s/clperf-igc.XXXXXX", folder_temporary());
    c->folder = c->folder ? c->folder : mkdtemp(folder);
    return c->folder != NULL;
}

static const char *output_of(struct igc *c, size_t device) {
    return arena_printf(c->arena, "%s/%s", c->folder, devices[device].name);
}

static pid_t start_compiler(struct igc *c, const char *ocloc, const char *source,
                            const char *options, size_t device) {
    const char *const command[] = {ocloc,
                                   "compile",
                                   "-file",
                                   source,
                                   "-device",
                                   devices[device].name,
                                   "-options",
                                   options,
                                   "-out_dir",
                                   c->folder,
                                   "-output",
                                   devices[device].name,
                                   "-output_no_suffix",
                                   "-exclude_ir",
                                   "--format",
                                   "zebin",
                                   "-q"};
    struct words w = {0};
    for (size_t i = 0; i < sizeof command / sizeof *command; i++)
        words_add(c->arena, &w, command[i]);
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    pid_t child = spawn_start(&(struct spawn_request){.path = ocloc,
                                                      .argv = words_argv(c->arena, &w),
                                                      .in = nowhere,
                                                      .out = nowhere,
                                                      .err = nowhere,
                                                      .dir = c->folder,
                                                      .death_signal = SIGKILL});
    close(nowhere);
    return child < 0 ? 0 : child;
}

static void ask(struct igc *c, const struct igc_request *r, const char *ocloc, size_t device) {
    struct query *q = &c->queries[device];
    const char *options = options_of(c->arena, r);
    size_t n;
    q->asked = true;
    q->key = cache_key(c->arena, "igc 1");
    cache_key_file(&q->key, ocloc);
    cache_key_contents(&q->key, r->bitcode->path);
    cache_key_text(&q->key, devices[device].name);
    cache_key_text(&q->key, options);
    q->text = cache_get(c->arena, c->cache, &q->key, &n);
    const char *source = q->text || !make_folder(c) ? NULL : source_of(c, r);
    char *whole = source ? realpath(source, NULL) : NULL;
    if (whole)
        q->child = start_compiler(c, ocloc, whole, options, device);
    free(whole);
    if (!q->text && !q->child)
        q->text = "";
}

struct igc *igc_start(struct arena *a, const struct igc_request *r) {
    const char *ocloc = r->bitcode->path && r->bitcode->standard ? find_ocloc(a) : NULL;
    struct igc *c = NEW(a, struct igc);
    bool any = false;
    *c = (struct igc){.arena = a, .cache = r->cache, .seconds = r->seconds};
    for (size_t i = 0; ocloc && i < r->n_gpus; i++)
        for (size_t d = 0; d < DEVICES; d++)
            if (strcmp(r->gpus[i]->arch, devices[d].arch) == 0 && !c->queries[d].asked) {
                ask(c, r, ocloc, d);
                any = true;
            }
    return any ? c : NULL;
}

/* Waits for the end of the child; false if it takes too long and was ended. */
static bool ends_in_time(struct igc *c, pid_t child) {
    struct timespec pause = {.tv_nsec = LOOK_NS};
    double left = c->seconds * WALL_PER_CPU;
    while (!spawn_has_ended(child) && left > 0) {
        nanosleep(&pause, NULL);
        left -= 1e-9 * LOOK_NS;
    }
    bool ended = spawn_has_ended(child);
    if (!ended)
        kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return ended;
}

/* The text of .ze_info in the binary, which is the only one that begins so; "" if there is none. */
static const char *ze_info_in(struct arena *a, const char *path) {
    static const char begin[] = "kernels:";
    size_t n = 0;
    const char *bytes = read_file(a, path, &n);
    const char *at = bytes ? memmem(bytes, n, begin, strlen(begin)) : NULL;
    return at ? arena_strdup(a, at) : "";
}

static void finish(struct igc *c, size_t device) {
    struct query *q = &c->queries[device];
    if (q->text || !q->child)
        return;
    bool ended = ends_in_time(c, q->child);
    q->child = 0;
    q->text = ended ? ze_info_in(c->arena, output_of(c, device)) : "";
    c->given_up |= !ended;
    if (ended)
        cache_put(c->arena, c->cache, &q->key, q->text, strlen(q->text));
}

static uint32_t number_of(const char *line, const char *key) {
    const char *at = strstr(line, key);
    return at ? (uint32_t)strtoul(at + strlen(key), NULL, 10) : 0;
}

bool igc_read(struct arena *a, const char *ze_info, const char *kernel, uint32_t register_bytes,
              struct register_use *use) {
    struct words lines = words_split(a, ze_info, "\n");
    uint32_t simd = 0, registers = 0, spilled = 0, kept = 0;
    bool inside = false, buffers = false;
    for (size_t i = 0; i < lines.n; i++) {
        const char *line = lines.at[i] + strspn(lines.at[i], " -"), *name = strstr(line, "name:");
        if (str_starts(lines.at[i], "kernels_misc_info"))
            break;
        if (str_starts(lines.at[i], "  - name:"))
            inside =
                strcmp(name + strlen("name:") + strspn(name + strlen("name:"), " '"), kernel) == 0;
        if (!inside)
            continue;
        buffers = buffers || str_starts(line, "per_thread_memory_buffers");
        simd = str_starts(line, "simd_size:") ? number_of(line, "simd_size:") : simd;
        registers = str_starts(line, "grf_count:") ? number_of(line, "grf_count:") : registers;
        bool of_thread = buffers && str_starts(line, "size:");
        bool spills = of_thread && i > 0 && strstr(lines.at[i - 1], "spill");
        kept += of_thread ? number_of(line, "size:") : 0;
        spilled += spills ? number_of(line, "size:") : 0;
    }
    if (!simd || !registers)
        return false;
    *use = (struct register_use){.source = arena_printf(a, "igc, SIMD%u", simd),
                                 .per_item = registers * register_bytes / 4 / simd,
                                 .private_bytes = kept / simd,
                                 .spill_bytes = spilled / simd};
    return true;
}

bool igc_find(struct igc *c, const char *kernel, const struct gpu *g, struct register_use *use) {
    for (size_t d = 0; d < DEVICES; d++)
        if (c->queries[d].asked && strcmp(g->arch, devices[d].arch) == 0) {
            finish(c, d);
            return igc_read(c->arena, c->queries[d].text, kernel, devices[d].register_bytes, use);
        }
    return false;
}

void igc_wait(struct igc *c) {
    for (size_t d = 0; d < DEVICES; d++)
        finish(c, d);
}

bool igc_given_up(const struct igc *c) {
    return c->given_up;
}

void igc_end(struct igc *c) {
    for (size_t d = 0; d < DEVICES; d++) {
        if (c->queries[d].child && kill(c->queries[d].child, SIGKILL) == 0)
            waitpid(c->queries[d].child, NULL, 0);
        c->queries[d].child = 0;
        if (c->folder)
            unlink(output_of(c, d));
        if (c->folder)
            unlink(arena_printf(c->arena, "%s.spv", output_of(c, d)));
    }
    if (c->folder)
        unlink(arena_printf(c->arena, "%s/source.cl", c->folder));
    if (c->folder)
        rmdir(c->folder);
}
