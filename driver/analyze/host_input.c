/* Kernels of host sources: programs in string literals, and the files that the source names. */
#include <string.h>

#include "base/str.h"
#include "driver/analyze/join.h"
#include "driver/analyze/not_analysed.h"
#include "driver/analyze/remarks.h"
#include "driver/analyze/unit.h"
#include "driver/process/limits.h"
#include "launch/host/find_launches.h"
#include "source/scan/kernel_scan.h"

const struct language *run_language_of_text(const char *text, size_t n) {
    return host_text_is_cuda(text, n) ? front_end_named("cu", NULL)
                                      : front_end_with(FRONT_PROGRAMS);
}

/* Whether a launch may be of a kernel in the text; names that macros make do not occur in it. */
static bool is_launched(const struct host_launches *l, size_t i, const char *text, size_t bytes) {
    const char *name = l->at[i].launch.kernel;
    return name && memmem(text, bytes, name, strlen(name));
}

void run_add_host_launches(struct run *r, struct unit *u, const struct host_launches *l,
                           const char *text, size_t bytes) {
    u->given = launch_of_text(r->arena, &u->given, text, bytes);
    const size_t n = u->given.n;
    const struct launch *defined = NULL;
    for (size_t i = 0; i < n && !defined; i++)
        if (u->given.at[i].launch.n_defines &&
            memmem(text, bytes, u->given.at[i].launch.kernel, strlen(u->given.at[i].launch.kernel)))
            defined = &u->given.at[i].launch;
    for (size_t i = 0; i < l->n; i++) {
        const struct launch *launch = &l->at[i].launch;
        if (!is_launched(l, i, text, bytes))
            continue;
        for (size_t k = 0; k < n; k++) {
            struct launch *g = &u->given.at[k].launch;
            if (strcmp(g->kernel, launch->kernel) == 0 && !g->n_defines && !g->build_known) {
                g->defines = launch->defines;
                g->n_defines = launch->n_defines;
            }
        }
        struct given_launch found = {.launch = *launch, .where = l->at[i].where, .host = true};
        if (defined) {
            found.launch.defines = defined->defines;
            found.launch.n_defines = defined->n_defines;
        }
        vec_push(r->arena, &u->given, found);
    }
    for (size_t i = 0; i < l->defines.n && !u->given.n; i++)
        words_add(r->arena, &u->flags, arena_printf(r->arena, "-D%s", l->defines.at[i]));
}

/* A program of a host source, in the unit that it makes and the map of its text. False, with the
 * reason, if it does not compile. */
static bool analyse_text(struct run *r, const struct unit *host, const struct host_source *s,
                         const struct host_launches *launches, const struct host_program *p,
                         struct report_problem *why) {
    const struct loc start = {.line = 1, .col = 1};
    struct host_map map = host_map(r->arena, s, p);
    struct unit u = *host;
    struct input in = *host->input;
    u.map = &map;
    if (host_text_is_cuda(p->text.text, p->text.n)) {
        in.language = run_language_of_text(p->text.text, p->text.n);
        u.input = &in;
    }
    run_add_host_launches(r, &u, launches, p->text.text, p->text.n);
    budget_allow(&r->options.budget, run_count_kernels(p->text.text, p->text.n));
    if (run_unit(r, &u, why))
        return true;
    why->loc = host_locate(&map, why->loc.line ? why->loc : start);
    return false;
}

/* The program with names in place of texts that are not known. True if it compiles, or if such
 * names are all that it lacks. */
static bool analyse_filled(struct run *r, const struct unit *host, const struct host_source *s,
                           const struct host_launches *launches, const struct host_program *p) {
    const struct host_program filled = {.text = p->filled};
    struct report_problem why;
    if (p->filled.n <= p->text.n)
        return false;
    if (analyse_text(r, host, s, launches, &filled, &why))
        return true;
    if (why.kind == PROBLEM_NAMES)
        not_analysed_text(r, &why, p->filled.text, p->filled.n);
    return why.kind == PROBLEM_NAMES;
}

/* One program of a host source, or its parts where it does not compile as a whole. */
static void analyse_program(struct run *r, const struct unit *host, const struct host_source *s,
                            const struct host_launches *launches, const struct host_program *p) {
    struct report_problem why;
    if (analyse_text(r, host, s, launches, p, &why) || analyse_filled(r, host, s, launches, p))
        return;
    for (size_t i = 0; i < p->n_parts && p->n_parts > 1; i++)
        analyse_program(r, host, s, launches, &p->parts[i]);
    if (p->n_parts > 1)
        return;
    const char *hole = host_text_hole(r->arena, p->text.text);
    if (hole) {
        why.kind = PROBLEM_COMPILE;
        why.help = NULL;
        why.text = arena_printf(
            r->arena, "it does not compile, perhaps for its printf-like '%s': %s", hole, why.text);
    }
    not_analysed_text(r, &why, p->text.text, p->text.n);
}

/* The flags, with what -I names relative to the directory that the program runs in, and that
 * directory itself. */
static void add_run_directory(struct run *r, struct words *out, const struct words *flags,
                              const char *dir) {
    for (size_t i = 0; i < flags->n; i++) {
        words_add(r->arena, out, flags->at[i]);
        if (str_starts(flags->at[i], "-I") && flags->at[i][2] != '/')
            words_add(r->arena, out, arena_printf(r->arena, "-I%s/%s", dir, flags->at[i] + 2));
    }
    words_add(r->arena, out, arena_printf(r->arena, "-I%s", dir));
}

static void analyse_kernel_file(struct run *r, const struct unit *host,
                                const struct host_launches *launches,
                                const struct host_file_found *found) {
    const char *path = found->path;
    struct input in = {.path = path, .language = front_end_with(FRONT_PROGRAMS), .analysed = true};
    struct unit u = *host;
    struct report_problem why;
    u.input = &in;
    u.flags = (struct words){0};
    add_run_directory(r, &u.flags, &host->flags, found->dir);
    u.text = read_file(r->arena, path, &u.bytes);
    u.given = launch_for_source(r->arena, &r->given, path, u.text, u.bytes);
    if (u.text)
        run_add_host_launches(r, &u, launches, u.text, u.bytes);
    budget_allow(&r->options.budget, run_count_kernels(u.text ? u.text : "", u.bytes));
    if (!run_unit(r, &u, &why)) {
        why.severity = SEVERITY_NOTE;
        not_analysed_input(r, &why);
    }
}

void run_host(struct run *r, const struct input *in) {
    struct unit u = {.input = in, .of_host = true, .first = true};
    struct words files = {0};
    const char *reason = NULL;
    const size_t first_kernel = r->kernels.n, first_result = r->results.n;
    budget_allow(&r->options.budget, 1);
    u.text = texts_read(r->arena, r->jobs.texts, in->path, &u.bytes);
    run_remark_languages(r, in, u.text, u.bytes);
    const bool asked = r->jobs.loop_functions.n > 0;
    const struct words folders = jobs_include_folders(r->arena, &r->jobs);
    if (u.text && !asked && !host_scan_text(u.text, u.bytes) &&
        !host_scan_file(r->arena, in->path, &folders))
        return;
    const struct host_source *s =
        host_source_read(r->arena, &r->jobs, in, r->commands.n, &r->dependencies, &reason);
    if (!s) {
        not_analysed_input(r, &(struct report_problem){.file = in->path,
                                                       .severity = SEVERITY_NOTE,
                                                       .kind = PROBLEM_COMPILE,
                                                       .text = reason});
        return;
    }
    u.text = s->files[0].text;
    u.bytes = s->files[0].bytes;
    u.given = run_launches(r, in, u.text, u.bytes);
    words_add(r->arena, &u.flags, arena_printf(r->arena, "-I%s", path_dir(r->arena, in->path)));
    struct host_launches launches = run_join_units(r, in, s);
    if (options_dumps(&r->options, "launch"))
        host_launches_dump(stderr, &launches);
    run_add_build_options(r, front_end_with(FRONT_PROGRAMS), &u.flags);
    words_add_all(r->arena, &u.flags, &launches.flags);
    struct host_programs programs = host_kernels(r->arena, s, &files);
    host_print_programs(r->arena, &programs, &launches.texts);
    for (size_t i = 0; i < programs.n; i++)
        analyse_program(r, &u, s, &launches, &programs.at[i]);
    for (size_t i = 0; i < files.n; i++) {
        struct host_file_found found =
            host_kernel_file(r->arena, in->path, files.at[i], &r->dependencies);
        if (found.path)
            analyse_kernel_file(r, &u, &launches, &found);
    }
    run_loops(r, &u, s, &launches);
    run_count_program(r, &launches);
    run_remark_launches(r, in, &launches, first_kernel);
    run_remark_kernels(r, in, first_result);
}
