/* Measures how long predictions of tables and design spaces take. */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/load/load.h"
#include "base/die.h"
#include "base/str.h"
#include "base/vec.h"
#include "bench/speed.h"
#include "driver/command_line/options.h"

static const char usage[] =
    "usage: speed [OPTION]... FILE...\n"
    "\n"
    "Each FILE is a table of launches (*.csv, *.csv.gz), measured or not, or a design space\n"
    "(*.json).\n"
    "\n"
    "  --recipes DIR    further recipes beside bench/recipes; repeatable\n"
    "  --kernel NAME    of tables, only rows of this kernel; * and ? stand for anything\n"
    "  --limit N        only N predictions of each file, evenly from all; default: 40\n"
    "  --model NAME     performance model, default: trace\n"
    "  --exact          how far skipping ahead in long loops is from not doing so\n"
    "  --most M,N,W     with --exact: exit status 1 if that is more than M % on average,\n"
    "                   N % at the 95th percentile or W % at worst\n"
    "  --list           every prediction\n"
    "  --help, --version\n";

/* How far samples of loops are from all iterations, in percent. */
struct differences {
    double mean, p95, worst;
    size_t n; /* that could be compared */
};

struct request {
    struct words files, recipes;
    const char *kernel;
    bool list;
    struct differences most; /* worst of 0: any */
    struct speed_request speed;
};

_Noreturn static void fail(const char *text) {
    fprintf(stderr, "speed: error: %s\n", text);
    exit(EXIT_USAGE);
}

static size_t read_limit(struct arena *a, const char *text) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n <= 0)
        fail(arena_printf(a, "--limit: '%s' is not a positive integer", text));
    return (size_t)n;
}

static void read_most(struct arena *a, struct request *r, const char *text) {
    int end = 0;
    sscanf(text, "%lf,%lf,%lf%n", &r->most.mean, &r->most.p95, &r->most.worst, &end);
    if (!end || text[end] || !(r->most.mean > 0 && r->most.p95 > 0 && r->most.worst > 0))
        fail(arena_printf(a, "--most: '%s' is not three positive numbers", text));
}

static void read_option(struct arena *a, struct request *r, int option, const char *value) {
    switch (option) {
    case 'r':
        words_add(a, &r->recipes, value);
        break;
    case 'k':
        r->kernel = value;
        break;
    case 'l':
        r->speed.limit = read_limit(a, value);
        break;
    case 'm':
        r->speed.model = model_find(value);
        if (!r->speed.model)
            fail(arena_printf(a, "unknown model '%s'", value));
        break;
    case 'e':
        r->speed.exact = true;
        break;
    case 'w':
        read_most(a, r, value);
        break;
    case 'p':
        r->list = true;
        break;
    case 'h':
        fputs(usage, stdout);
        exit(0);
    case 'v':
        printf("speed %s\n", CLPERF_VERSION);
        exit(0);
    default:
        fputs(usage, stderr);
        exit(EXIT_USAGE);
    }
}

static void read_options(struct arena *a, struct request *r, int argc, char **argv) {
    static const struct option options[] = {
        {"recipes", required_argument, 0, 'r'}, {"kernel", required_argument, 0, 'k'},
        {"limit", required_argument, 0, 'l'},   {"model", required_argument, 0, 'm'},
        {"exact", no_argument, 0, 'e'},         {"most", required_argument, 0, 'w'},
        {"list", no_argument, 0, 'p'},          {"help", no_argument, 0, 'h'},
        {"version", no_argument, 0, 'v'},       {0}};
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        read_option(a, r, option, optarg);
    for (; optind < argc; optind++)
        words_add(a, &r->files, argv[optind]);
    if (!r->files.n)
        fail("no file is given; see --help");
}

static void measure_table(struct arena *a, const struct request *r, const char *path,
                          const struct recipes *recipes, struct speed_samples *out) {
    struct points_request request = {
        .recipes = recipes, .kernel = r->kernel, .limit = r->speed.limit};
    struct points points = {0};
    const char *error = NULL;
    if (!table_read(a, path, true, &request.table, &error) ||
        !points_of(a, &request, &points, &error))
        fail(error);
    speed_of_points(a, &r->speed, &points, out);
}

static void measure(struct arena *a, const struct request *r, const char *path,
                    const struct recipes *recipes, struct speed_samples *out) {
    const char *error = NULL;
    if (!str_ends(path, ".json")) {
        measure_table(a, r, path, recipes, out);
        return;
    }
    const struct sweep_space *space = sweep_space_read(a, path, NULL, &error);
    if (!space)
        fail(error);
    speed_of_space(a, &r->speed, space, out);
}

static double difference(const struct speed_sample *s) {
    return s->exact_ms > 0 ? fabs(s->time_ms / s->exact_ms - 1) * 100 : 0;
}

static int by_ms(const void *x, const void *y) {
    const struct speed_sample *a = x, *b = y;
    return (a->ms > b->ms) - (a->ms < b->ms);
}

static int by_difference(const void *x, const void *y) {
    double a = difference(x), b = difference(y);
    return (a > b) - (a < b);
}

static double mean_ms(const struct speed_samples *s) {
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += s->at[i].ms;
    return sum / (double)s->n;
}

static double mean_ops(const struct speed_samples *s) {
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += s->at[i].ops_per_warp;
    return sum / (double)s->n;
}

static const struct speed_sample *percentile95(const struct speed_samples *s) {
    return &s->at[s->n * 95 / 100];
}

static void print_times(const char *name, struct speed_samples *s) {
    qsort(s->at, s->n, sizeof *s->at, by_ms);
    const struct speed_sample *most = &s->at[s->n - 1];
    printf("| %s | %zu | %.0f | %.2f | %.2f | %.1f | %.1f | %s |\n", name, s->n, mean_ops(s),
           mean_ms(s), s->at[s->n / 2].ms, percentile95(s)->ms, most->ms, most->what);
}

/* Sorts the samples by it. */
static struct differences differences_of(struct speed_samples *s) {
    struct differences d = {0};
    double sum = 0;
    for (size_t i = 0; i < s->n; i++) {
        sum += difference(&s->at[i]);
        d.n += s->at[i].exact_ms > 0;
    }
    if (!s->n)
        return d;
    qsort(s->at, s->n, sizeof *s->at, by_difference);
    d.mean = d.n ? sum / (double)d.n : 0;
    d.p95 = difference(percentile95(s));
    d.worst = difference(&s->at[s->n - 1]);
    return d;
}

static void print_differences(const char *name, struct speed_samples *s) {
    struct differences d = differences_of(s);
    printf("| %s | %zu | %zu | %.3f | %.3f | %.3f | %s |\n", name, d.n, s->n - d.n, d.mean, d.p95,
           d.worst, s->at[s->n - 1].what);
}

static void print_list(const struct speed_samples *s) {
    for (size_t i = 0; i < s->n; i++)
        printf("%.2f ms, %.0f operations, predicted %.6g ms, exactly %.6g ms: %s\n", s->at[i].ms,
               s->at[i].ops_per_warp, s->at[i].time_ms, s->at[i].exact_ms, s->at[i].what);
}

static void print_row(const struct request *r, const char *name, struct speed_samples *s) {
    if (!s->n) {
        printf("| %s | 0 |\n", name);
        return;
    }
    if (r->speed.exact)
        print_differences(name, s);
    else
        print_times(name, s);
}

static void print_head(bool exact) {
    if (exact)
        puts("| from | compared | too long | mean % | 95th percentile % | worst % | which |\n"
             "|---|---|---|---|---|---|---|");
    else
        puts("| from | predictions | operations per warp | mean ms | median ms | "
             "95th percentile ms | most ms | which |\n|---|---|---|---|---|---|---|---|");
}

/* The exit status. */
static int run(struct arena *a, const struct request *r) {
    struct recipes recipes = {0};
    struct speed_samples all = {0};
    const char *error = NULL;
    for (size_t i = 0; i < r->recipes.n; i++)
        if (!recipes_read(a, r->recipes.at[i], &recipes, &error))
            fail(error);
    print_head(r->speed.exact);
    for (size_t i = 0; i < r->files.n; i++) {
        struct speed_samples some = {0};
        measure(a, r, r->files.at[i], &recipes, &some);
        print_row(r, path_base(r->files.at[i]), &some);
        fflush(stdout);
        for (size_t j = 0; j < some.n; j++)
            vec_push(a, &all, some.at[j]);
        all.failed += some.failed;
    }
    print_row(r, "**all**", &all);
    if (r->list)
        print_list(&all);
    if (all.failed)
        printf("\n%zu launches cannot be predicted\n", all.failed);
    struct differences d = differences_of(&all), most = r->most;
    return most.worst > 0 && (d.mean > most.mean || d.p95 > most.p95 || d.worst > most.worst);
}

int main(int argc, char **argv) {
    struct arena arena = {0};
    struct request r = {.speed.limit = 40};
    words_add(&arena, &r.recipes, BENCH_RECIPES);
    r.speed.model = model_find(options_default(&arena).model);
    read_options(&arena, &r, argc, argv);
    load_init();
    int status = run(&arena, &r);
    bool bad = fflush(stdout) != 0;
    if (bad)
        fail(arena_printf(&arena, "cannot write the result: %s", strerror(errno)));
    arena_free(&arena);
    return status;
}
