#include "capture/no_launch.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "capture/journal_format.h"
#include "capture/libraries.h"
#include "capture/program_file.h"
#include "source/compiler/toolchain.h"

static void say(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void say(struct arena *a, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "clperf: note: %s\n", arena_vprintf(a, fmt, ap));
    va_end(ap);
}

/* Whether any process called a function that is captured: it has begun a journal. */
static bool has_journal(const char *folder) {
    DIR *names = opendir(folder);
    bool any = false;
    for (struct dirent *entry; names && !any && (entry = readdir(names));)
        any = str_ends(entry->d_name, JOURNAL_COUNTS_SUFFIX);
    if (names)
        closedir(names);
    return any;
}

/* Without them nothing of ours gets into the program. True if there is such a reason. */
static bool say_unreachable(struct arena *a, const char *name, const struct program_file *p) {
    if (p->other_machine)
        say(a, "'%s' is a program for another processor or word size than clperf's libraries",
            name);
    else if (p->is_static)
        say(a,
            "'%s' is statically linked, so that nothing can be put in front of the functions "
            "that it calls",
            name);
    else if (p->other_rights)
        say(a,
            "'%s' runs with other rights than yours (set-user-ID, set-group-ID or file "
            "capabilities), so that the system ignores LD_PRELOAD and LD_LIBRARY_PATH",
            name);
    return p->other_machine || p->is_static || p->other_rights;
}

static bool is_stand_in(struct arena *a, const char *library) {
    const char *sdk = capture_library(a, "cuda");
    return sdk && strstr(library, sdk);
}

/* True if it is a program of CUDA's. */
static bool say_cuda(struct arena *a, const char *name, const struct program_file *p,
                     bool stands_in) {
    const char *runtime = program_file_library(a, p, "libcudart");
    const char *library = runtime ? runtime : program_file_library(a, p, "libcuda");
    const char *where = library ? strstr(library, "=> ") : NULL;
    if ((library || p->cuda_code) && !stands_in)
        say(a,
            "'%s' is a program of CUDA, but no launch reached a driver; without a GPU, capture it "
            "with --dry-run",
            name);
    else if (where && !is_stand_in(a, library))
        say(a, "'%s' finds another CUDA than clperf's: %.*s", name, (int)strcspn(where + 3, " "),
            where + 3);
    else if (!library && p->cuda_code && !p->symbols)
        say(a,
            "'%s' has CUDA's runtime within itself and no table of symbols, and its code is that "
            "of "
            "no installed toolkit's; link it with 'nvcc -cudart shared' or without -s, or build it "
            "with --build",
            name);
    else if (!library && p->cuda_code)
        say(a, "'%s' has CUDA's runtime within itself, but launched no kernel", name);
    return library || p->cuda_code;
}

/* True if it is a program of HIP's. */
static bool say_hip(struct arena *a, const char *name, const struct program_file *p,
                    bool stands_in) {
    const char *library = program_file_library(a, p, "libamdhip64");
    bool hip = library || p->hip_code;
    if (hip && !stands_in)
        say(a,
            "'%s' is a program of HIP, but launched no kernel; without a GPU, capture it with "
            "--dry-run",
            name);
    else if (library && strstr(library, "=> ") && !is_stand_in(a, library))
        say(a, "'%s' finds another HIP than clperf's: %.*s", name,
            (int)strcspn(strstr(library, "=> ") + 3, " "), strstr(library, "=> ") + 3);
    else if (hip)
        say(a, "'%s' is a program of HIP, but launched no kernel", name);
    return hip;
}

/* True if it uses one of them. */
static bool say_other_interfaces(struct arena *a, const char *name, const struct program_file *p) {
    static const struct {
        const char *library, *words;
    } others[] = {{"libze_loader", "Level Zero"}, {"libsycl", "SYCL"}, {"libvulkan", "Vulkan"}};
    bool any = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (program_file_library(a, p, others[i].library)) {
            say(a, "'%s' is linked with %s, whose launches are not captured", name,
                others[i].words);
            any = true;
        }
    return any;
}

/* Of a program that called nothing that is captured. */
static void say_not_called(struct arena *a, const struct capture_options *o, const char *name,
                           const struct program_file *p) {
    bool opencl = program_file_library(a, p, "libOpenCL");
    bool cuda = say_cuda(a, name, p, o->dry_run || o->build);
    bool hip = say_hip(a, name, p, o->dry_run || o->build);
    bool other = say_other_interfaces(a, name, p);
    if (opencl)
        say(a, "'%s' is linked with OpenCL, but launched no kernel", name);
    if (opencl || cuda || hip || other)
        return;
    say(a,
        "'%s' is linked with neither OpenCL nor CUDA%s; of programs that it starts, nothing is "
        "known",
        name, p->loads ? ", but may load them by dlopen()" : "");
    if (p->loads && o->interpose)
        say(a, "--interpose does not reach libraries that a program loads by dlopen()");
}

static void say_causes(struct arena *a, const struct no_launch *n, const char *name) {
    const struct capture_options *o = n->options;
    const char *path = strchr(name, '/') ? name : toolchain_find(a, name, "");
    unsetenv("LD_PRELOAD");
    const struct program_file p = path ? program_file_read(a, path) : (struct program_file){0};
    if (p.script)
        say(a, "'%s' is a script; captured on its own, the program that it runs says more", name);
    if (p.elf && !say_unreachable(a, name, &p))
        say_not_called(a, o, name, &p);
}

void capture_say_no_launch(struct arena *a, const struct no_launch *n) {
    const struct capture_options *o = n->options;
    const char *name = o->program ? o->program[0] : NULL;
    fprintf(stderr, "clperf: %s: no launch was captured\n", n->status ? "warning" : "error");
    if (n->status)
        say(a, "'%s' failed with status %d", name, n->status);
    if (n->totals->calls)
        say(a, "it called libraries only, whose kernels are not known");
    else if (has_journal(n->journals))
        say(a, "OpenCL or CUDA was used, but no launch succeeded%s",
            o->dry_run && !o->execute ? "; results are zeros in a dry run, and --dry-run=execute "
                                        "has OpenCL's kernels run"
                                      : "");
    else if (name)
        say_causes(a, n, name);
}
