/* Functions of the vendors' libraries of device code as OpenCL's, for lowerings: libdevice of
 * NVIDIA's, ocml and ockl of AMD's. */
#ifndef SOURCE_LANGUAGES_LIBRARY_H
#define SOURCE_LANGUAGES_LIBRARY_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether the call was one of a function that OpenCL has, too; it is gone then. With a body in the
 * module or without: sources' own calls are of OpenCL's functions, and cost the same. */
bool load_library_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call);

#endif
