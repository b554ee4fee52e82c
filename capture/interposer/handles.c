#include "capture/interposer/handles.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct module {
    const void *data; /* that are not read yet, or NULL */
    struct image *(*read)(const void *data);
    struct image *image;
};

struct known {
    const void *handle;
    struct module *module;
    char *symbol;   /* NULL: a module */
    bool is_learnt; /* a kernel that is registered with this symbol */
    struct known *next;
};

enum { BUCKETS = 1024 };

static struct {
    pthread_mutex_t lock;
    struct known *buckets[BUCKETS];
} handles = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct module *module_of(struct image *image) {
    struct module *m = image ? calloc(1, sizeof *m) : NULL;
    if (m)
        m->image = image;
    return m;
}

struct module *module_in_program(const void *data, struct image *(*read)(const void *data)) {
    struct module *m = calloc(1, sizeof *m);
    if (m)
        *m = (struct module){.data = data, .read = read};
    return m;
}

/* With the lock. */
static struct image *image_of(struct module *m) {
    if (m && m->data)
        m->image = m->read(m->data);
    if (m)
        m->data = NULL;
    return m ? m->image : NULL;
}

static struct known **bucket_of(const void *handle) {
    return &handles.buckets[((uintptr_t)handle * 0x9E3779B97F4A7C15u) >> 54];
}

static struct known *find(const void *handle) {
    struct known *k = *bucket_of(handle);
    while (k && k->handle != handle)
        k = k->next;
    return k;
}

static bool is_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static struct known *find_or_add(const void *handle) {
    struct known *k = find(handle);
    if (!k && (k = calloc(1, sizeof *k))) {
        k->handle = handle;
        k->next = *bucket_of(handle);
        *bucket_of(handle) = k;
    }
    return k;
}

void handles_put(const void *handle, struct module *module, const char *symbol) {
    pthread_mutex_lock(&handles.lock);
    struct known *k = find_or_add(handle);
    if (k && (k->module != module || !is_text(k->symbol, symbol))) {
        free(k->symbol);
        k->module = module;
        k->symbol = symbol ? strdup(symbol) : NULL;
        k->is_learnt = false;
    }
    pthread_mutex_unlock(&handles.lock);
}

struct module *handles_module(const void *handle) {
    pthread_mutex_lock(&handles.lock);
    const struct known *k = find(handle);
    struct module *m = k ? k->module : NULL;
    pthread_mutex_unlock(&handles.lock);
    return m;
}

/* With the lock. */
static void learn(struct known *k, char *(*ask)(const void *handle, const char *symbol)) {
    char *text = ask ? ask(k->handle, k->symbol) : NULL;
    struct image *image = text ? image_of_kernels(text) : image_of(k->module);
    /* The driver says what the parameters are; which program it is, the module does. */
    if (text && image && k->module && !k->module->data && k->module->image)
        image->program = k->module->image->program;
    kernel_register(image, k->handle, k->symbol);
    k->is_learnt = true;
}

struct cuda_kernel *handles_kernel(const void *handle,
                                   char *(*ask)(const void *handle, const char *symbol)) {
    pthread_mutex_lock(&handles.lock);
    struct known *k = find(handle);
    bool known = k && k->symbol;
    if (known && !k->is_learnt)
        learn(k, ask);
    pthread_mutex_unlock(&handles.lock);
    return known ? kernel_find(handle) : NULL;
}
