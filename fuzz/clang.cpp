/* Clang as a library: starting a process for each input would leave a fuzzer a hundredth of its
 * inputs. */
#include "fuzz/clang.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

using namespace clang;

/* Has the text of `in` compiled where the arguments name standard input. */
static void take_input(FrontendOptions &options, const llvm::MemoryBuffer *text) {
    for (FrontendInputFile &input : options.Inputs)
        if (text && input.isFile() && input.getFile() == "-")
            input = FrontendInputFile(text->getMemBufferRef(), input.getKind());
}

static std::unique_ptr<llvm::MemoryBuffer> read_all(int in) {
    auto text = in < 0 ? nullptr
                       : llvm::MemoryBuffer::getOpenFile(llvm::sys::fs::convertFDToNativeFile(in),
                                                         "<stdin>", -1, false);
    return text ? std::move(*text) : nullptr;
}

int fuzz_clang(const char *path, char *const *argv, int in, int out, int err) {
    llvm::SmallVector<const char *, 64> words = {path};
    for (char *const *word = argv + 1; *word; word++)
        words.push_back(*word);
    llvm::raw_fd_ostream messages(err, false), bitcode(out, false);
    llvm::IntrusiveRefCntPtr<DiagnosticOptions> options = new DiagnosticOptions;
    TextDiagnosticPrinter printer(messages, options.get());
    CreateInvocationOptions create;
    create.Diags = CompilerInstance::createDiagnostics(options.get(), &printer, false);
    std::shared_ptr<CompilerInvocation> invocation = createInvocation(words, create);
    if (!invocation)
        return 1;
    auto text = read_all(in);
    take_input(invocation->getFrontendOpts(), text.get());
    invocation->getFrontendOpts().DisableFree = false;
    invocation->getDependencyOutputOpts() = DependencyOutputOptions();
    CompilerInstance compiler;
    compiler.setInvocation(invocation);
    compiler.createDiagnostics(&printer, false);
    llvm::LLVMContext context;
    EmitLLVMOnlyAction action(&context);
    if (!compiler.ExecuteAction(action))
        return 1;
    std::unique_ptr<llvm::Module> module = action.takeModule();
    if (!module)
        return 1;
    llvm::WriteBitcodeToFile(*module, bitcode);
    return 0;
}
