#include "codegen/object/demangle.h"

#include <llvm/Demangle/Demangle.h>

char *demangle(const char *symbol) {
    return llvm::itaniumDemangle(symbol);
}
