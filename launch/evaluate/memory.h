/* The memory of a host program that is evaluated: objects of bytes, each bit known or not. Every
 * object lies at an address of its own, so that a pointer is a number: where its low bits are
 * unknown, it points somewhere into an object that is known. */
#ifndef LAUNCH_EVALUATE_MEMORY_H
#define LAUNCH_EVALUATE_MEMORY_H

#include "base/arena.h"
#include "launch/evaluate/value.h"

/* Bits of an address below the number of the object, and where in these an object begins: what is
 * before it, as of arrays that count from 1, is still its own. */
enum { EV_OFFSET_BITS = 40, EV_BEGIN_BITS = 36 };
/* Bytes of a page, which states share until one writes to it. */
enum { EV_PAGE = 256 };

enum ev_kind { EV_STACK, EV_GLOBAL, EV_HEAP, EV_DEVICE, EV_HANDLE, EV_CODE };

struct ev_page {
    uint32_t refs;
    struct ev_page *next_free;
    uint8_t bits[EV_PAGE], known[EV_PAGE];
    uint32_t why[EV_PAGE / 8]; /* reasons, of words of which a bit is not known */
};

struct ev_object {
    uint32_t refs, id;
    enum ev_kind kind;
    bool freed, size_known, constant;
    bool zero; /* bytes without a page are 0; else unknown */
    uint32_t why, size_why;
    uint64_t size;
    uint64_t n_pages;
    struct ev_page **pages;   /* NULL: none yet */
    struct ev_page *small[2]; /* where they are few */
    struct ev_object *next_free;
};

struct ev_memory {
    struct ev_object **at; /* by number; NULL: not there yet */
    uint32_t n, cap;
    struct ev_memory *next_free;
};

/* What all states share. */
struct ev_pool {
    struct arena *arena;
    struct ev_page *free;
    struct ev_object *free_objects;
    struct ev_memory *free_memories;
    struct {
        uint32_t *at;
        size_t n, cap;
    } free_ids;
    uint64_t n_pages, most_pages;
    struct ev_page **free_tables[EV_OFFSET_BITS]; /* of 2^i pages */
    uint32_t *reached;                            /* room for numbers of objects */
    uint64_t work;                                /* pages that were copied or filled */
    uint32_t why;       /* reason that what is forgotten or merged now is no longer known */
    uint32_t n_objects; /* numbers that are given away; 0 is none */
    bool full;
    /* Has an object of a global variable that is not there yet, as it is at first. */
    void (*materialise)(void *data, struct ev_memory *m, uint32_t id);
    /* Is told of functions that code which is not evaluated may call. */
    void (*escape)(void *data, uint32_t id);
    void *data;
};

static inline uint64_t ev_address(uint32_t id) {
    return (uint64_t)id << EV_OFFSET_BITS | (uint64_t)1 << EV_BEGIN_BITS;
}

/* A number for an object that is made later; 0 if there are too many. */
uint32_t ev_new_id(struct ev_pool *p);
/* NULL if there are too many objects. */
struct ev_object *ev_new_object(struct ev_pool *p, struct ev_memory *m, uint32_t id,
                                enum ev_kind kind, struct ev_value size, bool zero);

/* The object is gone, in all states: its number may be given to another. */
void ev_free_id(struct ev_pool *p, struct ev_memory *m, uint32_t id);

/* An empty one. */
struct ev_memory *ev_memory_new(struct ev_pool *p);
struct ev_memory *ev_memory_clone(struct ev_pool *p, const struct ev_memory *m);
/* It is gone. */
void ev_memory_drop(struct ev_pool *p, struct ev_memory *m);
/* What both have in common, in the first. Whether that is less than it was. */
bool ev_memory_merge(struct ev_pool *p, struct ev_memory *m, struct ev_memory *other);

/* The object that an address lies in, or NULL; *offset is -1 where only the object is known. */
struct ev_object *ev_object_at(struct ev_pool *p, struct ev_memory *m, struct ev_value address,
                               int64_t *offset);
/* At most 8 bytes, the first the lowest. */
struct ev_value ev_load(struct ev_pool *p, struct ev_memory *m, struct ev_value address,
                        unsigned bytes);
void ev_store(struct ev_pool *p, struct ev_memory *m, struct ev_value address, struct ev_value v,
              unsigned bytes);
/* memcpy() and memset(); what is unknown of the addresses or of the size makes the object so. */
void ev_copy(struct ev_pool *p, struct ev_memory *m, struct ev_value to, struct ev_value from,
             struct ev_value bytes);
void ev_fill(struct ev_pool *p, struct ev_memory *m, struct ev_value to, struct ev_value byte,
             struct ev_value bytes);
/* Tells of the functions among the object that the address lies in and all that it points to. */
void ev_escape(struct ev_pool *p, struct ev_memory *m, struct ev_value address);
/* Makes the object that the address lies in unknown, and with `reach` all objects that it points
 * to, which code that is not evaluated has then. */
void ev_forget(struct ev_pool *p, struct ev_memory *m, struct ev_value address, bool reach);
void ev_forget_object(struct ev_pool *p, struct ev_memory *m, uint32_t id);
/* The text at the address, in the arena; NULL if it is not all known. */
const char *ev_text(struct ev_pool *p, struct ev_memory *m, struct ev_value address);
/* Writes known bytes. */
void ev_store_bytes(struct ev_pool *p, struct ev_memory *m, uint64_t address, const void *bytes,
                    size_t n);
/* Copies known bytes out. False if one is not known. */
bool ev_load_bytes(struct ev_pool *p, struct ev_memory *m, uint64_t address, void *bytes, size_t n);

#endif
