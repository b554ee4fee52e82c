/* How a document is compiled: as compile_commands.json says, if it does. */
#ifndef LSP_COMMAND_H
#define LSP_COMMAND_H

#include "lsp/document.h"

/* Sets the document's command: the arguments of its entry without the compiler, the file and the
 * outputs, none where there is no entry. The compile_commands.json is the one in its directory or
 * one above, or in `build/` of one of these. Nothing is done if it is as it was. */
void command_refresh(struct arena *a, struct document *d);

#endif
