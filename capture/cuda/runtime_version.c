#include "capture/cuda/runtime_version.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

static int version; /* of a static runtime; 0: there is none */

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

struct wanted {
    const char *library; /* "libcudart.so." */
    int version;
};

/* Stops at the first object that wants the library. */
static int read_object(struct dl_phdr_info *o, size_t bytes, void *data) {
    struct wanted *w = data;
    const ElfW(Dyn) *section = dynamic_section(o);
    const char *strings = dynamic_strings(section);
    (void)bytes;
    /* The kernel's own object has offsets there. */
    if (!strings || (uintptr_t)strings < o->dlpi_addr)
        return 0;
    for (const ElfW(Dyn) *d = section; d->d_tag != DT_NULL; d++) {
        const char *name = d->d_tag == DT_NEEDED ? strings + d->d_un.d_val : "";
        if (strncmp(name, w->library, strlen(w->library)) == 0)
            w->version = atoi(name + strlen(w->library));
    }
    return w->version != 0;
}

static int version_wanted(const char *library) {
    struct wanted w = {library, 0};
    dl_iterate_phdr(read_object, &w);
    return w.version;
}

int runtime_version(void) {
    return version ? version : version_wanted("libcudart.so.");
}

int runtime_version_hip(void) {
    return version_wanted("libamdhip64.so.");
}
