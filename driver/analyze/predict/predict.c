#include "driver/analyze/predict/predict.h"

#include <string.h>

#include "analysis/ir/names.h"
#include "codegen/code/join.h"
#include "codegen/codegen.h"
#include "codegen/providers/providers.h"
#include "launch/check.h"
#include "perfmodel/issue/issue.h"
#include "perfmodel/occupancy/occupancy.h"
#include "perfmodel/occupancy/register_limit.h"
#include "perfmodel/scale/resident_groups.h"
#include "source/frontend.h"

/* Operations that one trace may have before its loops are sampled, and where they shall not be:
 * what fits the default time and memory budgets. */
enum { MAX_OPS = 120 * 1000 };

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
    p->module = p->bitcode.path
                    ? cg_load(a, p->bitcode.path, name, NULL, p->source.targets, &p->reason)
                    : NULL;
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

struct code_answer predict_code(struct predictor *p, const struct code_query *q, double seconds) {
    if (!p->arch || strcmp(p->arch, q->gpu->arch) != 0) {
        struct cache cache = cache_open(&p->kept, true);
        if (p->code)
            providers_end(p->code);
        p->arch = arena_strdup(&p->kept, q->gpu->arch);
        p->code = providers_start(
            &p->kept, &(struct code_request){.input = &p->input,
                                             .bitcode = &p->bitcode,
                                             .gpus = &q->gpu,
                                             .n_gpus = 1,
                                             .cache = arena_memdup(&p->kept, &cache, sizeof cache),
                                             .seconds = seconds,
                                             .convert = true});
    }
    return providers_find(p->code, q);
}

void predictor_free(struct predictor *p) {
    if (p->code)
        providers_end(p->code);
    if (p->source.path)
        frontend_release(&p->bitcode);
    launch_store_free(&p->store);
    arena_free(&p->kept);
    *p = (struct predictor){0};
}

bool predict_find(const struct module *m, const char *kernel, struct predict_request *r) {
    for (size_t i = 0; i < m->n; i++) {
        if (strcmp(m->source[i]->name, kernel) != 0)
            continue;
        r->source = m->source[i];
        r->machine = cg_machine(m, i, r->gpu);
        return true;
    }
    return false;
}

const char *predict_check(struct arena *a, const struct predict_request *r) {
    const struct kernel *k = r->source;
    struct launch l = *r->launch;
    struct problems wrong = {.arena = a};
    launch_check_args(a, k, &l, "launch", &wrong);
    if (wrong.n)
        return wrong.at[0].text;
    for (uint32_t i = 0; i < k->n_params; i++) {
        const struct param *p = &k->params[i];
        bool buffer = p->type == TYPE_POINTER && p->space != SPACE_LOCAL;
        if (!buffer && !launch_arg(&l, (int)i, p->name))
            return arena_printf(a, "nothing is given for parameter '%s' of '%s'", p->name, k->name);
    }
    const char *sizes = launch_check_sizes(a, k, &l);
    return sizes ? sizes : launch_limit(a, &l, r->gpu);
}

/* Local memory of a group: static arrays and the launch's __local arguments. */
static uint32_t local_bytes(const struct kernel *k, const struct launch *l) {
    uint64_t bytes = k->static_local_bytes;
    for (uint32_t i = 0; i < k->n_params; i++) {
        const struct launch_arg *arg = launch_arg(l, (int)i, k->params[i].name);
        if (arg && arg->kind == ARG_LOCAL_BYTES)
            bytes += (arg->count + 15) / 16 * 16;
    }
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

double predict_seconds(const struct budget *b) {
    return 0.65 * b->seconds;
}

bool predict_input(struct arena *a, const struct predict_request *r, struct model_input *in,
                   const char **reason) {
    const uint64_t *local = r->launch->local;
    const struct code_query query = {.machine = r->machine, .gpu = r->gpu};
    const struct register_use wanted =
        r->registers ? *r->registers : providers_find(NULL, &query).registers;
    *in = (struct model_input){
        .gpu = r->gpu,
        .source = r->source,
        .machine = r->machine,
        .launch = r->launch,
        .store = r->store,
        .registers = registers_in_group(wanted, r->gpu, (uint32_t)(local[0] * local[1] * local[2])),
        .local_bytes = local_bytes(r->source, r->launch),
        .work = NEW(a, struct work),
        .deadline = r->seconds,
        .max_ops = MAX_OPS,
        .exact = r->exact};
    in->spills = registers_spills(a, r->machine, &in->registers, r->gpu);
    in->code = r->code ? code_join(a, r->machine, r->code, r->gpu) : NULL;
    *reason = r->source->reason;
    if (!*reason && in->local_bytes > r->gpu->local.local_bytes_per_group)
        *reason = arena_printf(a,
                               "a work-group of %u bytes of local memory does not fit on %s, which "
                               "has %.0f for one",
                               in->local_bytes, r->gpu->name, r->gpu->local.local_bytes_per_group);
    if (!*reason && round_of(in).groups_per_sm == 0)
        *reason = arena_printf(a,
                               "a work-group of %u bytes of local memory and %u registers per "
                               "work-item does not fit on %s",
                               in->local_bytes, in->registers.per_item, r->gpu->name);
    enum op_class matrices = *reason ? CLASS_FREE : matrix_without_rate(r->gpu, r->machine);
    if (matrices != CLASS_FREE)
        *reason = arena_printf(a, "it uses %s instructions, of which %s has none or no known rate",
                               class_text(matrices), r->gpu->name);
    return !*reason;
}

const struct estimate *predict_run(struct arena *a, const struct model *model,
                                   const struct model_input *in, const char **reason) {
    const struct estimate *e = model_run(a, model, in);
    if (!e->truncated_first_group)
        return e;
    *reason = "the limit of time or length was reached before one work-group had been traced";
    return NULL;
}

const struct estimate *predict(struct arena *a, const struct predict_request *r,
                               const char **reason) {
    struct model_input in;
    return predict_input(a, r, &in, reason) ? predict_run(a, r->model, &in, reason) : NULL;
}
