/* A report made up for the tests of the writers: two GPUs, a header, notes with and
 * without a place, an error, text that is not UTF-8, and things that are unknown. */
#ifndef UNIT_WRITERS_FIXTURE_H
#define UNIT_WRITERS_FIXTURE_H

#include <sys/stat.h>

#include "diag/finding/finding.h"
#include "diag/finding/rules.h"
#include "lit-tests/unit/check.h"

static const char source[] = "#include \"inc.h\"\n"
                             "// clperf: launch global=8192x8192 local=16x16\n"
                             "__kernel void hot(__global float *temp, int n) {\n"
                             "\tfloat x = temp[row[3] * n];\n"
                             "    /* \xc3\xa9\xf0\x9f\x98\x80 */ x += temp[n];\n"
                             "}\n";

/* Files are relative to the current directory, which make_sources() fills. */
static void put_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    bool written = f && fputs(text, f) >= 0;
    CHECK(f && fclose(f) == 0 && written);
}

struct fixture {
    struct kernel kernel;
    struct param params[3];
    struct loop loops[2];
    struct loop_counts loop_counts[2];
    struct branch branches[1];
    struct branch_counts branch_counts[1];
    struct access accesses[2];
    struct access_metrics metrics[2];
    struct launch launch;
    struct launch_arg args[2];
    struct trace trace;
    struct estimate estimate;
    struct gpu gpus[2];
    struct finding_list findings;
    struct kernel_result results[2];
    struct report_problem problems[2];
    struct report report;
};

static void make_kernel(struct fixture *f) {
    f->params[0] = (struct param){.name = "temp"};
    f->params[1] = (struct param){.name = "n"};
    f->params[2] = (struct param){.name = "unsaid"};
    f->loops[0] = (struct loop){.depth = 1, .loc = {NULL, 4, 2}, .formula = "n", .by = "scev"};
    f->loops[1] = (struct loop){.depth = 2, .loc = {"inc.h", 1, 1}};
    f->loop_counts[0] = (struct loop_counts){3, 10, 3, 4, certain_exact, certain_exact};
    f->loop_counts[1] = (struct loop_counts){
        3, 30, 10, 10, {CERTAINTY_UNKNOWN, REASON_LOOP_BRANCH}, {CERTAINTY_UNKNOWN, REASON_BRANCH}};
    f->branches[0] = (struct branch){.loc = {NULL, 5, 5}};
    f->branch_counts[0] = (struct branch_counts){4294, 16, 4294, 16, certain_exact};
    f->accesses[0] = (struct access){.kind = ACCESS_LOAD,
                                     .space = SPACE_GLOBAL,
                                     .bytes = 4,
                                     .base = "temp",
                                     .loc = {NULL, 4, 12}};
    f->accesses[1] = (struct access){
        .kind = ACCESS_STORE, .space = SPACE_LOCAL, .bytes = 4, .loc = {"sub dir/k.cl", 5, 17}};
    f->metrics[0] = (struct access_metrics){.requests = 2142,
                                            .sectors32 = 12776,
                                            .ideal_sectors = 8525,
                                            .segments128 = 6356,
                                            .degree_sum = 7,
                                            .certain = certain_exact};
    f->metrics[1] = (struct access_metrics){.certain = {CERTAINTY_FOLLOWED, REASON_BRANCH},
                                            .requests = 3,
                                            .passes = 6,
                                            .ideal_passes = 3,
                                            .degree_sum = 6,
                                            .degree_max = 2};
    f->kernel = (struct kernel){.name = "hot",
                                .file = "sub dir/k.cl",
                                .loc = {NULL, 3, 0},
                                .loops = f->loops,
                                .n_loops = 2,
                                .branches = f->branches,
                                .n_branches = 1,
                                .accesses = f->accesses,
                                .n_accesses = 2,
                                .params = f->params,
                                .n_params = 3};
}

static void make_launch(struct fixture *f) {
    f->args[0] = (struct launch_arg){
        .name = "n", .index = -1, .kind = ARG_NUMBER, .number = 512, .source = LAUNCH_MANIFEST};
    f->args[1] = (struct launch_arg){
        .index = 0, .kind = ARG_ELEMENTS, .count = 262144, .source = LAUNCH_MANIFEST};
    f->launch = (struct launch){.kernel = "hot",
                                .local_source = LAUNCH_MANIFEST,
                                .global = {8192, 8192, 1},
                                .local = {16, 16, 1},
                                .global_source = LAUNCH_MANIFEST,
                                .args = f->args,
                                .n_args = 2};
    f->trace = (struct trace){.certain = certain_exact,
                              .n_warps = 48,
                              .loops = f->loop_counts,
                              .branches = f->branch_counts};
    f->estimate = (struct estimate){.model = "trace",
                                    .time_ms = 0.1 + 0.2 + 0.112,
                                    .low_ms = 0.36,
                                    .high_ms = 0.47,
                                    .cycles = 431000.12345,
                                    .launch_overhead_ms = 0.004,
                                    .bound = BOUND_DRAM,
                                    .occupancy = {.warps = 48, .max_warps = 64, .groups_per_sm = 6},
                                    .ops_per_warp = 1469};
}

/* The rule of that id. */
static const struct rule_info *rule_of(const char *id) {
    size_t i = 0;
    while (strcmp(rule_table[i]->id, id) != 0)
        i++;
    return rule_table[i];
}

static void make_findings(struct arena *a, struct fixture *f) {
    f->findings = (struct finding_list){.arena = a};
    struct finding *first = finding_add(&f->findings, rule_of("uncoalesced"),
                                        (struct loc){NULL, 4, 12}, "loads from '%s'", "temp");
    first->cost_ms = 0.05;
    first->cost_low_ms = 0.03;
    first->cost_high_ms = 0.06;
    finding_note(a, first, (struct loc){0}, "5.96 sectors per request instead of 3.98");
    finding_note(a, first, (struct loc){"inc.h", 1, 1}, "the index comes from here");
    struct finding *second = finding_add(&f->findings, rule_of("bank-conflict"),
                                         (struct loc){NULL, 5, 23}, "bad \xff bytes");
    second->severity = SEVERITY_ERROR;
    finding_sort(&f->findings);
}

static struct fixture *make_report(struct arena *a) {
    struct fixture *f = NEW(a, struct fixture);
    make_kernel(f);
    const char *error;
    make_launch(f);
    f->gpus[0] = *gpu_find(a, "gtx-980", &error);
    f->gpus[1] = *gpu_find(a, "h200", &error);
    make_findings(a, f);
    for (int i = 0; i < 2; i++)
        f->results[i] = (struct kernel_result){.kernel = &f->kernel,
                                               .file = "sub dir/k.cl",
                                               .launch = &f->launch,
                                               .gpu = &f->gpus[i],
                                               .trace = &f->trace,
                                               .access = f->metrics,
                                               .estimate = &f->estimate,
                                               .registers = {.source = "estimate", .per_item = 32},
                                               .local_bytes = 3072,
                                               .findings = f->findings.at,
                                               .n_findings = f->findings.n};
    f->problems[0] = (struct report_problem){.severity = SEVERITY_NOTE, .text = "no GPU was named"};
    f->problems[1] = (struct report_problem){.file = "sub dir/k.cl",
                                             .loc = {NULL, 3, 1},
                                             .severity = SEVERITY_WARNING,
                                             .text = "cut short"};
    f->report = (struct report){.tool_version = "0.1.0",
                                .results = f->results,
                                .n_results = 2,
                                .problems = f->problems,
                                .n_problems = 2};
    return f;
}

static void make_sources(void) {
    CHECK(mkdir("sub dir", 0777) == 0);
    put_file("sub dir/k.cl", source);
    put_file("inc.h", "int helper(void);\n");
}

#endif
