/* What the application created, by its handle. A handle may come again for something else once the
 * object is released: we count references as OpenCL does. */
#ifndef CAPTURE_OPENCL_OBJECTS_H
#define CAPTURE_OPENCL_OBJECTS_H

#include <stdint.h>

enum object_kind { OBJECT_PROGRAM, OBJECT_KERNEL, OBJECT_MEMORY, OBJECT_SAMPLER };

/* The first member of what is known of it. */
struct object {
    enum object_kind kind;
    const void *handle;
    long references; /* the application's, and those of objects that OpenCL makes depend on it */
    struct object *next; /* of the same bucket */
};

/* Enters an object with one reference, in the place of another with its handle. */
void object_enter(struct object *o, enum object_kind kind, const void *handle);
/* The object with that handle, or NULL. */
struct object *object_find(enum object_kind kind, const void *handle);
/* The application retains what has that handle. */
void object_retained(enum object_kind kind, const void *handle);
/* The application is about to release it. What nothing refers to any more is returned, for its
 * owner to free; else NULL. */
struct object *object_released(enum object_kind kind, const void *handle);

/* One more reference, of another object. */
void object_hold(struct object *o);
/* One less; true if it was the last, and `o` is to be freed. */
int object_drop(struct object *o);

#endif
