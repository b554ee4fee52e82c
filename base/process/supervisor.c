#include "base/process/supervisor.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/folder.h"

/* The name of the folder for temporary files of a process that has a supervisor. */
#define FOLDER_VARIABLE "CLPERF_TEMPORARY"

/* What supervisor and parent tell each other. */
struct supervised_board {
    struct supervised_end end;
    atomic_bool stop; /* the parent wants the process to end */
};

/* How long a process that SIGKILL does not end, as the system is at work in it, is waited for. */
enum { ATTEMPTS = 1000, MILLISECONDS = 1 };

static void sleep_shortly(void) {
    nanosleep(&(struct timespec){.tv_nsec = MILLISECONDS * 1000000}, NULL);
}

/* --- the folder for temporary files ---------------------------------------- */

/* A name that nobody else uses, of a folder that does not exist yet; NULL if there is no memory. */
static char *name_folder(void) {
    uint64_t number = 0;
    char *name = NULL;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number)
        number = (uint64_t)getpid();
    if (asprintf(&name, "%s/clperf-%016" PRIx64, folder_temporary(), number) < 0)
        return NULL;
    return name;
}

/* Whether it is a folder of ours. */
static bool is_own_folder(const char *folder) {
    struct stat st;
    return lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

/* Several processes of an analysis may do so. */
void supervisor_use_folder(void) {
    const char *folder = getenv(FOLDER_VARIABLE);
    if (folder && (mkdir(folder, S_IRWXU) == 0 || (errno == EEXIST && is_own_folder(folder))))
        setenv("TMPDIR", folder, 1);
}

static void remove_folder(const char *folder) {
    if (folder)
        folder_remove(folder);
}

/* --- the supervisor -------------------------------------------------------- */

static sigset_t awaited_signals(void) {
    static const int numbers[] = {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&set, numbers[i]);
    return set;
}

/* Nobody's pipe stays open for us. */
static void close_others(int kept) {
    if (kept < 0) {
        close_range(0, ~0U, 0);
        return;
    }
    if (kept > 0)
        close_range(0, (unsigned)kept - 1, 0);
    close_range((unsigned)kept + 1, ~0U, 0);
}

/* Stops or continues the group; while it is stopped, its time does not run. */
static struct timespec pause_group(pid_t leader, const sigset_t *awaited, struct timespec until) {
    enum { NANOSECONDS = 1000000000 };
    const struct timespec left = spawn_time_left(&until);
    int number = 0;
    kill(-leader, SIGSTOP);
    while (number <= 0 || number == SIGCHLD || number == SIGTSTP)
        number = sigwaitinfo(awaited, NULL);
    kill(-leader, SIGCONT);
    if (number != SIGCONT)
        raise(number);
    if (!until.tv_sec)
        return until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += left.tv_sec + (until.tv_nsec + left.tv_nsec) / NANOSECONDS;
    until.tv_nsec = (until.tv_nsec + left.tv_nsec) % NANOSECONDS;
    return until;
}

/* What the group of our parent got while we were still in it is not meant for us. */
static void drop_pending(void) {
    static const struct timespec no_time = {0};
    sigset_t all;
    sigfillset(&all);
    while (sigtimedwait(&all, NULL, &no_time) > 0)
        continue;
}

/* The next signal, until that time; -1 with EAGAIN as errno if none comes. */
static int next_signal(const sigset_t *awaited, const struct timespec *until) {
    struct timespec left = spawn_time_left(until);
    return until->tv_sec ? sigtimedwait(awaited, NULL, &left) : sigwaitinfo(awaited, NULL);
}

/* Until the leader has ended or is to be ended. Whether time was up. */
static bool wait_for_end(const struct supervised_board *b, pid_t leader, struct timespec until) {
    const sigset_t awaited = awaited_signals();
    while (!spawn_has_ended(leader) && !b->stop) {
        int number = next_signal(&awaited, &until);
        if (number < 0 && errno == EAGAIN)
            return true;
        if (number == SIGTSTP)
            until = pause_group(leader, &awaited, until);
        else if (number > 0 && number != SIGCHLD && number != SIGCONT)
            break;
    }
    return false;
}

/* Ends the group, and all whose parents have ended before them: they have become our children. The
 * leader's wait status. */
static int end_all(pid_t leader) {
    int status = SIGKILL, other;
    kill(-leader, SIGKILL);
    for (int i = 0; i < ATTEMPTS && waitpid(leader, &status, WNOHANG) == 0; i++)
        sleep_shortly();
    for (int i = 0; i < ATTEMPTS && (leader = waitpid(-1, &other, WNOHANG)) >= 0; i++)
        if (leader == 0)
            sleep_shortly();
    return status;
}

static _Noreturn void supervise(const struct supervised *s, const struct supervision *v,
                                pid_t parent) {
    struct spawn_request r = *v->process;
    struct spawn_signals own = {.child_handler = signal(SIGCHLD, SIG_DFL)};
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &own.before);
    setpgid(0, 0);
    drop_pending();
    spawn_end_with_parent(parent, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    r.group = true;
    r.death_signal = SIGKILL;
    r.signals = r.signals ? r.signals : &own;
    if (s->folder)
        setenv(FOLDER_VARIABLE, s->folder, 1);
    pid_t leader = spawn_start(&r);
    if (leader > 0) {
        close_others(v->descriptor);
        s->board->end.late = wait_for_end(s->board, leader, v->until);
        s->board->end.status = end_all(leader);
    } else {
        s->board->end.error = errno;
    }
    if (v->descriptor >= 0)
        v->clean(v->descriptor);
    remove_folder(s->folder);
    _exit(0);
}

/* --- its parent ------------------------------------------------------------ */

static void release(struct supervised *s) {
    munmap(s->board, sizeof *s->board);
    free(s->folder);
    *s = (struct supervised){0};
}

bool supervisor_start(struct supervised *s, const struct supervision *v) {
    pid_t parent = getpid();
    *s = (struct supervised){0};
    void *shared =
        mmap(NULL, sizeof *s->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return false;
    s->board = shared;
    s->folder = name_folder();
    pid_t child = fork();
    if (child == 0)
        supervise(s, v, parent);
    s->supervisor = child;
    if (child > 0)
        return true;
    int error = errno;
    remove_folder(s->folder);
    release(s);
    errno = error;
    return false;
}

/* Where the supervisor itself was ended, there is nobody but us to remove the folder. */
static struct supervised_end collect(struct supervised *s, int status) {
    struct supervised_end end = s->board->end;
    if (status != 0)
        end.status = status;
    remove_folder(s->folder);
    release(s);
    return end;
}

struct supervised_end supervisor_wait(struct supervised *s) {
    int status = 0;
    while (waitpid(s->supervisor, &status, 0) < 0 && errno == EINTR)
        continue;
    return collect(s, status);
}

/* SIGKILL where it is stopped or does not react. */
struct supervised_end supervisor_finish(struct supervised *s) {
    enum { PATIENCE = 5 };
    int status = 0, waited = 0;
    s->board->stop = true;
    kill(s->supervisor, SIGTERM);
    while (waitpid(s->supervisor, &status, WNOHANG) == 0) {
        if (waited++ == PATIENCE * ATTEMPTS)
            kill(s->supervisor, SIGKILL);
        sleep_shortly();
    }
    return collect(s, status);
}
