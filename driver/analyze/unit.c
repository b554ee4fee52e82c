#include "driver/analyze/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/ir/dump.h"
#include "base/process/completion.h"
#include "base/str.h"
#include "codegen/backend/built.h"
#include "codegen/code/join.h"
#include "codegen/codegen.h"
#include "codegen/providers/providers.h"
#include "driver/analyze/built_input.h"
#include "driver/analyze/not_analysed.h"
#include "driver/analyze/predict/agreement.h"
#include "driver/analyze/predict/try_fixes.h"
#include "driver/analyze/remarks.h"
#include "driver/process/limits.h"
#include "launch/assume.h"
#include "launch/launch.h"
#include "perfmodel/result/prediction_interval.h"
#include "source/missing_names.h"
#include "source/project.h"

/* Share of the time for a command line that the compiler beside us is waited for at most. */
static const double built_share = 0.75;

/* A kernel of a unit, with all its launches. */
struct kernel_launches {
    const struct unit *unit;
    const struct module *module;
    struct launches launches;
};

/* Fixes are edits of a source of its own, not of a program in a host source or of a header. */
static void add_fixes(struct run *r, const struct kernel_launches *s,
                      const struct analysis_request *request, struct kernel_result *result) {
    const struct unit *u = s->unit;
    bool elsewhere = strcmp(request->file, u->input->path) != 0;
    if (r->options.no_fixes || u->map || !u->text || elsewhere)
        return;
    struct trial_request trial = {.compiled = u->compiled,
                                  .analysed = request,
                                  .module = s->module,
                                  .launches = s->launches.at,
                                  .n_launches = s->launches.n,
                                  .text = u->text,
                                  .bytes = u->bytes};
    trials_add_fixes(r->arena, &trial, result);
}

/* The launch, or one that assumes less where that is too much to be traced. */
static const struct launch *traceable_launch(struct run *r,
                                             const struct analysis_request *request) {
    enum { STEPS = 5 };
    struct study asked = *request->asked;
    struct analysis_request trial = *request;
    trial.asked = &asked;
    if (!asked.source->n_loops)
        return asked.launch;
    for (int i = 0; i <= STEPS; i++) {
        budget_allow(&r->options.budget, 1);
        if (!analyse_never_ends(&trial))
            return asked.launch;
        struct launch *less = NEW(r->arena, struct launch);
        if (!launch_assume_less(r->arena, asked.source, asked.launch, less))
            break;
        asked.launch = less;
    }
    return request->asked->launch;
}

/* Whether nothing of the launch counts but the findings that all plausible ones have. */
static bool is_agreement_all(const struct analysis_request *request) {
    return request->shown && request->asked->launch->n_others;
}

/* What an analysis that fails has allocated is released: it would be missing for other kernels. */
static bool analyse_launch_or_release(struct run *r, const struct analysis_request *request,
                                      struct kernel_result *result, const char **reason) {
    const struct arena_mark mark = arena_mark(r->arena);
    if (is_agreement_all(request) ? agreement_analyse(r->arena, request, result, reason)
                                  : analyse_launch(r->arena, request, result, reason))
        return true;
    struct arena scratch = {0};
    *reason = arena_strdup(&scratch, *reason);
    arena_rewind(r->arena, &mark);
    *reason = arena_strdup(r->arena, *reason);
    arena_free(&scratch);
    return false;
}

static void analyse_with(struct run *r, const struct kernel_launches *s,
                         const struct analysis_request *request) {
    struct kernel_result result;
    const char *reason = launch_limit(r->arena, request->asked->launch, request->asked->gpu);
    budget_allow(&r->options.budget, 1);
    if (reason || !analyse_launch_or_release(r, request, &result, &reason)) {
        not_analysed_kernel(
            r, request->file, request->asked->source->name, request->asked->source->loc,
            request->asked->launch->where ? SEVERITY_NOTE : SEVERITY_WARNING, reason);
        return;
    }
    if (!is_agreement_all(request)) {
        analyse_dump(stderr, r->arena, &r->options, &result);
        agreement_check(r->arena, request, &result);
    }
    add_fixes(r, s, request, &result);
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

/* With each model; what is counted and found is the first one's. */
static void analyse_models(struct run *r, const struct kernel_launches *s,
                           struct analysis_request *request) {
    size_t first = r->results.n;
    struct study asked = *request->asked;
    request->asked = &asked;
    for (size_t i = 0; i < r->models.n; i++) {
        asked.model = r->models.at[i];
        request->counted = r->results.n > first ? &r->results.at[first] : NULL;
        analyse_with(r, s, request);
    }
    if (r->results.n > first + 1)
        join_models(r, first);
}

/* For each GPU that there is machine code for, and what of the machine view it was joined with. */
static void dump_codes(const struct run *r, const struct unit *u, const struct module *m,
                       size_t kernel) {
    for (size_t g = 0; g < r->gpus.n; g++) {
        const struct kernel *machine = cg_machine(m, kernel, r->gpus.at[g]);
        const struct code_query query = {
            .machine = machine, .gpu = r->gpus.at[g], .instructions = true};
        const struct code *c = providers_find(u->code, &query).code;
        if (!c)
            continue;
        dump_code(stderr, c);
        dump_code_join(stderr, machine, c, r->gpus.at[g]);
    }
}

/* Machine views that are unrolled in one way are dumped once. */
static void dump_cfgs(const struct module *m, size_t i) {
    dump_cfg(stderr, m->source[i]);
    for (int u = 0; u < MACHINE_FORMS; u++)
        if (m->machine[u])
            dump_cfg(stderr, m->machine[u][i]);
}

static void dump_kernel(struct run *r, const struct unit *u, const struct module *m, size_t i) {
    if (options_dumps(&r->options, "cfg"))
        dump_cfgs(m, i);
    if (options_dumps(&r->options, "loops"))
        dump_loops(stderr, m->source[i]);
    if (options_dumps(&r->options, "expr"))
        dump_expr(stderr, r->arena, m->source[i]);
    if (options_dumps(&r->options, "code"))
        dump_codes(r, u, m, i);
}

/* The launches given for the kernel in this unit's build. False if it belongs to
 * another unit of the same input. */
static bool choose_given(struct run *r, const struct unit *u, const struct kernel *k,
                         struct given_launches *chosen) {
    bool any = false, ir = !front_end_has(u->input->language, FRONT_SOURCE);
    for (size_t i = 0; i < u->given.n; i++) {
        const struct given_launch *g = &u->given.at[i];
        if (!launch_is_of(r->arena, &g->launch, k))
            continue;
        any = true;
        if (ir || launch_is_of_build(&g->launch, u->build))
            vec_push(r->arena, chosen, *g);
    }
    return chosen->n || (!any && u->first);
}

/* Where LLVM IR says that its kernel is written, if that is there; else the input. */
static const char *file_of_ir(struct run *r, const struct unit *u, const struct kernel *k) {
    bool relative = k->file[0] != '/' && k->directory;
    const char *paths[] = {
        k->file, relative ? arena_printf(r->arena, "%s/%s", k->directory, k->file) : k->file};
    for (size_t i = 0; i < 2; i++)
        if (texts_may_read(&r->texts, paths[i]) && access(paths[i], R_OK) == 0)
            return paths[i];
    return u->input->path;
}

/* Where the kernel is written: the input, or a header of it, with its text for comments. */
static const char *file_of(struct run *r, const struct unit *u, const struct kernel *k,
                           const char **text) {
    *text = u->text;
    if (!front_end_has(u->input->language, FRONT_SOURCE)) {
        const char *path = file_of_ir(r, u, k);
        bool readable =
            k->loc.line && (!u->ptx || path != u->input->path) && texts_may_read(&r->texts, path);
        *text = readable ? read_text_file(r->arena, path) : NULL;
        return path;
    }
    if (u->compiled->text || strcmp(k->file, u->input->path) == 0)
        return u->input->path;
    *text = texts_may_read(&r->texts, k->file) ? read_file(r->arena, k->file, NULL) : NULL;
    return k->file;
}

/* Whether nobody says with what options the program is built: those of OpenCL are given at run
 * time.
 */
static bool options_assumed(const struct unit *u, const struct kernel *k) {
    if (u->build->known)
        return false;
    for (size_t i = 0; i < u->flags.n; i++) {
        const char *flag = u->flags.at[i];
        if ((str_starts(flag, "-cl-") && !str_starts(flag, "-cl-std")) ||
            strcmp(flag, "-ffast-math") == 0)
            return false;
    }
    return k->language == KERNEL_OPENCL;
}

/* Whether a kernel of the module launches this one. */
static bool is_launched_on_device(struct arena *a, const struct module *m, const struct kernel *k) {
    const char *name = arena_printf(a, "'%s'", k->name);
    for (size_t i = 0; i < m->n; i++)
        if (m->source[i]->unmodelled && strstr(m->source[i]->unmodelled, name))
            return true;
    return false;
}

/* Marks launches that are made up of a kernel that the program does not launch. */
static void mark_never(struct arena *a, const struct unit *u, const struct module *m,
                       const struct kernel *k, struct launches *l) {
    const bool never = u->all_launches && !is_launched_on_device(a, m, k);
    for (size_t i = 0; i < l->n; i++)
        l->at[i].never = never && l->at[i].global_source == LAUNCH_ASSUMED && !l->at[i].where;
}

static void analyse_kernel(struct run *r, struct unit *u, const struct module *m, size_t i) {
    const struct kernel *k = m->source[i];
    const char *text, *file = file_of(r, u, k, &text);
    struct given_launches chosen = {0};
    vec_push(r->arena, &r->kernels, k);
    if (!choose_given(r, u, k, &chosen))
        return;
    dump_kernel(r, u, m, i);
    struct kernel_launches s = {u, m, launch_resolve(r->arena, k, &chosen, text, &r->problems)};
    mark_never(r->arena, u, m, k, &s.launches);
    if (s.launches.refused)
        not_analysed(r, &(struct report_problem){.file = file,
                                                 .loc = k->loc,
                                                 .severity = SEVERITY_NOTE,
                                                 .kind = PROBLEM_LAUNCH,
                                                 .unanalysed = true,
                                                 .text = s.launches.refused});
    for (size_t j = 0; j < s.launches.n; j++) {
        const char *exhausted = j ? run_exhausted(r) : NULL;
        if (exhausted) {
            not_analysed_kernel(r, file, k->name, k->loc, SEVERITY_WARNING,
                                arena_printf(r->arena, "%zu of its %zu launches are left out: %s",
                                             s.launches.n - j, s.launches.n, exhausted));
            return;
        }
        if (options_dumps(&r->options, "launch"))
            launch_dump(stderr, &s.launches.at[j]);
        for (size_t g = 0; g < r->gpus.n; g++) {
            const struct kernel *machine = cg_machine(m, i, r->gpus.at[g]);
            const struct code_query query = {.machine = machine, .gpu = r->gpus.at[g]};
            const struct code_answer code = providers_find(u->code, &query);
            struct study asked = {.source = k,
                                  .machine = machine,
                                  .launch = &s.launches.at[j],
                                  .gpu = r->gpus.at[g],
                                  .counted = &code.registers,
                                  .code = code.prices ? code.code : NULL};
            struct analysis_request request = {.options = &r->options,
                                               .suppress = &r->suppress,
                                               .file = file,
                                               .asked = &asked,
                                               .options_assumed = options_assumed(u, k),
                                               .shown = r->findings_only};
            asked.launch = traceable_launch(r, &request);
            analyse_models(r, &s, &request);
        }
    }
}

static void map_kernels(const struct host_map *map, const struct module *m) {
    for (size_t i = 0; i < m->n; i++) {
        host_map_kernel(map, m->source[i]);
        for (int u = 0; u < MACHINE_FORMS; u++)
            if (m->machine[u])
                host_map_kernel(map, m->machine[u][i]);
    }
}

const char *run_object_path(struct run *r, const struct input *in) {
    const struct cuda_dialect *d = frontend_of(in->language)->dialect;
    bool is_read = false;
    for (size_t i = 0; d && i < r->gpus.n; i++)
        is_read |= built_is_for(r->gpus.at[i]) && d->knows_arch(r->gpus.at[i]->arch);
    is_read &= front_end_is_single_source(in->language) && completion_inherited() >= 0;
    return is_read ? jobs_object(r->arena, &r->jobs, in) : NULL;
}

static struct providers *start_providers(struct run *r, const struct frontend_request *input,
                                         const struct bitcode *b) {
    const double patience = r->options.budget.total_seconds * built_share;
    return providers_start(r->arena,
                           &(struct code_request){.input = input,
                                                  .bitcode = b,
                                                  .gpus = r->gpus.at,
                                                  .n_gpus = r->gpus.n,
                                                  .cache = &r->cache,
                                                  .object = run_object_path(r, input->input),
                                                  .patience = patience,
                                                  .seconds = r->options.budget.seconds,
                                                  .convert = !r->attempts.again});
}

/* At a link, only launches that other units say are of interest. */
static bool is_reported_before(struct run *r, const struct unit *u, const struct kernel *k) {
    bool launched = !r->options.at_link;
    for (size_t i = 0; i < u->given.n && !launched; i++)
        launched = u->given.at[i].host && launch_is_of(r->arena, &u->given.at[i].launch, k);
    return !launched;
}

/* Whether there is no time or memory for the kernel; there is for the first one. */
static bool leave_out(struct run *r, const struct unit *u, const struct kernel *k) {
    const char *exhausted = r->kernels.n ? run_exhausted(r) : NULL, *text;
    if (!exhausted)
        return false;
    vec_push(r->arena, &r->kernels, k);
    not_analysed_kernel(r, file_of(r, u, k, &text), k->name, k->loc, SEVERITY_WARNING, exhausted);
    return true;
}

static bool is_of_library(struct arena *a, const struct unit *u, const struct kernel *k) {
    return u->libraries && k->file && path_is_within(a, k->file, u->libraries);
}

/* Marks instances that are guessed of templates that have none. */
static void mark_guessed(struct arena *a, const struct bitcode *b, const struct module *m) {
    for (size_t t = 0; t < b->lone.n; t++) {
        const struct lone_template *l = &b->lone.at[t];
        const char *start = arena_printf(a, "%s<", l->name);
        for (size_t i = 0; i < m->n; i++) {
            const char *at = strstr(m->source[i]->name, start);
            if (l->guessed && at && (at == m->source[i]->name || at[-1] == ':'))
                m->source[i]->guessed = true;
        }
    }
}

/* All kernels of the bitcode, or only the one of that number. NULL with *error if it is not valid.
 */
static const struct module *analyse_bitcode(struct run *r, struct unit *u, const char *path,
                                            size_t only, const char **error) {
    const char *file = u->input->path;
    if (only != SIZE_MAX)
        attempts_guard(&r->attempts);
    budget_allow(&r->options.budget, 1);
    struct left_out out = attempts_left_out(&r->attempts, file, only);
    const struct module_input input = {path, u->compiled->text ? FRONTEND_TEXT : file,
                                       u->system_folders};
    const struct module *m =
        cg_load(r->arena, &input, &out.refusals, targets_of(r->gpus.at, r->gpus.n), error);
    if (m && u->map)
        map_kernels(u->map, m);
    if (m)
        mark_guessed(r->arena, u->bitcode, m);
    for (size_t i = 0; m && i < m->n; i++) {
        if ((only != SIZE_MAX && only != i) || is_of_library(r->arena, u, m->source[i]))
            continue;
        if (u->rest && run_has_result(r, u->first_result, m->source[i]->name))
            continue;
        if (attempts_skips(&r->attempts, m->source[i]->name) ||
            is_reported_before(r, u, m->source[i])) {
            vec_push(r->arena, &r->kernels, m->source[i]);
            continue;
        }
        if (leave_out(r, u, m->source[i]))
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

const char *run_arch_of(const struct run *r, const struct input *in) {
    const struct cuda_dialect *d = frontend_of(in->language)->dialect;
    for (size_t i = 0; d && i < r->gpus.n; i++)
        if (d->knows_arch(r->gpus.at[i]->arch))
            return r->gpus.at[i]->arch;
    return NULL;
}

/* What would help a text that lacks names. */
static const char *help_with_names(struct arena *a, const struct words *names, const char *text) {
    if (!names->n)
        return NULL;
    const char *define = NULL;
    for (size_t i = 0; i < names->n && text && !define; i++)
        define = missing_name_condition(a, text, names->at[i]);
    define = define ? define : arena_printf(a, "%s=...", names->at[0]);
    return arena_printf(a,
                        "%s %s not declared; what the program is built with can be given as "
                        "CLPERF_FLAGS=\"-D%s\" or -fclperf-launch=KERNEL:define=%s",
                        quoted_names(a, names), names->n > 1 ? "are" : "is", define, define);
}

/* False, with the reason and its place, if it cannot be compiled. */
static bool analyse_unit(struct run *r, struct unit *u, struct report_problem *why) {
    const struct host_text *text = u->map ? &u->map->program->text : NULL;
    struct frontend_request input = {.jobs = &r->jobs,
                                     .input = u->input,
                                     .flags = u->flags,
                                     .defines = u->build->defines,
                                     .arch = run_arch_of(r, u->input),
                                     .text = text ? text->text : u->ptx,
                                     .bytes = text ? text->n : u->ptx_bytes,
                                     .object = u->ptx != NULL,
                                     .project = u->of_host ? &r->texts : NULL,
                                     .skipped = &r->options.skipped,
                                     .dependencies = &r->dependencies};
    frontend_take_unsaved(r->arena, &input);
    struct bitcode b = frontend_compile(r->arena, &input);
    const char *error = b.reason;
    u->compiled = &input;
    u->bitcode = &b;
    u->libraries = b.cuda ? b.cuda->sdk.include : NULL;
    u->system_folders = project_system_folders(r->arena, &u->flags, &b);
    if (b.path && front_end_is_single_source(u->input->language))
        attempts_hold(&r->attempts, u->input->path);
    bool one_by_one = r->attempts.one_by_one;
    attempts_note(&r->attempts, u->input->path, NULL);
    u->code = start_providers(r, &input, &b);
    if (r->attempts.again)
        providers_wait(u->code);
    const struct module *m =
        b.path ? analyse_bitcode(r, u, b.path, one_by_one ? 0 : SIZE_MAX, &error) : NULL;
    for (size_t i = 1; one_by_one && m && i < m->n; i++)
        if (!is_of_library(r->arena, u, m->source[i]) && !leave_out(r, u, m->source[i]))
            analyse_bitcode(r, u, b.path, i, &error);
    run_remark_templates(r, u->input, &b);
    r->dependencies.unknown |= providers_given_up(u->code);
    providers_end(u->code);
    frontend_release(&b);
    u->compiled = NULL;
    u->bitcode = NULL;
    if (!m) {
        bool unsaved = input.text && !u->map;
        if (unsaved && b.loc.line)
            error = arena_printf(r->arena, "it does not compile: %s", error);
        *why = (struct report_problem){
            .file = u->input->path,
            .loc = b.loc,
            .severity = SEVERITY_WARNING,
            .text = error,
            .kind = b.missing.n ? PROBLEM_NAMES : PROBLEM_COMPILE,
            .help = help_with_names(r->arena, &b.missing, text ? text->text : u->text)};
        return false;
    }
    return true;
}

struct given_launches run_launches(struct run *r, const struct input *in, const char *text,
                                   size_t bytes) {
    struct given_launches all = launch_for_source(r->arena, &r->given, in->path, text, bytes);
    all = launch_of_text(r->arena, &all, text, bytes);
    struct given_launches chosen = launch_sample(r->arena, &all, r->options.captured_launches);
    run_remark_sample(r, in, &all, &chosen);
    return chosen;
}

void run_add_build_options(struct run *r, const struct language *language, struct words *flags) {
    for (size_t i = 0; i < r->options.build.n; i++) {
        struct words words = words_unquote(r->arena, r->options.build.at[i]);
        for (size_t k = 0; k < words.n; k++)
            if (!front_end_is_single_source(language) || !str_starts(words.at[k], "-cl-"))
                words_add(r->arena, flags, words.at[k]);
    }
}

static size_t count_word(const char *text, size_t bytes, const char *word) {
    size_t n = 0;
    for (const char *s = text; (s = memmem(s, bytes - (size_t)(s - text), word, strlen(word))); s++)
        n++;
    return n;
}

size_t run_count_kernels(const char *text, size_t bytes) {
    size_t n = count_word(text, bytes, "kernel") + count_word(text, bytes, "KERNEL") +
               count_word(text, bytes, "__global__");
    return n ? n : 1;
}

bool run_unit(struct run *r, struct unit *u, struct report_problem *why) {
    struct builds builds = {0};
    bool all = true;
    if (!front_end_has(u->input->language, FRONT_SOURCE))
        vec_push(r->arena, &builds, (struct build){0});
    else
        builds = launch_builds(r->arena, &u->given);
    const struct words flags = u->flags;
    for (size_t i = 0; i < builds.n; i++, u->first = false) {
        u->build = &builds.at[i];
        u->flags = (struct words){0};
        words_add_all(r->arena, &u->flags, &flags);
        words_add_all(r->arena, &u->flags, &builds.at[i].flags);
        all = analyse_unit(r, u, why) && all;
    }
    return all;
}
