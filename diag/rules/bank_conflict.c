/* Local memory accesses that need more passes than their width allows. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* Its requests take the fewest passes. */
static void use_all_banks(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    x->no_conflict = whatif_accesses(x->arena, w, t->kernel);
}

static const struct counterfactual no_conflict = {.change = use_all_banks};

static void check(struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        const struct access_metrics *m = &c->result->access[i];
        if (a->space != SPACE_LOCAL || a->kind == ACCESS_ATOMIC || !certain_is_said(m->certain) ||
            m->requests == 0 || m->degree_max < 2)
            continue;
        double average = m->degree_sum / m->requests;
        struct rule_cost cost = rule_cost(c, &no_conflict, a->loc, a);
        struct finding *f = rule_report(
            c, a->loc, cost, MSG_BANK_CONFLICT, rule_access_kind(a), rule_base_name(a),
            diag_count(c->arena, m->passes / m->requests),
            diag_count(c->arena, m->ideal_passes / m->requests),
            average < m->degree_max * 0.99 ? "up to " : "", diag_count(c->arena, m->degree_max));
        f->access = a;
        rule_note(c, f, (struct loc){0}, MSG_BANK_CONFLICT_PAD, c->result->gpu->local_banks,
                  c->result->gpu->local_bank_bytes, c->result->gpu->name);
    }
}

const struct rule rule_bank_conflict = {
    .info =
        {.id = "bank-conflict",
         .title = "Work-items of a warp use different words of the same local memory bank",
         .help =
             "Local memory is spread over **banks**, word by word, and each bank serves one word "
             "at a time. Work-items of a warp that want different words of one bank wait for each "
             "other: the access is repeated once for each such word. Work-items that read the "
             "*same* word do not conflict.\n"
             "\n"
             "A stride that is a power of two is the usual cause, most of all walking down a "
             "column of a tile whose row is as long as there are banks.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "Make the row one word longer, so that a column meets a different bank in each "
             "row.\n"
             "\n"
             "```c\n"
             "/* before: all of a column is in one bank */\n"
             "__local float tile[32][32];\n"
             "x = tile[get_local_id(0)][i];\n"
             "\n"
             "/* after */\n"
             "__local float tile[32][33];\n"
             "x = tile[get_local_id(0)][i];\n"
             "```\n"
             "\n"
             "If there is no room for that, swizzle the index instead: "
             "`tile[row][col ^ row]`.\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where the access is rare compared with the rest of the kernel, or where the longer "
             "row would cost more in occupancy than the conflict does.\n" HELP_WORDS,
         .precision = "high"},
    .check = check,
};
