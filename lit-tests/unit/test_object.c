/* Cubins and fat binaries: compressed payloads, the choice of an architecture, and files that are
 * damaged or made to take memory. */
#include <string.h>

#include "check.h"
#include "codegen/object/elf.h"
#include "codegen/object/nv_info.h"
#include "codegen/object/object.h"
#include "codegen/object/ptx_names.h"
#include "codegen/object/unpack.h"

#define PIECE(bytes) ((struct piece){(const uint8_t *)(bytes), sizeof(bytes) - 1})

/* --- LZ4 -------------------------------------------------------------------- */

static bool unpacks(const char *from, size_t n_from, const char *to) {
    char out[512];
    size_t n = strlen(to);
    return unpack_lz4((const uint8_t *)from, n_from, (uint8_t *)out, n) && memcmp(out, to, n) == 0;
}
#define UNPACKS(from, to) unpacks(from, sizeof(from) - 1, to)

static void lz4(void) {
    CHECK(UNPACKS("\x30"
                  "abc",
                  "abc"));
    CHECK(UNPACKS("\x32"
                  "abc\x03\x00\x10"
                  "d",
                  "abcabcabcd"));
    /* A copy of what it makes itself repeats it. */
    CHECK(UNPACKS("\x1f"
                  "a\x01\x00\x01\x10"
                  "b",
                  "aaaaaaaaaaaaaaaaaaaaab"));
    CHECK(UNPACKS("\xf0\x01"
                  "0123456789abcdef",
                  "0123456789abcdef"));
}

static void damaged_lz4(void) {
    CHECK(!UNPACKS("\x30"
                   "ab",
                   "abc"));         /* cut off within literals */
    CHECK(!UNPACKS("\xf0", "abc")); /* within a length */
    CHECK(!UNPACKS("\x32"
                   "abc\x03",
                   "abcabcabc")); /* within a distance */
    CHECK(!UNPACKS("\x32"
                   "abc\x04\x00\x10"
                   "d",
                   "abcabcabcd")); /* from before the beginning */
    CHECK(!UNPACKS("\x32"
                   "abc\x00\x00\x10"
                   "d",
                   "abcabcabcd")); /* from nowhere */
    CHECK(!UNPACKS("\x30"
                   "abc",
                   "ab")); /* too long */
    CHECK(!UNPACKS("\x30"
                   "abc",
                   "abcd")); /* too short */
    CHECK(!UNPACKS("\x3f"
                   "abc\x03\x00\xff\xff\xff\xff\x00",
                   "abcabcabc")); /* far too long */
}

/* --- fat binaries ----------------------------------------------------------- */

enum { HEADER = 16, ENTRY = 64, ROOM = 1024 };

/* A fat binary on its way. */
struct made {
    uint8_t bytes[ROOM];
    size_t n;
};

static void put(struct made *m, size_t at, unsigned bytes, uint64_t number) {
    for (unsigned i = 0; i < bytes; i++)
        m->bytes[at + i] = (uint8_t)(number >> 8 * i);
}

static void begin(struct made *m) {
    *m = (struct made){.n = HEADER};
    put(m, 0, 4, 0xba55ed50);
    put(m, 4, 2, 1);
    put(m, 6, 2, HEADER);
}

/* An entry whose payload is `text`; `unpacked` bytes if flags say that it is compressed. */
static void add(struct made *m, unsigned kind, unsigned arch, uint64_t flags, const char *text,
                uint64_t unpacked) {
    size_t n = strlen(text);
    put(m, m->n, 2, kind);
    put(m, m->n + 4, 4, ENTRY);
    put(m, m->n + 8, 8, n);
    put(m, m->n + 16, 4, unpacked ? n : 0);
    put(m, m->n + 28, 4, arch);
    put(m, m->n + 40, 8, flags);
    put(m, m->n + 56, 8, unpacked);
    memcpy(m->bytes + m->n + ENTRY, text, n);
    m->n += ENTRY + n;
    put(m, 8, 8, m->n - HEADER);
}

static struct device_object opened(struct arena *a, const struct made *m) {
    struct device_object o;
    object_open(a, (struct piece){m->bytes, m->n}, &o);
    return o;
}

/* "sm_80" of what is chosen, "" if nothing is. */
static const char *chosen(struct arena *a, const struct device_object *o, unsigned arch,
                          char suffix) {
    const struct object_entry *e = object_choose(o, OBJECT_ELF, arch, suffix);
    return e ? object_arch(a, e) : "";
}

static void choice(struct arena *a) {
    struct made m;
    begin(&m);
    add(&m, 1, 75, 0, "ptx", 0);
    add(&m, 2, 75, 0, "x", 0);
    add(&m, 2, 80, 0, "x", 0);
    add(&m, 2, 87, 0, "x", 0);
    add(&m, 2, 90, 0, "x", 0);
    add(&m, 2, 90, 0x100000, "x", 0);
    add(&m, 2, 100, 0x200000, "x", 0);
    struct device_object o = opened(a, &m);
    CHECK(!o.error && o.kind == OBJECT_FATBIN && o.entries.n == 7);
    CHECK(strcmp(object_arch(a, &o.entries.at[0]), "compute_75") == 0);
    CHECK(strcmp(chosen(a, &o, 80, 0), "sm_80") == 0);
    /* The latest of the generation that runs on it, and not the nearest. */
    CHECK(strcmp(chosen(a, &o, 86, 0), "sm_80") == 0);
    CHECK(strcmp(chosen(a, &o, 89, 0), "sm_87") == 0);
    CHECK(strcmp(chosen(a, &o, 90, 0), "sm_90") == 0);
    CHECK(strcmp(chosen(a, &o, 90, 'a'), "sm_90a") == 0);
    CHECK(strcmp(chosen(a, &o, 103, 0), "sm_100f") == 0);
    CHECK(strcmp(chosen(a, &o, 120, 0), "sm_100f") == 0);
    CHECK(strcmp(chosen(a, &o, 52, 0), "sm_75") == 0);
    begin(&m);
    o = opened(a, &m);
    CHECK(!o.error && o.entries.n == 0 && strcmp(chosen(a, &o, 80, 0), "") == 0);
}

/* A fat binary of one entry, of which the first `n` bytes are there. */
static const char *error_of_first(struct arena *a, size_t n) {
    struct made m;
    begin(&m);
    add(&m, 1, 80, 0, ".entry k", 0);
    m.n = n < m.n ? n : m.n;
    return opened(a, &m).error;
}

static void cut_off(struct arena *a) {
    size_t whole = HEADER + ENTRY + strlen(".entry k");
    CHECK(!error_of_first(a, whole));
    for (size_t n = 0; n < whole; n++)
        CHECK(error_of_first(a, n));
}

/* Why an entry cannot be decompressed; "" if it can. */
static const char *unpack_error(struct arena *a, uint64_t flags, const char *text,
                                uint64_t unpacked) {
    struct made m;
    struct piece out;
    begin(&m);
    add(&m, 1, 80, flags, text, unpacked);
    struct device_object o = opened(a, &m);
    const char *error = object_unpack(a, &o, &o.entries.at[0], &out);
    return error ? error : "";
}

static void payloads(struct arena *a) {
    enum { LZ4 = 0x2000, ZSTD = 0x8000, OLD = 0x1000 };
    CHECK(!*unpack_error(a, LZ4,
                         "\x30"
                         "abc",
                         3));
    CHECK(strstr(unpack_error(a, LZ4,
                              "\x30"
                              "abc",
                              4),
                 "damaged"));
    CHECK(strstr(unpack_error(a, ZSTD, "abc", 4), "damaged"));
    CHECK(strstr(unpack_error(a, OLD, "abc", 4), "not read"));
    CHECK(strstr(unpack_error(a, ZSTD, "abc", (uint64_t)1 << 40), "more than 256 MiB"));
    CHECK(strstr(unpack_error(a, LZ4, "abc", UINT64_MAX), "more than 256 MiB"));
}

/* Many entries that are each within the limit are not so together. */
static void bomb(struct arena *a) {
    enum { LZ4 = 0x2000, MIB = 1 << 20 };
    struct made m;
    struct piece out;
    size_t unpacked = 0;
    begin(&m);
    for (int i = 0; i < 5; i++)
        add(&m, 1, 80, LZ4, "abc", 100 * MIB);
    struct device_object o = opened(a, &m);
    for (size_t i = 0; i < o.entries.n; i++)
        unpacked += strstr(object_unpack(a, &o, &o.entries.at[i], &out), "damaged") != NULL;
    CHECK(unpacked == 2);
}

/* --- the rest --------------------------------------------------------------- */

static void ptx_names(struct arena *a) {
    struct words names = {0};
    ptx_names_find(a, PIECE(".visible .entry _Z1kPi(\n)\n.entry\tb$1 .entry"), &names);
    CHECK(names.n == 2 && strcmp(names.at[0], "_Z1kPi") == 0 && strcmp(names.at[1], "b$1") == 0);
}

static void attributes(void) {
    /* A half word, bytes, and bytes that are cut off. */
    struct piece section = PIECE("\x03\x1b\xff\x00"
                                 "\x04\x17\x0c\x00"
                                 "\x00\x00\x00\x00\x02\x00\x0c\x00\x00\xf0\x11\x00"
                                 "\x04\x2f\x08\x00\x01");
    struct nv_attribute a;
    struct nv_parameter p;
    size_t at = 0;
    CHECK(nv_info_next(section, &at, &a) && a.number == 0x1b && piece_u16(a.value, 0) == 0xff);
    CHECK(!nv_info_parameter(&a, &p));
    CHECK(nv_info_next(section, &at, &a) && nv_info_parameter(&a, &p));
    CHECK(p.number == 2 && p.offset == 12 && p.bytes == 4);
    CHECK(!nv_info_next(section, &at, &a));
}

/* A section table that claims to be larger than the file, or lies outside of it. */
static void elf_headers(struct arena *a) {
    uint8_t file[128] = "\x7f"
                        "ELF\x02\x01\x01";
    struct elf e;
    CHECK(!elf_open(a, (struct piece){file, sizeof file}, &e) && e.n_sections == 0);
    CHECK(elf_open(a, (struct piece){file, 20}, &e));
    file[0x28] = 64; /* where the table is */
    file[0x3a] = 64; /* bytes of a header */
    CHECK(strstr(elf_open(a, (struct piece){file, sizeof file}, &e), "no names"));
    file[0x3c] = 1; /* how many there are */
    CHECK(!elf_open(a, (struct piece){file, sizeof file}, &e) && e.n_sections == 1);
    file[0x3c] = 2;
    CHECK(strstr(elf_open(a, (struct piece){file, sizeof file}, &e), "cut off"));
    file[0x2f] = 0xff;
    CHECK(strstr(elf_open(a, (struct piece){file, sizeof file}, &e), "cut off"));
    file[4] = 1;
    CHECK(strstr(elf_open(a, (struct piece){file, sizeof file}, &e), "64 bits"));
}

int main(void) {
    struct arena a = {0};
    lz4();
    damaged_lz4();
    choice(&a);
    cut_off(&a);
    payloads(&a);
    bomb(&a);
    ptx_names(&a);
    attributes();
    elf_headers(&a);
    arena_free(&a);
    return CHECK_DONE();
}
