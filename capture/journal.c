#include "capture/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "capture/journal_file.h"
#include "capture/journal_folder.h"
#include "capture/journal_lines.h"
#include "capture/journal_table.h"

/* Programs last over fork(): kernels that the parent made refer to them. */
struct program {
    struct journal_hash key;
    enum journal_language language;
    char *source, *options; /* NULL: none */
    uint32_t process;       /* in whose journal its line is, from 1 */
};

/* The one journal of this process, as it has one standard output. */
static struct {
    pthread_once_t once;
    pthread_mutex_t lock;
    uint32_t process; /* from 1, counts forks: numbers of the parent's launches are known as such */
    bool opened, full;      /* full: a line found no room */
    bool stands_in;         /* the device does, whose times say nothing */
    char path[2][PATH_MAX]; /* of lines and counts */
    struct journal_file lines, counts;
    struct journal_counts *lost;
    struct journal_text line;
    struct journal_table table;
    struct program *programs;
    size_t n_programs;
} journal = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER, .process = 1};

static void before_fork(void) {
    pthread_mutex_lock(&journal.lock);
}

static void in_parent(void) {
    pthread_mutex_unlock(&journal.lock);
}

static void in_child(void) {
    journal.process++;
    journal.opened = journal.full = false;
    journal_table_clear(&journal.table);
    pthread_mutex_unlock(&journal.lock);
}

static void start(void) {
    journal.stands_in = getenv(JOURNAL_DEVICE) != NULL;
    if (journal_folder())
        pthread_atfork(before_fork, in_parent, in_child);
}

bool journal_wanted(void) {
    int error = errno;
    pthread_once(&journal.once, start);
    errno = error;
    return journal_folder() != NULL;
}

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The path of a file of the journal, or an empty one where it is too long. */
static void name_file(char path[PATH_MAX], uint64_t at, const char *suffix) {
    int n = snprintf(path, PATH_MAX, "%s/%ld-%" PRIu64 "%s", journal_folder(), (long)getpid(), at,
                     suffix);
    if (n < 0 || n >= PATH_MAX)
        *path = '\0';
}

static void open_files(void) {
    uint64_t at = now();
    name_file(journal.path[0], at, JOURNAL_SUFFIX);
    name_file(journal.path[1], at, JOURNAL_COUNTS_SUFFIX);
    journal.lines = (struct journal_file){.path = journal.path[0], .fill = '\n'};
    journal.counts = (struct journal_file){.path = journal.path[1]};
    journal.lost = journal_file_take(&journal.counts, sizeof *journal.lost, NULL);
    journal.opened = true;
}

/* Locks an open journal. False where this process is not captured. */
static bool enter(int *error) {
    *error = errno;
    if (!journal_wanted())
        return false;
    pthread_mutex_lock(&journal.lock);
    if (!journal.opened)
        open_files();
    return true;
}

static void leave(int error) {
    pthread_mutex_unlock(&journal.lock);
    errno = error;
}

/* Appends the line. Its end is written last: a line is there as a whole, or not at all. */
static bool write_line(void) {
    struct journal_text *line = &journal.line;
    char *to = line->failed ? NULL : journal_file_take(&journal.lines, line->n + 1, NULL);
    if (to) {
        memcpy(to, line->at, line->n);
        atomic_signal_fence(memory_order_seq_cst);
        to[line->n] = '\n';
    }
    line->n = 0;
    line->failed = false;
    journal.full |= !to;
    return to != NULL;
}

static struct journal_counts *new_counts(uint64_t *offset) {
    struct journal_counts *counts =
        journal.full ? NULL : journal_file_take(&journal.counts, sizeof *counts, offset);
    journal.full |= !counts;
    return counts;
}

static void count(struct journal_counts *counts) {
    if (counts)
        counts->count++;
}

static struct journal_hash hash_of_text(char kind, const char *text) {
    struct journal_hash h = {(uint64_t)kind, 0};
    journal_hash_text(&h, text);
    return journal_hash_end(h);
}

static void hash_sizes(struct journal_hash *h, const uint64_t sizes[3]) {
    for (int i = 0; i < 3; i++)
        journal_hash_word(h, sizes[i]);
}

static void hash_arg(struct journal_hash *h, const struct journal_arg *arg) {
    bool sized =
        arg->kind == JOURNAL_VALUE || arg->kind == JOURNAL_BUFFER || arg->kind == JOURNAL_LOCAL;
    journal_hash_word(h, (uint64_t)arg->kind << 56 ^ (sized ? arg->bytes : 0));
    if (arg->kind == JOURNAL_VALUE)
        journal_hash_content(h, arg->value, arg->bytes);
    else if (arg->kind == JOURNAL_IMAGE)
        hash_sizes(h, arg->size);
}

static const struct program *program_numbered(uint64_t number) {
    return number && number <= journal.n_programs ? &journal.programs[number - 1] : NULL;
}

/* The text of its program says what a kernel's parameters are; where there is none, the same name
 * may stand for different kernels. */
static struct journal_hash hash_of_kernel(const struct journal_launch *l) {
    struct journal_hash h = {'k', l->program};
    const struct program *p = program_numbered(l->program);
    journal_hash_text(&h, l->kernel);
    for (size_t i = 0; i < l->n_args && !(p && p->source); i++) {
        journal_hash_text(&h, l->args[i].name);
        journal_hash_text(&h, l->args[i].type);
    }
    return h;
}

/* Of all that is known of it but contents, as one of that kind: a launch, or the contents that were
 * taken of launches alike. */
static struct journal_hash hash_without_contents(const struct journal_launch *l, char kind) {
    struct journal_hash h = hash_of_kernel(l);
    journal_hash_word(&h, (uint64_t)kind);
    hash_sizes(&h, l->global);
    hash_sizes(&h, l->local);
    hash_sizes(&h, l->offset);
    for (size_t i = 0; i < l->n_args; i++)
        hash_arg(&h, &l->args[i]);
    if (l->file)
        journal_hash_text(&h, l->file);
    journal_hash_word(&h, l->line);
    return h;
}

static struct journal_hash hash_of_launch(const struct journal_launch *l) {
    struct journal_hash h = hash_without_contents(l, 'l');
    for (size_t i = 0; i < l->n_args; i++)
        if (l->args[i].contents)
            journal_hash_text(&h, l->args[i].contents);
    return journal_hash_end(h);
}

/* The name of the file with the text, which is written unless it is there. NULL where there is
 * none. */
static char *write_source(const struct journal_program *p) {
    static const char *const suffixes[] = {"cl", "cu", "hip", "ptx"};
    struct journal_hash h = {'t', 0};
    char name[JOURNAL_NAME];
    journal_hash_bytes(&h, p->text, p->bytes);
    journal_name(name, "sources", journal_hash_end(h), suffixes[p->language]);
    bool there = journal_has_file(name) || journal_write_file(name, p->text, p->bytes);
    if (!there)
        count(journal.lost);
    return there ? strdup(name) : NULL;
}

static struct journal_hash hash_of_program(const struct journal_program *p) {
    struct journal_hash h = {'p', p->language};
    if (p->text)
        journal_hash_bytes(&h, p->text, p->bytes);
    journal_hash_text(&h, p->options);
    return journal_hash_end(h);
}

static uint64_t find_program(struct journal_hash key) {
    for (size_t i = 0; i < journal.n_programs; i++)
        if (journal_hash_equal(journal.programs[i].key, key))
            return i + 1;
    return 0;
}

static uint64_t add_program(struct journal_hash key, const struct journal_program *p) {
    struct program *grown =
        realloc(journal.programs, (journal.n_programs + 1) * sizeof *journal.programs);
    if (!grown)
        return 0;
    journal.programs = grown;
    grown[journal.n_programs] = (struct program){.key = key,
                                                 .language = p->language,
                                                 .source = p->text ? write_source(p) : NULL,
                                                 .options = p->options ? strdup(p->options) : NULL};
    return ++journal.n_programs;
}

uint64_t journal_program(const struct journal_program *p) {
    int error;
    if (!enter(&error))
        return 0;
    struct journal_hash key = hash_of_program(p);
    uint64_t number = find_program(key);
    if (!number)
        number = add_program(key, p);
    leave(error);
    return number;
}

static void write_program(uint64_t number) {
    if (!program_numbered(number) || journal.programs[number - 1].process == journal.process)
        return;
    struct program *p = &journal.programs[number - 1];
    journal_line_program(&journal.line, number, p->language, p->source, p->options);
    if (write_line())
        p->process = journal.process;
}

static uint32_t kernel_of(const struct journal_launch *l) {
    struct journal_hash key = journal_hash_end(hash_of_kernel(l));
    uint32_t number = journal_table_find(&journal.table, key);
    if (number)
        return number;
    write_program(l->program);
    journal_line_kernel(&journal.line, journal_table_next(&journal.table), l);
    return write_line() ? journal_table_add(&journal.table, key, NULL) : 0;
}

/* The first of its kind: it counts before its line is there, so that a line has a count. */
static uint32_t new_launch(struct journal_hash key, const struct journal_launch *l) {
    uint64_t offset = 0;
    struct journal_counts *counts = new_counts(&offset);
    uint32_t kernel = counts ? kernel_of(l) : 0;
    if (!kernel)
        return 0;
    count(counts);
    journal_line_launch(&journal.line, journal_table_next(&journal.table), kernel, offset, l);
    return write_line() ? journal_table_add(&journal.table, key, counts) : 0;
}

bool journal_wants_contents(const struct journal_launch *l) {
    int error;
    if (!journal_contents_left() || !enter(&error))
        return false;
    struct journal_hash key = journal_hash_end(hash_without_contents(l, 'b'));
    uint32_t number = journal_table_find(&journal.table, key);
    if (!number)
        number = journal_table_add(&journal.table, key, NULL);
    bool wanted = number && journal.table.entries[number - 1].contents++ < JOURNAL_CONTENTS;
    leave(error);
    return wanted;
}

uint64_t journal_launch(const struct journal_launch *l) {
    int error;
    if (!enter(&error))
        return 0;
    struct journal_hash key = hash_of_launch(l);
    uint32_t number = journal_table_find(&journal.table, key);
    if (number)
        count(journal.table.entries[number - 1].counts);
    else if (!(number = new_launch(key, l)))
        count(journal.lost);
    uint64_t process = journal.process;
    leave(error);
    return number ? process << 32 | number : 0;
}

/* The counts of a launch of this process, or NULL. */
static struct journal_counts *counts_of(uint64_t launch) {
    uint32_t number = (uint32_t)launch;
    bool ours = launch >> 32 == journal.process && number && number <= journal.table.n;
    return ours ? journal.table.entries[number - 1].counts : NULL;
}

bool journal_wants_time(uint64_t launch) {
    int error;
    if (!enter(&error))
        return false;
    const struct journal_counts *counts = counts_of(launch);
    bool wanted = counts && counts->n_times < JOURNAL_TIMES && !journal.stands_in;
    leave(error);
    return wanted;
}

void journal_time(uint64_t launch, uint64_t nanoseconds) {
    int error;
    if (!enter(&error))
        return;
    struct journal_counts *counts = counts_of(launch);
    if (counts && counts->n_times < JOURNAL_TIMES)
        counts->time[counts->n_times++] = nanoseconds;
    leave(error);
}

void journal_call(const char *name) {
    int error;
    if (!enter(&error))
        return;
    struct journal_hash key = hash_of_text('c', name);
    uint32_t number = journal_table_find(&journal.table, key);
    uint64_t offset;
    struct journal_counts *counts =
        number ? journal.table.entries[number - 1].counts : new_counts(&offset);
    count(counts);
    if (!number && counts) {
        journal_text_add(&journal.line, "{\"call\":");
        journal_text_quote(&journal.line, name);
        journal_text_format(&journal.line, ",\"counts\":%" PRIu64 "}", offset);
        if (write_line())
            journal_table_add(&journal.table, key, counts);
    }
    leave(error);
}

/* A line that is there once for each text of its kind. */
static void write_once(char kind, const char *key, const char *text, const char *vendor,
                       const char *driver) {
    int error;
    if (!enter(&error))
        return;
    struct journal_hash hash = hash_of_text(kind, text);
    if (!journal_table_find(&journal.table, hash)) {
        journal_text_format(&journal.line, "{\"%s\":", key);
        journal_text_quote(&journal.line, text);
        journal_text_field(&journal.line, "vendor", vendor);
        journal_text_field(&journal.line, "driver", driver);
        journal_text_add(&journal.line, "}");
        if (write_line())
            journal_table_add(&journal.table, hash, NULL);
    }
    leave(error);
}

void journal_device(const char *name, const char *vendor, const char *driver) {
    write_once('d', "device", name, vendor, driver);
}

void journal_remark(const char *text) {
    write_once('r', "remark", text, NULL, NULL);
}
