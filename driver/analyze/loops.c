/* Loops of a host source that are taken as kernels. */
#include "base/str.h"
#include "driver/analyze/not_analysed.h"
#include "driver/analyze/unit.h"
#include "driver/process/limits.h"
#include "source/scan/loop_pragmas.h"

/* Pragmas that name no loop, or say what nobody understands. */
static void remark_pragmas(struct run *r, const struct input *in, const struct loop_pragmas *all) {
    for (size_t i = 0; i < all->n; i++) {
        const struct loop_pragma *p = &all->at[i];
        const char *wrong = p->wrong ? p->wrong : p->for_line ? NULL : "no for loop follows it";
        if (wrong)
            not_analysed(r, &(struct report_problem){
                                .file = in->path,
                                .loc = {.line = p->line, .col = 1},
                                .severity = SEVERITY_WARNING,
                                .kind = PROBLEM_COMPILE,
                                .text = arena_printf(r->arena, "this pragma of %s is ignored: %s",
                                                     p->language, wrong)});
    }
}

/* Launches that host code makes of other kernels are left out: a loop may be called as one. */
static void add_launches(struct run *r, struct unit *u, const struct host_launches *l) {
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].loop)
            vec_push(r->arena, &u->given,
                     (struct given_launch){
                         .launch = l->at[i].launch, .where = l->at[i].where, .host = true});
}

void run_loops(struct run *r, const struct unit *host, const struct host_source *s,
               const struct host_launches *launches) {
    struct input in = *host->input;
    struct report_problem why;
    struct unit u = *host;
    if (!s->loops.n && !s->loop_functions.n)
        return;
    in.language = front_end_with(FRONT_LOOPS);
    u.input = arena_memdup(r->arena, &in, sizeof in);
    u.of_host = false;
    u.flags = (struct words){0};
    u.given = run_launches(r, u.input, u.text, u.bytes);
    words_add_all(r->arena, &u.flags, &r->jobs.front_flags);
    remark_pragmas(r, host->input, &s->loops);
    add_launches(r, &u, launches);
    budget_allow(&r->options.budget, s->loops.n + s->loop_functions.n + 1);
    if (!run_unit(r, &u, &why))
        not_analysed_input(r, &why);
}
