/* Large buffers, mapped from a file of made-up contents. They begin as read-only; the first
 * write to a block makes it writable and is remembered, so that only what was written needs to be
 * compared. */
#include "buffers.h"

#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    MAX_BUFFERS = 512,
    SHIFT_BYTES = 17 * 4096,
    MAX_SHIFTS = 40,
    PERIOD_BYTES = 65 * BLOCK_BYTES
};

/* What the handler of page faults looks at; a handler has no other way to get at it. */
static struct buffer *live[MAX_BUFFERS];

static void tell(const char *message) {
    if (write(STDERR_FILENO, message, strlen(message)) < 0)
        _exit(4);
}

static void on_fault(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)context;
    unsigned char *at = info->si_addr;
    for (int i = 0; i < MAX_BUFFERS; i++) {
        struct buffer *b = live[i];
        if (!b || at < b->bytes || at >= b->bytes + BUFFER_BYTES)
            continue;
        size_t block = (size_t)(at - b->bytes) / BLOCK_BYTES;
        b->written[block] = true;
        if (mprotect(b->bytes + block * BLOCK_BYTES, BLOCK_BYTES, PROT_READ | PROT_WRITE) == 0)
            return;
    }
    tell("the kernel reaches beyond its buffers\n");
    _exit(3);
}

static uint32_t mix(uint64_t x) {
    x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 31) * 0x94d049bb133111ebu;
    return (uint32_t)(x >> 32);
}

static double special(uint32_t n, bool is_double) {
    const double tiny = is_double ? 0x1p-1060 : 0x1p-140, huge = is_double ? DBL_MAX : FLT_MAX;
    const double values[] = {0.0,  -0.0,  INFINITY, -INFINITY, NAN, 5 * tiny, -3 * tiny,
                             huge, -huge, 1.0,      -1.0,      0.5, 2.0,      1e-30};
    return values[n % (sizeof values / sizeof *values)];
}

static double real_value(enum mode mode, size_t i, bool is_double) {
    uint32_t h = mix(i), low = is_double ? mix(~(uint64_t)i) : 0;
    double fraction = h / 0x1p32 + low / 0x1p64;
    switch (mode) {
    case MODE_WHOLE:
        return h % 64;
    case MODE_WIDE:
        return ldexp(1 + fraction, (int)(mix(i * 7 + 1) % 61) - 30) * (h & 1 ? -1 : 1);
    case MODE_SPECIAL:
        if (mix(i * 7 + 1) % 3 == 0)
            return special(h, is_double);
        break;
    default:
        break;
    }
    return fraction * 8 - 4;
}

static uint64_t whole_value(enum mode mode, size_t bytes, size_t i) {
    static const uint32_t bounds[N_MODES] = {64, 8, 1024, 4};
    return mix(i) % (bytes == 1 ? 256 : bounds[mode]);
}

/* Halves have no type here: bits of moderate numbers, or of special ones. */
static uint16_t half_bits(enum mode mode, size_t i) {
    static const uint16_t values[] = {0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 1, 0x8003, 0x7bff};
    uint32_t h = mix(i);
    if (mode == MODE_SPECIAL && h % 3 == 0)
        return values[h / 3 % 8];
    return (uint16_t)((h & 0x83ff) | (13 + (h >> 20) % 4) << 10);
}

void fill_element(enum mode mode, struct type type, size_t i, void *element) {
    float f = type.real ? (float)real_value(mode, i, false) : 0;
    double d = type.real && type.bytes == 8 ? real_value(mode, i, true) : 0;
    uint64_t n = whole_value(mode, type.bytes, i);
    uint16_t h = half_bits(mode, i);
    const void *real = type.bytes == 8 ? (void *)&d : type.bytes == 4 ? (void *)&f : (void *)&h;
    memcpy(element, type.real ? real : &n, type.bytes);
}

struct type type_of(const char *name) {
    static const struct {
        const char *name;
        struct type type;
    } types[] = {{"float", {true, 4, 1}},   {"double", {true, 8, 1}},       {"half", {true, 2, 1}},
                 {"uchar", {false, 1, 1}},  {"char", {false, 1, 1}},        {"bool", {false, 1, 1}},
                 {"ushort", {false, 2, 1}}, {"short", {false, 2, 1}},       {"uint", {false, 4, 1}},
                 {"int", {false, 4, 1}},    {"ulong", {false, 8, 1}},       {"long", {false, 8, 1}},
                 {"size_t", {false, 8, 1}}, {"unsigned int", {false, 4, 1}}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t n = strlen(types[i].name);
        if (strncmp(name, types[i].name, n) != 0 ||
            strspn(name + n, "0123456789") != strlen(name + n))
            continue;
        struct type t = types[i].type;
        t.lanes = name[n] ? strtoul(name + n, NULL, 10) : 1;
        return t;
    }
    return (struct type){true, 4, 1};
}

/* A file in memory with what all buffers of a mode and type repeat, beginning at different places.
 */
static int contents(enum mode mode, struct type type) {
    static int files[N_MODES][2][9];
    int *file = &files[mode][type.real][type.bytes];
    if (*file)
        return *file;
    *file = memfd_create("contents", 0);
    if (ftruncate(*file, PERIOD_BYTES) != 0)
        abort();
    unsigned char *at = mmap(NULL, PERIOD_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, *file, 0);
    if (at == MAP_FAILED)
        abort();
    for (size_t i = 0; i < PERIOD_BYTES / type.bytes; i++)
        fill_element(mode, type, i, at + i * type.bytes);
    munmap(at, PERIOD_BYTES);
    return *file;
}

static void map_contents(unsigned char *at, int file, size_t offset) {
    for (size_t done = 0, n; done < BUFFER_BYTES; done += n, offset = 0) {
        n = PERIOD_BYTES - offset;
        n = n < BUFFER_BYTES - done ? n : BUFFER_BYTES - done;
        if (mmap(at + done, n, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, (off_t)offset) ==
            MAP_FAILED)
            abort();
    }
}

static void catch_faults(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
}

/* Unmapped memory on both sides keeps buffers apart. */
struct buffer *buffer_new(enum mode mode, struct type type, size_t number) {
    struct buffer *b = calloc(1, sizeof *b);
    unsigned char *room = mmap(NULL, 3 * (size_t)BUFFER_BYTES, PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        abort();
    b->bytes = room + BUFFER_BYTES;
    map_contents(b->bytes, contents(mode, type), number % MAX_SHIFTS * SHIFT_BYTES);
    for (int i = 0; i < MAX_BUFFERS; i++)
        if (!live[i]) {
            live[i] = b;
            catch_faults();
            return b;
        }
    abort();
}

void buffer_free(struct buffer *b) {
    for (int i = 0; i < MAX_BUFFERS; i++)
        if (live[i] == b)
            live[i] = NULL;
    munmap(b->bytes - BUFFER_BYTES, 3 * (size_t)BUFFER_BYTES);
    free(b);
}
