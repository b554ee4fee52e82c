#include "base/process/sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

/* --- no network ------------------------------------------------------------ */

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#define FOREIGN_CALLS 0x40000000u /* those of x32 */
#elif defined(__aarch64__)
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#define FOREIGN_CALLS UINT32_MAX
#endif

#ifdef THIS_MACHINE
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

/* io_uring opens sockets without the call that does. */
static void refuse_sockets(void) {
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0),
        REFUSE,
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
        REFUSE,
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
static void refuse_sockets(void) {}
#endif

void sandbox_enter(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        refuse_sockets();
}

/* --- no writing ------------------------------------------------------------ */

/* The kernel's interface: headers of older systems lack it. The numbers are the same everywhere. */
enum { LANDLOCK_CREATE = 444, LANDLOCK_RESTRICT = 446, LANDLOCK_VERSION = 1 };

enum {
    WRITE_FILE = 1 << 1,
    REMOVE_AND_MAKE = 0x1ff0, /* directories, files, devices, sockets, pipes, links */
    RENAME_ACROSS = 1 << 13,  /* from version 2 on */
    TRUNCATE = 1 << 14        /* from version 3 on */
};

/* A set of rules that allows no change of any file, or -1. */
static int make_rules(void) {
    long version = syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_VERSION);
    uint64_t refused = WRITE_FILE | REMOVE_AND_MAKE | (version >= 2 ? RENAME_ACROSS : 0) |
                       (version >= 3 ? TRUNCATE : 0);
    return version >= 1 ? (int)syscall(LANDLOCK_CREATE, &refused, sizeof refused, 0) : -1;
}

/* The child of vfork(): it shares our memory until it executes something, so it only makes system
 * calls. */
static _Noreturn void become(const struct spawn_request *r, pid_t parent, int rules) {
    if (r->death_signal)
        spawn_end_with_parent(parent, r->death_signal);
    const int given[] = {r->in, r->out, r->err};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (given[fd] >= 0 && dup2(given[fd], fd) < 0)
            _exit(127);
    sandbox_enter();
    if (rules >= 0)
        syscall(LANDLOCK_RESTRICT, rules, 0);
    execve(r->path, r->argv, environ);
    _exit(127);
}

pid_t sandbox_start(const struct spawn_request *r) {
    int rules = make_rules();
    const pid_t parent = getpid();
    // NOLINTBEGIN(*-unsafe-functions,*fork): posix_spawn() has nothing of a sandbox
    pid_t child = vfork();
    if (child == 0)
        become(r, parent, rules);
    // NOLINTEND(*-unsafe-functions,*fork)
    int error = errno;
    if (rules >= 0)
        close(rules);
    errno = error;
    return child;
}

int sandbox_run(const struct spawn_request *r) {
    return spawn_run_by(sandbox_start, r);
}
