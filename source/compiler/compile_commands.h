/* A compilation database: compile_commands.json as CMake, Meson and others write it. */
#ifndef SOURCE_COMPILER_COMPILE_COMMANDS_H
#define SOURCE_COMPILER_COMPILE_COMMANDS_H

#include "base/words.h"

/* How one file is compiled. */
struct compile_command {
    const char *directory; /* absolute */
    const char *file;      /* absolute, as far as it is */
    const char *line;      /* the command as one text; NULL: see `words` */
    struct words words;    /* the command, the compiler first */
};

struct compile_commands {
    struct compile_command *at;
    size_t n, cap;
};

/* All entries that name a directory, a file and a command. False, with one line in *error, if the
 * file cannot be read or is no such database. */
bool compile_commands_read(struct arena *a, const char *path, struct compile_commands *out,
                           const char **error);
/* The program that the command starts. */
const char *compile_command_compiler(struct arena *a, const struct compile_command *c);
/* The words of the command without the compiler, unless it says what the language is. */
struct words compile_command_arguments(struct arena *a, const struct compile_command *c);

#endif
