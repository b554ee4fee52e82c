/* clperf advise: what the kernels and loops of sources take on several GPUs, with what it takes to
 * get the data of a loop there, the best GPU first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/die.h"
#include "base/problems.h"
#include "base/process/exit_reason.h"
#include "base/process/spawn.h"
#include "base/str.h"
#include "base/words.h"
#include "diag/finding/phrase.h"
#include "diag/report/report_read.h"
#include "driver/commands/commands.h"
#include "hwdb/gpu.h"
#include "hwdb/native_gpu.h"
#include "source/compiler/toolchain.h"

/* Whether all GPUs are there; else one line in *error. */
static bool are_known(struct arena *a, const char *names, const char **error) {
    struct words all = words_split(a, names, ",");
    for (size_t i = 0; i < all.n; i++)
        if (!gpu_named(a, all.at[i], error))
            return false;
    return all.n > 0;
}

struct command {
    struct words analysis; /* the command line of clperf-analyze */
    bool gpus, files;
};

static const char *read_gpus(struct arena *a, void *to, const char *names) {
    struct command *c = to;
    const char *error = "--gpus: expected a name";
    words_add(a, &c->analysis, arena_printf(a, "-fclperf-gpu=%s", names));
    c->gpus = true;
    return are_known(a, names, &error) ? NULL : error;
}

/* All but our own are the analysis's. */
static bool take_word(struct arena *a, void *to, const char *word) {
    struct command *c = to;
    if (str_starts(word, "--gpus") || strcmp(word, "--help") == 0)
        return false;
    words_add(a, &c->analysis, word);
    c->files |= word[0] != '-';
    return true;
}

static const struct command_option options[] = {
    {"--gpus", "NAME[,NAME...]", "'clperf gpus' lists them", COMMAND_READ(read_gpus), 0},
};

static const struct command_table table = {
    .name = "advise",
    .usage =
        "usage: clperf advise FILE... --gpus NAME[,NAME...] [OPTION]...\n"
        "\n"
        "Predicts the kernels of sources, or the loops that they ask for, on each of the GPUs, "
        "and\n"
        "says of loops what a processor takes, what copying their arrays takes, and where it is\n"
        "worth moving them to.\n"
        "\n"
        "  -fclperf-..., -D..., -I..., -std=...\n"
        "                         as of clperf-cc\n",
    .options = options,
    .n = sizeof options / sizeof *options,
    .after = "\nExit status: 0, or 2 for bad usage or unreadable input.\n",
    .take = take_word,
};

/* What a GPU takes for the loop in all; where the time of copies is not known, without. */
static double total_ms(const struct report_kernel *k) {
    return k->copy_ms > 0 ? k->time_ms + k->copy_ms : k->time_ms;
}

static int by_total(const void *a, const void *b) {
    const struct report_kernel *x = *(const struct report_kernel *const *)a;
    const struct report_kernel *y = *(const struct report_kernel *const *)b;
    return (total_ms(x) > total_ms(y)) - (total_ms(x) < total_ms(y));
}

static const char *answer(const struct report_kernel *k) {
    if (k->cpu_low_ms < 0)
        return "";
    if (strcmp(k->verdict, "dependent") == 0)
        return "not to be moved as it is: iterations are not independent";
    if (k->time_ms >= k->cpu_high_ms)
        return "not worth moving: the kernel itself is no faster";
    if (k->copy_ms < 0)
        return "open: the time of copies is not known";
    if (total_ms(k) >= k->cpu_high_ms)
        return "not worth moving: copying decides";
    return total_ms(k) < k->cpu_low_ms ? "worth moving"
           : strcmp(k->cpu_source, "modelled") == 0
               ? "worth it only if the processor waits for memory"
               : "worth it only if not vectorised here";
}

static void print_number(struct arena *a, double ms) {
    printf("%12s", ms < 0 ? "?" : ms > 0 ? diag_ms(a, ms) : "0");
}

static void print_kernel(struct arena *a, const struct report_kernel *const *rows, size_t n) {
    const struct report_kernel *k = rows[0];
    printf("%s:%d: '%s'", k->file, k->line, k->name);
    bool measured = k->cpu_source && strcmp(k->cpu_source, "measured") == 0;
    if (measured)
        printf(": iterations %s; on one core of the processor %s ms, measured by clperf trace",
               k->verdict, diag_ms(a, k->cpu_low_ms));
    else if (k->cpu_low_ms >= 0)
        printf(": iterations %s; on one core of a processor roughly %s to %s ms", k->verdict,
               diag_ms(a, k->cpu_low_ms), diag_ms(a, k->cpu_high_ms));
    printf("\n  %-20s%12s%12s%12s\n", "GPU", "kernel, ms", "copies, ms", "in all, ms");
    for (size_t i = 0; i < n; i++) {
        printf("  %-20s", rows[i]->gpu);
        print_number(a, rows[i]->time_ms);
        print_number(a, rows[i]->cpu_low_ms < 0 ? -1 : rows[i]->copy_ms);
        print_number(a, total_ms(rows[i]));
        printf("  %s\n", answer(rows[i]));
    }
    putchar('\n');
}

static bool same_kernel(const struct report_kernel *a, const struct report_kernel *b) {
    return strcmp(a->file, b->file) == 0 && strcmp(a->name, b->name) == 0 &&
           strcmp(a->launch, b->launch) == 0;
}

/* Each kernel and launch once, with its GPUs. */
static void print_report(struct arena *a, const struct report_file *f) {
    const struct report_kernel **rows = NEW_ARRAY(a, const struct report_kernel *, f->kernels.n);
    bool *done = NEW_ARRAY(a, bool, f->kernels.n);
    for (size_t i = 0; i < f->kernels.n; i++) {
        size_t n = 0;
        for (size_t k = i; k < f->kernels.n && !done[i]; k++)
            if (!done[k] && same_kernel(&f->kernels.at[i], &f->kernels.at[k])) {
                rows[n++] = &f->kernels.at[k];
                done[k] = k != i;
            }
        if (!n)
            continue;
        qsort(rows, n, sizeof *rows, by_total);
        print_kernel(a, rows, n);
    }
}

/* Mistakes, and what is not analysed. */
static void print_troubles(const struct report_file *f) {
    for (size_t i = 0; i < f->troubles.n; i++) {
        const struct report_trouble *t = &f->troubles.at[i];
        const char *kind = t->error ? "error" : "note";
        if (!t->error && !t->unanalysed)
            continue;
        if (t->line > 0)
            fprintf(stderr, "%s:%d: %s: %s\n", t->file, t->line, kind, t->text);
        else
            fprintf(stderr, "%s: %s: %s\n", *t->file ? t->file : "clperf", kind, t->text);
    }
}

int advise_command(struct arena *a, int argc, char **argv) {
    struct command c = {0};
    struct command_words words;
    (void)argc;
    words_add_list(a, &c.analysis, (const char *const[]){"clperf-analyze", "-c", NULL});
    int read = command_line_read(a, &table, argv, &c, &words);
    if (read != COMMAND_RUNS)
        return read;
    words_add_all(a, &c.analysis, &words.operands);
    words_add_list(
        a, &c.analysis,
        (const char *const[]){"-fclperf-no-fixes", "-fclperf-only-output=json:file=-", NULL});
    const char *program = toolchain_sibling(a, toolchain_self(a), "clperf-analyze");
    const char *error = !c.gpus                         ? "no --gpus are given"
                        : !c.files && !words.operands.n ? "no FILE is given"
                                                        : NULL;
    int out = spawn_capture("report");
    if (error || !program || out < 0)
        return problems_fail(error     ? error
                             : program ? "no memory file"
                                       : "clperf-analyze is neither beside clperf nor on PATH");
    int status = spawn_run(&(struct spawn_request){
        .path = program, .argv = words_argv(a, &c.analysis), .in = -1, .out = out, .err = -1});
    struct report_file report = {0};
    const char *path = arena_printf(a, "/proc/self/fd/%d", out);
    bool ended = status != -1 && failure_of(a, status, "") == NULL;
    if (!ended || !report_read(a, path, &report, &error))
        return problems_fail(ended ? error : "the analysis failed");
    print_troubles(&report);
    print_report(a, &report);
    close(out);
    if (WEXITSTATUS(status) == EXIT_USAGE)
        return EXIT_USAGE;
    return report.kernels.n ? 0 : problems_fail("no kernel and no loop was analysed");
}
