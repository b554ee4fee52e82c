/* Places in sources as debug information: what .file and .loc say, or the lines of the PTX itself.
 */
#ifndef SOURCE_LANGUAGES_PTX_PLACES_H
#define SOURCE_LANGUAGES_PTX_PLACES_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "source/languages/ptx/module_text.h"

struct ptx_places;

struct ptx_places *ptx_places_new(struct arena *a, LLVMModuleRef m, const struct ptx_module *text,
                                  const char *path);
/* The function whose statements come next; it gets its debug information. */
void ptx_places_enter(struct ptx_places *p, LLVMValueRef function, const struct ptx_function *f);
/* A .loc that holds for what follows. */
void ptx_places_move(struct ptx_places *p, const struct ptx_location *l);
/* The place of an instruction on that line of the file. */
LLVMMetadataRef ptx_place(struct ptx_places *p, unsigned line);
void ptx_places_end(struct ptx_places *p);

#endif
