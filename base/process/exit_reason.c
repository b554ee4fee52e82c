#include "base/process/exit_reason.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/str.h"
#include "base/words.h"

static bool is_from_outside(int signal) {
    return signal == SIGTERM || signal == SIGKILL || signal == SIGINT || signal == SIGHUP ||
           signal == SIGQUIT;
}

bool ended_by_itself(int status) {
    return WIFEXITED(status) || (!is_from_outside(WTERMSIG(status)) && WTERMSIG(status) != SIGALRM);
}

const char *failure_text(struct arena *a, int fd, off_t from) {
    struct str text = {.arena = a};
    char buffer[4096];
    lseek(fd, from, SEEK_SET);
    for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) > 0;)
        str_addn(&text, buffer, (size_t)n);
    return str_text(&text);
}

const char *failure_words(struct arena *a, const char *text) {
    static const char *const fatal[] = {"clperf: fatal: ",
                                        "LLVM ERROR: ",
                                        "fatal error: error in backend: ",
                                        "Assertion `",
                                        "error while loading shared libraries: ",
                                        "what():  "};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        const char *line = strstr(text, fatal[i]);
        if (!line)
            continue;
        line += strlen(fatal[i]);
        return arena_strndup(a, line, strcspn(line, "\n"));
    }
    return NULL;
}

/* A limit from outside, as ulimit -v sets it. */
static bool memory_is_limited(void) {
    struct rlimit r;
    return getrlimit(RLIMIT_AS, &r) == 0 && r.rlim_max != RLIM_INFINITY;
}

static const char *too_much_memory(void) {
    return memory_is_limited() ? "it takes more memory than -fclperf-budget= or ulimit -v allows"
                               : "it takes more memory than -fclperf-budget= allows";
}

/* The last two are what the system says of libraries for which there is no room. */
const char *failure_of_memory(const char *text) {
    static const char *const words[] = {"out of memory", "bad_alloc", "failed to map segment",
                                        "annot allocate memory"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text, words[i]))
            return too_much_memory();
    return NULL;
}

/* Whether the system ended the process without a word where not even its program, which has LLVM
 * within itself, has room. */
static bool has_no_room(int signal, const char *text) {
    static const rlim_t program_bytes = 256 << 20; /* and more than it is */
    struct rlimit r;
    return (signal == SIGSEGV || signal == SIGKILL) && !*text && getrlimit(RLIMIT_AS, &r) == 0 &&
           r.rlim_cur < program_bytes;
}

const char *failure_of(struct arena *a, int status, const char *text) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 0 || code == EXIT_USAGE || code == EXIT_ANALYZER_FINDINGS ||
        code == EXIT_ANALYZER_MISTAKE)
        return NULL;
    if (failure_of_memory(text))
        return failure_of_memory(text);
    const char *words = failure_words(a, text);
    if (WIFEXITED(status))
        return words ? words : "the analysis failed";
    int number = WTERMSIG(status);
    if (has_no_room(number, text))
        return too_much_memory();
    if (number == SIGXCPU || number == SIGALRM)
        return "it takes more time than -fclperf-budget= allows";
    if (is_from_outside(number))
        return arena_printf(a, "somebody ended the analysis (%s)", strsignal(number));
    return words ? arena_printf(a, "the analysis crashed: %s", words)
                 : arena_printf(a, "the analysis crashed (%s)", strsignal(number));
}
