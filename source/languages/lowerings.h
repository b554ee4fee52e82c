/* The table of the languages' lowerings, for an_load(). */
#ifndef SOURCE_LANGUAGES_LOWERINGS_H
#define SOURCE_LANGUAGES_LOWERINGS_H

struct lowerings;

/* CUDA's and HIP's; OpenCL's and loops' device code is in OpenCL's form as it comes. */
extern const struct lowerings language_lowerings;

#endif
