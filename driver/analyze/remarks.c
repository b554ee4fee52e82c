#include "driver/analyze/remarks.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "driver/analyze/built_input.h"
#include "driver/analyze/not_analysed.h"
#include "source/scan/kernel_names.h"
#include "source/scan/kernel_scan.h"
#include "source/scan/kernel_templates.h"

static void remark(struct run *r, const struct input *in, struct report_problem p) {
    p.file = in->path;
    p.severity = SEVERITY_NOTE;
    not_analysed(r, &p);
}

/* --- languages --------------------------------------------------------------- */

static uint32_t line_of(const char *text, size_t at) {
    uint32_t line = 1;
    for (const char *s = text; (s = memchr(s, '\n', at - (size_t)(s - text))); s++)
        line++;
    return line;
}

static const char *languages(struct arena *a) {
    return arena_printf(a,
                        "kernels of %s are read, and LLVM IR that a compiler writes for a device",
                        front_end_kernels(a));
}

/* Who does not compile beside us may have meant nothing else. */
void run_remark_unread(struct run *r, const struct input *in) {
    const char *dot = strrchr(path_base(in->path), '.');
    const bool is_device = dot && front_end_unread(dot + 1);
    not_analysed(r, &(struct report_problem){
                        .file = in->path,
                        .severity = r->options.beside_compiler ? SEVERITY_NOTE : SEVERITY_WARNING,
                        .kind = PROBLEM_LANGUAGE,
                        .text = arena_printf(r->arena, "not analysed: %s", in->unread),
                        .help = is_device ? languages(r->arena) : NULL});
}

static void remark_language(struct run *r, const struct input *in, const char *name,
                            uint32_t line) {
    remark(r, in,
           (struct report_problem){.kind = PROBLEM_LANGUAGE,
                                   .loc = {.line = line, .col = 1},
                                   .text =
                                       arena_printf(r->arena, "not analysed: %s is not read", name),
                                   .help = languages(r->arena)});
}

void run_remark_languages(struct run *r, const struct input *in, const char *text, size_t bytes) {
    const char *name, *last = "";
    for (int i = 0; text && i < HOST_OTHER_LANGUAGES; i++) {
        const char *found = host_scan_language(text, bytes, i, &name);
        if (found && strcmp(name, last) != 0)
            remark_language(r, in, name, line_of(text, (size_t)(found - text)));
        last = found ? name : last;
    }
}

void run_remark_script(struct run *r, const struct input *in, const char *text, size_t bytes) {
    const char *name;
    for (int i = 0; i < SCRIPT_OTHER_LANGUAGES; i++) {
        const char *found = script_scan_language(text, bytes, i, &name);
        if (found)
            remark_language(r, in, name, line_of(text, (size_t)(found - text)));
    }
}

/* --- launches ---------------------------------------------------------------- */

/* Whether its kernel was seen, or is in a text of the input that does not compile. */
static bool has_source(const struct run *r, const struct launch *l, const struct input *in,
                       size_t kernel) {
    for (size_t i = kernel; i < r->kernels.n; i++)
        if (launch_is_of(r->arena, l, r->kernels.at[i]))
            return true;
    for (size_t i = r->marks[in - r->jobs.inputs].reasons; i < r->reasons.n; i++)
        for (size_t k = 0; k < r->reasons.at[i].n_kernels; k++)
            if (strcmp(r->reasons.at[i].kernels[k], l->kernel) == 0)
                return true;
    return false;
}

/* The place that "host.c:120" names. */
static struct loc place_of(struct arena *a, const struct input *in, const char *where) {
    const char *colon = strrchr(where, ':');
    const char *file = arena_strndup(a, where, (size_t)(colon - where));
    bool own = strcmp(file, in->path) == 0;
    return (struct loc){own ? NULL : file, (uint32_t)strtoul(colon + 1, NULL, 10), 1};
}

static const char *launches(struct arena *a, size_t n) {
    return n == 1 ? "a launch" : arena_printf(a, "%zu launches", n);
}

/* Launches with one thing to say of them. */
struct remarked_launches {
    const struct host_launch *first;
    size_t n;
    struct words names; /* of the kernels */
};

static void remark_launches(struct run *r, const struct input *in,
                            const struct remarked_launches *l, const char *why, const char *help) {
    remark(r, in,
           (struct report_problem){
               .kind = PROBLEM_SOURCE,
               .loc = place_of(r->arena, in, l->first->where),
               .text = arena_printf(r->arena, "%s not analysed: %s", launches(r->arena, l->n), why),
               .help = help,
               .kernels = l->names.at,
               .n_kernels = l->names.n});
}

/* Whether the kernel is a template in the file of its launch: a header's, say, of which the source
 * uses neither. */
static bool is_template_there(struct run *r, const struct input *in, const struct host_launch *h) {
    const char *path = place_of(r->arena, in, h->where).file;
    size_t n = 0;
    const char *text = texts_read(r->arena, r->jobs.texts, path ? path : in->path, &n);
    const struct kernel_templates found =
        text ? kernel_templates(r->arena, text, n) : (struct kernel_templates){0};
    for (size_t i = 0; i < found.n; i++)
        if (strcmp(found.at[i].name, h->launch.kernel) == 0)
            return true;
    return false;
}

static const char instance_help[] = "a source that calls what launches them has one";

static bool is_within_any(struct arena *a, const char *path, const char *const *folders) {
    for (size_t i = 0; folders && folders[i]; i++)
        if (path_is_within(a, path, folders[i]))
            return true;
    return false;
}

/* Whether a kernel since those of the mark, or a message since its reasons, has the name. */
static bool is_mentioned(struct run *r, const char *name, size_t first_kernel, struct mark since) {
    for (size_t i = first_kernel; i < r->kernels.n; i++)
        if (strcmp(launch_base_name(r->arena, r->kernels.at[i]->name), name) == 0)
            return true;
    if (run_has_result(r, since.results, name))
        return true;
    for (size_t i = since.reasons; i < r->reasons.n; i++)
        for (size_t k = 0; k < r->reasons.at[i].n_kernels; k++)
            if (strcmp(launch_base_name(r->arena, r->reasons.at[i].kernels[k]), name) == 0)
                return true;
    return false;
}

/* The text of a file that the source has read, but for the system's; else NULL. */
static const char *text_read(struct run *r, const char *path, const char *const *system_folders,
                             size_t *n) {
    *n = 0;
    return is_within_any(r->arena, path, system_folders)
               ? NULL
               : texts_read(r->arena, r->jobs.texts, path, n);
}

static void add_each(struct arena *a, struct words *names, const char *name) {
    if (!words_has(names, name))
        words_add(a, names, name);
}

static void add_kernels_of(struct run *r, const struct input *in, const char *text, size_t n,
                           struct words *names) {
    const bool single = front_end_is_single_source(in->language);
    const struct words found = (single ? kernel_names_cuda : kernel_names)(r->arena, text, n);
    for (size_t i = 0; i < found.n; i++)
        add_each(r->arena, names, found.at[i]);
}

struct words run_kernels_read(struct run *r, const struct input *in,
                              const char *const *system_folders) {
    struct words names = {0};
    size_t n = 0;
    const char *own = text_read(r, in->path, NULL, &n);
    if (own)
        add_kernels_of(r, in, own, n, &names);
    for (size_t i = 0; i < r->dependencies.paths.n; i++) {
        const char *text = text_read(r, r->dependencies.paths.at[i], system_folders, &n);
        if (text)
            add_kernels_of(r, in, text, n, &names);
    }
    return names;
}

/* Templates of kernels in the files that the source has read, but for the system's. */
static struct words templates_read(struct run *r, const char *const *system_folders) {
    struct words names = {0};
    for (size_t i = 0; i < r->dependencies.paths.n; i++) {
        size_t n;
        const char *text = text_read(r, r->dependencies.paths.at[i], system_folders, &n);
        const struct kernel_templates found =
            text ? kernel_templates(r->arena, text, n) : (struct kernel_templates){0};
        for (size_t k = 0; k < found.n; k++)
            add_each(r->arena, &names, found.at[k].name);
    }
    return names;
}

void run_remark_no_instance(struct run *r, const struct input *in, size_t first_kernel,
                            struct mark since, const char *const *system_folders) {
    const bool none = r->kernels.n == first_kernel && r->reasons.n == since.reasons;
    const struct words all = templates_read(r, system_folders);
    struct words names = {0};
    for (size_t i = 0; i < all.n; i++)
        if (none || !is_mentioned(r, all.at[i], first_kernel, since))
            words_add(r->arena, &names, all.at[i]);
    if (!names.n)
        return;
    const char *templates = names.n > 1 ? "templates" : "template",
               *quoted = quoted_names(r->arena, &names),
               *rest = none ? "it has no kernel but " : "";
    remark(r, in,
           (struct report_problem){.kind = none ? PROBLEM_SOURCE : PROBLEM_TEMPLATE,
                                   .text = arena_printf(r->arena,
                                                        "not analysed: %sthe %s %s of headers, "
                                                        "without an instance in this source",
                                                        rest, templates, quoted),
                                   .help = instance_help,
                                   .kernels = names.at,
                                   .n_kernels = names.n});
}

void run_count_program(struct run *r, const struct host_launches *l) {
    bool whole = l->whole && !r->commands.n;
    for (size_t i = 0; i < l->n && whole; i++) {
        const struct launch *launch = &l->at[i].launch;
        bool found = false;
        for (size_t k = 0; k < r->results.n && !found && launch->kernel; k++)
            found = launch_is_of(r->arena, launch, r->results.at[k].kernel);
        whole = found && !l->at[i].loop;
    }
    r->programs += l->n > 0;
    r->whole_programs += l->n > 0 && whole;
}

static void count_launch(struct run *r, struct remarked_launches *l, const struct host_launch *h) {
    const char *name = h->label ? h->label : h->launch.kernel;
    l->first = l->first ? l->first : h;
    l->n++;
    if (!h->kernel_unknown && !words_has(&l->names, name))
        words_add(r->arena, &l->names, name);
}

void run_remark_launches(struct run *r, const struct input *in, const struct host_launches *l,
                         size_t kernel) {
    struct remarked_launches without = {0}, templates = {0}, unknown = {0};
    for (size_t i = 0; i < l->n; i++) {
        const struct host_launch *h = &l->at[i];
        if (h->loop)
            continue;
        if (h->kernel_unknown)
            count_launch(r, &unknown, h);
        else if (h->launch.kernel && !has_source(r, &h->launch, in, kernel))
            count_launch(r, is_template_there(r, in, h) ? &templates : &without, h);
    }
    if (without.n)
        remark_launches(r, in, &without,
                        arena_printf(r->arena, "no source is found of the %s %s",
                                     without.names.n > 1 ? "kernels" : "kernel",
                                     quoted_names(r->arena, &without.names)),
                        "compile the file that has it by clperf-cc, with the launch from "
                        "-fclperf-launch= or a comment");
    if (templates.n)
        remark_launches(r, in, &templates,
                        arena_printf(r->arena, "the source has no instance of the %s %s",
                                     templates.names.n > 1 ? "templates" : "template",
                                     quoted_names(r->arena, &templates.names)),
                        instance_help);
    if (unknown.n)
        remark_launches(r, in, &unknown,
                        arena_printf(r->arena, "it is not known of which kernel: %s",
                                     unknown.first->kernel_unknown),
                        "-fclperf-launch= or a comment above a kernel says how it is launched");
}

void run_remark_sample(struct run *r, const struct input *in, const struct given_launches *given,
                       const struct given_launches *chosen) {
    struct words names = {0};
    size_t left_out = given->n - chosen->n;
    for (size_t i = 0, at = 0; i < given->n && left_out; i++) {
        const char *name = given->at[i].launch.kernel;
        if (at < chosen->n && chosen->at[at].where == given->at[i].where)
            at++;
        else if (!words_has(&names, name))
            words_add(r->arena, &names, name);
    }
    if (!left_out)
        return;
    const char *text =
        arena_printf(r->arena,
                     "%zu of the captured launches of %s not analysed, which differ in "
                     "size or arguments",
                     left_out, quoted_names(r->arena, &names));
    remark(r, in,
           (struct report_problem){.kind = PROBLEM_LAUNCH,
                                   .text = text,
                                   .help = "-fclperf-captured-launches=0 analyses all",
                                   .kernels = names.at,
                                   .n_kernels = names.n});
}

/* --- templates ---------------------------------------------------------------- */

/* "its launch in line 9 did not compile: ..." */
static const char *launch_of(struct arena *a, const struct lone_template *l) {
    static const char start[] = "it does not compile: ";
    if (!l->launch_line)
        return "";
    if (!l->why_launch || !*l->why_launch)
        return arena_printf(a, "; its launch in line %u does not count", l->launch_line);
    const char *why =
        str_starts(l->why_launch, start) ? l->why_launch + strlen(start) : l->why_launch;
    return arena_printf(a, "; its launch in line %u did not compile: %s", l->launch_line, why);
}

void run_remark_templates(struct run *r, const struct input *in, const struct bitcode *b) {
    for (size_t i = 0; i < b->lone.n; i++) {
        const struct lone_template *l = &b->lone.at[i];
        const char **name = NEW(r->arena, const char *);
        *name = l->name;
        const char *text =
            arena_printf(r->arena, "%stemplate '%s' has no instance%s; %s %s",
                         l->instances.n ? "" : "not analysed: ", l->name, launch_of(r->arena, l),
                         l->instances.n ? "analysed as" : "none is assumed:",
                         l->instances.n ? quoted_names(r->arena, &l->instances)
                         : l->why_not   ? l->why_not
                                        : "what is usual does not compile");
        remark(r, in,
               (struct report_problem){.kind = PROBLEM_TEMPLATE,
                                       .loc = {.line = l->line, .col = 1},
                                       .unanalysed = !l->instances.n,
                                       .text = text,
                                       .help = "an explicit instance in the source says which: "
                                               "template __global__ void KERNEL<ARGUMENTS>(...)",
                                       .kernels = name,
                                       .n_kernels = 1});
    }
}

/* --- GPUs ------------------------------------------------------------------- */

void run_remark_gpu(struct run *r) {
    const struct input *in = r->jobs.inputs;
    while (in < r->jobs.inputs + r->jobs.n_inputs && !in->analysed)
        in++;
    if (!r->results.n || options_gpu_is_chosen(&r->options))
        return;
    remark(r, in,
           (struct report_problem){
               .kind = PROBLEM_GPU,
               .text = arena_printf(
                   r->arena, "no GPU is chosen, so predictions are for %s%s", r->options.gpus.at[0],
                   options_gpu_is_of_machine(&r->options) ? ", the GPU of this machine" : ""),
               .help = "-fclperf-gpu=NAME, CLPERF_GPU=NAME in the environment or {\"gpu\": "
                       "[\"NAME\"]} in .clperf chooses; 'clperf gpus' lists names"});
}

/* --- kernels ----------------------------------------------------------------- */

void run_remark_kernels(struct run *r, const struct input *in, size_t first) {
    struct words all = {0}, assumed = {0};
    const struct kernel_result *one = NULL;
    for (size_t i = first; i < r->results.n; i++) {
        const struct kernel_result *k = &r->results.at[i];
        if (!words_has(&all, k->kernel->name))
            words_add(r->arena, &all, k->kernel->name);
        bool known =
            k->launch->global_source != LAUNCH_ASSUMED || k->launch->where || k->launch->never;
        if (known || words_has(&assumed, k->kernel->name))
            continue;
        words_add(r->arena, &assumed, k->kernel->name);
        one = one ? one : k;
    }
    if (!one)
        return;
    const char *text = arena_printf(
        r->arena, "%zu of %zu kernels without a launch in this source, whose sizes are assumed",
        assumed.n, all.n);
    struct report_problem p = {.kind = PROBLEM_LAUNCH,
                               .loc = one->kernel->loc,
                               .text = text,
                               .help = "-fclperf-launch= or a comment above a kernel, "
                                       "'// clperf: launch global=... local=...', gives the sizes",
                               .kernels = assumed.at,
                               .n_kernels = assumed.n};
    if (!p.loc.file && strcmp(one->file, in->path) != 0)
        p.loc.file = one->file;
    remark(r, in, p);
}
