/* Types of debug information: for the files that see LLVM's C++. */
#ifndef ANALYSIS_LOAD_DEBUG_TYPES_HPP
#define ANALYSIS_LOAD_DEBUG_TYPES_HPP

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

/* Behind typedefs and qualifiers. */
inline const llvm::DIType *plainType(const llvm::DIType *T) {
    while (auto *D = llvm::dyn_cast_or_null<llvm::DIDerivedType>(T)) {
        unsigned Tag = D->getTag();
        if (Tag == llvm::dwarf::DW_TAG_pointer_type || Tag == llvm::dwarf::DW_TAG_reference_type)
            break;
        T = D->getBaseType();
    }
    return T;
}

#endif
