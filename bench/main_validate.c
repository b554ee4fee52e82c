/* Predicts the rows of tables of measured times, and says how close it comes. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "base/vec.h"
#include "bench/report.h"

static const char usage[] =
    "usage: validate --table FILE [OPTION]...\n"
    "\n"
    "  --table FILE     measured times, CSV or gzipped CSV; repeatable\n"
    "  --recipes DIR    further recipes beside bench/recipes; repeatable\n"
    "  --gpu NAME       only rows of this GPU, as in the table or in 'clperf gpus'\n"
    "  --kernel NAME    only rows of this kernel; * and ? stand for anything\n"
    "  --limit N        only N points (of pairs: N pairs), evenly from all\n"
    "  --jobs N         processes at a time; default: as many as there are processors\n"
    "  --pairs          what properties gain: only pairs of points that differ in one\n"
    "  --choice         tuning spaces: how good the configurations are that are predicted to be "
    "the\n"
    "                   fastest\n"
    "  --model NAME     performance model, default: trace\n"
    "  --code WHAT      bundled: registers by LLVM's AMDGPU back end and estimates (default);\n"
    "                   registers: by ptxas, too; all: machine code's instructions as well;\n"
    "                   built: what nvcc makes of CUDA, as after clperf-cc nvcc\n"
    "  --budget SECONDS time for one point, default as clperf-cc's\n"
    "  --json FILE      one object per point\n"
    "  --features FILE  a table for clperf fit: what the model says of each point, predicted_ms, "
    "measured_ms\n"
    "  --svg DIR        predicted over measured times, one picture per data set\n"
    "  --help, --version\n";

struct request {
    struct words tables, recipes;
    const char *json, *svg, *features;
    bool pairs, choice;
    struct points_request points;
    struct run_request run;
};

_Noreturn static void fail(const char *text) {
    fprintf(stderr, "validate: error: %s\n", text);
    exit(EXIT_USAGE);
}

static double positive(struct arena *a, const char *option, const char *text, bool integer) {
    char *end;
    double x = strtod(text, &end);
    if (end == text || *end || !(x > 0) || x > 1e9 || (integer && x != (double)(long)x))
        fail(arena_printf(a, "--%s: '%s' is not a positive %s", option, text,
                          integer ? "integer" : "number"));
    return x;
}

static const struct model *find_model(struct arena *a, const char *name) {
    const struct model *m = model_find(name);
    if (!m)
        fail(arena_printf(a, "unknown model '%s'", name));
    return m;
}

static enum code_use find_code_use(struct arena *a, const char *name) {
    static const char *const names[] = {[CODE_BUNDLED] = "bundled",
                                        [CODE_REGISTERS] = "registers",
                                        [CODE_ALL] = "all",
                                        [CODE_BUILT] = "built"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return (enum code_use)i;
    fail(arena_printf(a, "--code: '%s' is none of bundled, registers, all and built", name));
}

static void read_option(struct arena *a, struct request *r, int option, const char *value) {
    switch (option) {
    case 't':
        words_add(a, &r->tables, value);
        break;
    case 'r':
        words_add(a, &r->recipes, value);
        break;
    case 'g':
        r->points.gpu = value;
        break;
    case 'k':
        r->points.kernel = value;
        break;
    case 'l':
        r->points.limit = (size_t)positive(a, "limit", value, true);
        break;
    case 'j':
        r->run.jobs = (int)positive(a, "jobs", value, true);
        break;
    case 'm':
        r->run.model = find_model(a, value);
        break;
    case 'c':
        r->run.code = find_code_use(a, value);
        break;
    case 'b':
        r->run.budget.seconds = positive(a, "budget", value, false);
        break;
    case 'o':
        r->json = value;
        break;
    case 'f':
        r->features = value;
        break;
    case 's':
        r->svg = value;
        break;
    case 'p':
        r->pairs = true;
        break;
    case 'q':
        r->choice = true;
        break;
    case 'h':
        fputs(usage, stdout);
        exit(0);
    case 'v':
        printf("validate %s\n", CLPERF_VERSION);
        exit(0);
    default:
        fputs(usage, stderr);
        exit(EXIT_USAGE);
    }
}

static void read_options(struct arena *a, struct request *r, int argc, char **argv) {
    static const struct option options[] = {{"table", required_argument, 0, 't'},
                                            {"recipes", required_argument, 0, 'r'},
                                            {"gpu", required_argument, 0, 'g'},
                                            {"kernel", required_argument, 0, 'k'},
                                            {"limit", required_argument, 0, 'l'},
                                            {"jobs", required_argument, 0, 'j'},
                                            {"model", required_argument, 0, 'm'},
                                            {"code", required_argument, 0, 'c'},
                                            {"budget", required_argument, 0, 'b'},
                                            {"json", required_argument, 0, 'o'},
                                            {"features", required_argument, 0, 'f'},
                                            {"svg", required_argument, 0, 's'},
                                            {"pairs", no_argument, 0, 'p'},
                                            {"choice", no_argument, 0, 'q'},
                                            {"help", no_argument, 0, 'h'},
                                            {"version", no_argument, 0, 'v'},
                                            {0}};
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        read_option(a, r, option, optarg);
    if (optind < argc)
        fail(arena_printf(a, "what is '%s'? Tables are given with --table", argv[optind]));
    if (!r->tables.n)
        fail("--table is missing");
    if (r->pairs && r->choice)
        fail("either --pairs or --choice");
}

static struct table read_tables(struct arena *a, const struct words *paths) {
    VEC(struct row) rows = {0};
    const char *error = NULL;
    for (size_t i = 0; i < paths->n; i++) {
        struct table t;
        if (!table_read(a, paths->at[i], false, &t, &error))
            fail(error);
        for (size_t j = 0; j < t.n_rows; j++)
            vec_push(a, &rows, t.rows[j]);
    }
    return (struct table){rows.at, rows.n};
}

static int run(struct arena *a, const struct request *given) {
    struct request own = *given, *r = &own;
    struct recipes recipes = {0};
    struct points points = {0};
    struct point_pairs pairs = {0};
    const char *error = NULL;
    for (size_t i = 0; i < r->recipes.n; i++)
        if (!recipes_read(a, r->recipes.at[i], &recipes, &error))
            fail(error);
    r->points.table = read_tables(a, &r->tables);
    r->points.recipes = &recipes;
    size_t limit = r->points.limit;
    r->points.limit = r->pairs ? 0 : limit;
    if (!points_of(a, &r->points, &points, &error) ||
        (r->pairs && !pairs_of(a, &points, limit, &pairs, &error)))
        fail(error);
    r->run.points = &points;
    struct bench_result result = {
        .points = &points, .outcomes = run_points(a, &r->run), .pairs = r->pairs ? &pairs : NULL};
    result.groups = groups_of(a, &points, result.outcomes);
    if (r->pairs)
        report_pairs(a, stdout, &result);
    else if (r->choice)
        report_choice(a, stdout, &result);
    else
        report_text(a, stdout, &result);
    if ((r->json && !report_json(a, r->json, &result, &error)) ||
        (r->features && !report_features(a, r->features, &result, &error)) ||
        (r->svg && !report_svg(a, r->svg, &result, &error)))
        fail(error);
    if (fflush(stdout) != 0)
        fail(arena_printf(a, "cannot write the result: %s", strerror(errno)));
    return 0;
}

int main(int argc, char **argv) {
    struct arena arena = {0};
    struct request r = {0};
    words_add(&arena, &r.recipes, BENCH_RECIPES);
    r.run.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
    r.run.budget = options_default(&arena).budget;
    r.run.model = find_model(&arena, options_default(&arena).model);
    r.run.progress = isatty(STDERR_FILENO);
    read_options(&arena, &r, argc, argv);
    int status = run(&arena, &r);
    arena_free(&arena);
    return status;
}
