/* Fuzzes the language server with a whole session: messages with their headers, or one on each
 * line, which get headers here. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "fuzz/fuzz.h"
#include "lsp/server.h"

static void add_headers(struct str *s, const char *bytes, size_t n) {
    for (size_t i = 0, end; i < n; i = end + 1) {
        const char *line_end = memchr(bytes + i, '\n', n - i);
        end = line_end ? (size_t)(line_end - bytes) : n;
        str_printf(s, "Content-Length: %zu\r\n\r\n", end - i);
        str_addn(s, bytes + i, end - i);
    }
}

static void redirect(int fd, const char *path, int flags) {
    int opened = open(path, flags | O_CLOEXEC);
    dup2(opened, fd);
    close(opened);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    struct str session = {.arena = &a};
    char *words[] = {"lsp", NULL};
    int out = dup(STDOUT_FILENO);
    if (n && bytes[0] == '{')
        add_headers(&session, (const char *)bytes, n);
    else
        str_addn(&session, (const char *)bytes, n);
    redirect(STDIN_FILENO,
             fuzz_file(&a, "messages", (const uint8_t *)str_text(&session), session.n), O_RDONLY);
    redirect(STDOUT_FILENO, "/dev/null", O_WRONLY);
    lsp_command(&a, 1, words);
    dup2(out, STDOUT_FILENO);
    close(out);
    arena_free(&a);
    return 0;
}
