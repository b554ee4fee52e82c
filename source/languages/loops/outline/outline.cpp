/* Finds the loops, and writes the kernels that are made of them. */
#include "source/languages/loops/outline/outline.h"
#include "analysis/load/target_triple.h"

#include <cstring>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

extern "C" {
#include "source/languages/loops/outline_loops.h"
}
#include "source/languages/loops/outline/loops.hpp"

using namespace llvm;

/* --- which loops ------------------------------------------------------------------- */

static std::string pathOf(const DIFile *File) {
    /* Of standard input the unit has one name and its functions another. */
    StringRef Name = File->getFilename() == "-" ? "<stdin>" : File->getFilename();
    SmallString<128> Path;
    if (!sys::path::is_absolute(Name))
        Path = File->getDirectory();
    sys::path::append(Path, Name);
    return Path.str().str();
}

static bool isInSource(const DebugLoc &D, const Function &F) {
    return pathOf(cast<DIScope>(D.getScope())->getFile()) ==
           pathOf(F.getSubprogram()->getUnit()->getFile());
}

static bool isAt(const DebugLoc &D, const Function &F, const loop_request &R) {
    return D && !D.getInlinedAt() && D.getLine() == R.line && D.getCol() == R.column &&
           isInSource(D, F);
}

static bool isWanted(const Loop *L, const Function &F, const loop_request &R) {
    if (!R.function)
        return isAt(L->getStartLoc(), F, R);
    return !L->getParentLoop() && L->getStartLoc() && F.getSubprogram()->getName() == R.function;
}

static void findIn(Function &F, const loop_request *R, size_t N, std::vector<WantedLoop> &Out) {
    DominatorTree DT(F);
    LoopInfo LI(DT);
    auto All = LI.getLoopsInPreorder();
    for (Loop *L : All)
        for (size_t I = 0; I < N; I++)
            if (isWanted(L, F, R[I])) {
                Out.push_back({&F, L->getStartLoc(), &R[I], ""});
                break;
            }
}

/* Of a template's instances the first. */
static void dropRepeated(std::vector<WantedLoop> &All) {
    std::vector<WantedLoop> Once;
    for (const WantedLoop &W : All) {
        bool Seen = false;
        for (const WantedLoop &O : Once)
            Seen |= O.Start.getLine() == W.Start.getLine() && O.Start.getCol() == W.Start.getCol();
        if (!Seen)
            Once.push_back(W);
    }
    All = Once;
}

/* The function's name alone where it has one such loop. */
static std::string nameOf(const WantedLoop &W, const std::vector<WantedLoop> &All) {
    std::string Name = W.F->getSubprogram()->getName().str();
    size_t Same = 0;
    if (W.Request->name)
        return W.Request->name;
    for (const WantedLoop &O : All)
        Same += O.F->getSubprogram()->getName() == Name && !O.Request->name;
    return Same > 1 ? Name + ":" + std::to_string(W.Start.getLine()) : Name;
}

/* --- one kernel -------------------------------------------------------------------- */

Loop *loopAt(LoopInfo &LI, const DebugLoc &Start) {
    for (Loop *L : LI.getLoopsInPreorder()) {
        DebugLoc D = L->getStartLoc();
        if (D && !D.getInlinedAt() && D.getLine() == Start.getLine() &&
            D.getCol() == Start.getCol())
            return L;
    }
    return nullptr;
}

/* A call within the loop of a function that is there, other than the one around the loop. */
static CallBase *callWithin(const Loop *L, const Function *Around, const Function *Original) {
    for (BasicBlock *B : L->blocks())
        for (Instruction &I : *B) {
            auto *C = dyn_cast<CallBase>(&I);
            Function *To = C ? C->getCalledFunction() : nullptr;
            if (To && !To->isDeclaration() && To != Around && To != Original)
                return C;
        }
    return nullptr;
}

/* Takes what the loop calls into the function, so far as it is there. */
static void inlineCalls(Function *F, const WantedLoop &W) {
    enum { MostCalls = 1000 };
    for (int Left = MostCalls; Left > 0; Left--) {
        DominatorTree DT(*F);
        LoopInfo LI(DT);
        Loop *L = loopAt(LI, W.Start);
        CallBase *C = L ? callWithin(L, F, W.F) : nullptr;
        InlineFunctionInfo Info;
        if (!C || !InlineFunction(*C, Info).isSuccess())
            return;
    }
}

/* Keeps a reason as a kernel without code. */
static Function *refused(Module &M, LoopCopy &C, const std::string &Why) {
    LLVMContext &X = M.getContext();
    auto *T = FunctionType::get(Type::getVoidTy(X), false);
    Function *K = Function::Create(T, GlobalValue::ExternalLinkage, "", M);
    ReturnInst::Create(X, BasicBlock::Create(X, "entry", K));
    K->setSubprogram(C.F->getSubprogram());
    K->addFnAttr(LOOP_REFUSED, Why);
    K->setCallingConv(CallingConv::PTX_Kernel);
    C.F->setSubprogram(nullptr);
    C.F->deleteBody();
    C.F->eraseFromParent();
    return K;
}

static std::string join(const std::vector<std::string> &All) {
    std::string Text;
    for (const std::string &S : All)
        Text += (Text.empty() ? "" : ",") + S;
    return Text;
}

static void describe(Function *K, const LoopCopy &C, const std::vector<std::string> &Privates) {
    std::vector<std::string> Carried;
    for (const struct Carried &S : C.Scalars)
        Carried.push_back(S.Name + ":" + S.Operation);
    K->addFnAttr(LOOP_COUNTERS, join(C.Counters));
    K->addFnAttr(LOOP_CARRIED, join(Carried));
    K->addFnAttr(LOOP_PRIVATES, join(Privates));
}

static void copyFunction(LoopCopy &C, Function *F) {
    ValueToValueMapTy Map;
    C.F = CloneFunction(F, Map);
    for (auto Pair : Map)
        C.Originals[Pair.second] = const_cast<Value *>(Pair.first);
}

Function *makeKernel(Module &M, const WantedLoop &W, LoopCopy &C) {
    copyFunction(C, W.F);
    inlineCalls(C.F, W);
    C.DT.recalculate(*C.F);
    C.LI.analyze(C.DT);
    C.L = loopAt(C.LI, W.Start);
    if (!C.L)
        return refused(M, C, "its loop is gone once functions are taken in");
    Loop::LocRange Range = C.L->getLocRange();
    C.FirstLine = W.Start.getLine();
    C.LastLine = Range.getEnd() ? Range.getEnd().getLine() : C.FirstLine;
    simplifyLoop(C.L, &C.DT, &C.LI, nullptr, nullptr, nullptr, false);
    std::string Why = findNest(C, W.Request->collapse);
    if (!Why.empty())
        return refused(M, C, Why);
    startKernel(C);
    makeWorkItems(C);
    std::vector<std::string> Privates = privateScalars(C);
    Function *K = makeParameters(C);
    describe(K, C, Privates);
    return K;
}

/* --- the module -------------------------------------------------------------------- */

/* By LLVM's C interface: the header of the C++ one takes the compiler longer than all else here. */
void runPasses(Module &M, TargetMachine *TM, const char *Pipeline) {
    LLVMPassBuilderOptionsRef Options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopUnrolling(Options, false);
    LLVMConsumeError(
        LLVMRunPasses(wrap(&M), Pipeline, reinterpret_cast<LLVMTargetMachineRef>(TM), Options));
    LLVMDisposePassBuilderOptions(Options);
}

static void promote(Module &M) {
    runPasses(M, nullptr, "function(sroa<preserve-cfg>)");
}

/* Mathematical functions of C are called as CUDA's library calls them, which the loader knows. */
static void nameMathematics(Module &M) {
    static const char *const Names[] = {
        "sqrt",  "fabs",   "exp",    "exp2",     "exp10", "log",   "log2",  "log10", "log1p",
        "expm1", "pow",    "sin",    "cos",      "tan",   "asin",  "acos",  "atan",  "atan2",
        "sinh",  "cosh",   "tanh",   "asinh",    "acosh", "atanh", "floor", "ceil",  "trunc",
        "round", "rint",   "fmod",   "fmin",     "fmax",  "fdim",  "hypot", "cbrt",  "erf",
        "erfc",  "tgamma", "lgamma", "copysign", "fma",   "ldexp"};
    for (const char *Name : Names)
        for (const char *Suffix : {"", "f"})
            if (Function *F = M.getFunction((Twine(Name) + Suffix).str()); F && F->isDeclaration())
                F->setName(Twine("__nv_") + Name + Suffix);
}

void keepOnly(Module &M, ArrayRef<Function *> Functions) {
    for (const char *List : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors",
                             "llvm.global_dtors", "llvm.global.annotations"})
        if (GlobalVariable *G = M.getNamedGlobal(List))
            G->eraseFromParent();
    for (Function &F : M)
        if (!F.isDeclaration() && !is_contained(Functions, &F)) {
            F.setComdat(nullptr);
            F.setLinkage(GlobalValue::InternalLinkage);
        }
    M.setModuleInlineAsm("");
}

static void makeOpenCL(Module &M) {
    set_target_triple(M, "nvptx64-nvidia-cuda");
    LLVMContext &X = M.getContext();
    Metadata *Version[] = {ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(X), 1)),
                           ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(X), 2))};
    M.getOrInsertNamedMetadata("opencl.ocl.version")->addOperand(MDNode::get(X, Version));
}

std::vector<WantedLoop> findWanted(Module &M, const loop_request *Requests, size_t N) {
    std::vector<WantedLoop> All;
    promote(M);
    for (Function &F : M)
        if (!F.isDeclaration() && F.getSubprogram())
            findIn(F, Requests, N, All);
    dropRepeated(All);
    for (WantedLoop &W : All)
        W.Name = nameOf(W, All);
    return All;
}

static char *outline(Module &M, const loop_request *Requests, size_t N, int FD) {
    std::vector<WantedLoop> All = findWanted(M, Requests, N);
    std::vector<std::string> Cycles = processorCycles(M, All);
    std::vector<Function *> Kernels;
    for (const WantedLoop &W : All) {
        LoopCopy C;
        Kernels.push_back(makeKernel(M, W, C));
    }
    for (size_t I = 0; I < All.size(); I++) {
        if (GlobalValue *Same = M.getNamedValue(All[I].Name))
            Same->setName("");
        Kernels[I]->setName(All[I].Name);
        Kernels[I]->addFnAttr(LOOP_PLACE, std::to_string(All[I].Start.getLine()) + ":" +
                                              std::to_string(All[I].Start.getCol()));
        if (!Cycles[I].empty())
            Kernels[I]->addFnAttr(LOOP_PROCESSOR, Cycles[I]);
    }
    nameMathematics(M);
    keepOnly(M, Kernels);
    makeOpenCL(M);
    raw_fd_ostream Out(FD, false);
    WriteBitcodeToFile(M, Out);
    return nullptr;
}

char *shim_outline(const char *bitcode_path, const struct loop_request *requests, size_t n,
                   int fd) {
    LLVMContext X;
    SMDiagnostic Error;
    std::unique_ptr<Module> M = parseIRFile(bitcode_path, Error, X);
    if (!M)
        return strdup(Error.getMessage().str().c_str());
    return outline(*M, requests, n, fd);
}
