/* Scalars that go from iteration to iteration: sums and their like, and what is none. */
#include "source/languages/loops/outline/loops.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

/* --- what is a reduction ------------------------------------------------------------------ */

/* A walk from the value at the end of the iteration back to the phi. */
struct Chain {
    const Loop *L;
    PHINode *Start;
    std::string Operation;
    SmallPtrSet<const Instruction *, 8> Links;
};

static const char *binaryOperation(const Instruction *I) {
    switch (I->getOpcode()) {
    case Instruction::Add:
    case Instruction::FAdd:
    case Instruction::Sub:
    case Instruction::FSub:
        return "+";
    case Instruction::Mul:
    case Instruction::FMul:
        return "*";
    case Instruction::And:
        return "&";
    case Instruction::Or:
        return "|";
    case Instruction::Xor:
        return "^";
    default:
        return nullptr;
    }
}

/* The operation of a call of two operands, as OpenCL, C and LLVM call it. */
static const char *callOperation(const CallInst *C) {
    const Function *F = C->getCalledFunction();
    StringRef Name = F ? F->getName() : "";
    if (Name.starts_with("llvm.minnum") || Name.starts_with("llvm.smin") ||
        Name.starts_with("llvm.umin") || Name == "fmin" || Name == "fminf")
        return "min";
    if (Name.starts_with("llvm.maxnum") || Name.starts_with("llvm.smax") ||
        Name.starts_with("llvm.umax") || Name == "fmax" || Name == "fmaxf")
        return "max";
    return Name.starts_with("llvm.fmuladd") ? "+" : nullptr;
}

static bool takeOperation(Chain &C, const char *Operation) {
    if (!Operation || (!C.Operation.empty() && C.Operation != Operation))
        return false;
    C.Operation = Operation;
    return true;
}

static bool leadsBack(Chain &C, Value *V);

/* Of two operands the one that leads back, whose place matters where one is taken off. */
static bool oneLeadsBack(Chain &C, Value *A, Value *B, bool Ordered) {
    Chain Saved = C;
    if (leadsBack(C, A))
        return true;
    C = Saved;
    return !Ordered && leadsBack(C, B);
}

/* Whether both are the same, computed or loaded once more. */
static bool isSame(const Value *A, const Value *B, int Depth = 8) {
    auto *X = dyn_cast<Instruction>(A), *Y = dyn_cast<Instruction>(B);
    if (A == B)
        return true;
    if (!Depth || !X || !Y || !X->isSameOperationAs(Y) || isa<PHINode>(X) || isa<CallBase>(X))
        return false;
    for (unsigned I = 0; I < X->getNumOperands(); I++)
        if (!isSame(X->getOperand(I), Y->getOperand(I), Depth - 1))
            return false;
    return true;
}

/* x < y ? x : y of what is compared. */
static bool selectLeadsBack(Chain &C, SelectInst *S) {
    auto *Test = dyn_cast<CmpInst>(S->getCondition());
    if (!Test)
        return false;
    Value *A = Test->getOperand(0), *B = Test->getOperand(1);
    bool Straight = isSame(A, S->getTrueValue()) && isSame(B, S->getFalseValue());
    bool Crossed = isSame(B, S->getTrueValue()) && isSame(A, S->getFalseValue());
    CmpInst::Predicate P = Test->getPredicate();
    bool Less = P == CmpInst::FCMP_OLT || P == CmpInst::FCMP_OLE || P == CmpInst::ICMP_SLT ||
                P == CmpInst::ICMP_SLE || P == CmpInst::ICMP_ULT || P == CmpInst::ICMP_ULE;
    bool More = P == CmpInst::FCMP_OGT || P == CmpInst::FCMP_OGE || P == CmpInst::ICMP_SGT ||
                P == CmpInst::ICMP_SGE || P == CmpInst::ICMP_UGT || P == CmpInst::ICMP_UGE;
    if ((!Straight && !Crossed) || (!Less && !More) ||
        !takeOperation(C, Less == Straight ? "min" : "max"))
        return false;
    C.Links.insert(Test);
    return oneLeadsBack(C, A, B, false);
}

/* if (x > m) m = x, as a join of both ways behind a branch that compares them. */
static bool isGuardedChoice(Chain &C, PHINode *P, Value *Other) {
    for (BasicBlock *Before : predecessors(P->getParent())) {
        BasicBlock *From = Before->getTerminator()->getNumSuccessors() == 2
                               ? Before
                               : Before->getSinglePredecessor();
        auto *Branch = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
        auto *Test =
            Branch && Branch->isConditional() ? dyn_cast<CmpInst>(Branch->getCondition()) : nullptr;
        if (!Test)
            continue;
        bool Left = isSame(Test->getOperand(0), Other) && Test->getOperand(1) == C.Start;
        bool Right = isSame(Test->getOperand(1), Other) && Test->getOperand(0) == C.Start;
        bool Less = Test->getPredicate() == CmpInst::FCMP_OLT ||
                    Test->getPredicate() == CmpInst::ICMP_SLT ||
                    Test->getPredicate() == CmpInst::ICMP_ULT;
        bool More = Test->getPredicate() == CmpInst::FCMP_OGT ||
                    Test->getPredicate() == CmpInst::ICMP_SGT ||
                    Test->getPredicate() == CmpInst::ICMP_UGT;
        bool Taken = Branch->getSuccessor(0) != P->getParent();
        if ((Left || Right) && (Less || More) && Taken) {
            C.Links.insert(Test);
            return takeOperation(C, Less == Left ? "min" : "max");
        }
    }
    return false;
}

static bool phiLeadsBack(Chain &C, PHINode *P) {
    for (Value *V : P->incoming_values()) {
        auto *I = dyn_cast<Instruction>(V);
        bool Known = V == P || V == C.Start || (I && C.Links.count(I));
        Chain Saved = C;
        if (Known || leadsBack(C, V))
            continue;
        C = Saved;
        bool Choice = P->getNumIncomingValues() == 2 && isGuardedChoice(C, P, V);
        if (!Choice)
            return false;
    }
    return true;
}

static bool leadsBack(Chain &C, Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (V == C.Start)
        return true;
    if (!I || !C.L->contains(I) || C.Links.size() > 64)
        return false;
    if (!C.Links.insert(I).second)
        return isa<PHINode>(I);
    if (auto *P = dyn_cast<PHINode>(I))
        return phiLeadsBack(C, P);
    if (auto *S = dyn_cast<SelectInst>(I))
        return selectLeadsBack(C, S);
    if (auto *Call = dyn_cast<CallInst>(I)) {
        const char *Operation = callOperation(Call);
        if (!takeOperation(C, Operation))
            return false;
        if (Call->arg_size() == 3)
            return leadsBack(C, Call->getArgOperand(2));
        return oneLeadsBack(C, Call->getArgOperand(0), Call->getArgOperand(1), false);
    }
    bool Taken = I->getOpcode() == Instruction::Sub || I->getOpcode() == Instruction::FSub;
    return takeOperation(C, binaryOperation(I)) &&
           oneLeadsBack(C, I->getOperand(0), I->getOperand(1), Taken);
}

/* Whether nothing in the loop but the chain itself sees what it has come to. */
static bool isUnseen(const Chain &C, const Instruction *I) {
    for (const User *U : I->users()) {
        auto *By = dyn_cast<Instruction>(U);
        bool Branches = isa<CmpInst>(I) && isa<BranchInst>(U);
        if (By && C.L->contains(By) && By != C.Start && !C.Links.count(By) && !Branches)
            return false;
    }
    return true;
}

std::string reductionOf(const Loop *L, PHINode *P) {
    Chain C = {L, P, "", {}};
    if (!leadsBack(C, P->getIncomingValueForBlock(L->getLoopLatch())) || !isUnseen(C, P))
        return "";
    for (const Instruction *I : C.Links)
        if (!isUnseen(C, I))
            return "";
    return C.Operation;
}

/* --- what it costs ---------------------------------------------------------------------------- */

Constant *reductionIdentity(Type *T, const std::string &Operation) {
    bool Float = T->isFloatingPointTy();
    if (Operation == "*")
        return Float ? ConstantFP::get(T, 1) : ConstantInt::get(T, 1);
    if (Operation == "&")
        return Constant::getAllOnesValue(T);
    if (Operation == "min")
        return Float ? ConstantFP::getInfinity(T) : ConstantInt::get(T, INT32_MAX);
    if (Operation == "max")
        return Float ? ConstantFP::getInfinity(T, true) : ConstantInt::get(T, INT32_MIN);
    return Constant::getNullValue(T);
}

static const char *typeLetter(Type *T) {
    return T->isDoubleTy() ? "d" : T->isFloatingPointTy() ? "f" : T->isIntegerTy(64) ? "l" : "i";
}

/* Of a multiplication, which GPUs have no atomic for, as of a sum. */
static AtomicRMWInst::BinOp atomicOperation(Type *T, const std::string &Operation) {
    bool Float = T->isFloatingPointTy();
    if (Operation == "min")
        return Float ? AtomicRMWInst::FMin : AtomicRMWInst::Min;
    if (Operation == "max")
        return Float ? AtomicRMWInst::FMax : AtomicRMWInst::Max;
    if (Operation == "&")
        return AtomicRMWInst::And;
    if (Operation == "|")
        return AtomicRMWInst::Or;
    if (Operation == "^")
        return AtomicRMWInst::Xor;
    return Float ? AtomicRMWInst::FAdd : AtomicRMWInst::Add;
}

void addReduction(LoopCopy &C, const Reduction &R) {
    const Carried &Scalar = R.Scalar;
    Value *V = R.V;
    Module *M = C.F->getParent();
    Type *T = V->getType();
    IRBuilder<> B(R.End);
    bool Order = Scalar.Operation == "min" || Scalar.Operation == "max";
    std::string Function = "sub_group_reduce_" + (Order ? Scalar.Operation : std::string("add"));
    std::string Name = "_Z" + std::to_string(Function.size()) + Function + typeLetter(T);
    Value *All = B.CreateCall(M->getOrInsertFunction(Name, T, T), {V});
    Value *Lane =
        B.CreateCall(M->getOrInsertFunction("_Z22get_sub_group_local_idv", B.getInt32Ty()));
    Value *First = B.CreateICmpEQ(Lane, B.getInt32(0));
    Instruction *Then = SplitBlockAndInsertIfThen(First, R.End, false);
    auto *Sum =
        new GlobalVariable(*M, T, false, GlobalValue::ExternalLinkage, nullptr, Scalar.Name);
    IRBuilder<> A(Then);
    A.SetCurrentDebugLocation(R.End->getDebugLoc());
    A.CreateAtomicRMW(atomicOperation(T, Scalar.Operation), Sum, All, MaybeAlign(),
                      AtomicOrdering::Monotonic);
}

/* --- private scalars ----------------------------------------------------------------------------
 */

static bool isAmong(const std::vector<std::string> &All, StringRef Name) {
    for (const std::string &S : All)
        if (S == Name)
            return true;
    return false;
}

std::vector<std::string> privateScalars(const LoopCopy &C) {
    std::vector<std::string> Found, Known = C.Counters;
    for (const Carried &S : C.Scalars)
        Known.push_back(S.Name);
    for (BasicBlock *B : C.L->blocks())
        for (Instruction &I : *B)
            for (DbgVariableRecord &D : filterDbgVars(I.getDbgRecordRange())) {
                const DILocalVariable *V = D.getVariable();
                bool Inside = D.getDebugLoc().getInlinedAt() || isDeclaredWithin(V, C);
                if (Inside || isAmong(Known, V->getName()))
                    continue;
                Known.push_back(V->getName().str());
                Found.push_back(V->getName().str());
            }
    return Found;
}
