#include "capture/cuda/runtime_version.h"

#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int version;

void clperf_cuda_static_runtime(int major) {
    version = major;
}

/* Where an object's dynamic section is, or NULL. */
static const ElfW(Dyn) * dynamic_section(const struct dl_phdr_info *o) {
    for (int i = 0; i < o->dlpi_phnum; i++)
        if (o->dlpi_phdr[i].p_type == PT_DYNAMIC)
            return (const ElfW(Dyn) *)(o->dlpi_addr + o->dlpi_phdr[i].p_vaddr);
    return NULL;
}

static const char *dynamic_strings(const ElfW(Dyn) * section) {
    for (const ElfW(Dyn) *d = section; d && d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_STRTAB)
            return (const char *)d->d_un.d_ptr;
    return NULL;
}

/* Stops at the first object that wants "libcudart.so.13". */
static int read_object(struct dl_phdr_info *o, size_t bytes, void *data) {
    static const char runtime[] = "libcudart.so.";
    const ElfW(Dyn) *section = dynamic_section(o);
    const char *strings = dynamic_strings(section);
    (void)bytes;
    /* The kernel's own object has offsets there. */
    if (!strings || (uintptr_t)strings < o->dlpi_addr)
        return 0;
    for (const ElfW(Dyn) *d = section; d->d_tag != DT_NULL; d++) {
        const char *name = d->d_tag == DT_NEEDED ? strings + d->d_un.d_val : "";
        if (strncmp(name, runtime, strlen(runtime)) == 0)
            *(int *)data = atoi(name + strlen(runtime));
    }
    return *(int *)data != 0;
}

static void find_version(void) {
    if (!version)
        dl_iterate_phdr(read_object, &version);
}

int runtime_version(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_version);
    return version;
}
