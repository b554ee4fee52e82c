#include "driver/run.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "base/die.h"
#include "base/str.h"
#include "driver/analyse.h"
#include "driver/budget.h"
#include "driver/frontend.h"
#include "driver/host_launches.h"
#include "driver/host_map.h"
#include "driver/registers.h"
#include "driver/run_state.h"
#include "driver/trials.h"
#include "perfmodel/interval.h"
/* One input, compiled with one list of defines. */
struct unit {
    const struct input *input;
    const char *text;
    size_t bytes;
    struct given_launches given; /* of the input */
    const struct words *defines;
    struct words flags;         /* for the front end */
    const struct host_map *map; /* of a program in a host source; NULL: the input itself */
    bool first;                 /* the first list: kernels that nobody gave a launch belong to it */
    struct registers *registers;
    const struct frontend_request *compiled;
};

static void add_reason(struct run *r, const char *file, struct loc loc, const char *text) {
    vec_push(r->arena, &r->reasons, (struct report_problem){file, loc, SEVERITY_WARNING, text});
}

/* What may well be no kernel at all, so only who asks for remarks is told. */
static void add_quiet_reason(struct run *r, const char *file, struct loc loc, const char *text) {
    vec_push(r->arena, &r->reasons, (struct report_problem){file, loc, SEVERITY_NOTE, text});
}
/* Fixes are edits of a source of its own, not of a program in a host source or of a header. */
static void add_fixes(struct run *r, const struct unit *u, const struct analysis_request *request,
                      struct kernel_result *result) {
    bool elsewhere = strcmp(request->file, u->input->path) != 0;
    if (r->options.no_fixes || u->map || !u->text || elsewhere)
        return;
    struct trial_request trial = {u->compiled, request, u->text, u->bytes};
    trials_add_fixes(r->arena, &trial, result);
}

static void analyse_with(struct run *r, const struct unit *u,
                         const struct analysis_request *request) {
    struct kernel_result result;
    const char *reason = launch_limit(r->arena, request->launch, request->gpu);
    budget_allow(&r->options.budget, 1);
    if (reason || !analyse_launch(r->arena, request, &result, &reason)) {
        const char *text =
            arena_printf(r->arena, "'%s' not analysed: %s", request->source->name, reason);
        if (request->launch->where)
            add_quiet_reason(r, request->file, request->source->loc, text);
        else
            add_reason(r, request->file, request->source->loc, text);
        return;
    }
    analyse_dump(stderr, r->arena, &r->options, &result);
    add_fixes(r, u, request, &result);
    vec_push(r->arena, &r->results, result);
}

/* The results of one launch by several models, from `first` on. */
static void join_models(struct run *r, size_t first) {
    size_t n = r->results.n - first;
    struct estimate *all = NEW_ARRAY(r->arena, struct estimate, n);
    for (size_t i = 0; i < n; i++)
        all[i] = *r->results.at[first + i].estimate;
    interval_spread(all, n);
    for (size_t i = 0; i < n; i++)
        r->results.at[first + i].estimate = &all[i];
}

/* With each model; the rules are checked with the first. */
static void analyse_models(struct run *r, const struct unit *u, struct analysis_request *request) {
    size_t first = r->results.n;
    for (size_t i = 0; i < r->models.n; i++) {
        request->model = r->models.at[i];
        request->no_findings = i > 0;
        analyse_with(r, u, request);
    }
    if (r->results.n > first + 1)
        join_models(r, first);
}

static void dump_kernel(struct run *r, const struct kernel *k, const struct kernel *machine) {
    if (options_dumps(&r->options, "cfg")) {
        dump_cfg(stderr, k);
        dump_cfg(stderr, machine);
    }
    if (options_dumps(&r->options, "loops"))
        dump_loops(stderr, k);
    if (options_dumps(&r->options, "expr"))
        dump_expr(stderr, r->arena, k);
}

/* The launches given for the kernel with this unit's defines. False if it belongs to
 * another unit of the same input. */
static bool choose_given(struct run *r, const struct unit *u, const struct kernel *k,
                         struct given_launches *chosen) {
    bool any = false, ir = u->input->language == LANGUAGE_IR;
    for (size_t i = 0; i < u->given.n; i++) {
        const struct given_launch *g = &u->given.at[i];
        if (!launch_is_of(r->arena, &g->launch, k))
            continue;
        any = true;
        if (ir || launch_has_defines(&g->launch, u->defines))
            vec_push(r->arena, chosen, *g);
    }
    return chosen->n || (!any && u->first);
}

/* Where the kernel is written: the input, or a header of it, with its text for comments. */
static const char *file_of(struct run *r, const struct unit *u, const struct kernel *k,
                           const char **text) {
    *text = u->text;
    if (u->map || u->input->language == LANGUAGE_IR || strcmp(k->file, u->input->path) == 0)
        return u->input->path;
    *text = read_file(r->arena, k->file, NULL);
    return k->file;
}

static void analyse_kernel(struct run *r, const struct unit *u, const struct module *m, size_t i) {
    const struct kernel *k = m->source[i];
    const char *text, *file = file_of(r, u, k, &text);
    struct given_launches chosen = {0};
    vec_push(r->arena, &r->kernels, k);
    if (!choose_given(r, u, k, &chosen))
        return;
    dump_kernel(r, k, m->machine[i]);
    struct launches launches = launch_resolve(r->arena, k, &chosen, text, &r->problems);
    for (size_t j = 0; j < launches.n; j++) {
        if (options_dumps(&r->options, "launch"))
            launch_dump(stderr, &launches.at[j]);
        for (size_t g = 0; g < r->gpus.n; g++) {
            struct register_use use;
            bool known = registers_find(u->registers, k->symbol, r->gpus.at[g], &use);
            struct analysis_request request = {.options = &r->options,
                                               .suppress = &r->suppress,
                                               .source = k,
                                               .machine = m->machine[i],
                                               .file = file,
                                               .launch = &launches.at[j],
                                               .gpu = r->gpus.at[g],
                                               .registers = known ? &use : NULL};
            analyse_models(r, u, &request);
        }
    }
}

static void map_kernels(const struct host_map *map, const struct module *m) {
    for (size_t i = 0; i < m->n; i++) {
        host_map_kernel(map, m->source[i]);
        host_map_kernel(map, m->machine[i]);
    }
}

static struct registers *start_registers(struct run *r, const struct frontend_request *input,
                                         const struct bitcode *b) {
    return registers_start(r->arena,
                           &(struct register_request){.input = input,
                                                      .bitcode = b,
                                                      .gpus = r->gpus.at,
                                                      .n_gpus = r->gpus.n,
                                                      .cache = &r->cache,
                                                      .seconds = r->options.budget.seconds,
                                                      .convert = !r->attempts.again});
}

/* All kernels of the bitcode, or only the one of that number. NULL with *error if it is not valid.
 */
static const struct module *analyse_bitcode(struct run *r, const struct unit *u, const char *path,
                                            size_t only, const char **error) {
    const char *file = u->input->path;
    if (only != SIZE_MAX)
        attempts_guard(&r->attempts);
    budget_allow(&r->options.budget, 1);
    struct left_out out = attempts_left_out(&r->attempts, file, only);
    const struct module *m =
        an_load(r->arena, path, u->map ? FRONTEND_TEXT : file, &out.refusals, error);
    if (m && u->map)
        map_kernels(u->map, m);
    for (size_t i = 0; m && i < m->n; i++) {
        if (only != SIZE_MAX && only != i)
            continue;
        if (only == SIZE_MAX)
            attempts_guard(&r->attempts);
        attempts_note(&r->attempts, file, m->source[i]->name);
        const char *lost = attempts_lost(&r->attempts, file, m->source[i]->name);
        if (lost)
            m->source[i]->reason = lost;
        analyse_kernel(r, u, m, i);
    }
    attempts_note(&r->attempts, NULL, NULL);
    return m;
}

/* CUDA is compiled once, for the first GPU that it can be for. */
static const char *cuda_arch(const struct run *r) {
    for (size_t i = 0; i < r->gpus.n; i++)
        if (str_starts(r->gpus.at[i]->arch, "sm_"))
            return r->gpus.at[i]->arch;
    return "sm_80";
}

/* False, with the reason and its place, if it cannot be compiled. */
static bool analyse_unit(struct run *r, struct unit *u, struct report_problem *why) {
    const struct host_text *text = u->map ? &u->map->program->text : NULL;
    struct frontend_request input = {.jobs = &r->jobs,
                                     .input = u->input,
                                     .flags = u->flags,
                                     .defines = *u->defines,
                                     .cuda_arch = cuda_arch(r),
                                     .text = text ? text->text : NULL,
                                     .bytes = text ? text->n : 0,
                                     .dependencies = &r->dependencies};
    struct bitcode b = frontend_compile(r->arena, &input);
    const char *error = b.reason;
    u->compiled = &input;
    bool one_by_one = r->attempts.one_by_one;
    attempts_note(&r->attempts, u->input->path, NULL);
    u->registers = start_registers(r, &input, &b);
    if (r->attempts.again)
        registers_wait(u->registers);
    const struct module *m =
        b.path ? analyse_bitcode(r, u, b.path, one_by_one ? 0 : SIZE_MAX, &error) : NULL;
    for (size_t i = 1; one_by_one && m && i < m->n; i++)
        analyse_bitcode(r, u, b.path, i, &error);
    r->dependencies.unknown |= registers_given_up(u->registers);
    registers_end(u->registers);
    frontend_release(&b);
    if (!m) {
        *why = (struct report_problem){.file = u->input->path, .loc = b.loc, .text = error};
        return false;
    }
    return true;
}

static size_t count_word(const char *text, size_t bytes, const char *word) {
    size_t n = 0;
    for (const char *s = text; (s = memmem(s, bytes - (size_t)(s - text), word, strlen(word))); s++)
        n++;
    return n;
}

/* Roughly, and at least one: macros of that name make kernels, too. */
static size_t count_kernels(const char *text, size_t bytes) {
    size_t n = count_word(text, bytes, "kernel") + count_word(text, bytes, "KERNEL");
    return n ? n : 1;
}

/* Compiles and analyses the unit with each list of defines. */
static bool analyse_with_defines(struct run *r, struct unit *u, struct report_problem *why) {
    struct define_sets sets = {0};
    bool all = true;
    if (u->input->language == LANGUAGE_IR)
        vec_push(r->arena, &sets, (struct words){0});
    else
        sets = launch_define_sets(r->arena, &u->given);
    for (size_t i = 0; i < sets.n; i++, u->first = false) {
        u->defines = &sets.at[i];
        all = analyse_unit(r, u, why) && all;
    }
    return all;
}

/* The launches that a source of CUDA makes of its own kernels. */
static void add_cuda_launches(struct run *r, struct unit *u) {
    const char *reason = NULL;
    const struct host_source *s =
        host_source_read(r->arena, &r->jobs, u->input, &r->dependencies, &reason);
    if (!s)
        return;
    struct host_launches found = host_launches(r->arena, s, r->options.argv);
    if (options_dumps(&r->options, "launch"))
        host_launches_dump(stderr, &found);
    for (size_t i = 0; i < found.n; i++)
        vec_push(r->arena, &u->given,
                 (struct given_launch){
                     .launch = found.at[i].launch, .where = found.at[i].where, .host = true});
}

static void analyse_input(struct run *r, const struct input *in) {
    struct unit u = {.input = in, .flags = r->jobs.front_flags, .first = true};
    const char *text = read_file(r->arena, in->path, &u.bytes);
    struct report_problem why;
    budget_allow(&r->options.budget, count_kernels(text ? text : "", u.bytes));
    u.given = launch_for_source(r->arena, &r->given, in->path, text, u.bytes);
    u.text = in->language == LANGUAGE_IR ? NULL : text;
    if (in->language == LANGUAGE_CUDA)
        add_cuda_launches(r, &u);
    if (!analyse_with_defines(r, &u, &why))
        add_reason(r, why.file, why.loc, arena_printf(r->arena, "not analysed: %s", why.text));
}

/* Whether a launch may be of a kernel in the text; names that macros make do not occur in it. */
static bool is_launched(const struct host_launches *l, size_t i, const char *text, size_t bytes) {
    const char *name = l->at[i].launch.kernel;
    return name && memmem(text, bytes, name, strlen(name));
}

/* Adds the host program's launches of kernels in the text to those that somebody wrote down. The
 * latter need the defines of the former where they name none. */
static void add_host_launches(struct run *r, struct unit *u, const struct host_launches *l,
                              const char *text, size_t bytes) {
    const size_t n = u->given.n;
    for (size_t i = 0; i < l->n; i++) {
        const struct launch *launch = &l->at[i].launch;
        if (!is_launched(l, i, text, bytes))
            continue;
        for (size_t k = 0; k < n; k++) {
            struct launch *g = &u->given.at[k].launch;
            if (strcmp(g->kernel, launch->kernel) == 0 && !g->n_defines) {
                g->defines = launch->defines;
                g->n_defines = launch->n_defines;
            }
        }
        vec_push(r->arena, &u->given,
                 (struct given_launch){.launch = *launch, .where = l->at[i].where, .host = true});
    }
    for (size_t i = 0; i < l->defines.n && !u->given.n; i++)
        words_add(r->arena, &u->flags, arena_printf(r->arena, "-D%s", l->defines.at[i]));
}

/* One program of a host source, or its parts where it does not compile as a whole. */
static void analyse_program(struct run *r, const struct unit *host, const struct host_source *s,
                            const struct host_launches *launches, const struct host_program *p) {
    struct host_map map = host_map(r->arena, s, p);
    struct unit u = *host;
    struct report_problem why;
    u.map = &map;
    add_host_launches(r, &u, launches, p->text.text, p->text.n);
    budget_allow(&r->options.budget, count_kernels(p->text.text, p->text.n));
    if (analyse_with_defines(r, &u, &why))
        return;
    for (size_t i = 0; i < p->n_parts && p->n_parts > 1; i++)
        analyse_program(r, host, s, launches, &p->parts[i]);
    if (p->n_parts > 1)
        return;
    struct loc start = {.line = 1, .col = 1};
    const char *hole = host_text_hole(r->arena, p->text.text);
    if (hole)
        why.text = arena_printf(
            r->arena, "it does not compile, perhaps for its printf-like '%s': %s", hole, why.text);
    add_quiet_reason(r, why.file, host_locate(&map, why.loc.line ? why.loc : start),
                     arena_printf(r->arena, "text with a kernel not analysed: %s", why.text));
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
    struct input in = {.path = path, .language = LANGUAGE_OPENCL, .analysed = true};
    struct unit u = *host;
    struct report_problem why;
    u.input = &in;
    u.flags = (struct words){0};
    add_run_directory(r, &u.flags, &host->flags, found->dir);
    u.text = read_file(r->arena, path, &u.bytes);
    u.given = launch_for_source(r->arena, &r->given, path, u.text, u.bytes);
    if (u.text)
        add_host_launches(r, &u, launches, u.text, u.bytes);
    budget_allow(&r->options.budget, count_kernels(u.text ? u.text : "", u.bytes));
    if (!analyse_with_defines(r, &u, &why))
        add_quiet_reason(r, why.file, why.loc,
                         arena_printf(r->arena, "not analysed: %s", why.text));
}

/* The kernels in a host source's strings, and in the files that it names. */
static void analyse_host(struct run *r, const struct input *in) {
    struct unit u = {.input = in, .first = true};
    struct words files = {0};
    const char *reason = NULL;
    budget_allow(&r->options.budget, 1);
    const struct host_source *s =
        host_source_read(r->arena, &r->jobs, in, &r->dependencies, &reason);
    if (!s) {
        add_quiet_reason(r, in->path, (struct loc){0},
                         arena_printf(r->arena, "not analysed: %s", reason));
        return;
    }
    u.text = s->files[0].text;
    u.bytes = s->files[0].bytes;
    u.given = launch_for_source(r->arena, &r->given, in->path, u.text, u.bytes);
    words_add(r->arena, &u.flags, arena_printf(r->arena, "-I%s", path_dir(r->arena, in->path)));
    struct host_launches launches = host_launches(r->arena, s, r->options.argv);
    if (options_dumps(&r->options, "launch"))
        host_launches_dump(stderr, &launches);
    words_add_all(r->arena, &u.flags, &launches.flags);
    struct host_programs programs = host_kernels(r->arena, s, &files);
    for (size_t i = 0; i < programs.n; i++)
        analyse_program(r, &u, s, &launches, &programs.at[i]);
    for (size_t i = 0; i < files.n; i++) {
        struct host_file_found found =
            host_kernel_file(r->arena, in->path, files.at[i], &r->dependencies);
        if (found.path)
            analyse_kernel_file(r, &u, &launches, &found);
    }
}

/* The outputs are those that the first input's options ask for. */
static void analyse_inputs(struct run *r) {
    const struct options first = r->options;
    r->marks = NEW_ARRAY(r->arena, struct mark, r->jobs.n_inputs + 1);
    for (size_t i = 0; i < r->jobs.n_inputs; i++) {
        r->marks[i] = (struct mark){r->results.n, r->reasons.n};
        if (r->jobs.inputs[i].analysed)
            run_configure(r, &r->jobs.inputs[i]);
        if (r->jobs.inputs[i].analysed && r->jobs.inputs[i].language == LANGUAGE_HOST)
            analyse_host(r, &r->jobs.inputs[i]);
        else if (r->jobs.inputs[i].analysed)
            analyse_input(r, &r->jobs.inputs[i]);
    }
    for (size_t i = 0; i < r->suppress.problems.n; i++)
        vec_push(r->arena, &r->reasons, r->suppress.problems.at[i]);
    r->marks[r->jobs.n_inputs] = (struct mark){r->results.n, r->reasons.n};
    r->options = first;
}

static int analyse_and_write(void *context) {
    struct run *r = context;
    an_init();
    analyse_inputs(r);
    run_report_unused(r);
    const struct report report = run_make_report(r, r->marks[0], r->marks[r->jobs.n_inputs]);
    struct replay outputs = run_make_outputs(r, &report);
    outputs.status = run_has_error(&report)             ? EXIT_ANALYZER_FINDINGS
                     : problems_has_error(&r->problems) ? EXIT_USAGE
                                                        : 0;
    run_write_outputs(r, &outputs);
    return outputs.status;
}

int clperf_analyze(int argc, char **argv) {
    struct arena arena = {0};
    struct run r = {.arena = &arena,
                    .attempts.arena = &arena,
                    .attempts.budget = &r.options.budget,
                    .dependencies.arena = &arena};
    int status;
    clock_gettime(CLOCK_REALTIME_COARSE, &r.started);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    run_start(&r, argc, argv);
    if (!run_write_kept(&r, &status))
        status = attempts_run(&r.attempts, analyse_and_write, &r);
    arena_free(&arena);
    return status;
}
