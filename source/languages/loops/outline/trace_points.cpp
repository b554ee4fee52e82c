/* Has loops say at run time what a launch of their kernels would be: how often they repeat, and
 * what the kernel's parameters stand for (capture/loops/traced.h). */
#include "source/languages/loops/outline/loops.hpp"
#include "source/languages/loops/outline/outline.h"

#include <cstring>
#include <llvm/ADT/SetVector.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

extern "C" {
#include "source/languages/loops/outline_loops.h"
}

using namespace llvm;

/* A loop of the program, and where it says so. */
struct TracePoint {
    const WantedLoop &W;
    LoopCopy C; /* the function itself */
    std::vector<Parameter> Parameters;
    std::vector<bool> Decides; /* by parameter: addresses or conditions depend on its contents */
    std::vector<AllocaInst *> Count, Most; /* by loop of the nest */

    explicit TracePoint(const WantedLoop &Wanted) : W(Wanted) {}
};

/* --- what decides ------------------------------------------------------------------- */

static bool isDecided(const Instruction *I, const Value *By) {
    if (auto *S = dyn_cast<SelectInst>(I))
        return S->getCondition() == By;
    return isa<BranchInst>(I) || isa<SwitchInst>(I) || isa<GetElementPtrInst>(I) ||
           isa<CallBase>(I);
}

/* Whether an address or a condition follows from the value. */
static bool decides(const Value *Loaded) {
    SmallSetVector<const Value *, 16> All;
    All.insert(Loaded);
    for (size_t I = 0; I < All.size(); I++)
        for (const User *U : All[I]->users()) {
            auto *Inst = dyn_cast<Instruction>(U);
            if (Inst && isDecided(Inst, All[I]) && !Inst->getType()->isFloatingPointTy())
                return true;
            if (Inst && !Inst->mayReadOrWriteMemory())
                All.insert(Inst);
        }
    return false;
}

/* Whether anything that is loaded from there does so. */
static bool contentsDecide(const Value *Array) {
    SmallSetVector<const Value *, 16> Addresses;
    Addresses.insert(Array);
    for (size_t I = 0; I < Addresses.size(); I++)
        for (const User *U : Addresses[I]->users()) {
            auto *Inst = dyn_cast<Instruction>(U);
            if (Inst && isa<LoadInst>(Inst) && decides(Inst))
                return true;
            if (Inst && Inst->getType()->isPointerTy() && !isa<LoadInst>(Inst))
                Addresses.insert(Inst);
        }
    return false;
}

/* --- calls of the library ----------------------------------------------------------- */

/* A function of the module that calls the one of that name, where the program has it at run time.
 */
static Function *hook(Module &M, StringRef Name, Type *Result) {
    LLVMContext &X = M.getContext();
    Type *Pointer = PointerType::getUnqual(X);
    auto *T = FunctionType::get(Result, {Pointer, Pointer}, false);
    auto *F = Function::Create(T, GlobalValue::InternalLinkage, (Name + ".call").str(), M);
    FunctionCallee Find = M.getOrInsertFunction("dlsym", Pointer, Pointer, Pointer);
    IRBuilder<> B(BasicBlock::Create(X, "entry", F));
    Value *Null = ConstantPointerNull::get(PointerType::getUnqual(X));
    Value *There = B.CreateCall(Find, {Null, B.CreateGlobalString(Name)});
    auto *Call = BasicBlock::Create(X, "call", F), *End = BasicBlock::Create(X, "end", F);
    B.CreateCondBr(B.CreateICmpEQ(There, Null), End, Call);
    B.SetInsertPoint(Call);
    Value *V = B.CreateCall(T, There, {F->getArg(0), F->getArg(1)});
    Result->isVoidTy() ? B.CreateRetVoid() : B.CreateRet(V);
    B.SetInsertPoint(End);
    Result->isVoidTy() ? B.CreateRetVoid() : B.CreateRet(Null);
    F->addFnAttr(Attribute::NoInline);
    return F;
}

static Function *hookOf(Module &M, StringRef Name, Type *Result) {
    Function *F = M.getFunction((Name + ".call").str());
    return F ? F : hook(M, Name, Result);
}

/* A struct traced_loop. */
static Constant *description(IRBuilder<> &B, Module &M, const TracePoint &P) {
    auto *File = cast<DIScope>(P.W.Start.getScope())->getFile();
    const uint64_t *Group = P.W.Request->group;
    Constant *Fields[] = {B.CreateGlobalString(P.W.Name),
                          B.CreateGlobalString(File->getFilename()),
                          B.getInt64(P.W.Start.getLine()),
                          B.getInt64(P.C.Nest.size()),
                          B.getInt64(Group[0]),
                          B.getInt64(Group[1]),
                          B.getInt64(Group[2]),
                          B.getInt64(P.Parameters.size())};
    Constant *All = ConstantStruct::getAnon(Fields);
    return new GlobalVariable(M, All->getType(), true, GlobalValue::InternalLinkage, All,
                              "clperf.loop");
}

/* --- values -------------------------------------------------------------------------- */

static AllocaInst *newVariable(TracePoint &P, Type *T, uint64_t N = 1) {
    BasicBlock &Entry = P.C.F->getEntryBlock();
    IRBuilder<> B(&Entry, Entry.begin());
    return B.CreateAlloca(T, B.getInt64(N));
}

/* Bytes of the memory that is an array of its own, else 0. */
static Value *bytesOf(IRBuilder<> &B, Value *V) {
    const DataLayout &L = B.GetInsertBlock()->getModule()->getDataLayout();
    if (auto *G = dyn_cast<GlobalVariable>(V))
        return B.getInt64(L.getTypeAllocSize(G->getValueType()));
    auto *A = dyn_cast<AllocaInst>(V);
    if (!A)
        return B.getInt64(0);
    Value *N = B.CreateZExtOrTrunc(A->getArraySize(), B.getInt64Ty());
    return B.CreateMul(N, B.getInt64(L.getTypeAllocSize(A->getAllocatedType())));
}

/* Where the value lies, and how many bytes it has. */
static std::pair<Value *, Value *> placeOf(TracePoint &P, IRBuilder<> &B, const Parameter &A) {
    Value *Null = ConstantPointerNull::get(B.getPtrTy());
    const DataLayout &L = P.C.F->getParent()->getDataLayout();
    if (!A.V)
        return {Null, B.getInt64(0)};
    if (A.Loaded)
        return {A.V, bytesOf(B, A.V)};
    if (A.V->getType()->isPointerTy())
        return {A.V, bytesOf(B, A.V)};
    AllocaInst *Place = newVariable(P, A.V->getType());
    B.CreateStore(A.V, Place);
    return {Place, B.getInt64(L.getTypeStoreSize(A.V->getType()))};
}

/* Whether the kernel gets an address there. What is loaded is an address of its own. */
static bool isArray(const Parameter &A) {
    return A.V && !A.Loaded && A.V->getType()->isPointerTy();
}

/* Stores the fields of a struct traced_value from a place of the array on. */
static void storeValue(TracePoint &P, IRBuilder<> &B, AllocaInst *Values, size_t I) {
    enum { Fields = 6 };
    Parameter A = P.Parameters[I];
    if (A.Loaded && !A.Type.empty() && A.Type.back() == '*') {
        A.V = B.CreateLoad(B.getPtrTy(), A.V);
        A.Loaded = false;
    }
    auto [At, Bytes] = placeOf(P, B, A);
    Value *const All[Fields] = {
        B.CreateGlobalString(A.Name), B.CreateGlobalString(A.Type), At, Bytes,
        B.getInt64(isArray(A)),       B.getInt64(P.Decides[I])};
    for (size_t F = 0; F < Fields; F++)
        B.CreateStore(All[F], B.CreateConstGEP1_64(B.getInt64Ty(), Values, I * Fields + F));
}

/* --- the loop ------------------------------------------------------------------------ */

static void add(IRBuilder<> &B, AllocaInst *Count, AllocaInst *Most) {
    Value *N = B.CreateAdd(B.CreateLoad(B.getInt64Ty(), Count), B.getInt64(1));
    Value *Before = B.CreateLoad(B.getInt64Ty(), Most);
    B.CreateStore(N, Count);
    B.CreateStore(B.CreateSelect(B.CreateICmpUGT(N, Before), N, Before), Most);
}

/* Counts in the latch where the header may leave the loop, else in the header. */
static void countIterations(TracePoint &P, size_t D) {
    Loop *L = P.C.Nest[D];
    BasicBlock *In = L->isLoopExiting(L->getHeader()) ? L->getLoopLatch() : L->getHeader();
    IRBuilder<> Before(L->getLoopPreheader()->getTerminator());
    Before.CreateStore(Before.getInt64(0), P.Count[D]);
    IRBuilder<> B(In, In->getFirstInsertionPt());
    add(B, P.Count[D], P.Most[D]);
}

static Value *begin(TracePoint &P, Module &M) {
    IRBuilder<> B(P.C.L->getLoopPreheader()->getTerminator());
    enum { Words = 6 };
    auto *Values = newVariable(P, B.getInt64Ty(), Words * P.Parameters.size() + 1);
    for (AllocaInst *Most : P.Most)
        B.CreateStore(B.getInt64(0), Most);
    for (size_t I = 0; I < P.Parameters.size(); I++)
        storeValue(P, B, Values, I);
    Function *F = hookOf(M, "clperf_loop_begin", B.getPtrTy());
    auto *Begun = newVariable(P, B.getPtrTy());
    B.CreateStore(B.CreateCall(F, {description(B, M, P), Values}), Begun);
    return Begun;
}

/* What is counted stands in one array, the innermost loop first. */
static void end(TracePoint &P, Module &M, Value *Begun) {
    SmallVector<BasicBlock *, 4> Exits;
    P.C.L->getUniqueExitBlocks(Exits);
    size_t N = P.Most.size();
    for (BasicBlock *E : Exits) {
        IRBuilder<> B(E, E->getFirstInsertionPt());
        AllocaInst *Counts = newVariable(P, B.getInt64Ty(), 3);
        for (size_t D = 0; D < N; D++)
            B.CreateStore(B.CreateLoad(B.getInt64Ty(), P.Most[D]),
                          B.CreateConstGEP1_64(B.getInt64Ty(), Counts, N - 1 - D));
        Function *F = hookOf(M, "clperf_loop_end", B.getVoidTy());
        B.CreateCall(F, {B.CreateLoad(B.getPtrTy(), Begun), Counts});
    }
}

static bool findAgain(TracePoint &P) {
    LoopCopy &C = P.C;
    C.F = P.W.F;
    C.DT.recalculate(*C.F);
    C.LI.analyze(C.DT);
    C.L = loopAt(C.LI, P.W.Start);
    if (!C.L)
        return false;
    simplifyLoop(C.L, &C.DT, &C.LI, nullptr, nullptr, nullptr, false);
    return findNest(C, P.W.Request->collapse).empty();
}

/* Makes the kernel only to know its parameters. False if there is none. */
static bool findParameters(TracePoint &P, Module &M) {
    LoopCopy Copy;
    Function *K = makeKernel(M, P.W, Copy);
    bool Good = !K->hasFnAttribute(LOOP_REFUSED);
    P.Parameters = Copy.Parameters;
    for (size_t I = 0; I < P.Parameters.size() && Good; I++)
        P.Decides.push_back(K->getArg(I)->getType()->isPointerTy() && contentsDecide(K->getArg(I)));
    K->setSubprogram(nullptr);
    K->deleteBody();
    K->eraseFromParent();
    return Good;
}

static bool trace(Module &M, const WantedLoop &W) {
    TracePoint P(W);
    if (!findParameters(P, M) || !findAgain(P))
        return false;
    Type *T = Type::getInt64Ty(M.getContext());
    for (size_t D = 0; D < P.C.Nest.size(); D++) {
        P.Count.push_back(newVariable(P, T));
        P.Most.push_back(newVariable(P, T));
    }
    Value *Begun = begin(P, M);
    for (size_t D = 0; D < P.C.Nest.size(); D++)
        countIterations(P, D);
    end(P, M, Begun);
    return true;
}

char *shim_trace_loops(const char *bitcode_path, const struct loop_request *requests, size_t n,
                       int fd, size_t *traced) {
    LLVMContext X;
    SMDiagnostic Error;
    std::unique_ptr<Module> M = parseIRFile(bitcode_path, Error, X);
    if (!M)
        return strdup(Error.getMessage().str().c_str());
    *traced = 0;
    for (const WantedLoop &W : findWanted(*M, requests, n))
        *traced += trace(*M, W);
    raw_fd_ostream Out(fd, false);
    WriteBitcodeToFile(*M, Out);
    return nullptr;
}
