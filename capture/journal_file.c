#include "capture/journal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Mappings grow with the file, between these. */
enum { FIRST_MAPPING = 64 << 10, LARGEST_MAPPING = 4 << 20 };

/* Beyond this limit the kernel not only refuses, but sends a signal. */
static bool within_limit(uint64_t size) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
           size <= limit.rlim_cur;
}

static bool allocate(int fd, uint64_t from, size_t bytes) {
    int error;
    if (!within_limit(from + bytes))
        return false;
    do
        error = posix_fallocate(fd, (off_t)from, (off_t)bytes);
    while (error == EINTR);
    return error == 0;
}

static void *map_at(const char *path, uint64_t from, size_t bytes) {
    void *at = MAP_FAILED;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0)
        return NULL;
    if (allocate(fd, from, bytes))
        at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)from);
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}

/* Near the end of the disk a smaller mapping may still fit. */
static char *map_more(struct journal_file *f, size_t least, size_t *bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t need = (least + page - 1) / page * page;
    size_t wish = f->size > LARGEST_MAPPING ? LARGEST_MAPPING : (size_t)f->size;
    if (wish < FIRST_MAPPING)
        wish = FIRST_MAPPING;
    for (*bytes = wish > need ? wish : need; *bytes >= need; *bytes = *bytes / 2 / page * page) {
        char *at = map_at(f->path, f->size, *bytes);
        if (at || *bytes < 2 * page)
            return at;
    }
    return NULL;
}

static bool grow(struct journal_file *f, size_t least) {
    size_t bytes;
    char *at = map_more(f, least, &bytes);
    if (!at)
        return false;
    if (f->left)
        memset(f->next, f->fill, f->left);
    f->next = at;
    f->left = bytes;
    f->size += bytes;
    return true;
}

void *journal_file_take(struct journal_file *f, size_t n, uint64_t *offset) {
    if (n > f->left && !grow(f, n))
        return NULL;
    void *at = f->next;
    if (offset)
        *offset = f->size - f->left;
    f->next += n;
    f->left -= n;
    return at;
}

static bool write_all(int fd, const char *bytes, uint64_t n) {
    while (n > 0) {
        ssize_t written = write(fd, bytes, n < INT_MAX ? n : INT_MAX);
        if (written <= 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            n -= (uint64_t)written;
        }
    }
    return true;
}

bool journal_file_write(const char *path, const void *bytes, uint64_t n) {
    char unfinished[PATH_MAX];
    int room = snprintf(unfinished, sizeof unfinished, "%s.%ld.%lx", path, (long)getpid(),
                        (unsigned long)(uintptr_t)&room);
    int fd = room < (int)sizeof unfinished && within_limit(n)
                 ? open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)
                 : -1;
    if (fd < 0)
        return false;
    bool whole = write_all(fd, bytes, n);
    whole = close(fd) == 0 && whole && rename(unfinished, path) == 0;
    if (!whole)
        unlink(unfinished);
    return whole;
}
