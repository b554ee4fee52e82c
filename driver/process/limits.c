#include "driver/process/limits.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Sanitizers map more address space than there is memory. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMITS_MEMORY 0
#elif defined(__has_feature)
#define LIMITS_MEMORY !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define LIMITS_MEMORY 1
#endif

/* Analyses count their work and stop by themselves. Slow and busy machines take more processor time
 * for it; only what hangs takes this much more. */
enum { CPU_PER_WORK = 2 };
/* A build on a busy machine gets a small part of a processor; only what hangs takes longer still.
 */
enum { WALL_PER_CPU = 20 };

static void limit(int resource, double value) {
    struct rlimit r;
    if (getrlimit(resource, &r) != 0)
        return;
    r.rlim_cur =
        r.rlim_max == RLIM_INFINITY || value < (double)r.rlim_max ? (rlim_t)value : r.rlim_max;
    setrlimit(resource, &r);
}

static double cpu_seconds(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* Address space in use: mostly libraries. */
static double bytes_mapped(void) {
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%lu", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

void budget_allow(const struct budget *b, size_t kernels) {
    double seconds = b->seconds * (double)kernels * CPU_PER_WORK;
    signal(SIGALRM, SIG_DFL);
    signal(SIGXCPU, SIG_DFL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, ceil(cpu_seconds() + seconds));
    alarm((unsigned)fmin(ceil(seconds * WALL_PER_CPU), 1e9));
}

void budget_limit_memory(const struct budget *b) {
    if (LIMITS_MEMORY)
        limit(RLIMIT_AS, bytes_mapped() + (double)b->mib * 1024 * 1024);
}
