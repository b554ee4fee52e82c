#include "driver/analyze/built_input.h"

#include <string.h>

#include "base/process/completion.h"
#include "base/str.h"
#include "codegen/object/object.h"
#include "driver/analyze/not_analysed.h"
#include "driver/analyze/object_input.h"
#include "driver/analyze/unit.h"
#include "driver/process/limits.h"
#include "launch/launch.h"
#include "source/frontend.h"

/* Share of the time for a command line that the compiler is waited for at most. */
static const double compiler_share = 0.75;

bool run_has_result(const struct run *r, size_t first, const char *kernel) {
    const char *name = launch_base_name(r->arena, kernel);
    for (size_t i = first; i < r->results.n; i++)
        if (strcmp(launch_base_name(r->arena, r->results.at[i].kernel->name), name) == 0)
            return true;
    return false;
}

static bool is_of_compiler(const struct report_problem *p) {
    return p->kind == PROBLEM_REFUSED && p->reason &&
           str_starts(p->reason, FRONTEND_DOES_NOT_COMPILE);
}

bool run_lacks_compiled(const struct run *r, size_t first) {
    for (size_t i = first; i < r->reasons.n; i++)
        if (is_of_compiler(&r->reasons.at[i]))
            return true;
    return false;
}

/* Takes back what was said of kernels that have results now. */
static void take_back(struct run *r, size_t first_result, size_t first_reason) {
    size_t n = first_reason;
    for (size_t i = first_reason; i < r->reasons.n; i++) {
        struct report_problem p = r->reasons.at[i];
        size_t known = 0;
        for (size_t k = 0; k < p.n_kernels; k++)
            known += run_has_result(r, first_result, p.kernels[k]);
        bool taken = is_of_compiler(&p) && known == p.n_kernels;
        if (!taken)
            r->reasons.at[n++] = p;
    }
    r->reasons.n = n;
}

/* The PTX of the entry as a unit of the source. Whether it could be read. */
static bool analyse_entry(struct run *r, const struct input *source, struct device_object *o,
                          const struct object_entry *e, const struct given_launches *given,
                          size_t first_result) {
    struct input in = *source;
    struct piece text;
    struct report_problem why;
    in.language = front_end_named("ptx", NULL);
    if (object_unpack(r->arena, o, e, &text))
        return false;
    struct unit u = {
        .input = &in, .given = *given, .first = true, .rest = true, .first_result = first_result};
    u.ptx = arena_strndup(r->arena, (const char *)text.at, text.n);
    u.ptx_bytes = strlen(u.ptx);
    budget_allow(&r->options.budget, run_count_kernels(u.ptx, u.ptx_bytes));
    return run_unit(r, &u, &why);
}

bool run_built(struct run *r, const struct input *in, const struct given_launches *given,
               size_t first_result, size_t first_reason) {
    const char *path = run_object_path(r, in);
    struct device_object o;
    size_t n = 0;
    bool any = false;
    if (!path ||
        !completion_wait(completion_inherited(), r->options.budget.total_seconds * compiler_share))
        return false;
    const char *bytes = read_file(r->arena, path, &n);
    object_open(r->arena, (struct piece){(const uint8_t *)bytes, bytes ? n : 0}, &o);
    const struct object_entry *chosen = run_choose_ptx(r, &o);
    for (size_t i = 0; chosen && i < o.entries.n; i++) {
        const struct object_entry *e = &o.entries.at[i];
        if (e->kind == OBJECT_PTX && e->arch == chosen->arch && e->suffix == chosen->suffix)
            any |= analyse_entry(r, in, &o, e, given, first_result);
    }
    if (any)
        take_back(r, first_result, first_reason);
    return any;
}
