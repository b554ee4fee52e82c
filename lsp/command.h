/* How a document is compiled: as compile_commands.json says, if it does. */
#ifndef LSP_COMMAND_H
#define LSP_COMMAND_H

#include "lsp/document.h"

/* The compile_commands.json that holds for a file: in its directory or one above, or in `build/` of
 * one of these. NULL if there is none. */
const char *command_database(struct arena *a, const char *path);
/* The arguments of the file's entry without the compiler, the file and the outputs; none where
 * there is no entry. */
struct command command_of(struct arena *a, const struct document *d);
/* Looks for it again if a compile_commands.json changed, appeared or went. */
void command_refresh(struct arena *a, struct document *d);

#endif
