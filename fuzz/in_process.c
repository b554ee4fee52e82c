/* The analysis in the fuzzer's own process, where a fault is seen: the linker's --wrap puts these
 * in the place of the functions that start processes or have the system limit them. */
#include <llvm-c/ErrorHandling.h>
#include <setjmp.h>

#include "base/die.h"
#include "base/process/sandbox.h"
#include "driver/analyze/run.h"
#include "driver/process/crash_retry.h"
#include "fuzz/clang.h"
#include "fuzz/fuzz.h"

void __real_load_init(void);
void __wrap_load_init(void);
int __wrap_attempts_run(struct attempts *t, int (*attempt)(void *context), void *context);
void __wrap_budget_allow(const struct budget *b, size_t kernels);
void __wrap_budget_limit_memory(const struct budget *b);
int __wrap_sandbox_run(const struct spawn_request *r);

/* Where to go on after what LLVM calls a fatal error. */
static jmp_buf fatal;

static void on_fatal_error(const char *reason) {
    (void)reason;
    longjmp(fatal, 1);
}

/* LLVM takes its options once. */
void __wrap_load_init(void) {
    static bool done;
    if (done)
        return;
    __real_load_init();
    LLVMInstallFatalErrorHandler(on_fatal_error);
    done = true;
}

int fuzz_attempt(int (*attempt)(void *context), void *context) {
    return setjmp(fatal) ? EXIT_BUG : attempt(context);
}

int __wrap_attempts_run(struct attempts *t, int (*attempt)(void *context), void *context) {
    (void)t;
    return fuzz_attempt(attempt, context);
}

void __wrap_budget_allow(const struct budget *b, size_t kernels) {
    (void)b;
    (void)kernels;
}

void __wrap_budget_limit_memory(const struct budget *b) {
    (void)b;
}

/* The front end runs clang only. */
int __wrap_sandbox_run(const struct spawn_request *r) {
    enum { STATUS_SHIFT = 8 };
    return fuzz_clang(r->path, r->argv, r->in, r->out, r->err) << STATUS_SHIFT;
}

void fuzz_analyze(const char *name, const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    const char *dir = fuzz_directory(&a);
    char *words[] = {"clperf-analyze",
                     "-fclperf-no-cache",
                     "-fclperf-budget=0.1,1024,2",
                     "-fclperf-gpu=gtx-980",
                     "-Wclperf=0%",
                     "-Rclperf",
                     "-fclperf-no-text",
                     arena_printf(&a, "-fclperf-add-output=text:file=%s/out.txt", dir),
                     arena_printf(&a, "-fclperf-add-output=json:file=%s/out.json", dir),
                     arena_printf(&a, "-fclperf-add-output=html:file=%s/out.html", dir),
                     arena_printf(&a, "-fclperf-add-output=sarif:file=%s/out.sarif", dir),
                     "-c",
                     (char *)fuzz_file(&a, name, bytes, n),
                     NULL};
    clperf_analyze(sizeof words / sizeof *words - 1, words);
    arena_free(&a);
}
