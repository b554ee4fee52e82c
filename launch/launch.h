/* Where launches come from, first that applies: -fclperf-launch= (a manifest or inline), a comment
 * above the kernel, the host program around it, its reqd_work_group_size, an assumption. */
#ifndef LAUNCH_LAUNCH_H
#define LAUNCH_LAUNCH_H

#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"
#include "base/problems.h"
#include "base/texts.h"
#include "base/words.h"
#include "hwdb/gpu.h"

/* A launch that somebody wrote down; what it does not say is zero. */
struct given_launch {
    struct launch launch;
    const char *file;                       /* base name of the kernel's source, or NULL: any */
    const char *source;                     /* path of the program's captured text, or NULL */
    struct contents *text;                  /* NULL if it is gone */
    const char *options;                    /* of the program's build, or NULL: unknown */
    const char *where;                      /* for messages: "x.json: launches[0]" */
    bool host;                              /* read off the host program */
    bool captured;                          /* `clperf capture` noted it */
    const struct captured_sources *sources; /* of its manifest, or NULL */
};

/* Sources that hold captured kernels, as they were then. */
struct captured_sources {
    struct captured_source {
        const char *path;   /* without symbolic links */
        const char *digest; /* as launch_source_digest() makes it of the text */
    } *at;
    size_t n, cap;
};

/* What tells a text from all others, in hexadecimal digits. */
const char *launch_source_digest(struct arena *a, const char *text, size_t bytes);

struct given_launches {
    struct given_launch *at;
    size_t n, cap;
};

/* Reads the values of -fclperf-launch=: manifests, for which texts may stand, and inline launches.
 */
struct given_launches launch_given(struct arena *a, const struct words *values,
                                   const struct texts *texts, struct problems *p);

/* The launches that may be meant for kernels of this source: those that name it, or
 * name no file and a kernel that its text mentions. */
struct given_launches launch_for_source(struct arena *a, const struct given_launches *given,
                                        const char *source_name, const char *text, size_t bytes);

/* Of the captured launches of a kernel only those of this very text, where there are such; another
 * program may have a kernel of the same name. */
struct given_launches launch_of_text(struct arena *a, const struct given_launches *given,
                                     const char *text, size_t bytes);

/* Adds to what is not known of a launch. */
void launch_add_unknown(struct arena *a, struct launch *l, const char *what, const char *why);

/* What a source is compiled with for some of its launches. */
struct build {
    struct words defines; /* "NAME=VALUE" */
    struct words flags;   /* "-cl-mad-enable" */
    bool known;           /* these are all options that the program gives */
};

struct builds {
    struct build *at;
    size_t n, cap;
};

/* The builds that the launches need, each once; one without options if no launch has any. */
struct builds launch_builds(struct arena *a, const struct given_launches *given);
bool launch_is_of_build(const struct launch *l, const struct build *build);

/* "f" of "scope::f<2>", a kernel's name. */
const char *launch_base_name(struct arena *a, const char *name);
/* Whether it is of the kernel, by its name, its name without scope and template arguments, or its
 * symbol. */
bool launch_is_of(struct arena *a, const struct launch *l, const struct kernel *k);

struct launches {
    struct launch *at;
    size_t n, cap;
    const char *refused; /* why one that nobody wrote down is left out, or NULL */
};

/* The kernel's launches, complete and checked. `given` are its source's, `text` is the
 * source's (NULL: unknown), for comments. A launch that is wrong is left out, with the reason in
 * *p. */
struct launches launch_resolve(struct arena *a, const struct kernel *k,
                               const struct given_launches *given, const char *text,
                               struct problems *p);
/* Why the GPU cannot run the launch, or NULL. */
const char *launch_limit(struct arena *a, const struct launch *l, const struct gpu *g);

void launch_dump(FILE *out, const struct launch *l);

/* Which of the captured launches are analysed: programs launch a kernel in thousands of ways. */

/* All launches that a person wrote, and of each kernel at most `most` (0: all) captured ones: that
 * with most work-items, counted as often as it was made, and others as far apart in this order as
 * can be. In the order given. */
struct given_launches launch_sample(struct arena *a, const struct given_launches *given,
                                    size_t most);

#endif
