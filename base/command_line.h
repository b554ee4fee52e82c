/* The command line of a command of clperf: a table says which options there are, and is what
 * --help shows, what is read, and what a mistake is compared with. */
#ifndef BASE_COMMAND_LINE_H
#define BASE_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/words.h"

/* Where an option's value goes: a bool, a const char *, a struct words, or a function that returns
 * NULL or what is wrong with the value, which is NULL where the option has none. */
struct command_target {
    enum { TARGET_FLAG, TARGET_TEXT, TARGET_WORDS, TARGET_READ } kind;
    size_t field; /* of the command's own struct */
    const char *(*read)(struct arena *a, void *to, const char *value);
};

#define COMMAND_FLAG(type, field) {TARGET_FLAG, offsetof(type, field), NULL}
#define COMMAND_TEXT(type, field) {TARGET_TEXT, offsetof(type, field), NULL}
#define COMMAND_WORDS(type, field) {TARGET_WORDS, offsetof(type, field), NULL}
#define COMMAND_READ(function) {TARGET_READ, 0, function}

struct command_option {
    const char *name;     /* "--output", or "-p" where there is the letter alone */
    const char *argument; /* "FILE"; "[=FILE]", which may be left out; NULL: none */
    const char *help;     /* lines; NULL: between our own programs, or another name */
    struct command_target target;
    char letter; /* 'o' for -o, or 0 */
};

struct command_table {
    const char *name;  /* "sweep"; the help text has argv[0] in its place behind "clperf" */
    const char *usage; /* stands in front of the options in the help text */
    const struct command_option *options;
    size_t n;
    const char *after;           /* and behind them, or NULL */
    void (*print_more)(FILE *f); /* what stands there besides, or NULL */
    bool program;                /* the first operand is a program, and all behind it its own */
    bool apart;                  /* what stands behind "--" is no operand */
    /* Takes a word that is another's option, or NULL. */
    bool (*take)(struct arena *a, void *to, const char *word);
};

struct command_words {
    struct words operands;
    struct words behind; /* "--", where the table wants them apart */
    bool ended;          /* by "--" */
};

enum { COMMAND_RUNS = -1 };

/* Reads argv[1] and what follows into `to`. COMMAND_RUNS, or the exit status: that of --help, or of
 * a mistake, which one line on stderr says. */
int command_line_read(struct arena *a, const struct command_table *t, char **argv, void *to,
                      struct command_words *words);
/* Whether the text is a number from `least` to `most`; and a whole one. */
bool command_line_number(const char *text, double least, double most, double *to);
bool command_line_integer(const char *text, long least, long most, long *to);

#endif
