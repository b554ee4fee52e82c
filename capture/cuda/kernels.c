#include "capture/cuda/kernels.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/fat_binary.h"
#include "capture/cuda/memory.h"
#include "capture/cuda/ptx.h"
#include "capture/journal.h"

enum { BUCKETS = 1024 };

static struct {
    pthread_mutex_t lock;
    struct cuda_kernel *kernels[BUCKETS];
    struct variable *variables[BUCKETS];
} registered = {.lock = PTHREAD_MUTEX_INITIALIZER};

static size_t bucket_of(const void *handle) {
    return ((uintptr_t)handle * 0x9E3779B97F4A7C15u) >> 54;
}

struct image *image_new(const void *data, size_t n) {
    struct image *image = calloc(1, sizeof *image);
    const char *text = data;
    if (!image || !text)
        return image;
    size_t magic = strlen(SIGNATURE_MAGIC);
    if ((!n || n >= magic) && strncmp(text, SIGNATURE_MAGIC, magic) == 0)
        image->text = n ? strndup(text, n) : strdup(text);
    else if (!(image->text = fat_binary_kernels(data, n)) && ptx_is(text, n))
        image->text = ptx_kernels(text, n);
    return image;
}

struct image *image_load(const void *data, size_t n) {
    struct image *image = image_new(data, n);
    if (!image || !data)
        return image;
    bool is_text = ptx_is(data, n);
    char *ptx = is_text ? NULL : fat_binary_ptx(data, n);
    const char *text = is_text ? data : ptx;
    if (text)
        image->program = journal_program(
            &(struct journal_program){.language = JOURNAL_PTX,
                                      .text = text,
                                      .bytes = is_text && n ? strnlen(text, n) : strlen(text)});
    free(ptx);
    return image;
}

struct image *image_of_kernels(char *text) {
    struct image *image = text ? calloc(1, sizeof *image) : NULL;
    if (image)
        image->text = text;
    return image;
}

static struct cuda_kernel *new_kernel(const struct image *image, const void *handle,
                                      const char *symbol) {
    struct cuda_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->handle = handle;
    k->symbol = strdup(symbol);
    k->program = image ? image->program : 0;
    k->signature = signature_of(k->symbol, image ? image->text : NULL);
    return k;
}

void kernel_register(const struct image *image, const void *handle, const char *symbol) {
    struct cuda_kernel *k = new_kernel(image, handle, symbol);
    if (!k)
        return;
    pthread_mutex_lock(&registered.lock);
    k->next = registered.kernels[bucket_of(handle)];
    registered.kernels[bucket_of(handle)] = k;
    pthread_mutex_unlock(&registered.lock);
}

void variable_register(const void *handle, const char *symbol, size_t bytes) {
    struct variable *v = calloc(1, sizeof *v);
    if (!v)
        return;
    *v = (struct variable){.handle = handle, .symbol = strdup(symbol), .bytes = bytes};
    pthread_mutex_lock(&registered.lock);
    v->next = registered.variables[bucket_of(handle)];
    registered.variables[bucket_of(handle)] = v;
    pthread_mutex_unlock(&registered.lock);
}

struct cuda_kernel *kernel_find(const void *handle) {
    pthread_mutex_lock(&registered.lock);
    struct cuda_kernel *k = registered.kernels[bucket_of(handle)];
    while (k && k->handle != handle)
        k = k->next;
    pthread_mutex_unlock(&registered.lock);
    return k;
}

struct variable *variable_find(const void *handle) {
    pthread_mutex_lock(&registered.lock);
    struct variable *v = registered.variables[bucket_of(handle)];
    while (v && v->handle != handle)
        v = v->next;
    if (v && !v->memory)
        v->memory = memory_allocate(v->bytes, MEMORY_DEVICE, UINT64_MAX);
    pthread_mutex_unlock(&registered.lock);
    return v;
}

struct cuda_kernel *image_kernel(struct image *image, const char *symbol) {
    pthread_mutex_lock(&registered.lock);
    struct cuda_kernel *k = image->kernels;
    while (k && strcmp(k->symbol, symbol) != 0)
        k = k->next;
    if (!k && (k = new_kernel(image, NULL, symbol))) {
        k->next = image->kernels;
        image->kernels = k;
    }
    pthread_mutex_unlock(&registered.lock);
    return k;
}
