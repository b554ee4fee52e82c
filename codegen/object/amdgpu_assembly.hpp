/* Assembly of AMD's GPUs made into an object by LLVM, with each instruction as LLVM knows it: for
 * processors whose objects LLVM does not disassemble. */
#ifndef CODEGEN_OBJECT_AMDGPU_ASSEMBLY_HPP
#define CODEGEN_OBJECT_AMDGPU_ASSEMBLY_HPP

#include <string>
#include <vector>

#include <llvm/ADT/SmallString.h>
#include <llvm/MC/MCInst.h>

/* Instructions in the order of the assembly. Branches have no target yet: that is in the object. */
struct AssembledInstruction {
    llvm::MCInst Inst;
    uint32_t Bytes;
};

struct Assembled {
    llvm::SmallString<0> Object;
    std::vector<AssembledInstruction> Instructions;
};

/* Whether the bytes are assembly that says which processor it is for. */
bool isAssembly(llvm::StringRef Text);
/* False if LLVM does not take it. */
bool assemble(llvm::StringRef Text, Assembled &To);

#endif
