#include "capture/dry_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "capture/cuda_environment.h"
#include "capture/device_gpu.h"
#include "capture/journal.h"
#include "capture/libraries.h"

static const char pocl[] = "/etc/OpenCL/vendors/pocl.icd";

/* The library that does what the program asks for: PoCL, which runs kernels on the processor, or a
 * driver of ours that runs nothing. */
static const char *driver_of(struct arena *a, const struct capture_options *o, const char **error) {
    if (!o->execute) {
        const char *own = capture_library(a, "libclperf-opencl-driver.so");
        if (!own)
            *error = "libclperf-opencl-driver.so is not beside clperf: is it installed as a whole?";
        return own;
    }
    char *name = read_file(a, pocl, NULL);
    if (!name)
        *error = arena_printf(a,
                              "--dry-run=execute: kernels are run by PoCL, and %s cannot be read: "
                              "%s (Debian: pocl-opencl-icd)",
                              pocl, strerror(errno));
    else
        name[strcspn(name, "\r\n")] = '\0';
    return name;
}

static bool write_text(const char *path, const char *text) {
    FILE *out = fopen(path, "we");
    if (!out)
        return false;
    fprintf(out, "%s\n", text);
    return fclose(out) == 0;
}

/* A folder that names this driver alone, as OpenCL's loaders read it. */
static bool name_driver(struct arena *a, const char *folder, const char *driver) {
    const char *vendors = arena_printf(a, "%s/vendors", folder);
    if (mkdir(vendors, 0700) != 0 || !write_text(arena_printf(a, "%s/clperf.icd", vendors), driver))
        return false;
    setenv("OCL_ICD_VENDORS", vendors, 1);
    setenv("OPENCL_VENDOR_PATH", vendors, 1);
    unsetenv("OCL_ICD_FILENAMES");
    unsetenv("OPENCL_ICD_FILENAMES");
    return true;
}

const char *dry_run_prepare(struct arena *a, const struct capture_options *o, const char *folder) {
    const char *error = NULL;
    const struct gpu *gpu = gpu_find(a, o->gpu, &error);
    const char *driver = gpu ? driver_of(a, o, &error) : NULL;
    const char *path = arena_printf(a, "%s/device", folder);
    if (!driver)
        return error;
    struct device d = device_of_gpu(gpu);
    d.devices = o->gpus;
    if (!device_write(&d, path) || !name_driver(a, folder, driver))
        return arena_printf(a, "cannot write in '%s': %s", folder, strerror(errno));
    setenv(JOURNAL_DEVICE, path, 1);
    if (o->execute)
        setenv(JOURNAL_EXECUTES, "1", 1);
    else
        unsetenv(JOURNAL_EXECUTES);
    return capture_cuda_environment(a);
}
