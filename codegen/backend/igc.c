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

/* A memory buffer of a kernel in .ze_info, in bytes of a hardware thread or, where it says
 * is_simt_thread, of one item. */
struct buffer {
    uint32_t bytes;
    bool spills, of_item;
};

/* What .ze_info says of one kernel. */
struct described {
    uint32_t simd, registers;
    struct buffer buffer;                /* the one that is being read */
    uint32_t private_bytes, spill_bytes; /* of an item, of those before it */
};

static void end_buffer(struct described *d) {
    const struct buffer *b = &d->buffer;
    const uint32_t bytes = b->of_item || !d->simd ? b->bytes : b->bytes / d->simd;
    d->private_bytes += bytes;
    d->spill_bytes += b->spills ? bytes : 0;
    d->buffer = (struct buffer){0};
}

static void read_line(struct described *d, const char *line, bool in_buffers) {
    if (str_starts(line, "simd_size:"))
        d->simd = number_of(line, "simd_size:");
    else if (str_starts(line, "grf_count:"))
        d->registers = number_of(line, "grf_count:");
    if (!in_buffers)
        return;
    if (str_starts(line, "type:"))
        end_buffer(d);
    if (str_starts(line, "size:"))
        d->buffer.bytes = number_of(line, "size:");
    d->buffer.spills |= str_starts(line, "usage:") && strstr(line, "spill");
    d->buffer.of_item |= str_starts(line, "is_simt_thread:") && strstr(line, "true");
}

bool igc_read(struct arena *a, const char *ze_info, const char *kernel, uint32_t register_bytes,
              struct register_use *use) {
    static const char kernel_begins[] = "  - name:", section[] = "    ",
                      buffers_begin[] = "per_thread_memory_buffers";
    struct words lines = words_split(a, ze_info, "\n");
    struct described d = {0};
    bool inside = false, in_buffers = false;
    for (size_t i = 0; i < lines.n && !str_starts(lines.at[i], "kernels_misc_info"); i++) {
        const char *line = lines.at[i] + strspn(lines.at[i], " -");
        if (str_starts(lines.at[i], kernel_begins)) {
            const char *name = lines.at[i] + strlen(kernel_begins);
            inside = strcmp(name + strspn(name, " '"), kernel) == 0;
            in_buffers = false;
        }
        if (str_starts(lines.at[i], section) && !strchr(" -", lines.at[i][strlen(section)]))
            in_buffers = str_starts(line, buffers_begin);
        if (inside)
            read_line(&d, line, in_buffers);
    }
    end_buffer(&d);
    if (!d.simd || !d.registers)
        return false;
    *use = (struct register_use){.source = arena_printf(a, "igc, SIMD%u", d.simd),
                                 .per_item = d.registers * register_bytes / 4 / d.simd,
                                 .private_bytes = d.private_bytes,
                                 .spill_bytes = d.spill_bytes};
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
