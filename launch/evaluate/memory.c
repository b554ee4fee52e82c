#include "launch/evaluate/memory.h"

#include "base/str.h"
#include "base/vec.h"

/* Most objects of a program, most objects that one call can reach, and the longest text. */
enum { MOST_OBJECTS = 1 << 20, MOST_REACHED = 4096, LONGEST_TEXT = 1 << 20 };
/* Most bytes that are written at once: of more, nobody knows what they are. */
enum { MOST_WRITTEN = 1 << 24 };

static const uint64_t offset_mask = ((uint64_t)1 << EV_OFFSET_BITS) - 1;

uint32_t ev_new_id(struct ev_pool *p) {
    if (p->free_ids.n)
        return p->free_ids.at[--p->free_ids.n];
    if (p->n_objects >= MOST_OBJECTS) {
        p->full = true;
        return 0;
    }
    return ++p->n_objects;
}

static void make_room(struct ev_pool *p, struct ev_memory *m, uint32_t id) {
    if (id < m->cap)
        return;
    uint32_t cap = m->cap ? m->cap : 64;
    while (cap <= id)
        cap *= 2;
    m->at = arena_grow(p->arena, m->at, m->cap * sizeof *m->at, cap * sizeof *m->at);
    for (uint32_t i = m->cap; i < cap; i++)
        m->at[i] = NULL;
    m->cap = cap;
}

static struct ev_object *take_object(struct ev_pool *p) {
    struct ev_object *o = p->free_objects;
    if (!o)
        return NEW(p->arena, struct ev_object);
    p->free_objects = o->next_free;
    return o;
}

struct ev_object *ev_new_object(struct ev_pool *p, struct ev_memory *m, uint32_t id,
                                enum ev_kind kind, struct ev_value size, bool zero) {
    if (!id)
        return NULL;
    make_room(p, m, id);
    struct ev_object *o = take_object(p);
    const bool known = ev_is_known(size) && size.bits < (uint64_t)1 << EV_BEGIN_BITS;
    *o = (struct ev_object){.refs = 1,
                            .id = id,
                            .kind = kind,
                            .size_known = known,
                            .zero = zero,
                            .why = p->why,
                            .size_why = size.why,
                            .size = known ? size.bits : 0};
    m->at[id] = o;
    m->n = id >= m->n ? id + 1 : m->n;
    return o;
}

/* --- sharing --- */

struct ev_memory *ev_memory_new(struct ev_pool *p) {
    struct ev_memory *m = p->free_memories;
    if (!m)
        return NEW(p->arena, struct ev_memory);
    p->free_memories = m->next_free;
    memset(m->at, 0, m->cap * sizeof *m->at);
    m->n = 0;
    return m;
}

struct ev_memory *ev_memory_clone(struct ev_pool *p, const struct ev_memory *m) {
    struct ev_memory *c = ev_memory_new(p);
    make_room(p, c, m->n ? m->n : 1);
    c->n = m->n;
    for (uint32_t i = 0; i < m->n; i++)
        if ((c->at[i] = m->at[i]))
            c->at[i]->refs++;
    return c;
}

static void drop_page(struct ev_pool *p, struct ev_page *page) {
    if (!page || --page->refs)
        return;
    page->next_free = p->free;
    p->free = page;
    p->n_pages--;
}

/* Tables of pages of that many and more, as a power of two; those that are free begin with the next
 * one. */
static unsigned class_of(uint64_t n) {
    unsigned c = 0;
    while ((uint64_t)1 << c < n)
        c++;
    return c;
}

static struct ev_page **take_table(struct ev_pool *p, uint64_t n) {
    const unsigned c = class_of(n);
    struct ev_page **table = p->free_tables[c];
    if (!table)
        return NEW_ARRAY(p->arena, struct ev_page *, (size_t)1 << c);
    memcpy(&p->free_tables[c], table, sizeof(void *));
    return table;
}

static void drop_table(struct ev_pool *p, const struct ev_object *o) {
    if (!o->pages || o->pages == o->small)
        return;
    const unsigned c = class_of(o->n_pages);
    memcpy(o->pages, &p->free_tables[c], sizeof(void *));
    p->free_tables[c] = o->pages;
}

static void drop_pages(struct ev_pool *p, struct ev_object *o) {
    for (uint64_t i = 0; i < o->n_pages; i++)
        drop_page(p, o->pages[i]);
    drop_table(p, o);
    o->n_pages = 0;
    o->pages = NULL;
}

static void drop_object(struct ev_pool *p, struct ev_object *o) {
    if (!o || --o->refs)
        return;
    drop_pages(p, o);
    o->next_free = p->free_objects;
    p->free_objects = o;
}

void ev_free_id(struct ev_pool *p, struct ev_memory *m, uint32_t id) {
    if (m && id < m->n && m->at[id]) {
        drop_object(p, m->at[id]);
        m->at[id] = NULL;
    }
    vec_push(p->arena, &p->free_ids, id);
}

void ev_memory_drop(struct ev_pool *p, struct ev_memory *m) {
    for (uint32_t i = 0; i < m->n; i++)
        drop_object(p, m->at[i]);
    m->n = 0;
    m->next_free = p->free_memories;
    p->free_memories = m;
}

/* The object, of this memory alone. */
static struct ev_object *own_object(struct ev_pool *p, struct ev_memory *m, struct ev_object *o) {
    if (o->refs == 1)
        return o;
    struct ev_object *own = take_object(p);
    *own = *o;
    own->refs = 1;
    if (o->pages == o->small)
        own->pages = own->small;
    else if (o->n_pages) {
        own->pages = take_table(p, o->n_pages);
        memcpy(own->pages, o->pages, o->n_pages * sizeof *o->pages);
    }
    for (uint64_t i = 0; i < o->n_pages; i++)
        if (own->pages[i])
            own->pages[i]->refs++;
    o->refs--;
    m->at[o->id] = own;
    return own;
}

static void blank_page(struct ev_page *page, bool zero, uint32_t why) {
    memset(page->bits, 0, sizeof page->bits);
    memset(page->known, zero ? 0xff : 0, sizeof page->known);
    for (unsigned i = 0; i < EV_PAGE / 8; i++)
        page->why[i] = why;
}

/* NULL where there is no memory left. */
static struct ev_page *new_page(struct ev_pool *p) {
    struct ev_page *page = p->free;
    if (p->n_pages >= p->most_pages) {
        p->full = true;
        return NULL;
    }
    p->n_pages++;
    if (page)
        p->free = page->next_free;
    else
        page = NEW(p->arena, struct ev_page);
    page->refs = 1;
    return page;
}

/* Page `i` of the object, which is one memory's own, to be written to. */
static struct ev_page *own_page(struct ev_pool *p, struct ev_object *o, uint64_t i) {
    if (i >= o->n_pages) {
        uint64_t n = o->n_pages * 2 > i + 1 ? o->n_pages * 2 : i + 1;
        const uint64_t needed = (o->size + EV_PAGE - 1) / EV_PAGE;
        n = n > needed ? needed : n;
        struct ev_page **pages = o->small;
        if (n > 2)
            pages = take_table(p, n);
        for (uint64_t k = o->n_pages; k < n; k++)
            pages[k] = NULL;
        if (o->n_pages && pages != o->pages) {
            memcpy(pages, o->pages, o->n_pages * sizeof *pages);
            drop_table(p, o);
        }
        o->pages = pages;
        o->n_pages = n;
    }
    struct ev_page *old = o->pages[i];
    if (old && old->refs == 1)
        return old;
    struct ev_page *page = new_page(p);
    if (!page)
        return NULL;
    if (old) {
        memcpy(page->bits, old->bits, sizeof page->bits);
        memcpy(page->known, old->known, sizeof page->known);
        memcpy(page->why, old->why, sizeof page->why);
        old->refs--;
    } else {
        blank_page(page, o->zero, o->why);
    }
    return o->pages[i] = page;
}

static void forget_all(struct ev_pool *p, struct ev_memory *m, struct ev_object *o) {
    if (o->kind == EV_CODE || o->constant || (!o->n_pages && !o->zero && o->why == p->why))
        return;
    o = own_object(p, m, o);
    drop_pages(p, o);
    o->zero = false;
    o->why = p->why;
}

/* Of a write to an address that is not known. */
static void forget_at(struct ev_pool *p, struct ev_memory *m, struct ev_object *o, uint32_t why) {
    const uint32_t before = p->why;
    p->why = why ? why : before;
    forget_all(p, m, o);
    p->why = before;
}

/* --- merging --- */

static bool merge_page(struct ev_pool *p, struct ev_object *o, uint64_t i,
                       const struct ev_object *other) {
    static const struct ev_page zeros = {.known = {0}};
    struct ev_page blank = zeros;
    const struct ev_page *b = i < other->n_pages ? other->pages[i] : NULL;
    const struct ev_page *a = i < o->n_pages ? o->pages[i] : NULL;
    if (a == b && (a || o->zero == other->zero))
        return false;
    if (!b) {
        blank_page(&blank, other->zero, other->why);
        b = &blank;
    }
    struct ev_page *page = own_page(p, o, i);
    bool less = false;
    for (unsigned k = 0; page && k < EV_PAGE; k++) {
        const uint8_t known = page->known[k] & b->known[k] & (uint8_t)~(page->bits[k] ^ b->bits[k]);
        if (known != page->known[k]) {
            less = true;
            page->why[k / 8] = b->known[k] ? p->why : b->why[k / 8];
        }
        page->known[k] = known;
        page->bits[k] &= known;
    }
    return less || !page;
}

static bool merge_object(struct ev_pool *p, struct ev_memory *m, struct ev_object *o,
                         const struct ev_object *other) {
    bool less = false;
    o = own_object(p, m, o);
    o->freed |= other->freed;
    if (o->size_known != other->size_known || o->size != other->size) {
        less = o->size_known;
        o->size_known = false;
        drop_pages(p, o);
        o->zero = false;
        o->why = p->why;
        return less;
    }
    const uint64_t n = o->n_pages > other->n_pages ? o->n_pages : other->n_pages;
    for (uint64_t i = 0; i < n; i++)
        less |= merge_page(p, o, i, other);
    if (o->zero && !other->zero) {
        for (uint64_t i = 0; i < n; i++)
            own_page(p, o, i);
        o->zero = false;
        o->why = other->why;
        less = true;
    }
    return less;
}

bool ev_memory_merge(struct ev_pool *p, struct ev_memory *m, struct ev_memory *other) {
    bool less = false;
    for (uint32_t id = 1; id < m->n || id < other->n; id++) {
        struct ev_object *b = id < other->n ? other->at[id] : NULL;
        struct ev_object *a = id < m->n ? m->at[id] : NULL;
        if (a == b)
            continue;
        if (!a)
            p->materialise(p->data, m, id);
        if (!b)
            p->materialise(p->data, other, id);
        a = id < m->n ? m->at[id] : NULL;
        b = id < other->n ? other->at[id] : NULL;
        if (!a && b) {
            make_room(p, m, id);
            m->at[id] = b;
            b->refs++;
            m->n = id >= m->n ? id + 1 : m->n;
        } else if (a && b && a != b) {
            less |= merge_object(p, m, a, b);
        }
    }
    return less;
}

/* --- reading and writing --- */

struct ev_object *ev_object_at(struct ev_pool *p, struct ev_memory *m, struct ev_value address,
                               int64_t *offset) {
    const uint32_t id = (uint32_t)(address.bits >> EV_OFFSET_BITS);
    *offset = -1;
    if ((address.known | offset_mask) != ~(uint64_t)0 || !id || id > p->n_objects)
        return NULL;
    if (id >= m->n || !m->at[id])
        p->materialise(p->data, m, id);
    if (id >= m->n || !m->at[id])
        return NULL;
    if (ev_is_known(address))
        *offset = (int64_t)(address.bits - ev_address(id));
    return m->at[id];
}

/* Whether so many bytes lie within the object. */
static bool is_within(const struct ev_object *o, int64_t offset, uint64_t bytes) {
    return o->size_known && !o->freed && o->kind != EV_CODE && offset >= 0 &&
           (uint64_t)offset <= o->size && bytes <= o->size - (uint64_t)offset;
}

static void get_byte(const struct ev_object *o, uint64_t at, uint8_t *bits, uint8_t *known) {
    const uint64_t i = at / EV_PAGE;
    const struct ev_page *page = i < o->n_pages ? o->pages[i] : NULL;
    *bits = page ? page->bits[at % EV_PAGE] : 0;
    *known = page ? page->known[at % EV_PAGE] : o->zero ? 0xff : 0;
}

struct ev_value ev_load(struct ev_pool *p, struct ev_memory *m, struct ev_value address,
                        unsigned bytes) {
    int64_t offset;
    const struct ev_object *o = ev_object_at(p, m, address, &offset);
    struct ev_value v = ev_unknown(bytes * 8);
    v.why = o ? o->why : address.why;
    if (!o || !is_within(o, offset, bytes))
        return v;
    const uint64_t first = (uint64_t)offset / EV_PAGE;
    if (first < o->n_pages && o->pages[first])
        v.why = o->pages[first]->why[(uint64_t)offset % EV_PAGE / 8];
    for (unsigned i = 0; i < bytes; i++) {
        uint8_t bits, known;
        get_byte(o, (uint64_t)offset + i, &bits, &known);
        v.bits |= (uint64_t)bits << (8 * i);
        v.known |= (uint64_t)known << (8 * i);
    }
    return v;
}

static bool has_page(const struct ev_object *o, uint64_t i) {
    return i < o->n_pages && o->pages[i];
}

/* Whether nothing is known of what is stored nor of the object there: no page is needed for it. */
static bool stays_unknown(const struct ev_object *o, uint64_t offset, struct ev_value v,
                          unsigned bytes) {
    return !o->zero && !(v.known & ev_mask(8 * bytes)) && !has_page(o, offset / EV_PAGE) &&
           !has_page(o, (offset + bytes - 1) / EV_PAGE);
}

void ev_store(struct ev_pool *p, struct ev_memory *m, struct ev_value address, struct ev_value v,
              unsigned bytes) {
    int64_t offset;
    struct ev_object *o = ev_object_at(p, m, address, &offset);
    if (!o)
        return;
    if (offset == -1 || !is_within(o, offset, bytes)) {
        forget_at(p, m, o, address.why);
        return;
    }
    o = own_object(p, m, o);
    if (stays_unknown(o, (uint64_t)offset, v, bytes)) {
        o->why = v.why ? v.why : p->why;
        return;
    }
    for (unsigned i = 0; i < bytes; i++) {
        const uint64_t at = (uint64_t)offset + i;
        struct ev_page *page = own_page(p, o, at / EV_PAGE);
        if (!page) {
            forget_all(p, m, o);
            return;
        }
        page->bits[at % EV_PAGE] = (uint8_t)(v.bits >> (8 * i));
        page->known[at % EV_PAGE] = (uint8_t)(v.known >> (8 * i));
        if (!page->known[at % EV_PAGE])
            page->why[at % EV_PAGE / 8] = v.why ? v.why : p->why;
    }
}

void ev_store_bytes(struct ev_pool *p, struct ev_memory *m, uint64_t address, const void *bytes,
                    size_t n) {
    for (size_t i = 0; i < n; i++)
        ev_store(p, m, ev_known(address + i, 64), ev_known(((const uint8_t *)bytes)[i], 8), 1);
}

/* Known bytes of one page of the object. */
static bool load_page(const struct ev_object *o, uint64_t at, uint8_t *bytes, size_t n) {
    const uint64_t i = at / EV_PAGE;
    const struct ev_page *page = i < o->n_pages ? o->pages[i] : NULL;
    if (!page) {
        memset(bytes, 0, n);
        return o->zero;
    }
    memcpy(bytes, page->bits + at % EV_PAGE, n);
    for (size_t k = 0; k < n; k++)
        if (page->known[at % EV_PAGE + k] != 0xff)
            return false;
    return true;
}

bool ev_load_bytes(struct ev_pool *p, struct ev_memory *m, uint64_t address, void *bytes,
                   size_t n) {
    int64_t offset;
    const struct ev_object *o = ev_object_at(p, m, ev_known(address, 64), &offset);
    if (!n)
        return true;
    if (!o || !is_within(o, offset, n))
        return false;
    for (size_t done = 0; done < n;) {
        const uint64_t at = (uint64_t)offset + done;
        size_t here = EV_PAGE - at % EV_PAGE;
        here = here < n - done ? here : n - done;
        if (!load_page(o, at, (uint8_t *)bytes + done, here))
            return false;
        done += here;
    }
    return true;
}

/* --- ranges of bytes --- */

/* The object that a range is written to, of this memory alone; NULL where that is not known, and
 * what may be written to is forgotten. */
static struct ev_object *written_range(struct ev_pool *p, struct ev_memory *m, struct ev_value to,
                                       struct ev_value bytes, uint64_t *offset) {
    int64_t at;
    struct ev_object *o = ev_object_at(p, m, to, &at);
    if (!o)
        return NULL;
    if (at == -1 || !ev_is_known(bytes) || !is_within(o, at, bytes.bits) ||
        (bytes.bits > MOST_WRITTEN && bytes.bits != o->size)) {
        forget_at(p, m, o, ev_is_known(to) ? bytes.why : to.why);
        return NULL;
    }
    *offset = (uint64_t)at;
    return own_object(p, m, o);
}

/* Bytes that are worth as much work as an operation: written one by one, and passed by. */
enum { BYTES_WRITTEN = 64, BYTES_PASSED = 1 << 12 };

/* Bytes from one object to another, or to itself; whole pages are shared. */
static bool copy_range(struct ev_pool *p, struct ev_object *to, uint64_t at,
                       const struct ev_object *from, uint64_t begin, uint64_t n) {
    uint64_t written = 0;
    for (uint64_t done = 0; done < n;) {
        const uint64_t i = (at + done) / EV_PAGE, k = (begin + done) / EV_PAGE;
        const bool whole = (at + done) % EV_PAGE == 0 && (begin + done) % EV_PAGE == 0 &&
                           n - done >= EV_PAGE && to != from;
        struct ev_page *source = k < from->n_pages ? from->pages[k] : NULL;
        if (whole && !source && i >= to->n_pages && from->zero == to->zero) {
            done += EV_PAGE;
            continue;
        }
        struct ev_page *page = own_page(p, to, i);
        if (!page)
            return false;
        if (whole && source) {
            drop_page(p, page);
            source->refs++;
            to->pages[i] = source;
            done += EV_PAGE;
            p->work++;
            continue;
        }
        get_byte(from, begin + done, &page->bits[(at + done) % EV_PAGE],
                 &page->known[(at + done) % EV_PAGE]);
        if (!page->known[(at + done) % EV_PAGE])
            page->why[(at + done) % EV_PAGE / 8] =
                source ? source->why[(begin + done) % EV_PAGE / 8] : from->why;
        done++;
        written++;
    }
    p->work += written / BYTES_WRITTEN + n / BYTES_PASSED;
    return true;
}

/* As copy_range() within one object, whose ranges may overlap. */
static bool move_range(struct ev_pool *p, struct ev_object *o, uint64_t at, uint64_t begin,
                       uint64_t n) {
    p->work += n / BYTES_WRITTEN;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t k = at <= begin ? i : n - 1 - i;
        if (!copy_range(p, o, at + k, o, begin + k, 1))
            return false;
    }
    return true;
}

void ev_copy(struct ev_pool *p, struct ev_memory *m, struct ev_value to, struct ev_value from,
             struct ev_value bytes) {
    uint64_t at;
    int64_t begin;
    if (ev_is_known(bytes) && !bytes.bits)
        return;
    struct ev_object *source = ev_object_at(p, m, from, &begin);
    struct ev_object *o = written_range(p, m, to, bytes, &at);
    if (!o)
        return;
    if (source && source->id == o->id)
        source = o;
    bool good =
        source && begin >= 0 && is_within(source, begin, bytes.bits) && bytes.bits <= MOST_WRITTEN;
    if (!good && at == 0 && bytes.bits == o->size) {
        forget_at(p, m, o, from.why);
        return;
    }
    struct ev_value unknown = ev_unknown(8);
    unknown.why = from.why;
    if (!good)
        ev_fill(p, m, to, unknown, bytes);
    else if (!(source == o ? move_range(p, o, at, (uint64_t)begin, bytes.bits)
                           : copy_range(p, o, at, source, (uint64_t)begin, bytes.bits)))
        forget_all(p, m, o);
}

void ev_fill(struct ev_pool *p, struct ev_memory *m, struct ev_value to, struct ev_value byte,
             struct ev_value bytes) {
    uint64_t at;
    if (ev_is_known(bytes) && !bytes.bits)
        return;
    struct ev_object *o = written_range(p, m, to, bytes, &at);
    if (!o)
        return;
    if (at == 0 && bytes.bits == o->size && (!byte.bits || !ev_is_known(byte))) {
        drop_pages(p, o);
        o->zero = ev_is_known(byte);
        o->why = byte.why ? byte.why : p->why;
        return;
    }
    if (bytes.bits > MOST_WRITTEN) {
        forget_all(p, m, o);
        return;
    }
    p->work += bytes.bits / BYTES_WRITTEN;
    for (uint64_t i = 0; i < bytes.bits; i++) {
        struct ev_page *page = own_page(p, o, (at + i) / EV_PAGE);
        if (!page) {
            forget_all(p, m, o);
            return;
        }
        page->bits[(at + i) % EV_PAGE] = (uint8_t)byte.bits;
        page->known[(at + i) % EV_PAGE] = (uint8_t)byte.known;
        if (!page->known[(at + i) % EV_PAGE])
            page->why[(at + i) % EV_PAGE / 8] = byte.why ? byte.why : p->why;
    }
}

const char *ev_text(struct ev_pool *p, struct ev_memory *m, struct ev_value address) {
    struct str s = {.arena = p->arena};
    if (!ev_is_known(address))
        return NULL;
    for (unsigned i = 0; i < LONGEST_TEXT; i++) {
        const struct ev_value c = ev_load(p, m, ev_known(address.bits + i, 64), 1);
        if (!ev_is_known(c))
            return NULL;
        if (!c.bits)
            return str_text(&s);
        const char byte = (char)c.bits;
        str_addn(&s, &byte, 1);
    }
    return NULL;
}

/* --- forgetting --- */

void ev_forget_object(struct ev_pool *p, struct ev_memory *m, uint32_t id) {
    if (id < m->n && m->at[id])
        forget_all(p, m, m->at[id]);
}

/* Notes the objects that the words of this one point to, each once. */
static unsigned note_pointed(struct ev_pool *p, struct ev_memory *m, const struct ev_object *o,
                             uint32_t *found, unsigned n) {
    for (uint64_t i = 0; i < o->n_pages; i++)
        for (unsigned k = 0; o->pages[i] && k + 8 <= EV_PAGE; k += 8) {
            uint64_t bits, known;
            memcpy(&bits, o->pages[i]->bits + k, 8);
            memcpy(&known, o->pages[i]->known + k, 8);
            int64_t offset;
            const struct ev_object *to = ev_object_at(p, m, ev_partly(bits, known), &offset);
            bool old = !to || n == MOST_REACHED;
            for (unsigned f = 0; f < n && !old; f++)
                old = found[f] == to->id;
            if (!old)
                found[n++] = to->id;
        }
    return n;
}

/* The object that the address lies in, and with `reach` all that it points to: their numbers. */
static unsigned find_reached(struct ev_pool *p, struct ev_memory *m, struct ev_value address,
                             bool reach, uint32_t **found) {
    int64_t offset;
    const struct ev_object *o = ev_object_at(p, m, address, &offset);
    unsigned n = 1;
    if (!o)
        return 0;
    if (!p->reached)
        p->reached = NEW_ARRAY(p->arena, uint32_t, MOST_REACHED);
    *found = p->reached;
    **found = o->id;
    for (unsigned i = 0; reach && i < n; i++)
        if (m->at[(*found)[i]])
            n = note_pointed(p, m, m->at[(*found)[i]], *found, n);
    return n;
}

static void escape(struct ev_pool *p, const struct ev_memory *m, uint32_t id) {
    if (m->at[id] && m->at[id]->kind == EV_CODE)
        p->escape(p->data, id);
}

void ev_escape(struct ev_pool *p, struct ev_memory *m, struct ev_value address) {
    uint32_t *found;
    const unsigned n = find_reached(p, m, address, true, &found);
    for (unsigned i = 0; i < n; i++)
        escape(p, m, found[i]);
}

void ev_forget(struct ev_pool *p, struct ev_memory *m, struct ev_value address, bool reach) {
    uint32_t *found;
    const unsigned n = find_reached(p, m, address, reach, &found);
    for (unsigned i = 0; i < n; i++) {
        if (reach)
            escape(p, m, found[i]);
        ev_forget_object(p, m, found[i]);
    }
}
