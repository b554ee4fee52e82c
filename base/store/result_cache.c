#include "base/store/result_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <llvm-c/blake3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/store/cache_directory.h"
#include "base/store/ownership.h"
#include "base/store/whole_file.h"
#include "base/str.h"
#include "base/vec.h"

/* Entries lie in 16 folders, and each is kept small by itself, so that nobody has to look at all of
 * them or to lock anything. Files that were read last stay longest. */
enum { FOLDER_BYTES = 32 << 20, ENTRY_BYTES = FOLDER_BYTES / 2 };

/* What an entry's file begins with; the digest of its key and of the rest follows on the same line:
 * an entry under another one's name is damaged. */
static const char magic[] = "clperf-cache 2 ";

enum { HEADER_BYTES = sizeof magic - 1 + CACHE_KEY_TEXT };

/* --- digests --------------------------------------------------------------- */

static void digest_text(const llvm_blake3_hasher *h, char text[CACHE_KEY_TEXT]) {
    uint8_t bytes[LLVM_BLAKE3_OUT_LEN];
    llvm_blake3_hasher_finalize(h, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

struct cache_key cache_key(struct arena *a, const char *kind) {
    struct cache_key k = {a, NEW(a, llvm_blake3_hasher)};
    llvm_blake3_hasher_init(k.digest);
    cache_key_text(&k, kind);
    return k;
}

void cache_key_add(struct cache_key *k, const void *bytes, size_t n) {
    uint64_t length = n;
    llvm_blake3_hasher_update(k->digest, &length, sizeof length);
    llvm_blake3_hasher_update(k->digest, bytes, n);
}

void cache_key_text(struct cache_key *k, const char *text) {
    cache_key_add(k, text, strlen(text));
}

bool cache_key_contents(struct cache_key *k, const char *path) {
    size_t n = 0;
    const char *bytes = read_file(k->arena, path, &n);
    if (bytes)
        cache_key_add(k, bytes, n);
    return bytes;
}

void cache_key_file(struct cache_key *k, const char *path) {
    struct stat st = {0};
    stat(path, &st);
    int64_t facts[] = {st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec};
    cache_key_text(k, path);
    cache_key_add(k, facts, sizeof facts);
}

void cache_key_digest(const struct cache_key *k, char text[CACHE_KEY_TEXT]) {
    digest_text(k->digest, text);
}

/* --- files ----------------------------------------------------------------- */

struct cache cache_open(struct arena *a, bool enabled) {
    const char *refused = NULL, *dir = enabled ? cache_directory(a, &refused) : NULL;
    return (struct cache){.dir = dir, .refused = refused};
}

/* The directory, or -1 if it is not the user's own: whoever puts another one in its place later
 * changes nothing. */
static int open_own_directory(struct arena *a, const struct cache *c) {
    struct stat st;
    int fd = c->dir ? open(c->dir, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd < 0 || (fstat(fd, &st) == 0 && !ownership_problem(a, &st, OWNER_USER)))
        return fd;
    close(fd);
    return -1;
}

static const char *folder_of(struct arena *a, int dir, const char *key) {
    return arena_printf(a, "/proc/self/fd/%d/%.1s", dir, key);
}

static const char *file_of(struct arena *a, int dir, const char *key) {
    return arena_printf(a, "%s/%s", folder_of(a, dir, key), key + 1);
}

/* One that is not there yet is made later. */
static bool is_own_folder(struct arena *a, const char *folder) {
    struct stat st;
    return lstat(folder, &st) != 0 ||
           (S_ISDIR(st.st_mode) && !ownership_problem(a, &st, OWNER_USER));
}

static void make_directories(struct arena *a, const char *path) {
    if (access(path, F_OK) == 0)
        return;
    const char *parent = path_dir(a, path);
    if (strcmp(parent, path) != 0)
        make_directories(a, parent);
    mkdir(path, 0700);
}

static void make_header(char header[HEADER_BYTES + 1], const char *key, const char *bytes,
                        size_t n) {
    llvm_blake3_hasher h;
    char digest[CACHE_KEY_TEXT];
    llvm_blake3_hasher_init(&h);
    llvm_blake3_hasher_update(&h, key, CACHE_KEY_TEXT);
    llvm_blake3_hasher_update(&h, bytes, n);
    digest_text(&h, digest);
    snprintf(header, HEADER_BYTES + 1, "%s%s\n", magic, digest);
}

static const char *get_in(struct arena *a, int dir, const struct cache_key *k, size_t *n) {
    char key[CACHE_KEY_TEXT], header[HEADER_BYTES + 1];
    digest_text(k->digest, key);
    const char *file = file_of(a, dir, key), *bytes = NULL;
    if (is_own_folder(a, folder_of(a, dir, key)))
        bytes = read_file(a, file, n);
    if (!bytes)
        return NULL;
    if (*n >= HEADER_BYTES) {
        *n -= HEADER_BYTES;
        make_header(header, key, bytes + HEADER_BYTES, *n);
        if (memcmp(header, bytes, HEADER_BYTES) == 0) {
            utimensat(AT_FDCWD, file, NULL, 0);
            return bytes + HEADER_BYTES;
        }
    }
    unlink(file);
    return NULL;
}

const char *cache_get(struct arena *a, const struct cache *c, const struct cache_key *k,
                      size_t *n) {
    int dir = open_own_directory(a, c);
    const char *bytes = dir >= 0 ? get_in(a, dir, k, n) : NULL;
    if (dir >= 0)
        close(dir);
    return bytes;
}

struct stored {
    const char *path;
    struct timespec used;
    off_t bytes; /* on the disk */
};

static int by_age(const void *x, const void *y) {
    const struct stored *a = x, *b = y;
    if (a->used.tv_sec != b->used.tv_sec)
        return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
    return (a->used.tv_nsec > b->used.tv_nsec) - (a->used.tv_nsec < b->used.tv_nsec);
}

/* Removes the files that nobody used for longest until the rest is three quarters of what may be
 * kept. Another run may do the same at the same time. */
static void trim(struct arena *a, const char *folder) {
    VEC(struct stored) files = {0};
    off_t sum = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        struct stat st;
        const char *path = arena_printf(a, "%s/%s", folder, e->d_name);
        if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode))
            continue;
        vec_push(a, &files, (struct stored){path, st.st_mtim, st.st_blocks * 512});
        sum += files.at[files.n - 1].bytes;
    }
    if (d)
        closedir(d);
    if (sum <= FOLDER_BYTES)
        return;
    qsort(files.at, files.n, sizeof *files.at, by_age);
    for (size_t i = 0; i < files.n && sum > FOLDER_BYTES / 4 * 3; i++) {
        unlink(files.at[i].path);
        sum -= files.at[i].bytes;
    }
}

static void put_in(struct arena *a, int dir, const struct cache_key *k, const char *bytes,
                   size_t n) {
    char key[CACHE_KEY_TEXT], header[HEADER_BYTES + 1];
    digest_text(k->digest, key);
    const char *folder = folder_of(a, dir, key);
    mkdir(folder, 0700);
    if (!is_own_folder(a, folder))
        return;
    trim(a, folder);
    make_header(header, key, bytes, n);
    struct str entry = {.arena = a};
    str_addn(&entry, header, HEADER_BYTES);
    str_addn(&entry, bytes, n);
    whole_file_put(
        a, &(struct whole_file){
               .path = file_of(a, dir, key), .mode = 0600, .bytes = entry.text, .n = entry.n});
}

void cache_put(struct arena *a, const struct cache *c, const struct cache_key *k, const char *bytes,
               size_t n) {
    if (!c->dir || n > ENTRY_BYTES)
        return;
    make_directories(a, c->dir);
    int dir = open_own_directory(a, c);
    if (dir < 0)
        return;
    put_in(a, dir, k, bytes, n);
    close(dir);
}
