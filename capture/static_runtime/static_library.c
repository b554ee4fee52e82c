#include "capture/static_runtime/static_library.h"

#include <stdlib.h>
#include <string.h>

/* --- members ------------------------------------------------------------------------- */

enum { MAGIC_BYTES = 8, HEADER_BYTES = 60, SIZE_AT = 48, SIZE_BYTES = 10 };

/* The member at *at, which moves behind it; no bytes at the end. */
static struct piece next_member(struct piece library, size_t *at) {
    char digits[SIZE_BYTES + 1] = "";
    if (*at > library.n || library.n - *at < HEADER_BYTES)
        return (struct piece){0};
    memcpy(digits, library.at + *at + SIZE_AT, SIZE_BYTES);
    size_t n = strtoul(digits, NULL, 10), start = *at + HEADER_BYTES;
    if (n == 0 || n > library.n - start)
        return (struct piece){0};
    *at = start + n + n % 2;
    return (struct piece){library.at + start, n};
}

/* --- what linking changes ------------------------------------------------------------ */

enum { RELA = 4, RELA_BYTES = 24 };

/* Which bytes of a section stay as they are. A relocation changes up to eight bytes, and the
 * instruction around them where the linker finds a shorter way to an address. */
static bool *fixed_bytes(struct arena *a, const struct elf *e, uint32_t section) {
    enum { BEFORE = 4, BEHIND = 12 };
    const struct elf_section *text = &e->sections[section];
    bool *fixed = NEW_ARRAY(a, bool, text->bytes.n);
    memset(fixed, true, text->bytes.n);
    for (uint32_t s = 0; s < e->n_sections; s++) {
        const struct elf_section *r = &e->sections[s];
        for (size_t i = 0; r->type == RELA && r->info == section && i + RELA_BYTES <= r->bytes.n;
             i += RELA_BYTES) {
            uint64_t at = piece_u64(r->bytes, i);
            uint64_t from = at > BEFORE ? at - BEFORE : 0;
            for (uint64_t b = from; b < at + BEHIND && b < text->bytes.n; b++)
                fixed[b] = false;
        }
    }
    return fixed;
}

/* Whether enough of them are fixed that finding them all says something. */
static bool is_distinct(const bool *fixed, size_t n) {
    enum { LEAST = 4096 };
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        known += fixed[i];
    return known >= LEAST;
}

static bool is_at(const uint8_t *code, struct piece text, const bool *fixed) {
    for (size_t i = 0; i < text.n; i++)
        if (fixed[i] && code[i] != text.at[i])
            return false;
    return true;
}

static bool find(struct arena *a, struct piece code, uint64_t address, struct linked_member *m) {
    enum { ALIGNMENT = 16 };
    const struct piece text = m->elf.sections[m->text].bytes;
    const bool *fixed = fixed_bytes(a, &m->elf, m->text);
    if (!is_distinct(fixed, text.n))
        return false;
    for (uint64_t at = (ALIGNMENT - address % ALIGNMENT) % ALIGNMENT;
         at <= code.n && code.n - at >= text.n; at += ALIGNMENT)
        if (is_at(code.at + at, text, fixed)) {
            m->at = at;
            return true;
        }
    return false;
}

bool static_library_find(struct arena *a, struct piece library, struct piece code, uint64_t address,
                         struct linked_member *out) {
    size_t at = MAGIC_BYTES;
    if (library.n < MAGIC_BYTES || memcmp(library.at, "!<arch>\n", MAGIC_BYTES) != 0)
        return false;
    for (struct piece member; (member = next_member(library, &at)).n;) {
        struct linked_member m = {0};
        if (!elf_is(member) || elf_open(a, member, &m.elf))
            continue;
        const struct elf_section *text = elf_section_named(&m.elf, ".text");
        m.text = text ? (uint32_t)(text - m.elf.sections) : 0;
        if (text && text->bytes.n && find(a, code, address, &m)) {
            *out = m;
            return true;
        }
    }
    return false;
}
