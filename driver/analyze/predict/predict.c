#include "driver/analyze/predict/predict.h"

#include <string.h>

#include "codegen/codegen.h"
#include "codegen/providers/providers.h"
#include "launch/check.h"
#include "perfmodel/study/study.h"
#include "source/frontend.h"
#include "source/project.h"

static bool same_words(const struct words *x, const struct words *y) {
    bool same = x->n == y->n;
    for (size_t i = 0; i < x->n && same; i++)
        same = strcmp(x->at[i], y->at[i]) == 0;
    return same;
}

static bool same_source(const struct predict_source *x, const struct predict_source *y) {
    return x->path && strcmp(x->path, y->path) == 0 && same_words(&x->options, &y->options) &&
           same_words(&x->defines, &y->defines) && x->targets == y->targets;
}

static struct predict_source copy_source(struct arena *a, const struct predict_source *s) {
    struct predict_source copy = {.path = arena_strdup(a, s->path),
                                  .targets = s->targets,
                                  .texts = s->texts,
                                  .overlay = s->overlay};
    for (size_t i = 0; i < s->options.n; i++)
        words_add(a, &copy.options, arena_strdup(a, s->options.at[i]));
    for (size_t i = 0; i < s->defines.n; i++)
        words_add(a, &copy.defines, arena_strdup(a, s->defines.at[i]));
    return copy;
}

static void load(struct predictor *p) {
    struct arena *a = &p->kept;
    struct words args = p->source.options;
    p->bitcode.fd = -1;
    words_add(a, &args, p->source.path);
    p->jobs = jobs_parse(a, &args);
    if (p->jobs.n_inputs != 1) {
        p->reason = "the options name further inputs";
        return;
    }
    if (front_end_is_host_only(p->jobs.inputs[0].language))
        p->jobs.inputs[0].language = front_end_with(FRONT_LOOPS);
    p->jobs.texts = p->source.texts;
    /* What is asked about texts that are in no file is not stored. */
    p->cache = cache_open(a, !p->source.overlay);
    p->jobs.store = &p->cache;
    if (p->source.overlay) {
        words_add(a, &p->jobs.front_flags, "-ivfsoverlay");
        words_add(a, &p->jobs.front_flags, p->source.overlay);
    }
    p->input = (struct frontend_request){.jobs = &p->jobs,
                                         .input = &p->jobs.inputs[0],
                                         .flags = p->jobs.front_flags,
                                         .defines = p->source.defines};
    frontend_take_unsaved(a, &p->input);
    const char *name = p->input.text ? FRONTEND_TEXT : p->source.path;
    p->bitcode = frontend_compile(a, &p->input);
    p->reason = p->bitcode.reason;
    const struct module_input input = {
        p->bitcode.path, name, project_system_folders(a, &p->jobs.front_flags, &p->bitcode)};
    p->module = input.bitcode ? cg_load(a, &input, NULL, p->source.targets, &p->reason) : NULL;
}

const struct module *predict_load(struct predictor *p, const struct predict_source *s,
                                  const char **reason) {
    if (!same_source(&p->source, s)) {
        predictor_free(p);
        p->source = copy_source(&p->kept, s);
        load(p);
    }
    *reason = p->reason;
    return p->module;
}

static struct providers *begin_code(struct predictor *p, const struct gpu *g, double seconds) {
    return providers_start(
        &p->kept, &(struct code_request){.input = &p->input,
                                         .bitcode = &p->bitcode,
                                         .gpus = arena_memdup(&p->kept, &g, sizeof g),
                                         .n_gpus = 1,
                                         .cache = &p->cache,
                                         .seconds = seconds,
                                         .convert = true});
}

struct code_answer predict_code(struct predictor *p, const struct code_query *q, double seconds) {
    for (size_t i = 0; i < p->codes.n; i++)
        if (strcmp(p->codes.at[i].arch, q->gpu->arch) == 0)
            return providers_find(p->codes.at[i].providers, q);
    struct arch_code c = {arena_strdup(&p->kept, q->gpu->arch), begin_code(p, q->gpu, seconds)};
    vec_push(&p->kept, &p->codes, c);
    return providers_find(c.providers, q);
}

void predictor_free(struct predictor *p) {
    for (size_t i = 0; i < p->codes.n; i++)
        providers_end(p->codes.at[i].providers);
    if (p->source.path)
        frontend_release(&p->bitcode);
    launch_store_free(&p->store);
    arena_free(&p->kept);
    *p = (struct predictor){0};
}

bool predict_find(const struct module *m, const char *kernel, struct study *r) {
    for (size_t i = 0; i < m->n; i++) {
        if (strcmp(m->source[i]->name, kernel) != 0)
            continue;
        r->source = m->source[i];
        r->machine = cg_machine(m, i, r->gpu);
        return true;
    }
    return false;
}

const char *predict_check(struct arena *a, const struct study *r) {
    const struct param *params = r->source->params;
    struct launch l = *r->launch;
    struct problems wrong = {.arena = a};
    launch_check_args(a, r->source, &l, "launch", &wrong);
    if (wrong.n)
        return wrong.at[0].text;
    for (uint32_t i = 0; i < r->source->n_params; i++) {
        const struct param *p = &params[i];
        bool buffer = p->type == TYPE_POINTER && p->space != SPACE_LOCAL;
        if (!buffer && !launch_arg(&l, (int)i, p->name))
            return arena_printf(a, "nothing is given for parameter '%s' of '%s'", p->name,
                                r->source->name);
    }
    const char *sizes = launch_check_sizes(a, r->source, &l);
    return sizes ? sizes : launch_limit(a, &l, r->gpu);
}

double predict_seconds(const struct budget *b) {
    return 0.65 * b->seconds;
}

const struct study *predict_begin(struct arena *a, const struct study *asked, const char **reason) {
    const struct code_query query = {.machine = asked->machine, .gpu = asked->gpu};
    struct study known = *asked;
    struct register_use counted;
    if (!asked->counted) {
        counted = providers_find(NULL, &query).registers;
        known.counted = &counted;
    }
    return study_begin(a, &known, reason);
}

const struct estimate *predict_estimate(const struct study *study, const char **reason) {
    const struct estimate *e = study_estimate(study);
    if (!e->truncated_first_group)
        return e;
    *reason = "the limit of time or length was reached before one work-group had been traced";
    return NULL;
}

const struct estimate *predict(struct arena *a, const struct study *asked, const char **reason) {
    const struct study *study = predict_begin(a, asked, reason);
    return study ? predict_estimate(study, reason) : NULL;
}
