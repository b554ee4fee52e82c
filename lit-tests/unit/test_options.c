/* The option table proves itself, and options become what they should. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "driver/command_line/options.h"
#include "source/compiler/compiler_options.h"
#include "source/compiler/jobs.h"

static void test_table(void) {
    for (size_t i = 0; i < compiler_option_count; i++) {
        const struct compiler_option *row = &compiler_options[i];
        CHECK(row->spelling[0] == '-');
        CHECK(row->flags != 0);
        CHECK(!(row->flags & OPT_MODE) || row->flags == OPT_MODE);
        CHECK(!(row->flags & OPT_FRONT) || row->flags & (OPT_SEPARATE | OPT_JOINED));
        CHECK(i == 0 || strcmp(row[-1].spelling, row->spelling) < 0);
        CHECK(options_compiler(row->spelling) == row);
        CHECK(options_takes_next(row->spelling) == !!(row->flags & OPT_SEPARATE));
        CHECK(!options_is_ours(row->spelling));
    }
}

static void test_lookup(void) {
    CHECK(strcmp(options_compiler("-DNAME=1")->spelling, "-D") == 0);
    CHECK(strcmp(options_compiler("-include-pch")->spelling, "-include-pch") == 0);
    CHECK(strcmp(options_compiler("-includefile.h")->spelling, "-include") == 0);
    CHECK(strcmp(options_compiler("-MFfile")->spelling, "-MF") == 0);
    CHECK(strcmp(options_compiler("-isystem/usr")->spelling, "-isystem") == 0);
    CHECK(!options_compiler("-MMD"));
    CHECK(!options_compiler("-cc1"));
    CHECK(!options_compiler("-O2"));
    CHECK(!options_compiler("-Sx"));
    CHECK(!options_compiler("-"));
    CHECK(options_takes_next("-o") && !options_takes_next("-ofile"));
    CHECK(!options_takes_next("o") && !options_takes_next("--version") && !options_takes_next(""));
}

static struct options parse(struct arena *a, const char *line, struct words *rest,
                            struct problems *p) {
    struct options o = options_default(a);
    struct words args = words_unquote(a, line);
    options_command_line(a, &o, &args, rest, p);
    return o;
}

static void test_values(struct arena *a) {
    struct problems p = {.arena = a};
    struct words rest = {0};
    unsetenv("CLPERF_GPU");
    struct options o = options_default(a);
    CHECK(o.gpus.n == 1 && strcmp(o.gpus.at[0], "rtx-3060") == 0 && !options_gpu_is_chosen(&o));
    setenv("CLPERF_GPU", "a100,h200", 1);
    o = options_default(a);
    CHECK(o.gpus.n == 2 && strcmp(o.gpus.at[1], "h200") == 0 && options_gpu_is_chosen(&o));
    unsetenv("CLPERF_GPU");
    CHECK(strcmp(o.model, "trace") == 0 && o.budget.seconds == 2 && o.budget.mib == 1024);
    o = parse(a,
              "-c k.cl -fclperf-gpu=a100,mi250x -fclperf-launch=a.json -fclperf-launch=k:n=1 "
              "-fclperf-exact -fclperf-budget=0.5,64 -fclperf-add-output=json:file=a:b "
              "-fclperf-dump=cfg,loops -Rclperf -fclperf-model=all",
              &rest, &p);
    CHECK(p.n == 0 && rest.n == 2);
    CHECK(o.gpus.n == 2 && strcmp(o.gpus.at[1], "mi250x") == 0);
    CHECK(o.launches.n == 2 && strcmp(o.launches.at[1], "k:n=1") == 0);
    CHECK(o.exact && o.remarks && !o.no_cache && !o.no_text);
    CHECK(o.budget.seconds == 0.5 && o.budget.mib == 64);
    CHECK(o.outputs.n == 1 && strcmp(o.outputs.at[0].format, "json") == 0);
    CHECK(strcmp(o.outputs.at[0].to.path, "a:b") == 0);
    CHECK(options_dumps(&o, "cfg") && options_dumps(&o, "loops") && !options_dumps(&o, "sim"));
    CHECK(strcmp(o.model, "all") == 0);
}

static void test_wrong_values(struct arena *a) {
    static const char *const wrong[] = {
        "-fclperf-gpu=",
        "-fclperf-gpu=,",
        "-fclperf-model=",
        "-fclperf-launch=",
        "-fclperf-budget=",
        "-fclperf-budget=-1",
        "-fclperf-budget=nan",
        "-fclperf-budget=1,",
        "-fclperf-budget=1,-5",
        "-fclperf-budget=1,0",
        "-fclperf-budget=1,2,3,4",
        "-fclperf-budget=1,2,",
        "-fclperf-add-output=json",
        "-fclperf-add-output=:file=x",
        "-fclperf-add-output=json:file=",
        "-fclperf-dump=",
        "-fclperf-dump=cfg,nothing",
        "-Wclperf-",
        "-Wclperf=",
        "-Wclperf-x=1",
        "-Wclperf-x=-1ms",
        "-Wclperf-x=%",
        "-Wno-clperf-x=5%",
        "-fclperf-exacts",
        "-fclperf-exact=",
        "-fclperf",
        "-Wno-error=clperf=1ms",
    };
    struct options standard = options_default(a);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct problems p = {.arena = a};
        struct words rest = {0};
        struct options o = parse(a, wrong[i], &rest, &p);
        CHECK(p.n == 1 && problems_has_error(&p) && strstr(p.at[0].text, wrong[i]));
        CHECK(rest.n == 0);
        CHECK(o.gpus.n == 1 && o.budget.seconds == standard.budget.seconds);
        CHECK(o.launches.n + o.outputs.n + o.dumps.n + o.rules.n == 0);
    }
}

static void test_rules(struct arena *a) {
    struct problems p = {.arena = a};
    struct words rest = {0};
    struct options o = parse(a, "", &rest, &p);
    struct rule_setting s = options_rule(&o, "spill");
    CHECK(s.enabled && !s.as_error && s.threshold_ms == 0.01 && s.threshold_percent == 3);

    o = parse(
        a,
        "-Wclperf-spill=0.5ms -Wno-clperf -Werror=clperf-tail -Wclperf=2% -Wclperf-latency=0 "
        "-Wclperf-occupancy=20us -Wno-clperf-divergence -Werror=clperf -Wno-error=clperf-spill",
        &rest, &p);
    CHECK(p.n == 1);
    s = options_rule(&o, "spill");
    CHECK(s.enabled && !s.as_error && s.threshold_ms == 0.5 && s.threshold_percent == 0);
    s = options_rule(&o, "tail");
    CHECK(s.enabled && s.as_error && s.threshold_percent == 2);
    s = options_rule(&o, "occupancy");
    CHECK(s.threshold_ms > 0.0199 && s.threshold_ms < 0.0201);
    CHECK(!options_rule(&o, "divergence").enabled);
    CHECK(options_rule(&o, "uncoalesced").as_error);
}

static enum unanalysed_level level(struct arena *a, const char *words) {
    struct problems p = {.arena = a};
    struct words rest = {0};
    struct options o = parse(a, words, &rest, &p);
    return options_unanalysed(&o);
}

static void test_unanalysed(struct arena *a) {
    static const struct {
        const char *words;
        enum unanalysed_level level;
    } rows[] = {
        {"", UNANALYSED_USUAL},
        {"-Wclperf", UNANALYSED_USUAL},
        {"-Wno-clperf", UNANALYSED_USUAL},
        {"-Werror=clperf-spill -Werror=clperf-memory", UNANALYSED_USUAL},
        {"-Wclperf-not-analysed", UNANALYSED_WARNING},
        {"-Wno-clperf -Wclperf-not-analysed", UNANALYSED_WARNING},
        {"-Wclperf-not-analysed -Wno-clperf-not-analysed", UNANALYSED_SILENT},
        {"-Wno-clperf-not-analysed -Wclperf-not-analysed", UNANALYSED_WARNING},
        {"-Wno-clperf -Wno-clperf-not-analysed", UNANALYSED_SILENT},
        {"-Werror=clperf", UNANALYSED_ERROR},
        {"-Werror=clperf-not-analysed", UNANALYSED_ERROR},
        {"-Wno-clperf -Werror=clperf-not-analysed", UNANALYSED_ERROR},
        {"-Werror=clperf -Wno-clperf", UNANALYSED_USUAL},
        {"-Werror=clperf -Wno-error=clperf", UNANALYSED_USUAL},
        {"-Werror=clperf -Wno-clperf-not-analysed", UNANALYSED_SILENT},
        {"-Wno-clperf-not-analysed -Werror=clperf", UNANALYSED_SILENT},
        {"-Werror=clperf -Wno-error=clperf-not-analysed", UNANALYSED_WARNING},
        {"-Werror=clperf-not-analysed -Wno-error=clperf-not-analysed", UNANALYSED_WARNING},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(level(a, rows[i].words) == rows[i].level);
}

static void test_mistakes(struct arena *a) {
    static const struct {
        const char *words;
        bool fail;
    } rows[] = {
        {"", false},
        {"-Wclperf -Wclperf-spill", false},
        {"-Werror=clperf", true},
        {"-Werror=clperf-spill", true},
        {"-Werror=clperf -Wno-error=clperf", false},
        {"-Werror=clperf -Wno-clperf", false},
        {"-Wno-error=clperf -Werror=clperf", true},
        {"-Werror=clperf-spill -Wno-error=clperf-spill", false},
        {"-Werror=clperf-spill -Wno-error=clperf-tail", true},
        {"-Werror=clperf-spill -Wno-error=clperf", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct problems p = {.arena = a};
        struct words rest = {0};
        struct options o = parse(a, rows[i].words, &rest, &p);
        CHECK(options_fail_on_mistakes(&o) == rows[i].fail);
    }
}

static void test_environment(struct arena *a) {
    struct problems p = {.arena = a};
    struct words rest = {0};
    setenv("CLPERF_FLAGS", "-fclperf-gpu=a100 '-fclperf-launch=a b.json' -c", 1);
    struct options o = parse(a, "-fclperf-launch=c.json", &rest, &p);
    unsetenv("CLPERF_FLAGS");
    CHECK(strcmp(o.gpus.at[0], "a100") == 0);
    CHECK(o.launches.n == 2 && strcmp(o.launches.at[0], "a b.json") == 0);
    CHECK(rest.n == 0 && p.n == 1 && !problems_has_error(&p));
}

static struct jobs jobs_of(struct arena *a, const char *line) {
    struct words args = words_unquote(a, line);
    return jobs_parse(a, &args);
}

static void test_jobs(struct arena *a) {
    struct jobs j = jobs_of(a, "-c -o out/k.o -I inc -DX -MF k.d k.cl -O2 -x c k.h -x none b.ll -");
    CHECK(j.n_inputs == 4 && j.mode == 'c' && !j.no_code && !j.no_analysis);
    CHECK(j.inputs[0].language == front_end_named("cl", NULL) &&
          j.inputs[1].language == front_end_named("c", NULL));
    CHECK(j.inputs[2].language == front_end_named("ll", NULL) && !j.inputs[3].language);
    CHECK(j.front_flags.n == 3 && strcmp(j.front_flags.at[2], "-DX") == 0);
    CHECK(strcmp(jobs_object(a, &j, &j.inputs[0]), "out/k.o") == 0);
    CHECK(jobs_analysable(&j) && j.style.colour == -1 && !j.cl_std);

    j = jobs_of(a, "-cubin -arch=sm_80 dir/k.cu");
    CHECK(strcmp(jobs_object(a, &j, &j.inputs[0]), "k.cubin") == 0 && jobs_leave_device_code(&j));
    j = jobs_of(a, "--fatbin dir/k.cu -o f");
    CHECK(strcmp(jobs_object(a, &j, &j.inputs[0]), "f") == 0);
    j = jobs_of(a, "-ptx k.cu");
    CHECK(strcmp(jobs_object(a, &j, &j.inputs[0]), "k.ptx") == 0 && !jobs_leave_device_code(&j));
    j = jobs_of(a, "--compile k.cu");
    CHECK(strcmp(jobs_object(a, &j, &j.inputs[0]), "k.o") == 0);

    j = jobs_of(a, "hipcc-6 -c k.cpp k.cu k.c k.o -x c++ l.cpp");
    CHECK(j.n_inputs == 5 && j.inputs[0].language == front_end_named("hip", NULL));
    CHECK(j.inputs[1].language == front_end_named("hip", NULL) &&
          j.inputs[2].language == front_end_named("c", NULL));
    CHECK(!j.inputs[3].language && j.inputs[4].language == front_end_named("c", NULL));
    j = jobs_of(a, "k.cpp hipcc -x hip l.cpp");
    CHECK(j.inputs[0].language == front_end_named("c", NULL) &&
          j.inputs[2].language == front_end_named("hip", NULL));

    j = jobs_of(a, "-S dir/k.x.cl -cl-std=CL2.0 -fdiagnostics-color=always -v");
    CHECK(strcmp(jobs_object(a, &j, &j.inputs[0]), "k.x.s") == 0);
    CHECK(strcmp(j.cl_std, "CL2.0") == 0 && j.style.colour == 1 && j.verbose);
    CHECK(!jobs_of(a, "-std=c99 k.cl").cl_std);

    CHECK(!jobs_analysable((struct jobs[]){jobs_of(a, "-E k.cl")}));
    CHECK(!jobs_analysable((struct jobs[]){jobs_of(a, "-c host.c -include k.cl -o k.cl")}));
    CHECK(jobs_analysable((struct jobs[]){jobs_of(a, "-fsyntax-only k.cl -MD")}));
    CHECK(jobs_analysable((struct jobs[]){jobs_of(a, "-c -- -k.cl")}));
    CHECK(jobs_of(a, "-fsyntax-only k.cl").no_code && jobs_of(a, "--version").no_analysis);
    CHECK(jobs_of(a, "").n_inputs == 0 && jobs_of(a, "-o").n_inputs == 0);
}

static void test_words(struct arena *a) {
    struct words w = words_unquote(a, "  a\\ b 'c \"d' \"e 'f\\\"\" g''h \\\n");
    CHECK(w.n == 5 && strcmp(w.at[0], "a b") == 0 && strcmp(w.at[1], "c \"d") == 0);
    CHECK(strcmp(w.at[2], "e 'f\"") == 0 && strcmp(w.at[3], "gh") == 0);
    w = words_split(a, ",a,,b,", ",");
    CHECK(w.n == 2 && strcmp(w.at[1], "b") == 0);
    struct words names = words_split(a, "global local offset count", " ");
    CHECK(strcmp(words_nearest("globl", &names), "global") == 0);
    CHECK(strcmp(words_nearest("cuont", &names), "count") == 0);
    CHECK(!words_nearest("wibble", &names) && !words_nearest("", &names));
    struct expansion left = EXPANSION_START;
    w = words_expand(a, "@/nonexistent/file", &left);
    CHECK(w.n == 1 && strcmp(w.at[0], "@/nonexistent/file") == 0);
}

int main(void) {
    struct arena arena = {0};
    unsetenv("CLPERF_FLAGS");
    test_table();
    test_lookup();
    test_values(&arena);
    test_wrong_values(&arena);
    test_rules(&arena);
    test_unanalysed(&arena);
    test_mistakes(&arena);
    test_environment(&arena);
    test_jobs(&arena);
    test_words(&arena);
    arena_free(&arena);
    return CHECK_DONE();
}
