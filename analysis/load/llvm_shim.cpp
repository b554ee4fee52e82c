/* What is C++, with llvm_shim_spaces.cpp: loop info, dominator trees and scalar evolution behind a
 * C interface. Formulas are printed in the kernel's own names. */
#include "analysis/load/llvm_shim.h"
#include "analysis/load/debug_types.hpp"

#include <cstring>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <string>
#include <vector>

using namespace llvm;

struct shim {
    Function &F;
    DominatorTree DT;
    PostDominatorTree PDT;
    LoopInfo LI;
    TargetLibraryInfoImpl TLII{Triple()};
    TargetLibraryInfo TLI;
    AssumptionCache AC;
    ScalarEvolution SE;
    std::vector<Loop *> Order;
    std::vector<shim_loop> Loops;

    explicit shim(Function &Fn)
        : F(Fn), DT(Fn), PDT(Fn), LI(DT), TLI(TLII), AC(Fn), SE(Fn, TLI, AC, DT, LI) {}
};

/* Longest formula worth showing to a reader, in characters. */
static constexpr size_t LongestFormula = 160;

/* The source's variable that has this value, by the debug information: one that gets it where it is
 * computed before one that is set to it later, and one of the function itself before one of a
 * function inlined into it. */
static StringRef variableName(const Value *V) {
    SmallVector<DbgValueInst *, 4> Intrinsics;
    SmallVector<DbgVariableRecord *, 4> Records;
    StringRef Best;
    int BestRank = -1;
    findDbgValues(Intrinsics, const_cast<Value *>(V), &Records);
    for (DbgVariableRecord *R : Records) {
        auto *I = dyn_cast<Instruction>(V);
        bool IsHere = I && R->getParent() == I->getParent();
        bool IsInlined = R->getDebugLoc() && R->getDebugLoc().getInlinedAt();
        int Rank = IsHere * 2 + !IsInlined;
        if (R->getNumVariableLocationOps() != 1 || R->getFragment() || Rank <= BestRank)
            continue;
        Best = R->getVariable()->getName();
        BestRank = Rank;
    }
    return Best;
}

/* "i.0" and "i.0.lcssa" are the source's "i". */
static std::string nameOf(const Value *V) {
    StringRef Name = isa<Argument>(V) ? StringRef() : variableName(V);
    return (Name.empty() ? V->getName().split('.').first : Name).str();
}

static const char *operatorText(unsigned Opcode) {
    switch (Opcode) {
    case Instruction::SDiv:
        return " / ";
    case Instruction::SRem:
    case Instruction::URem:
        return " % ";
    case Instruction::And:
        return " & ";
    case Instruction::Or:
        return " | ";
    case Instruction::Xor:
        return " ^ ";
    case Instruction::AShr:
    case Instruction::LShr:
        return " >> ";
    case Instruction::Shl:
        return " << ";
    default:
        return nullptr;
    }
}

/* Without parentheses around the whole. */
static std::string bare(const std::string &Text) {
    int Depth = 0;
    size_t Close = 0;
    if (Text.empty() || Text.front() != '(' || Text.back() != ')')
        return Text;
    for (size_t I = 0; I < Text.size() && !Close; I++) {
        Depth += Text[I] == '(' ? 1 : Text[I] == ')' ? -1 : 0;
        if (Depth == 0)
            Close = I;
    }
    return Close == Text.size() - 1 ? Text.substr(1, Text.size() - 2) : Text;
}

/* Of any width: what scalar evolution adds to a number of 64 bits may need more. */
static std::string decimal(const APInt &N, bool Signed) {
    SmallString<24> Text;
    N.toString(Text, 10, Signed);
    return std::string(Text);
}

namespace {

/* Prints expressions in the kernel's own names; empty text where there is no
 * readable form. */
struct Printer {
    ScalarEvolution &SE;

    std::string print(const SCEV *S) {
        switch (S->getSCEVType()) {
        case scConstant:
            return decimal(cast<SCEVConstant>(S)->getAPInt(), true);
        case scTruncate:
        case scZeroExtend:
        case scSignExtend:
        case scPtrToInt:
            return print(cast<SCEVCastExpr>(S)->getOperand());
        case scAddExpr:
            return sum(cast<SCEVAddExpr>(S));
        case scMulExpr:
            return list(cast<SCEVNAryExpr>(S), "(", " * ");
        case scUMaxExpr:
        case scSMaxExpr:
            return list(cast<SCEVNAryExpr>(S), "max(", ", ");
        case scUMinExpr:
        case scSMinExpr:
        case scSequentialUMinExpr:
            return list(cast<SCEVNAryExpr>(S), "min(", ", ");
        case scUDivExpr: {
            std::string L = print(cast<SCEVUDivExpr>(S)->getLHS());
            std::string R = print(cast<SCEVUDivExpr>(S)->getRHS());
            return L.empty() || R.empty() ? "" : "(" + L + " / " + R + ")";
        }
        case scUnknown:
            return unknown(cast<SCEVUnknown>(S)->getValue());
        case scAddRecExpr:
            return recurrence(cast<SCEVAddRecExpr>(S));
        default:
            return "";
        }
    }

    /* x - n * (x / n) is a remainder. */
    std::string remainder(const SCEVAddExpr *E) {
        auto *M = dyn_cast<SCEVMulExpr>(E->getOperand(0));
        auto *D = M ? dyn_cast<SCEVUDivExpr>(M->getOperand(1)) : nullptr;
        if (!D || E->getNumOperands() != 2 || D->getLHS() != E->getOperand(1) ||
            M->getOperand(0) != SE.getNegativeSCEV(D->getRHS()))
            return "";
        std::string L = print(D->getLHS()), R = print(D->getRHS());
        return L.empty() || R.empty() ? "" : "(" + L + " % " + R + ")";
    }

    /* What is added, then what is taken away, and the constant last. */
    std::string sum(const SCEVAddExpr *E) {
        std::string Added, Taken, Remainder = remainder(E);
        if (!Remainder.empty())
            return Remainder;
        APInt Constant(1, 0);
        for (const SCEV *Part : E->operands()) {
            if (auto *C = dyn_cast<SCEVConstant>(Part)) {
                Constant = C->getAPInt();
                continue;
            }
            auto *M = dyn_cast<SCEVMulExpr>(Part);
            bool Minus = M && M->getOperand(0)->isAllOnesValue();
            std::string Text = print(Minus ? SE.getNegativeSCEV(Part) : Part);
            if (Text.empty())
                return "";
            if (Minus)
                Taken += " - " + Text;
            else
                Added += (Added.empty() ? "" : " + ") + Text;
        }
        if (Added.empty())
            return "(" + decimal(Constant, true) + Taken + ")";
        std::string Last = (Constant.isNegative() ? " - " : " + ") + decimal(Constant.abs(), false);
        return "(" + Added + Taken + (Constant.isZero() ? std::string() : Last) + ")";
    }

    std::string list(const SCEVNAryExpr *E, const char *Open, const char *Separator) {
        std::string Text = Open;
        for (size_t I = 0; I < E->getNumOperands(); I++) {
            std::string Part = print(E->getOperand(I));
            if (Part.empty())
                return Part;
            Text += (I ? Separator : "") + (*Open == '(' ? Part : bare(Part));
        }
        return Text + ")";
    }

    /* What scalar evolution does not know: an operation of its own, a variable, or a call with its
     * arguments. */
    std::string unknown(const Value *V) {
        if (auto *B = dyn_cast<BinaryOperator>(V)) {
            const char *Operator = operatorText(B->getOpcode());
            std::string L = print(SE.getSCEV(B->getOperand(0)));
            std::string R = print(SE.getSCEV(B->getOperand(1)));
            if (Operator && !L.empty() && !R.empty())
                return "(" + L + Operator + R + ")";
        }
        auto *C = dyn_cast<CallInst>(V);
        if (!C || !C->getCalledFunction())
            return nameOf(V);
        StringRef Name = C->getCalledFunction()->getName();
        unsigned Length = 0;
        if (Name.consume_front("_Z") && !Name.consumeInteger(10, Length))
            Name = Name.take_front(Length);
        std::string Text = Name.str() + "(";
        for (unsigned I = 0; I < C->arg_size(); I++) {
            if (!SE.isSCEVable(C->getArgOperand(I)->getType()))
                return "";
            std::string Part = print(SE.getSCEV(C->getArgOperand(I)));
            if (Part.empty())
                return "";
            Text += (I ? ", " : "") + Part;
        }
        return Text + ")";
    }

    /* {start, +, step} of an outer loop: the loop variable that has these values, or
     * start + step * the variable that counts from 0. */
    std::string recurrence(const SCEVAddRecExpr *A) {
        if (!A->isAffine())
            return "";
        std::string Counter;
        for (PHINode &P : const_cast<BasicBlock *>(A->getLoop()->getHeader())->phis()) {
            std::string Name = nameOf(&P);
            if (!P.getType()->isIntegerTy() || Name.empty())
                continue;
            const SCEV *Value = SE.getSCEV(&P);
            if (Value == A)
                return Name;
            auto *R = dyn_cast<SCEVAddRecExpr>(Value);
            if (R && R->getStart()->isZero() && R->getOperand(1)->isOne())
                Counter = Name;
        }
        std::string Start = print(A->getStart()), Step = print(A->getOperand(1));
        if (Counter.empty() || Start.empty() || Step.empty())
            return "";
        if (A->getOperand(1)->isAllOnesValue())
            return "(" + Start + " - " + Counter + ")";
        std::string Part = A->getOperand(1)->isOne() ? Counter : Step + " * " + Counter;
        return isa<SCEVConstant>(A->getStart()) ? "(" + Part + " + " + Start + ")"
                                                : "(" + Start + " + " + Part + ")";
    }
};

} // namespace

static char *formula(ScalarEvolution &SE, const SCEV *S) {
    std::string Text = Printer{SE}.print(S);
    if (Text.empty() || Text.size() > LongestFormula)
        return nullptr;
    return strdup(bare(Text).c_str());
}

static int64_t constant(const SCEV *S) {
    auto *C = dyn_cast<SCEVConstant>(S);
    return C && C->getAPInt().isIntN(62) ? (int64_t)C->getAPInt().getZExtValue() : -1;
}

static shim_loop describe(shim &S, Loop *L) {
    shim_loop R = {};
    R.header = wrap(L->getHeader());
    R.parent = -1;
    for (size_t I = 0; I < S.Order.size(); I++)
        if (S.Order[I] == L->getParentLoop())
            R.parent = (int)I;
    R.depth = L->getLoopDepth();
    if (DebugLoc D = L->getStartLoc())
        R.place = wrap(D.get());
    R.const_count = -1;
    R.counts_at_latch = L->getExitingBlock() && L->getExitingBlock() == L->getLoopLatch();
    const SCEV *Count = S.SE.getBackedgeTakenCount(L);
    if (!isa<SCEVCouldNotCompute>(Count)) {
        R.const_count = constant(Count);
        R.formula =
            formula(S.SE, R.counts_at_latch ? S.SE.getAddExpr(Count, S.SE.getOne(Count->getType()))
                                            : Count);
    }
    return R;
}

static void collect(shim &S, Loop *L) {
    S.Order.push_back(L);
    for (Loop *Inner : reverse(L->getSubLoops()))
        collect(S, Inner);
}

void shim_empty(LLVMValueRef function) {
    Function *F = unwrap<Function>(function);
    SmallVector<std::pair<unsigned, MDNode *>, 16> Kept;
    F->getAllMetadata(Kept);
    F->deleteBody();
    for (auto &[Kind, Node] : Kept)
        F->setMetadata(Kind, Node);
    ReturnInst::Create(F->getContext(), BasicBlock::Create(F->getContext(), "entry", F));
}

void shim_join_latches(LLVMValueRef function) {
    Function *F = unwrap<Function>(function);
    DominatorTree DT(*F);
    LoopInfo LI(DT);
    for (Loop *L : LI.getLoopsInPreorder()) {
        SmallVector<BasicBlock *, 8> Latches;
        L->getLoopLatches(Latches);
        if (Latches.size() < 2 || any_of(Latches, [](const BasicBlock *B) {
                return !isa<BranchInst, SwitchInst>(B->getTerminator());
            }))
            continue;
        MDNode *Id = L->getLoopID();
        SplitBlockPredecessors(L->getHeader(), Latches, ".latch", &DT, &LI);
        if (Id && L->getLoopLatch())
            L->setLoopID(Id);
    }
}

static SmallVector<CallBase *, 8> callsOf(Function *F) {
    SmallVector<CallBase *, 8> Calls;
    for (User *U : F->users())
        if (auto *C = dyn_cast<CallBase>(U); C && C->getCalledFunction() == F)
            Calls.push_back(C);
    return Calls;
}

void shim_call_copy(LLVMValueRef function) {
    Function *F = unwrap<Function>(function);
    if (callsOf(F).empty())
        return;
    ValueToValueMapTy Map;
    Function *Copy = CloneFunction(F, Map);
    Copy->setLinkage(GlobalValue::InternalLinkage);
    Copy->setCallingConv(CallingConv::SPIR_FUNC);
    for (CallBase *C : callsOf(F)) {
        C->setCalledFunction(Copy);
        C->setCallingConv(CallingConv::SPIR_FUNC);
    }
}

struct shim *shim_new(LLVMValueRef function) {
    auto *S = new shim(*unwrap<Function>(function));
    for (Loop *L : reverse(S->LI))
        collect(*S, L);
    for (Loop *L : S->Order)
        S->Loops.push_back(describe(*S, L));
    return S;
}

void shim_free(struct shim *s) {
    for (shim_loop &L : s->Loops)
        free(L.formula);
    delete s;
}

LLVMBasicBlockRef shim_idom(struct shim *s, LLVMBasicBlockRef b) {
    auto *N = s->DT.getNode(unwrap(b));
    return N && N->getIDom() ? wrap(N->getIDom()->getBlock()) : nullptr;
}

LLVMBasicBlockRef shim_ipdom(struct shim *s, LLVMBasicBlockRef b) {
    auto *N = s->PDT.getNode(unwrap(b));
    return N && N->getIDom() && N->getIDom()->getBlock() ? wrap(N->getIDom()->getBlock()) : nullptr;
}

unsigned shim_loop_count(const struct shim *s) {
    return (unsigned)s->Loops.size();
}

const struct shim_loop *shim_loop_at(const struct shim *s, unsigned i) {
    return &s->Loops[i];
}

int shim_loop_of(struct shim *s, LLVMBasicBlockRef b) {
    Loop *L = s->LI.getLoopFor(unwrap(b));
    for (size_t I = 0; L && I < s->Order.size(); I++)
        if (s->Order[I] == L)
            return (int)I;
    return -1;
}

bool shim_irreducible(struct shim *s) {
    ReversePostOrderTraversal<const Function *> RPO(&s->F);
    return containsIrreducibleCFG<const BasicBlock *>(RPO, s->LI);
}

char *shim_variable(LLVMValueRef v) {
    StringRef Name = variableName(unwrap(v));
    return Name.empty() ? nullptr : strdup(Name.str().c_str());
}

static void replaceAll(std::string &S, const std::string &What, const std::string &By) {
    for (size_t At = 0; (At = S.find(What, At)) != std::string::npos; At += By.size())
        S.replace(At, What.size(), By);
}

/* LLVM 19 does not know bfloat16 in names. A type that kernels do not have stands for it. */
char *shim_demangle(const char *mangled) {
    char *Name = itaniumDemangle(mangled);
    if (Name || !strstr(mangled, "DF16b"))
        return Name;
    std::string Other = mangled;
    replaceAll(Other, "DF16b", "Df");
    char *Text = itaniumDemangle(Other);
    if (!Text)
        return nullptr;
    std::string Result = Text;
    free(Text);
    replaceAll(Result, "decimal32", "__bf16");
    return strdup(Result.c_str());
}

unsigned shim_pointee_bytes(LLVMValueRef function, unsigned param) {
    const DISubprogram *S = unwrap<Function>(function)->getSubprogram();
    if (!S || !S->getType() || param + 1 >= S->getType()->getTypeArray().size())
        return 0;
    auto *P = dyn_cast_or_null<DIDerivedType>(plainType(S->getType()->getTypeArray()[param + 1]));
    const DIType *To = P ? plainType(P->getBaseType()) : nullptr;
    return To ? (unsigned)(To->getSizeInBits() / 8) : 0;
}

void shim_keep_lines(LLVMModuleRef module) {
    stripNonLineTableDebugInfo(*unwrap(module));
}
