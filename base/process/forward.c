#include "base/process/forward.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- the witness ----------------------------------------------------------- */

static uint64_t bit_of(int number) {
    return number >= 1 && number <= 64 ? UINT64_C(1) << (number - 1) : 0;
}

/* The signals that are pending, but for those that the parent sends to wake us. */
static uint64_t take_pending(pid_t parent) {
    static const struct timespec no_time = {0};
    uint64_t got = 0;
    sigset_t all;
    siginfo_t info;
    sigfillset(&all);
    for (int number; (number = sigtimedwait(&all, &info, &no_time)) > 0;)
        got |= info.si_pid == parent ? 0 : bit_of(number);
    return got;
}

static void forget_command_line(char *const *argv) {
    for (; *argv; argv++)
        memset(*argv, 0, strlen(*argv));
}

/* Answers each byte with the signals that came since the last, until the parent is gone. */
static _Noreturn void bear_witness(int questions, pid_t parent, char *const *argv) {
    enum { ANSWERS = STDIN_FILENO };
    sigset_t all;
    char question;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    spawn_end_with_parent(parent, SIGKILL);
    prctl(PR_SET_NAME, "signal-witness");
    forget_command_line(argv);
    if (dup2(questions, ANSWERS) != ANSWERS)
        _exit(1);
    close_range(ANSWERS + 1, ~0U, 0);
    while (read(ANSWERS, &question, 1) == 1) {
        uint64_t got = take_pending(parent);
        if (write(ANSWERS, &got, sizeof got) != sizeof got)
            break;
    }
    _exit(0);
}

static void start_witness(struct forwarding *f) {
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return;
    pid_t child = fork();
    if (child == 0)
        bear_witness(ends[1], parent, f->argv);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return;
    }
    f->witness = child;
    f->question = ends[0];
}

static void lose_witness(struct forwarding *f) {
    if (!f->witness)
        return;
    close(f->question);
    kill(f->witness, SIGKILL);
    while (waitpid(f->witness, NULL, 0) < 0 && errno == EINTR)
        continue;
    f->witness = 0;
}

/* Somebody may have stopped it. Not without need: SIGCONT takes away what is pending of SIGTSTP. */
static void wake(pid_t witness) {
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)witness, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 && info.si_pid)
        kill(witness, SIGCONT);
}

/* Adds what the witness got to what is seen. */
static void ask(struct forwarding *f) {
    uint64_t got;
    wake(f->witness);
    if (send(f->question, "?", 1, MSG_NOSIGNAL) == 1 &&
        recv(f->question, &got, sizeof got, MSG_WAITALL) == sizeof got)
        f->seen |= got;
    else
        lose_witness(f);
}

/* Whether a signal that we got went to the whole group. The kernel signals the youngest of a group
 * first, so that the witness has it before us; as no standard says so, it is asked a second time.
 */
static bool reached_group(struct forwarding *f, const siginfo_t *info) {
    static const struct timespec a_moment = {.tv_nsec = 5 * 1000 * 1000};
    uint64_t bit = bit_of(info->si_signo);
    for (int times = 0; times < 2 && f->witness && !(f->seen & bit); times++) {
        if (times)
            nanosleep(&a_moment, NULL);
        ask(f);
    }
    bool reached = f->witness ? f->seen & bit : info->si_code == SI_KERNEL;
    f->seen &= ~bit;
    return reached;
}

/* --- what is waited for ---------------------------------------------------- */

/* Not what a process raises by a fault of its own, nor what does nothing unless it is handled. */
static sigset_t awaited_signals(void) {
    static const int left[] = {SIGABRT, SIGBUS,  SIGFPE, SIGILL,  SIGSEGV,
                               SIGSYS,  SIGTRAP, SIGURG, SIGWINCH};
    sigset_t set;
    sigfillset(&set);
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        sigdelset(&set, left[i]);
    return set;
}

void forward_end(struct forwarding *f) {
    lose_witness(f);
    spawn_restore_signals(&f->signals);
}

/* The witness last: it is the youngest. */
static void begin_waiting(void *forwarding) {
    struct forwarding *f = forwarding;
    sigprocmask(SIG_BLOCK, &f->awaited, NULL);
    start_witness(f);
}

pid_t forward_start(struct forwarding *f, const struct spawn_request *r, char *const *argv) {
    struct spawn_request own = *r;
    *f = (struct forwarding){.awaited = awaited_signals(), .argv = argv, .question = -1};
    f->signals.child_handler = signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, NULL, &f->signals.before);
    own.signals = &f->signals;
    own.forked = begin_waiting;
    own.context = f;
    pid_t child = spawn_start(&own);
    int error = errno;
    if (child < 0)
        forward_end(f);
    errno = error;
    return child;
}

bool forward_interrupted(void) {
    static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    sigset_t pending;
    bool any = false;
    sigpending(&pending);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        any |= sigismember(&pending, ending[i]) == 1;
    return any;
}

/* --- stopping -------------------------------------------------------------- */

static bool stops(int number) {
    return number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

/* Stops us by that signal, and `beside`, until somebody continues us. */
static void stop(const struct forwarding *f, int number) {
    sigset_t one, pending;
    sigpending(&pending);
    if (sigismember(&pending, SIGCONT) == 1)
        return;
    if (f->beside)
        kill(f->beside, SIGTSTP);
    sigemptyset(&one);
    sigaddset(&one, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    sigprocmask(SIG_BLOCK, &one, NULL);
    if (f->beside)
        kill(f->beside, SIGCONT);
}

/* --- waiting --------------------------------------------------------------- */

/* Reads what became of a child: its wait status, if it has ended; else the signal that it is
 * stopped by now, or 0. False while it has not ended. */
static bool look_after(pid_t child, int *status, int *stopped) {
    for (pid_t done; (done = waitpid(child, status, WNOHANG | WUNTRACED | WCONTINUED)) != 0;) {
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            *status = -1;
        if (done < 0 || WIFEXITED(*status) || WIFSIGNALED(*status))
            return true;
        *stopped = WIFSTOPPED(*status) ? WSTOPSIG(*status) : 0;
    }
    return false;
}

int forward_wait(struct forwarding *f, pid_t child) {
    bool stopping = false;
    int status, stopped = 0;
    while (!look_after(child, &status, &stopped)) {
        if (stopping && stopped) {
            stop(f, stopped);
            stopping = false;
            stopped = 0;
            continue;
        }
        siginfo_t info;
        int number = sigwaitinfo(&f->awaited, &info);
        if (number <= 0 || number == SIGCHLD)
            continue;
        stopping = stops(number) || (stopping && number != SIGCONT);
        if (!reached_group(f, &info))
            kill(child, number);
    }
    return status;
}

static bool is_ignored(int number) {
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

int forward_wait_beside(struct forwarding *f, const struct timespec *until) {
    while (!spawn_has_ended(f->beside)) {
        struct timespec left = spawn_time_left(until);
        int number = sigtimedwait(&f->awaited, NULL, &left);
        if (number < 0 && errno == EAGAIN)
            return SIGALRM;
        if (stops(number))
            stop(f, number);
        else if (number > 0 && number != SIGCHLD && number != SIGCONT && !is_ignored(number))
            return number;
    }
    return 0;
}
