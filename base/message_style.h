/* How messages are written: as the options for that say which GCC and Clang have in common, and the
 * variables of the environment that they read. */
#ifndef BASE_MESSAGE_STYLE_H
#define BASE_MESSAGE_STYLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { STYLE_NOT_SAID = -1, STYLE_TAB = 8 };

/* Starts from MESSAGE_STYLE. */
struct message_style {
    int colour;           /* 1 asked for, 0 asked against, or STYLE_NOT_SAID */
    int links;            /* to the page of a rule, likewise */
    bool no_quotes;       /* without lines of the source */
    bool no_option;       /* without the option that a message can be turned off with */
    bool absolute_paths;  /* files are called by their whole path */
    bool fixits;          /* fix-its also as lines for programs */
    bool for_programs;    /* what the compiler prints is a JSON or SARIF document */
    bool display_columns; /* columns of the terminal instead of bytes; tabs are as wide as `tab` */
    uint32_t tab;         /* columns of a tab */
    uint32_t origin;      /* the number of a line's first column */
    uint32_t length;      /* columns after which a message goes on in the next line; 0: never */
};

#define MESSAGE_STYLE                                                                              \
    ((struct message_style){                                                                       \
        .colour = STYLE_NOT_SAID, .links = STYLE_NOT_SAID, .tab = STYLE_TAB, .origin = 1})

/* Takes the word of a compiler's command line if it is about messages; the last one counts. */
void message_style_read(struct message_style *s, const char *word);
/* Whether messages on that descriptor are in colour: on terminals that have it, unless an option,
 * NO_COLOR or an empty GCC_COLORS says otherwise. */
bool message_style_coloured(const struct message_style *s, int fd);
/* Whether the name of a rule's option on stderr is a link: on terminals that are known to have
 * links, unless an option, TERM_URLS or GCC_URLS says otherwise. */
bool message_style_linked(const struct message_style *s);
/* The graphic rendition that GCC_COLORS names for a part of a message, "warning" for example, else
 * the standard one. */
const char *message_style_rendition(struct arena *a, const char *part, const char *standard);

#endif
