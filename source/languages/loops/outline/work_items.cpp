/* Iterations to work-items. */
#include "source/languages/loops/outline/loops.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

/* A variable that a loop counts with. */
struct Counter {
    PHINode *Phi;
    Value *Step; /* added in each iteration; of a pointer, to its address */
    bool Down;
};

static Value *latchValue(const Loop *L, PHINode *P) {
    return P->getIncomingValueForBlock(L->getLoopLatch());
}

/* Whether the phi goes on by the same amount in each iteration. */
static bool isCounter(const Loop *L, PHINode *P, Counter &C) {
    auto *Next = dyn_cast<Instruction>(latchValue(L, P));
    C = {P, nullptr, false};
    if (!Next)
        return false;
    if (auto *G = dyn_cast<GetElementPtrInst>(Next)) {
        bool Simple = G->getPointerOperand() == P && G->getNumIndices() == 1;
        C.Step = Simple ? G->getOperand(1) : nullptr;
    } else if (Next->getOpcode() == Instruction::Add || Next->getOpcode() == Instruction::Sub) {
        C.Down = Next->getOpcode() == Instruction::Sub;
        C.Step = Next->getOperand(0) == P              ? Next->getOperand(1)
                 : Next->getOperand(1) == P && !C.Down ? Next->getOperand(0)
                                                       : nullptr;
    }
    return C.Step && L->isLoopInvariant(C.Step);
}

static bool hasCounter(const Loop *L) {
    Counter C;
    for (PHINode &P : L->getHeader()->phis())
        if (isCounter(L, &P, C))
            return true;
    return false;
}

static unsigned lineOf(const BasicBlock *B) {
    const DebugLoc &D = B->getTerminator()->getDebugLoc();
    return D ? D.getLine() : 0;
}

/* Why its iterations cannot run side by side, whatever they do. */
static std::string objection(const Loop *L) {
    if (!L->getLoopPreheader() || !L->getLoopLatch())
        return "control flow jumps into it";
    if (!hasCounter(L))
        return "no variable counts its iterations in equal steps";
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    for (BasicBlock *B : Exiting)
        if (B != L->getHeader() && B != L->getLoopLatch())
            return "it is left at line " + std::to_string(lineOf(B)) +
                   " before its condition says so";
    return "";
}

/* Instructions between two loops that only count, compare and jump. */
static bool isBookkeeping(const Instruction &I, const SmallPtrSetImpl<const Value *> &Counting) {
    return I.isTerminator() || isa<PHINode>(I) || isa<CmpInst>(I) || isa<DbgInfoIntrinsic>(I) ||
           (!I.mayHaveSideEffects() && !I.mayReadFromMemory()) || Counting.count(&I);
}

/* The loop directly within, if there is nothing else in the outer one. */
static Loop *onlyInner(const Loop *L) {
    SmallPtrSet<const Value *, 4> None;
    if (L->getSubLoops().size() != 1)
        return nullptr;
    Loop *Inner = L->getSubLoops()[0];
    for (BasicBlock *B : L->blocks())
        for (Instruction &I : *B)
            if (!Inner->contains(B) && !isBookkeeping(I, None))
                return nullptr;
    return Inner;
}

std::string findNest(LoopCopy &C, unsigned Collapse) {
    Loop *L = C.L;
    for (unsigned D = 0; D < Collapse && D < 3; D++) {
        if (!L)
            return "its collapse(" + std::to_string(Collapse) + ") wants " +
                   std::to_string(Collapse) + " loops with nothing between them, and there are " +
                   std::to_string(D);
        std::string Why = objection(L);
        if (!Why.empty())
            return "the loop at line " + std::to_string(L->getStartLoc().getLine()) + ": " + Why;
        C.Nest.push_back(L);
        L = onlyInner(L);
    }
    return Collapse > 3 ? "more than three loops cannot become work-items" : "";
}

static void redirectExits(LoopCopy &C, BasicBlock *End) {
    for (BasicBlock *B : C.L->blocks()) {
        Instruction *T = B->getTerminator();
        for (unsigned I = 0; I < T->getNumSuccessors(); I++)
            if (!C.L->contains(T->getSuccessor(I))) {
                T->getSuccessor(I)->removePredecessor(B, true);
                T->setSuccessor(I, End);
            }
    }
}

void startKernel(LoopCopy &C) {
    LLVMContext &X = C.F->getContext();
    BasicBlock *Header = C.L->getHeader(), *Before = C.L->getLoopPreheader();
    C.Entry = BasicBlock::Create(X, "entry", C.F, &C.F->getEntryBlock());
    BasicBlock *End = BasicBlock::Create(X, "end", C.F);
    ReturnInst::Create(X, End);
    redirectExits(C, End);
    BranchInst::Create(Header, C.Entry);
    Header->replacePhiUsesWith(Before, C.Entry);
    Before->getTerminator()->eraseFromParent();
    new UnreachableInst(X, Before);
}

static Value *globalId(IRBuilder<> &B, unsigned Dimension) {
    Module *M = B.GetInsertBlock()->getModule();
    FunctionCallee Query =
        M->getOrInsertFunction("_Z13get_global_idj", B.getInt64Ty(), B.getInt32Ty());
    auto *F = cast<Function>(Query.getCallee());
    F->setDoesNotAccessMemory();
    F->setDoesNotThrow();
    F->addFnAttr(Attribute::WillReturn);
    return B.CreateCall(Query, B.getInt32(Dimension));
}

/* What the counter is in the work-item's iteration. */
static Value *valueIn(IRBuilder<> &B, const Counter &C, Value *Start, Value *Id) {
    if (C.Phi->getType()->isPointerTy()) {
        Value *Wide = B.CreateSExtOrTrunc(C.Step, B.getInt64Ty());
        auto *Next = cast<GetElementPtrInst>(
            C.Phi->getIncomingValue(C.Phi->getIncomingValue(0) == Start ? 1 : 0));
        return B.CreateGEP(Next->getSourceElementType(), Start, B.CreateMul(Id, Wide));
    }
    Value *N = B.CreateZExtOrTrunc(Id, C.Phi->getType());
    auto *One = dyn_cast<ConstantInt>(C.Step);
    if (!One || !One->isOne())
        N = B.CreateMul(N, C.Step);
    auto *Zero = dyn_cast<ConstantInt>(Start);
    if (C.Down)
        return B.CreateSub(Start, N);
    return Zero && Zero->isZero() ? N : B.CreateAdd(Start, N);
}

/* A scalar that goes from iteration to iteration; where the loops within carry it, too, it is
 * theirs to end with. */
static Value *carriedValue(LoopCopy &C, Loop *L, PHINode *P, Value *Start) {
    Carried S = {sourceName(P).str(), reductionOf(L, P)};
    if (S.Name.empty())
        S.Name = P->getName().split('.').first.str();
    bool Known = false;
    for (const Carried &O : C.Scalars)
        Known |= O.Name == S.Name;
    if (!Known)
        C.Scalars.push_back(S);
    bool Within = L != C.Nest.back() && isa<PHINode>(latchValue(L, P));
    if (S.Operation.empty() || P->getType()->isPointerTy())
        return Start;
    if (!Within)
        C.Reductions.push_back({L->getLoopLatch()->getTerminator(), latchValue(L, P), S});
    return reductionIdentity(P->getType(), S.Operation);
}

/* Counters become what they are in the iteration; what else goes from one to the next begins in
 * each as it does in the first, or as a sum of its own. */
static void replacePhis(LoopCopy &Copy, Loop *L, BasicBlock *Before, unsigned Dimension) {
    IRBuilder<> B(Before->getTerminator());
    B.SetCurrentDebugLocation(L->getStartLoc());
    Value *Id = globalId(B, Dimension);
    SmallVector<PHINode *, 4> Phis;
    for (PHINode &P : L->getHeader()->phis())
        Phis.push_back(&P);
    SmallVector<Value *, 4> Values;
    for (PHINode *P : Phis) {
        Counter C;
        Value *Start = P->getIncomingValueForBlock(Before);
        bool Counts = isCounter(L, P, C);
        Values.push_back(Counts ? valueIn(B, C, Start, Id) : carriedValue(Copy, L, P, Start));
        if (Counts && Copy.Counters[Dimension].empty())
            Copy.Counters[Dimension] = sourceName(P).str();
    }
    for (size_t I = 0; I < Phis.size(); I++) {
        if (auto *New = dyn_cast<Instruction>(Values[I]))
            if (!New->hasName() && Values[I] != Phis[I])
                New->takeName(Phis[I]);
        Phis[I]->replaceAllUsesWith(Values[I]);
        Phis[I]->eraseFromParent();
    }
}

/* The way back to the header leads to the end. */
static void endIteration(Loop *L, BasicBlock *End) {
    Instruction *T = L->getLoopLatch()->getTerminator();
    for (unsigned I = 0; I < T->getNumSuccessors(); I++)
        if (T->getSuccessor(I) == L->getHeader())
            T->setSuccessor(I, End);
}

void makeWorkItems(LoopCopy &C) {
    unsigned N = C.Nest.size();
    C.Counters.resize(N);
    BasicBlock *End = &C.F->back();
    for (unsigned D = 0; D < N; D++) {
        Loop *L = C.Nest[D];
        BasicBlock *Before = D ? L->getLoopPreheader() : C.Entry;
        replacePhis(C, L, Before, N - 1 - D);
    }
    for (Loop *L : C.Nest)
        endIteration(L, End);
    for (const Reduction &R : C.Reductions)
        addReduction(C, R);
}
