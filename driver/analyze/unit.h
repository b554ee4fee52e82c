/* The analysis of one text with kernels: an input, or a program in a host source. */
#ifndef DRIVER_ANALYZE_UNIT_H
#define DRIVER_ANALYZE_UNIT_H

#include "driver/analyze/run_state.h"
#include "launch/host/find_launches.h"
#include "launch/host/source_map.h"
#include "source/frontend.h"

/* One input, compiled with the options of one build. */
struct unit {
    const struct input *input;
    const char *text;
    size_t bytes;
    struct given_launches given; /* of the input */
    const struct build *build;
    struct words flags; /* for the front end */
    const char *ptx;    /* from within the input, which is an object; or NULL */
    size_t ptx_bytes;
    const struct host_map *map; /* of a program in a host source; NULL: the input itself */
    bool of_host; /* host code names it or has it in a string: it includes files of the project only
                   */
    bool all_launches; /* `given` has all kernels that the program launches */
    bool first;        /* the first build: kernels that nobody gave a launch belong to it */
    const char
        *libraries; /* the directory of an SDK's headers, whose kernels are not the source's */
    const char *const *system_folders; /* as of struct module_input */
    struct providers *code;
    const struct frontend_request *compiled;
    const struct bitcode *bitcode; /* that it compiled to */
    bool rest;                     /* only kernels without a result since `first_result` */
    size_t first_result;
};

/* What the compiler beside us writes, which has the kernels of a single-source language; NULL: it
 * is not read for any of the GPUs. */
const char *run_object_path(struct run *r, const struct input *in);

/* Compiles and analyses the unit with each build that its launches have. False, with the
 * last reason and its place, if it cannot be compiled. */
bool run_unit(struct run *r, struct unit *u, struct report_problem *why);

/* Of the launches given for the input, those that it is analysed with. */
struct given_launches run_launches(struct run *r, const struct input *in, const char *text,
                                   size_t bytes);

/* -fclperf-build-options=, as the language's front end takes them. */
void run_add_build_options(struct run *r, const struct language *language, struct words *flags);

/* The architecture that an input is compiled for, which has kernels for one: that of the first GPU
 * that its front end knows. NULL: the front end's own. */
const char *run_arch_of(const struct run *r, const struct input *in);

/* The language of kernels in a string: CUDA, or that of programs which hosts build. */
const struct language *run_language_of_text(const char *text, size_t n);

/* Roughly, and at least one: macros of that name make kernels, too. */
size_t run_count_kernels(const char *text, size_t bytes);

/* Adds the host program's launches of kernels in the text to those that somebody wrote down. The
 * latter need the defines of the former where they name none; where they name some, the text needs
 * these for all of its kernels. */
void run_add_host_launches(struct run *r, struct unit *u, const struct host_launches *l,
                           const char *text, size_t bytes);

/* The loops of a host source that are taken as kernels; `host` is the unit of the source. */
void run_loops(struct run *r, const struct unit *host, const struct host_source *s,
               const struct host_launches *launches);

/* The kernels in a host source's strings, and in the files that it names. */
void run_host(struct run *r, const struct input *in);

/* The kernels in a script's strings, in OpenCL C or CUDA. */
void run_script(struct run *r, const struct input *in);

#endif
