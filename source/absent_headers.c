#include "source/absent_headers.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/sandbox.h"
#include "base/str.h"

/* The next word of a rule for make from `at` on, where \ stands before a blank or the end of a line
 * and $ before $; NULL: there is none. */
static const char *next_word(struct arena *a, const char **at) {
    struct str s = {.arena = a};
    const char *p = *at + strspn(*at, " \t\n\\");
    for (; *p && !strchr(" \t\n", *p); p++) {
        if ((*p == '\\' && p[1] == ' ') || (*p == '$' && p[1] == '$'))
            p++;
        else if (*p == '\\' && p[1] == '\n')
            break;
        str_addn(&s, p, 1);
    }
    *at = p;
    return s.n ? str_text(&s) : NULL;
}

/* What the rule says that is no file: "TARGET: FILE FILE ABSENT". */
static struct words absent_in(struct arena *a, const char *rule) {
    struct words absent = {0};
    const char *at = strstr(rule, ": ");
    for (const char *word; at && (word = next_word(a, &at));)
        if (*word != '/' && *word != ':' && access(word, F_OK) != 0)
            words_add(a, &absent, word);
    return absent;
}

struct words absent_headers(struct arena *a, const struct frontend_request *r, const char *clang,
                            const struct bitcode *b) {
    static const char *const listing[] = {"-M", "-MG", "-w", "-o", "-", NULL};
    const char *path, *rule = NULL;
    struct words run = frontend_compiler(a, clang, &path);
    words_add_list(a, &run, listing);
    frontend_add_source(a, &run, r, b);
    const int out = spawn_capture("rule"), messages = spawn_capture("messages");
    const int in = r->text ? frontend_stdin(r) : -1;
    if (out >= 0 && messages >= 0 && (!r->text || in >= 0)) {
        const int status = sandbox_run(&(struct spawn_request){
            .path = path, .argv = words_argv(a, &run), .in = in, .out = out, .err = messages});
        size_t n;
        if (status != -1 && WIFEXITED(status))
            rule = spawn_captured(a, out, &n);
    }
    const int opened[] = {in, out, messages};
    for (size_t i = 0; i < sizeof opened / sizeof *opened; i++)
        if (opened[i] >= 0)
            close(opened[i]);
    return rule ? absent_in(a, rule) : (struct words){0};
}
