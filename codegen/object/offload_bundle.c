#include "codegen/object/offload_bundle.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "codegen/object/amdgpu.h"
#include "codegen/object/amdgpu_instructions.h"
#include "codegen/object/elf.h"
#include "codegen/object/unpack.h"

static const char bundle_magic[] = "__CLANG_OFFLOAD_BUNDLE__", compressed_magic[] = "CCOB";
enum { BUNDLE_MAGIC = sizeof bundle_magic - 1, COMPRESSED_MAGIC = sizeof compressed_magic - 1 };
/* What compressed bundles may come to, in all. */
static const uint64_t most_unpacked = (uint64_t)512 << 20;

/* Copies n bytes from the front and goes behind them; false if there are not so many. */
static bool take(struct piece *in, void *to, size_t n) {
    if (n > in->n)
        return false;
    memcpy(to, in->at, n);
    *in = piece_part(*in, n, in->n);
    return true;
}

static bool starts(struct piece in, const char *magic, size_t n) {
    return in.n >= n && memcmp(in.at, magic, n) == 0;
}

/* --- bundles --------------------------------------------------------------- */

struct reading {
    struct arena *arena;
    struct offload_entries found;
    uint64_t may_unpack; /* bytes */
    size_t bundles;
};

static void fail(struct reading *r, const char *why) {
    if (!r->found.error)
        r->found.error = why;
}

/* "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-" is for AMD's GPUs from "gfx" on. */
static void add_entry(struct reading *r, struct piece id, struct piece bytes) {
    const char *text = arena_strndup(r->arena, (const char *)id.at, id.n);
    const char *processor = strstr(text, "-gfx");
    if (strstr(text, "amdgcn") && processor && bytes.n)
        vec_push(r->arena, &r->found.all,
                 (struct offload_entry){processor + 1, bytes.at, bytes.n, r->bundles});
}

/* A number of entries, each with offset and size of the object, and the size of its name and the
 * name. Returns the bytes of the whole, or 0 if it is damaged. */
static size_t read_bundle(struct reading *r, struct piece bundle) {
    struct piece in = bundle;
    char magic[BUNDLE_MAGIC];
    uint64_t n;
    if (!take(&in, magic, sizeof magic) || !take(&in, &n, sizeof n))
        return 0;
    size_t end = sizeof magic;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t words[3];
        if (!take(&in, words, sizeof words) || !piece_holds(in, 0, words[2]) ||
            !piece_holds(bundle, words[0], words[1]))
            return 0;
        add_entry(r, piece_part(in, 0, words[2]), piece_part(bundle, words[0], words[1]));
        in = piece_part(in, words[2], in.n);
        size_t behind = (size_t)(words[0] + words[1]);
        end = behind > end ? behind : end;
    }
    r->bundles++;
    return end;
}

/* What stands before compressed bytes. */
struct compressed {
    uint16_t version, method;
    uint64_t whole, unpacked; /* bytes; version 1 does not say the whole's */
};

/* Sizes have 32 bits up to version 2, and 64 from version 3 on. A hash ends it. */
static bool take_compressed(struct piece *in, struct compressed *c) {
    char magic[COMPRESSED_MAGIC];
    uint64_t hash;
    uint32_t word = 0, second = 0;
    size_t all = in->n;
    *c = (struct compressed){.whole = all};
    if (!take(in, magic, sizeof magic) || !take(in, &c->version, sizeof c->version) ||
        !take(in, &c->method, sizeof c->method) || c->version < 1 || c->version > 3)
        return false;
    bool sizes;
    if (c->version == 3) {
        sizes = take(in, &c->whole, sizeof c->whole) && take(in, &c->unpacked, sizeof c->unpacked);
    } else {
        sizes =
            (c->version == 1 || take(in, &word, sizeof word)) && take(in, &second, sizeof second);
        c->whole = c->version == 1 ? all : word;
        c->unpacked = second;
    }
    return sizes && take(in, &hash, sizeof hash) && c->method <= 1 && c->whole <= all &&
           c->whole >= all - in->n;
}

static size_t read_compressed(struct reading *r, struct piece whole) {
    struct piece in = whole;
    struct compressed c;
    if (!take_compressed(&in, &c) || c.unpacked > r->may_unpack)
        return 0;
    in.n -= whole.n - (size_t)c.whole;
    r->may_unpack -= c.unpacked;
    uint8_t *bytes = arena_alloc(r->arena, c.unpacked ? (size_t)c.unpacked : 1);
    struct piece bundle = {bytes, (size_t)c.unpacked};
    bool good = (c.method == 1 ? unpack_zstd : unpack_zlib)(in.at, in.n, bytes, bundle.n);
    if (!good || !starts(bundle, bundle_magic, BUNDLE_MAGIC) || !read_bundle(r, bundle))
        return 0;
    return (size_t)c.whole;
}

/* Where the next bundle begins, or NULL. */
static const unsigned char *next_bundle(struct piece in) {
    if (!in.n)
        return NULL;
    const unsigned char *plain = memmem(in.at, in.n, bundle_magic, BUNDLE_MAGIC);
    size_t n = plain ? (size_t)(plain - in.at) : in.n;
    const unsigned char *packed = memmem(in.at, n, compressed_magic, COMPRESSED_MAGIC);
    return packed ? packed : plain;
}

/* Bundles one after another, with zeros between them. */
static void read_bundles(struct reading *r, struct piece in) {
    const unsigned char *at;
    while ((at = next_bundle(in))) {
        in = piece_part(in, (uint64_t)(at - in.at), in.n);
        size_t n =
            starts(in, bundle_magic, BUNDLE_MAGIC) ? read_bundle(r, in) : read_compressed(r, in);
        if (!n) {
            fail(r, "its offload bundle is damaged");
            return;
        }
        in = piece_part(in, n, in.n);
    }
}

static void read_elf(struct reading *r, struct piece file, const struct elf *e) {
    enum { EM_AMD_GPU = 224 };
    const struct elf_section *section = elf_section_named(e, ".hip_fatbin");
    if (e->machine == EM_AMD_GPU) {
        const char *processor = amdgpu_machine(e->flags);
        if (processor)
            vec_push(r->arena, &r->found.all,
                     (struct offload_entry){processor, file.at, file.n, 0});
        else
            fail(r, "it is for an unknown processor");
        r->bundles = 1;
    } else if (section) {
        read_bundles(r, section->bytes);
    } else {
        fail(r, "it has no code for AMD's GPUs");
    }
}

struct offload_entries offload_entries_of(struct arena *a, const void *bytes, size_t n) {
    struct reading r = {.arena = a, .may_unpack = most_unpacked};
    struct piece file = {bytes, n};
    struct elf e;
    if (elf_is(file) && !(r.found.error = elf_open(a, file, &e)))
        read_elf(&r, file, &e);
    else if (r.found.error)
        return r.found;
    else if (starts(file, bundle_magic, BUNDLE_MAGIC) ||
             starts(file, compressed_magic, COMPRESSED_MAGIC))
        read_bundles(&r, file);
    else
        fail(&r, "it is neither an object nor an offload bundle");
    if (!r.found.error && !r.found.all.n)
        fail(&r, "it has no code for AMD's GPUs");
    return r.found;
}

/* --- choosing -------------------------------------------------------------- */

/* "gfx90a" of "gfx90a:xnack-". */
static size_t processor_length(const char *target) {
    return strcspn(target, ":");
}

static bool same_processor(const char *x, const char *y) {
    size_t n = processor_length(x);
    return n == processor_length(y) && strncmp(x, y, n) == 0;
}

/* Whether code for one target runs where the other one is wanted: a feature that both name is the
 * same in both. */
static bool features_agree(const char *code, const char *wanted) {
    for (const char *at = strchr(wanted, ':'); at; at = strchr(at + 1, ':')) {
        size_t n = strcspn(at + 1, "+-:");
        for (const char *c = strchr(code, ':'); c; c = strchr(c + 1, ':'))
            if (strncmp(at + 1, c + 1, n + 1) != 0 && strncmp(at + 1, c + 1, n) == 0)
                return false;
    }
    return true;
}

/* The family is what stands before the last two digits: "gfx10" of "gfx1030". Generic targets are
 * named with it: "gfx10-3-generic". */
static size_t family_length(const char *target) {
    enum { STEPPING = 2 };
    size_t n = processor_length(target), dash = strcspn(target, "-");
    return dash < n ? dash : n > STEPPING ? n - STEPPING : n;
}

/* Those of gfx9 that have units for products of matrices, which the others have not. */
static bool is_cdna(const char *target) {
    static const char *const cdna[] = {"gfx908", "gfx90a", "gfx940", "gfx941", "gfx942", "gfx950"};
    for (size_t i = 0; i < sizeof cdna / sizeof *cdna; i++)
        if (same_processor(target, cdna[i]))
            return true;
    return false;
}

static long stepping(const char *target) {
    size_t n = family_length(target);
    return target[n] == '-' ? 0 : strtol(target + n, NULL, 16);
}

/* How far a code's processor is from the one wanted: 0 is that one itself, -1 another family. */
static long distance(const char *code, const char *wanted) {
    enum { OTHER_KIND = 0x1000 };
    size_t n = family_length(wanted);
    if (same_processor(code, wanted))
        return 0;
    if (family_length(code) != n || strncmp(code, wanted, n) != 0)
        return -1;
    return 1 + labs(stepping(code) - stepping(wanted)) +
           (is_cdna(code) != is_cdna(wanted) ? OTHER_KIND : 0);
}

const struct offload_entry *offload_choose(const struct offload_entries *all, size_t bundle,
                                           const char *target, bool *exact) {
    const struct offload_entry *best = NULL;
    long least = 0;
    for (size_t i = 0; i < all->all.n; i++) {
        const struct offload_entry *e = &all->all.at[i];
        long d = distance(e->target, target);
        if (e->bundle != bundle || d < 0 || !features_agree(e->target, target))
            continue;
        /* Features are off on most machines. */
        d = 2 * d + (strchr(e->target, '+') != NULL);
        if (!best || d < least) {
            best = e;
            least = d;
        }
    }
    *exact = best && same_processor(best->target, target);
    return best;
}

struct code_module offload_read(struct arena *a, const void *bytes, size_t n, const char *target,
                                const char **which) {
    struct offload_entries all = offload_entries_of(a, bytes, n);
    struct code_module m = {.error = all.error};
    size_t bundles = all.all.n ? all.all.at[all.all.n - 1].bundle + 1 : 0;
    *which = NULL;
    for (size_t b = 0; b < bundles; b++) {
        bool exact;
        const struct offload_entry *e = offload_choose(&all, b, target, &exact);
        if (!e)
            continue;
        struct code_module part = amdgpu_read(a, e->bytes, e->n);
        for (size_t i = 0; i < part.kernels.n; i++)
            vec_push(a, &m.kernels, part.kernels.at[i]);
        m.error = m.error ? m.error : part.error;
        *which = *which ? *which : e->target;
    }
    if (!*which && !m.error)
        m.error = arena_printf(a, "it has no code for %s", target);
    return m;
}
