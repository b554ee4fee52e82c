/* Modules linked as LLVM's C API does not link them. */
#include "analysis/load/llvm_shim.h"

#include <string>
#include <vector>

#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

using namespace llvm;

/* Moves those that the module has to its end, in this order. */
template <class List, class Find>
static void sort_as(List &Values, const std::vector<std::string> &Names, Find find) {
    for (const std::string &Name : Names)
        if (auto *Value = find(Name))
            Values.splice(Values.end(), Values, Value->getIterator());
}

bool shim_link_declared(LLVMModuleRef Into, LLVMModuleRef Library) {
    Module &M = *unwrap(Into);
    std::unique_ptr<Module> From(unwrap(Library));
    std::vector<std::string> Functions;
    for (const Function &F : *From)
        Functions.push_back(F.getName().str());
    if (Linker::linkModules(M, std::move(From), Linker::LinkOnlyNeeded))
        return false;
    sort_as(M.getFunctionList(), Functions, [&](const std::string &N) { return M.getFunction(N); });
    return true;
}
