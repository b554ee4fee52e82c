#include "capture/opencl_driver/driver.h"

#include <stdlib.h>
#include <sys/mman.h>

void *object_new(enum kind kind, size_t bytes) {
    struct object *o = calloc(1, bytes);
    if (o)
        *o = (struct object){&driver_dispatch, kind, 1};
    return o;
}

bool object_is(const void *object, enum kind kind) {
    return object && ((const struct object *)object)->kind == kind;
}

void object_hold(void *object) {
    if (object)
        ((struct object *)object)->references++;
}

bool object_drop(void *object) {
    return object && --((struct object *)object)->references == 0;
}

void *failed(cl_int *to, cl_int error) {
    if (to)
        *to = error;
    return NULL;
}

void *made(cl_int *to, void *object) {
    if (to)
        *to = object ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return object;
}

bool ending_add(struct ending **list, void(CL_CALLBACK *call)(void *, void *), void *data) {
    struct ending *e = malloc(sizeof *e);
    if (!e)
        return false;
    *e = (struct ending){call, data, *list};
    *list = e;
    return true;
}

void endings_run(struct ending *list, void *object) {
    while (list) {
        struct ending *next = list->next;
        list->call(object, list->data);
        free(list);
        list = next;
    }
}

char *memory_reserve(size_t bytes) {
    void *data = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return data == MAP_FAILED ? NULL : data;
}

void memory_release(char *data, size_t bytes) {
    if (data)
        munmap(data, bytes ? bytes : 1);
}
