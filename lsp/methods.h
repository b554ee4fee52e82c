/* The handlers of methods.def. */
#ifndef LSP_METHODS_H
#define LSP_METHODS_H

#include "lsp/server.h"

#define METHOD(name, function, kind) handler lsp_##function;
#include "lsp/methods.def"
#undef METHOD

#endif
