#include "source/clang/compile.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <unistd.h>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

using namespace clang;

/* Distributions build LLVM with Polly's passes, which no compilation here runs. */
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "none", "0", [](llvm::PassBuilder &) {}};
}

/* Where devices' code and the host's declarations are compiled for. */
static void initialize_targets() {
    llvm::InitializeNativeTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUAsmParser();
}

/* Ends with the first fatal error, which is a header that is not there for the most part: clang
 * parses what is left, of which it says nothing any more. */
class FatalPrinter : public TextDiagnosticPrinter {
  public:
    using TextDiagnosticPrinter::TextDiagnosticPrinter;
    void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) override {
        TextDiagnosticPrinter::HandleDiagnostic(level, info);
        if (level != DiagnosticsEngine::Fatal)
            return;
        llvm::errs().flush();
        _exit(1);
    }
};

/* Hides kernels from what generates code. A function that only one kernel is left to call is
 * inlined where it was not before, if nobody else can call it: then all kernels stay. */
class ChosenKernels : public MultiplexConsumer {
    const std::set<std::string> &without;
    std::vector<DeclGroupRef> hidden;
    bool shares = false;

    bool is_hidden(const FunctionDecl &function) const {
        return function.hasAttr<OpenCLKernelAttr>() && function.getDeclName().isIdentifier() &&
               without.count(function.getName().str());
    }

  public:
    ChosenKernels(std::vector<std::unique_ptr<ASTConsumer>> consumers,
                  const std::set<std::string> &names)
        : MultiplexConsumer(std::move(consumers)), without(names) {}

    bool HandleTopLevelDecl(DeclGroupRef group) override {
        const Decl *decl = group.isSingleDecl() ? group.getSingleDecl() : nullptr;
        const auto *function = llvm::dyn_cast_or_null<FunctionDecl>(decl);
        if (function && is_hidden(*function)) {
            hidden.push_back(group);
            return true;
        }
        shares |= function && function->isThisDeclarationADefinition() &&
                  !function->isExternallyVisible() && !function->hasAttr<AlwaysInlineAttr>();
        return MultiplexConsumer::HandleTopLevelDecl(group);
    }

    void HandleTranslationUnit(ASTContext &context) override {
        for (size_t i = 0; shares && i < hidden.size(); i++)
            MultiplexConsumer::HandleTopLevelDecl(hidden[i]);
        MultiplexConsumer::HandleTranslationUnit(context);
    }
};

/* Whether an expression of a function is one without a body that has none of the names. What clang
 * has built in is not in a library. */
static bool is_other(const DeclRefExpr *use, const std::set<std::string> &names) {
    const auto *function = llvm::dyn_cast_or_null<FunctionDecl>(use ? use->getDecl() : nullptr);
    return function && !function->hasBody() && !function->getBuiltinID() &&
           (function->hasAttr<AsmLabelAttr>() || !names.count(function->getNameAsString()));
}

/* Whether code of C calls such a function, or takes its address. Clang's own visitor would, too:
 * compiling it takes longer than compiling all else here. */
static bool uses_other(const Stmt *code, const std::set<std::string> &names) {
    std::vector<const Stmt *> left{code};
    while (!left.empty()) {
        const Stmt *s = left.back();
        left.pop_back();
        if (!s)
            continue;
        if (is_other(llvm::dyn_cast<DeclRefExpr>(s), names))
            return true;
        if (const auto *block = llvm::dyn_cast<BlockExpr>(s))
            left.push_back(block->getBody());
        left.insert(left.end(), s->child_begin(), s->child_end());
    }
    return false;
}

/* Whether the source needs functions of a library that have none of the names, as far as it is
 * known: of C++ it is not. */
static bool needs_other(const ASTContext &context, const std::set<std::string> &names) {
    if (context.getLangOpts().CPlusPlus)
        return true;
    for (const Decl *decl : context.getTranslationUnitDecl()->decls()) {
        const auto *function = llvm::dyn_cast<FunctionDecl>(decl);
        const auto *variable = llvm::dyn_cast<VarDecl>(decl);
        if (function && function->doesThisDeclarationHaveABody() &&
            uses_other(function->getBody(), names))
            return true;
        if (variable && uses_other(variable->getInit(), names))
            return true;
    }
    return false;
}

/* Makes nothing of a source that needs more of the library than its part. */
class PartSuffices : public MultiplexConsumer {
    const std::set<std::string> &names;
    bool &suffices;

  public:
    PartSuffices(std::vector<std::unique_ptr<ASTConsumer>> consumers,
                 const std::set<std::string> &known, bool &answer)
        : MultiplexConsumer(std::move(consumers)), names(known), suffices(answer) {}

    void HandleTranslationUnit(ASTContext &context) override {
        suffices = !needs_other(context, names);
        if (suffices)
            MultiplexConsumer::HandleTranslationUnit(context);
    }
};

/* Says in the kernel's PTX which size its groups have: with 1,024 work-items, each gets no more
 * than 64 registers. */
static void require_group(llvm::Function &kernel, const llvm::MDNode &sizes) {
#if LLVM_VERSION_MAJOR >= 21
    std::string text;
    for (const llvm::MDOperand &size : sizes.operands())
        text += (text.empty() ? "" : ",") +
                std::to_string(llvm::mdconst::extract<llvm::ConstantInt>(size)->getZExtValue());
    kernel.addFnAttr("nvvm.reqntid", text);
#else
    static const char *const names[] = {"reqntidx", "reqntidy", "reqntidz"};
    llvm::LLVMContext &context = kernel.getContext();
    llvm::NamedMDNode *rows = kernel.getParent()->getOrInsertNamedMetadata("nvvm.annotations");
    for (unsigned d = 0; d < sizes.getNumOperands() && d < 3; d++)
        rows->addOperand(llvm::MDNode::get(context, {llvm::ValueAsMetadata::get(&kernel),
                                                     llvm::MDString::get(context, names[d]),
                                                     sizes.getOperand(d).get()}));
#endif
}

/* Takes reqd_work_group_size to NVIDIA's assembler, as NVIDIA's own compiler of OpenCL does; clang
 * does so with the bounds of CUDA only. */
class RequiredGroups : public MultiplexConsumer {
    const CodeGenAction &action;

  public:
    RequiredGroups(std::vector<std::unique_ptr<ASTConsumer>> consumers, const CodeGenAction &made)
        : MultiplexConsumer(std::move(consumers)), action(made) {}

    void HandleTranslationUnit(ASTContext &context) override {
        llvm::Module *m = action.getCodeGenerator()->GetModule();
        if (m && context.getTargetInfo().getTriple().isNVPTX())
            for (llvm::Function &f : *m)
                if (const llvm::MDNode *sizes = f.getMetadata("reqd_work_group_size"))
                    require_group(f, *sizes);
        MultiplexConsumer::HandleTranslationUnit(context);
    }
};

/* What clang does not know of a compilation. */
struct Choice {
    std::set<std::string> without; /* kernels that are left out */
    std::string part;              /* of the library; empty: the whole is linked */
    std::set<std::string> names;   /* of functions that the part has */
    bool suffices = true;          /* the part does */
};

/* Assembly or an object of some of the kernels. */
template <class Action> class SomeKernels : public Action {
    Choice &choice;

    template <class Consumer, class... Arguments>
    static std::unique_ptr<ASTConsumer> around(std::unique_ptr<ASTConsumer> inner,
                                               Arguments &...arguments) {
        std::vector<std::unique_ptr<ASTConsumer>> all;
        all.push_back(std::move(inner));
        return std::make_unique<Consumer>(std::move(all), arguments...);
    }

  public:
    explicit SomeKernels(Choice &what) : choice(what) {}

    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                   llvm::StringRef file) override {
        std::unique_ptr<ASTConsumer> made = Action::CreateASTConsumer(compiler, file);
        if (made)
            made = around<RequiredGroups>(std::move(made), *this);
        if (made && !choice.without.empty())
            made = around<ChosenKernels>(std::move(made), choice.without);
        if (made && !choice.part.empty())
            made = around<PartSuffices>(std::move(made), choice.names, choice.suffices);
        return made;
    }
};

/* What -mllvm gives. */
static void take_llvm_options(const char *path, const std::vector<std::string> &options) {
    std::vector<const char *> words{path};
    for (const std::string &option : options)
        words.push_back(option.c_str());
    llvm::cl::ParseCommandLineOptions((int)words.size(), words.data());
}

/* Bitcode, assembly, an object, a header that is parsed, or the names of headers. */
static std::unique_ptr<FrontendAction> action_of(const CompilerInstance &compiler, Choice &choice) {
    switch (compiler.getFrontendOpts().ProgramAction) {
    case frontend::EmitAssembly:
        return std::make_unique<SomeKernels<EmitAssemblyAction>>(choice);
    case frontend::EmitObj:
        return std::make_unique<SomeKernels<EmitObjAction>>(choice);
    case frontend::GeneratePCH:
        return std::make_unique<GeneratePCHAction>();
    case frontend::RunPreprocessorOnly:
        return std::make_unique<PreprocessOnlyAction>();
    default:
        return std::make_unique<EmitBCAction>();
    }
}

/* The arguments of the compilation proper, or NULL: then messages are written. */
static const llvm::opt::ArgStringList *frontend_arguments(const driver::Compilation &c,
                                                          DiagnosticsEngine &diagnostics) {
    const driver::JobList &jobs = c.getJobs();
    if (diagnostics.hasErrorOccurred() || jobs.size() != 1 ||
        llvm::StringRef(jobs.begin()->getCreator().getName()) != "clang")
        return nullptr;
    return &jobs.begin()->getArguments();
}

/* The compilation proper: the exit code. */
static int compile(const char *path, const llvm::opt::ArgStringList &words,
                   DiagnosticsEngine &diagnostics, Choice &choice) {
    CompilerInstance compiler;
    if (!CompilerInvocation::CreateFromArgs(compiler.getInvocation(),
                                            llvm::ArrayRef(words).drop_front(), diagnostics, path))
        return 1;
    compiler.createDiagnostics(new FatalPrinter(llvm::errs(), &compiler.getDiagnosticOpts()));
    compiler.getFrontendOpts().DisableFree = true;
    for (auto &library : compiler.getCodeGenOpts().LinkBitcodeFiles)
        if (!choice.part.empty())
            library.Filename = choice.part;
    take_llvm_options(path, compiler.getFrontendOpts().LLVMArgs);
    return compiler.ExecuteAction(*action_of(compiler, choice)) ? 0 : 1;
}

int clang_compile(const char *clang, int argc, const char *const *argv) {
    llvm::SmallString<128> resolved(clang);
    llvm::sys::fs::real_path(clang, resolved);
    const char *path = resolved.c_str();
    llvm::sys::PrintStackTraceOnErrorSignal(path);
    initialize_targets();
    auto options = llvm::makeIntrusiveRefCnt<DiagnosticOptions>();
    auto *printer = new TextDiagnosticPrinter(llvm::errs(), options.get());
    printer->setPrefix("clang-" CLPERF_LLVM_MAJOR);
    DiagnosticsEngine diagnostics(new DiagnosticIDs, options, printer);
    driver::Driver driver(path, llvm::sys::getDefaultTargetTriple(), diagnostics);
    std::vector<const char *> arguments{path};
    Choice choice;
    for (int i = 0; i < argc; i++) {
        llvm::StringRef word = argv[i];
        if (word.consume_front(CLANG_WITHOUT_OPTION))
            choice.without.insert(word.str());
        else if (word.consume_front(CLANG_PART_OPTION))
            choice.part = word.str();
        else if (word.consume_front(CLANG_NAME_OPTION))
            choice.names.insert(word.str());
        else
            arguments.push_back(argv[i]);
    }
    std::unique_ptr<driver::Compilation> compilation(driver.BuildCompilation(arguments));
    const auto *words = compilation ? frontend_arguments(*compilation, diagnostics) : nullptr;
    if (!words)
        return 1;
    int status = compile(path, *words, diagnostics, choice);
    if (choice.suffices)
        return status;
    choice.part.clear();
    return compile(path, *words, diagnostics, choice);
}
