/* The table of the languages' lowerings, for an_load(). */
#ifndef SOURCE_LANGUAGES_LOWERINGS_H
#define SOURCE_LANGUAGES_LOWERINGS_H

struct lowerings;

/* By row of front_ends.def. */
extern const struct lowerings language_lowerings;

#endif
