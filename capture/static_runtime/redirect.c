#include "capture/static_runtime/redirect.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct pages {
    uintptr_t start, end;
};

/* The pages from the first function to the last. */
static struct pages pages_of(const struct redirection *functions, size_t n) {
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct pages p = {UINTPTR_MAX, 0};
    for (size_t i = 0; i < n; i++) {
        uintptr_t at = functions[i].from;
        p.start = at < p.start ? at : p.start;
        p.end = at + REDIRECT_BYTES > p.end ? at + REDIRECT_BYTES : p.end;
    }
    p.start -= p.start % size;
    p.end = (p.end + size - 1) / size * size;
    return p;
}

/* An indirect jump, by way of a register that functions may change on aarch64, to the address that
 * follows it. */
static void write_jump(char *at, uintptr_t to) {
#if defined(__x86_64__)
    static const uint8_t jump[] = {0xff, 0x25, 0, 0, 0, 0};
#elif defined(__aarch64__)
    static const uint32_t jump[] = {0x58000050, 0xd61f0200};
#else
    static const uint8_t jump[1];
#endif
    memcpy(at, jump, sizeof jump);
    memcpy(at + sizeof jump, &to, sizeof to);
}

bool redirect(const struct redirection *functions, size_t n) {
    struct pages p = pages_of(functions, n);
    if (n == 0)
        return true;
    if (REDIRECT_BYTES == 0) {
        errno = ENOTSUP;
        return false;
    }
    if (mprotect((void *)p.start, p.end - p.start, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        return false;
    for (size_t i = 0; i < n; i++)
        write_jump((char *)functions[i].from, functions[i].to);
    mprotect((void *)p.start, p.end - p.start, PROT_READ | PROT_EXEC);
    __builtin___clear_cache((char *)p.start, (char *)p.end);
    return true;
}
