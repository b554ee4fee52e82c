#include "driver/analyze/resident.h"

#include "codegen/codegen.h"
#include "codegen/providers/providers.h"
#include "driver/analyze/unit.h"
#include "perfmodel/occupancy/occupancy.h"
#include "source/frontend.h"

struct resident {
    struct run *run;
    const struct input *input;
    bool loaded;
    const struct module *module;    /* NULL: it does not compile */
    struct register_use *registers; /* by kernel */
};

struct resident *resident_of(struct run *r, const struct input *in) {
    struct resident *s = NEW(r->arena, struct resident);
    s->run = r;
    s->input = in;
    return s;
}

/* Registers as the first provider says them that knows the kernel. What the compiler beside us
 * writes is not waited for: the launches come first. */
static void count_registers(struct resident *s, const struct frontend_request *input,
                            const struct bitcode *b) {
    struct run *r = s->run;
    struct providers *p =
        providers_start(r->arena, &(struct code_request){.input = input,
                                                         .bitcode = b,
                                                         .gpus = r->gpus.at,
                                                         .n_gpus = 1,
                                                         .cache = &r->cache,
                                                         .seconds = r->options.budget.seconds,
                                                         .convert = !r->attempts.again});
    s->registers = NEW_ARRAY(r->arena, struct register_use, s->module->n + 1);
    for (size_t i = 0; i < s->module->n; i++) {
        const struct code_query query = {.machine = cg_machine(s->module, i, r->gpus.at[0]),
                                         .gpu = r->gpus.at[0]};
        s->registers[i] = providers_find(p, &query).registers;
    }
    providers_end(p);
}

static void load(struct resident *s) {
    struct run *r = s->run;
    struct frontend_request input = {.jobs = &r->jobs,
                                     .input = s->input,
                                     .arch = run_arch_of(r, s->input),
                                     .dependencies = &r->dependencies};
    const char *error;
    run_add_build_options(r, s->input->language, &input.flags);
    words_add_all(r->arena, &input.flags, &r->jobs.front_flags);
    frontend_take_unsaved(r->arena, &input);
    struct bitcode b = frontend_compile(r->arena, &input);
    const struct module_input bitcode = {b.path, s->input->path, NULL};
    const struct left_out out = attempts_left_out(&r->attempts, s->input->path, SIZE_MAX);
    if (b.path)
        s->module = cg_load(r->arena, &bitcode, &out.refusals, targets_of(r->gpus.at, 1), &error);
    if (s->module)
        count_registers(s, &input, &b);
    frontend_release(&b);
}

bool resident_count(void *resident, const char *kernel, uint64_t items, uint64_t shared,
                    uint64_t *groups) {
    struct resident *s = resident;
    const struct launch named = {.kernel = kernel};
    if (!s->loaded)
        load(s);
    s->loaded = true;
    for (size_t i = 0; s->module && i < s->module->n; i++) {
        const struct kernel *k = s->module->source[i];
        const struct gpu *g = s->run->gpus.at[0];
        if (k->reason || !launch_is_of(s->run->arena, &named, k))
            continue;
        const struct register_use use = registers_in_launch(s->registers[i], k, g, (uint32_t)items);
        const struct group_needs needs = {.items = (uint32_t)items,
                                          .regs_per_item = use.per_item,
                                          .local_bytes = k->static_local_bytes + (uint32_t)shared};
        *groups = (uint64_t)occupancy_of(g, &needs).groups_per_sm;
        return true;
    }
    return false;
}
