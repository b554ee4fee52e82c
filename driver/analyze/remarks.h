/* What is remarked on of an input as a whole: languages that are not read, launches of kernels
 * without a source, kernels without a launch, and a GPU that nobody named. */
#ifndef DRIVER_ANALYZE_REMARKS_H
#define DRIVER_ANALYZE_REMARKS_H

#include "driver/analyze/run_state.h"
#include "launch/host/find_launches.h"
#include "source/frontend.h"

/* An input of device code that nothing reads. */
void run_remark_unread(struct run *r, const struct input *in);

/* Device code in the text that is in a language which is not read. */
void run_remark_languages(struct run *r, const struct input *in, const char *text, size_t bytes);

/* Functions of a script that such a language makes kernels of. */
void run_remark_script(struct run *r, const struct input *in, const char *text, size_t bytes);

/* Counts the launches of a source as those of a program, if there are any. */
void run_count_program(struct run *r, const struct host_launches *l);
/* Launches whose kernel is none of those seen since number `kernel`, or is not known. */
void run_remark_launches(struct run *r, const struct input *in, const struct host_launches *l,
                         size_t kernel);

/* Templates of kernels, from headers of the user's, of which nothing was said since kernel number
 * `first_kernel` and since the mark. The folders are those of project_system_folders(). */
void run_remark_no_instance(struct run *r, const struct input *in, size_t first_kernel,
                            struct mark since, const char *const *system_folders);

/* Names of the kernels in the text of an input, and in those of its files of the user's. */
struct words run_kernels_read(struct run *r, const struct input *in,
                              const char *const *system_folders);

/* Captured launches that are not among those chosen to be analysed. */
void run_remark_sample(struct run *r, const struct input *in, const struct given_launches *given,
                       const struct given_launches *chosen);

/* Of the results since number `first`: kernels of which nobody says how they are launched. */
void run_remark_kernels(struct run *r, const struct input *in, size_t first);

/* Templates of kernels that the source does not instantiate. */
void run_remark_templates(struct run *r, const struct input *in, const struct bitcode *b);

/* That nobody has named a GPU, if anything was predicted. */
void run_remark_gpu(struct run *r);

#endif
