#include "capture/cuda/textures.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/memory.h"

/* Texels without gaps, row after row. */
struct cudaArray {
    struct cudaChannelFormatDesc texel;
    struct cudaExtent extent;
    unsigned flags;
    size_t texel_bytes, bytes;
    char *texels;
};

struct object {
    uint64_t size[3];
    struct object *next;
};

static struct {
    pthread_mutex_t lock;
    struct object *first;
} objects = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- arrays ------------------------------------------------------------------- */

static size_t at_least_1(size_t n) {
    return n ? n : 1;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *texel,
                              struct cudaExtent extent, unsigned flags) {
    struct cudaArray *a = calloc(1, sizeof *a);
    if (!a || !texel || !extent.width) {
        free(a);
        return cuda_fail(a ? cudaErrorInvalidValue : cudaErrorMemoryAllocation);
    }
    a->texel = *texel;
    a->extent = extent;
    a->flags = flags;
    a->texel_bytes = (size_t)(texel->x + texel->y + texel->z + texel->w) / 8;
    a->bytes = a->texel_bytes * extent.width * at_least_1(extent.height) * at_least_1(extent.depth);
    a->texels = calloc(1, a->bytes + 1);
    if (!a->texels) {
        free(a);
        return cuda_fail(cudaErrorMemoryAllocation);
    }
    *array = a;
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *texel,
                            size_t width, size_t height, unsigned flags) {
    return cudaMalloc3DArray(array, texel, (struct cudaExtent){width, height, 0}, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    if (array)
        free(array->texels);
    free(array);
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *texel, struct cudaExtent *extent,
                             unsigned *flags, cudaArray_t array) {
    if (texel)
        *texel = array->texel;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = array->flags;
    return cudaSuccess;
}

static size_t row_bytes(const struct cudaArray *a) {
    return a->texel_bytes * a->extent.width;
}

/* Copies rows between memory and the array's rows from (x bytes, y) on. */
static cudaError_t copy_rows(const struct cudaArray *a, size_t x, size_t y, char *to,
                             const char *from, size_t pitch, size_t width, size_t height) {
    if (!a || (!to && !from))
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t row = 0; row < height; row++) {
        size_t place = (y + row) * row_bytes(a) + x;
        if (place > a->bytes || width > a->bytes - place)
            return cuda_fail(cudaErrorInvalidValue);
        if (to)
            memcpy(to + row * pitch, a->texels + place, width);
        else
            memcpy(a->texels + place, from + row * pitch, width);
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
    (void)kind;
    return copy_rows(to, x, y, NULL, from, pitch, width, height);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind) {
    (void)kind;
    return copy_rows(from, x, y, to, NULL, pitch, width, height);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind) {
    return cudaMemcpy2DToArray(to, x, y, from, bytes, bytes, 1, kind);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
    return cudaMemcpy2DFromArray(to, bytes, from, x, y, bytes, 1, kind);
}

/* The first byte of a part of a 3-D copy, and how far its rows and slices are from one another. */
struct box {
    char *start;
    size_t pitch, slice;
};

static struct box box_of(struct cudaArray *a, struct cudaPitchedPtr p, struct cudaPos at) {
    struct box b = {.start = p.ptr, .pitch = p.pitch, .slice = p.pitch * at_least_1(p.ysize)};
    size_t x = at.x;
    if (a) {
        b.start = a->texels;
        b.pitch = row_bytes(a);
        b.slice = b.pitch * at_least_1(a->extent.height);
        x *= a->texel_bytes;
    }
    if (b.start)
        b.start += x + at.y * b.pitch + at.z * b.slice;
    return b;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy) {
    struct box from = box_of(copy->srcArray, copy->srcPtr, copy->srcPos);
    struct box to = box_of(copy->dstArray, copy->dstPtr, copy->dstPos);
    const struct cudaArray *array = copy->srcArray ? copy->srcArray : copy->dstArray;
    size_t width = copy->extent.width * (array ? array->texel_bytes : 1);
    if (!from.start || !to.start)
        return cuda_fail(cudaErrorInvalidValue);
    for (size_t z = 0; z < copy->extent.depth; z++)
        for (size_t y = 0; y < copy->extent.height; y++)
            memcpy(to.start + z * to.slice + y * to.pitch,
                   from.start + z * from.slice + y * from.pitch, width);
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream) {
    (void)stream;
    return cudaMemcpy3D(copy);
}

/* --- objects ------------------------------------------------------------------ */

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f) {
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

static void resource_size(const struct cudaResourceDesc *r, uint64_t size[3]) {
    size[0] = size[1] = size[2] = 1;
    if (r->resType == cudaResourceTypeArray && r->res.array.array) {
        size[0] = r->res.array.array->extent.width;
        size[1] = at_least_1(r->res.array.array->extent.height);
        size[2] = at_least_1(r->res.array.array->extent.depth);
    } else if (r->resType == cudaResourceTypeLinear) {
        const struct cudaChannelFormatDesc *t = &r->res.linear.desc;
        size[0] = r->res.linear.sizeInBytes / at_least_1((size_t)(t->x + t->y + t->z + t->w) / 8);
    } else if (r->resType == cudaResourceTypePitch2D) {
        size[0] = r->res.pitch2D.width;
        size[1] = r->res.pitch2D.height;
    }
}

static cudaError_t create_object(unsigned long long *number,
                                 const struct cudaResourceDesc *resource) {
    struct object *o = calloc(1, sizeof *o);
    if (!o || !resource) {
        free(o);
        return cuda_fail(cudaErrorInvalidValue);
    }
    resource_size(resource, o->size);
    pthread_mutex_lock(&objects.lock);
    o->next = objects.first;
    objects.first = o;
    pthread_mutex_unlock(&objects.lock);
    *number = (uintptr_t)o;
    return cudaSuccess;
}

bool texture_size(uint64_t number, uint64_t size[3]) {
    pthread_mutex_lock(&objects.lock);
    const struct object *o = objects.first;
    while (o && (uintptr_t)o != number)
        o = o->next;
    if (o)
        memcpy(size, o->size, sizeof o->size);
    pthread_mutex_unlock(&objects.lock);
    return o;
}

static cudaError_t destroy_object(uint64_t number) {
    pthread_mutex_lock(&objects.lock);
    struct object **at = &objects.first;
    while (*at && (uintptr_t)*at != number)
        at = &(*at)->next;
    struct object *o = *at;
    if (o)
        *at = o->next;
    pthread_mutex_unlock(&objects.lock);
    free(o);
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *view) {
    (void)description, (void)view;
    return create_object(texture, resource);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    return destroy_object(texture);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource) {
    return create_object(surface, resource);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    return destroy_object(surface);
}

/* --- references, which kernels read without an argument ------------------------- */

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *texture,
                            const void *pointer, const struct cudaChannelFormatDesc *texel,
                            size_t bytes) {
    (void)texture, (void)texel, (void)bytes;
    struct memory m;
    if (offset)
        *offset = 0;
    return memory_find(pointer, &m) ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *texture,
                              const void *pointer, const struct cudaChannelFormatDesc *texel,
                              size_t width, size_t height, size_t pitch) {
    (void)width;
    return cudaBindTexture(offset, texture, pointer, texel, pitch * height);
}

cudaError_t cudaBindTextureToArray(const struct textureReference *texture, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *texel) {
    (void)texture, (void)texel;
    return array ? cudaSuccess : cuda_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaUnbindTexture(const struct textureReference *texture) {
    (void)texture;
    return cudaSuccess;
}

cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *surface, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *texel) {
    (void)surface;
    return cudaBindTextureToArray(NULL, array, texel);
}
