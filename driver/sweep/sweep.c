#include "driver/sweep/sweep.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analysis/load/load.h"
#include "base/descriptor.h"
#include "base/die.h"
#include "base/problems.h"
#include "base/process/progress_line.h"
#include "base/process/worker_pool.h"
#include "driver/process/limits.h"
#include "driver/sweep/predict_point.h"

/* Configurations that are in memory at a time, and those of one compilation that a process takes at
 * a time where there are few. */
enum { WINDOW = 16384, UNIT = 32 };

struct sweep {
    struct arena *arena;
    const struct sweep_request *request;
    const struct sweep_space *space;
    struct sweep_rows rows;
    size_t first, end;     /* configurations of the shard, from 0 */
    size_t kept;           /* rows that are in the file from before */
    size_t points[WINDOW]; /* numbers in the space */
    size_t n, start;       /* in the window; the first one's number, from 0 */
    size_t written;        /* of the window */
    struct work_item *items;
    struct sweep_outcome *outcomes;
    struct sweep_predictor predictor;
    double started; /* seconds */
    struct progress_line progress;
};

static void begin(void *context) {
    const struct sweep *s = context;
    load_init();
    budget_limit_memory(&s->request->budget);
}

static void run_item(void *context, size_t i, struct work_item *item) {
    struct sweep *s = context;
    struct arena scratch = {0};
    budget_allow(&s->request->budget, 1);
    alarm(SWEEP_MOST_SECONDS);
    const char *reason = sweep_predict(
        &scratch, &s->predictor, &(struct sweep_point){s->space, s->points[i]}, &s->outcomes[i]);
    if (reason)
        work_fail(item, reason);
    arena_free(&scratch);
}

static void add_row(struct sweep *s, size_t i) {
    struct arena scratch = {0};
    struct sweep_point p = {s->space, s->points[i]};
    const char *failed = s->items[i].state == WORK_FAILED ? s->items[i].reason : NULL;
    enum sweep_format f = s->rows.format;
    sweep_rows_add(&s->rows,
                   arena_printf(&scratch, "%s%s", sweep_row_head(&scratch, &p, s->start + i + 1, f),
                                sweep_row_rest(&scratch, &s->outcomes[i], failed, f)));
    arena_free(&scratch);
}

/* On a terminal, and where it is asked for, one line that overwrites itself. */
static void show_progress(const struct sweep *s, size_t done_here) {
    size_t all = s->end - s->first, done = s->rows.n - s->written + done_here;
    double seconds = progress_line_now() - s->started;
    double rate = (double)(done - s->kept) / fmax(seconds, 1e-3);
    bool over = s->request->progress;
    fprintf(stderr, "%s%zu of %zu configurations, %.0f/s", over ? "\r" : "clperf sweep: ", done,
            all, rate);
    if (over && done == all)
        fputs("                    \n", stderr);
    else if (rate > 0)
        fprintf(stderr, ", %.0f s left%s", (double)(all - done) / rate, over ? "   " : "\n");
    else if (!over)
        fputs("\n", stderr);
}

/* Rows leave in order, as soon as those before them are done. */
static void tick(void *context, const struct work_item *items) {
    struct sweep *s = context;
    size_t done = 0;
    for (; s->written < s->n && items[s->written].state >= WORK_DONE; s->written++)
        add_row(s, s->written);
    sweep_rows_flush(&s->rows);
    for (size_t i = 0; i < s->n; i++)
        done += items[i].state >= WORK_DONE;
    if (s->request->progress ||
        (!s->progress.terminal && progress_line_is_due(&s->progress, progress_line_now())))
        show_progress(s, done);
}

/* Whether both are compiled alike; defines vary slowest. */
static bool same_source(const struct sweep *s, size_t x, size_t y) {
    size_t inner = 1;
    for (size_t i = s->space->define_axes; i < s->space->axes.n; i++)
        inner *= s->space->axes.at[i].n;
    return x / inner == y / inner;
}

/* Configurations that a process takes at a time. Where there are sources enough for all processes,
 * each is compiled by one of them only. */
static size_t unit_size(const struct sweep *s) {
    enum { SOURCES_EACH = 4 };
    size_t sources = 1;
    for (size_t i = 1; i < s->n; i++)
        sources += !same_source(s, s->points[i - 1], s->points[i]);
    return sources >= SOURCES_EACH * (size_t)s->request->jobs ? s->n : UNIT;
}

/* Predicts the window. 0, or the signal that ended it. */
static int run_window(struct sweep *s) {
    struct arena scratch = {0};
    VEC(struct work_unit) units = {0};
    size_t unit = unit_size(s);
    memset(s->items, 0, s->n * sizeof *s->items);
    s->written = 0;
    for (size_t first = 0, end; first < s->n; first = end) {
        for (end = first + 1; end < s->n && end - first < unit; end++)
            if (!same_source(s, s->points[first], s->points[end]))
                break;
        vec_push(&scratch, &units, (struct work_unit){first, end});
    }
    int signal = workers_run(&(struct workers){.units = units.at,
                                               .n_units = units.n,
                                               .jobs = s->request->jobs,
                                               .begin = begin,
                                               .run = run_item,
                                               .tick = tick,
                                               .context = s},
                             s->items);
    arena_free(&scratch);
    s->start += s->n;
    s->n = s->written = 0;
    return signal;
}

/* How many configurations the space has. False, after saying why, if a condition fails. */
static bool count(struct sweep *s, size_t *out) {
    const char *error = NULL;
    *out = 0;
    for (size_t i = 0; i < s->space->points && !error; i++)
        *out += sweep_admits(s->arena, &(struct sweep_point){s->space, i}, &error);
    if (!error && !*out)
        error = arena_printf(s->arena, "%s: when: no combination satisfies all conditions",
                             s->space->path);
    if (error)
        problems_fail(error);
    return !error;
}

/* Goes through the shard's configurations. 0, or the signal that ended it. */
static int run_shard(struct sweep *s) {
    const char *error;
    size_t number = 0;
    int signal = 0;
    s->start = s->first + s->kept;
    for (size_t i = 0; i < s->space->points && number < s->end && !signal; i++) {
        if (!sweep_admits(s->arena, &(struct sweep_point){s->space, i}, &error))
            continue;
        if (number++ >= s->first + s->kept)
            s->points[s->n++] = i;
        if (s->n && (s->n == WINDOW || number == s->end))
            signal = run_window(s);
        if (s->rows.out && ferror(s->rows.out))
            break;
    }
    return signal;
}

/* Goes through the rows of an earlier run, all of which must be of this space. *end is where the
 * last one ends. */
static const char *keep_rows(struct sweep *s, struct sweep_lines *lines, long *end) {
    const char *other = arena_printf(
        s->arena,
        "'%s' is not a result of this space, shard and format: --resume cannot go on with it",
        s->request->output);
    const char *error;
    bool more = true;
    size_t number = 0;
    if (lines->header && strcmp(lines->header, s->rows.header) != 0)
        return other;
    *end = lines->header ? lines->end : 0;
    for (size_t i = 0; i < s->space->points && number < s->end && more; i++) {
        struct sweep_point p = {s->space, i};
        struct arena scratch = {0};
        if (!sweep_admits(s->arena, &p, &error) || number++ < s->first)
            continue;
        more = sweep_lines_next(lines);
        bool same =
            more && str_starts(lines->line, sweep_row_head(&scratch, &p, number, s->rows.format));
        arena_free(&scratch);
        if (more && !same)
            return other;
        if (more) {
            sweep_rows_keep(&s->rows, lines->line);
            *end = lines->end;
            s->kept++;
        }
    }
    return more && sweep_lines_next(lines) ? other : NULL;
}

/* Opens the output behind the rows that stay. NULL, or what is wrong. */
static const char *resume(struct sweep *s) {
    const char *path = s->request->output, *error = NULL;
    struct sweep_lines lines;
    long end = 0;
    if (access(path, F_OK) != 0)
        return NULL;
    if (!sweep_lines_open(s->arena, path, &lines, &error))
        return error;
    error = keep_rows(s, &lines, &end);
    sweep_lines_close(&lines);
    if (error || end == 0)
        return error;
    s->rows.out = fopen(path, "r+");
    if (!s->rows.out || ftruncate(fileno(s->rows.out), end) != 0 ||
        fseek(s->rows.out, 0, SEEK_END) != 0)
        return arena_printf(s->arena, "cannot write '%s': %s", path, strerror(errno));
    return NULL;
}

/* NULL, or what is wrong. */
static const char *open_output(struct sweep *s) {
    const struct sweep_request *r = s->request;
    const char *error = r->resume ? resume(s) : NULL;
    if (error || s->rows.out)
        return error;
    s->rows.out = r->output ? descriptor_open(r->output) : r->top ? NULL : stdout;
    if (r->output && !s->rows.out)
        return arena_printf(s->arena, "cannot write '%s': %s", r->output, strerror(errno));
    sweep_rows_begin(&s->rows);
    return NULL;
}

const char *sweep_finish(struct arena *a, struct sweep_rows *rows, const struct sweep_request *r,
                         bool whole) {
    const char *name = r->output ? r->output : "standard output";
    if (whole)
        sweep_rows_end(rows);
    sweep_rows_flush(rows);
    int error = rows->write_error;
    if (rows->out && rows->out != stdout && fclose(rows->out) != 0 && !error)
        error = errno;
    if (error && rows->out == stdout)
        clearerr(stdout); /* what the caller says is said once */
    else if (!error && whole && r->top)
        sweep_rows_best(stdout, rows);
    sweep_rows_free(rows);
    return error ? arena_printf(a, "cannot write %s: %s", name, strerror(error)) : NULL;
}

static int run(struct sweep *s) {
    const struct sweep_request *r = s->request;
    size_t all;
    if (!count(s, &all))
        return EXIT_USAGE;
    s->first = all * (r->shard - 1) / r->shards;
    s->end = all * r->shard / r->shards;
    s->rows =
        sweep_rows(s->arena, NULL, r->format, sweep_header(s->arena, s->space, r->format), r->top);
    const char *error = open_output(s);
    if (error)
        return problems_fail(error);
    s->started = progress_line_now();
    s->progress = progress_line_begin(s->started, s->request->more.overlay != NULL);
    int signal = run_shard(s);
    error = sweep_finish(s->arena, &s->rows, r, !signal);
    if (error)
        return problems_fail(error);
    if (s->rows.failed)
        fprintf(stderr, "clperf: warning: %zu of %zu configurations failed\n", s->rows.failed,
                s->rows.n);
    if (signal)
        fprintf(stderr, "\nclperf: interrupted after %zu of %zu configurations%s\n", s->rows.n,
                s->end - s->first, r->output ? "; --resume goes on" : "");
    return signal ? 128 + signal : 0;
}

int sweep_run(struct arena *a, const struct sweep_request *r) {
    const char *error = NULL;
    struct sweep *s = NEW(a, struct sweep);
    s->arena = a;
    s->request = r;
    s->predictor.model = r->model;
    s->space = sweep_space_read(a, r->space, &r->more, &error);
    if (!s->space)
        return problems_fail(error);
    s->items = workers_memory(WINDOW * sizeof *s->items);
    s->outcomes = workers_memory(WINDOW * sizeof *s->outcomes);
    int status = run(s);
    workers_release(s->items, WINDOW * sizeof *s->items);
    workers_release(s->outcomes, WINDOW * sizeof *s->outcomes);
    return status;
}

static int by_number(const void *x, const void *y) {
    const struct sweep_lines *a = x, *b = y;
    return (a->number > b->number) - (a->number < b->number);
}

/* NULL, or what is wrong. */
static const char *merge_lines(struct arena *a, struct sweep_rows *rows, struct sweep_lines *files,
                               size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct sweep_lines *l = &files[i];
        for (bool more = l->number > 0; more; more = sweep_lines_next(l)) {
            if (l->number != rows->n + 1)
                return arena_printf(a, "%s: configuration %zu, where %zu comes next", l->path,
                                    l->number, rows->n + 1);
            sweep_rows_add(rows, l->line);
        }
    }
    return NULL;
}

/* Opens the files and goes to their first lines. NULL, or what is wrong. */
static const char *open_files(struct arena *a, const struct words *paths,
                              struct sweep_lines *files) {
    const char *error = NULL;
    for (size_t i = 0; i < paths->n; i++) {
        if (!sweep_lines_open(a, paths->at[i], &files[i], &error))
            return error;
        if (!files[i].header || strcmp(files[i].header, files[0].header) != 0)
            return arena_printf(a, "%s: not of the same sweep and format as %s", paths->at[i],
                                paths->at[0]);
        sweep_lines_next(&files[i]);
    }
    return NULL;
}

int sweep_merge(struct arena *a, const struct sweep_request *r, const struct words *paths) {
    struct sweep_lines *files = NEW_ARRAY(a, struct sweep_lines, paths->n);
    const char *error = open_files(a, paths, files);
    struct sweep_rows rows = {0};
    if (!error) {
        FILE *out = r->output ? descriptor_open(r->output) : r->top ? NULL : stdout;
        rows = sweep_rows(a, out, files[0].format, files[0].header, r->top);
        if (r->output && !out)
            error = arena_printf(a, "cannot write '%s': %s", r->output, strerror(errno));
    }
    if (!error) {
        qsort(files, paths->n, sizeof *files, by_number);
        sweep_rows_begin(&rows);
        error = merge_lines(a, &rows, files, paths->n);
        const char *unwritten = sweep_finish(a, &rows, r, !error);
        error = error ? error : unwritten;
    }
    for (size_t i = 0; i < paths->n; i++)
        sweep_lines_close(&files[i]);
    return error ? problems_fail(error) : 0;
}
