/* OpenCL in a host program: kernels in its strings, files of kernels that it loads, and the
 * launches that it makes. */
#ifndef LAUNCH_HOST_HOST_H
#define LAUNCH_HOST_HOST_H

#include "launch/host/source.h"
#include "launch/host/text.h"

/* Text that the host program hands to OpenCL as one program. */
struct host_program {
    struct host_text text;
    /* The program's text with names of variables where their text is not known: what their text is
     * can be given as a macro. */
    struct host_text filled;
    /* The strings that it is made of, where there are several: a list of whole programs looks the
     * same, so what does not compile as one is tried in parts. */
    const struct host_program *parts;
    size_t n_parts;
};

struct host_programs {
    struct host_program *at;
    size_t n, cap;
};

/* The programs in the source's strings, in order, each text once; and in *files what the strings
 * name as files of OpenCL. */
struct host_programs host_kernels(struct arena *a, const struct host_source *s,
                                  struct words *files);

/* Has what stands for the formats among the programs, of which the texts were printed. */
void host_print_programs(struct arena *a, struct host_programs *programs,
                         const struct words *texts);

/* A file that the program loads. */
struct host_file_found {
    const char *path; /* NULL: there is none */
    const char *dir;  /* that the program seems to run in */
};

/* The file of that name, relative to the current directory, or to the host file's directory or one
 * of the two above. */
struct host_file_found host_kernel_file(struct arena *a, const char *host, const char *name,
                                        struct dependencies *tried);

#endif
