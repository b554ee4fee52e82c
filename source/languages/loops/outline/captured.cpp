/* What a loop uses from outside, to parameters. */
#include "source/languages/loops/outline/loops.hpp"

#include "analysis/load/debug_types.hpp"
#include "source/languages/loops/outline/outline.h"

#include <algorithm>

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

/* CUDA's kernels, whose pointers are flat. */
static constexpr unsigned PtxKernel = 71;

/* A parameter to be. */
struct Captured {
    Value *V;           /* what it stands for: its value */
    StringRef Name;     /* in the source */
    const DIType *Type; /* as declared, or NULL */
    bool NoAlias;
    bool OwnMemory; /* an array of its own */
    Value *Memory;  /* that it is loaded from in the kernel, or NULL */
};

struct Capture {
    LoopCopy &C;
    SmallSetVector<BasicBlock *, 32> Blocks; /* of the kernel, without its entry */
    std::vector<Captured> Found;

    explicit Capture(LoopCopy &Copy) : C(Copy) {}
};

/* --- names and types ----------------------------------------------------------- */

static const DILocalVariable *variableOf(const Value *V) {
    SmallVector<DbgVariableIntrinsic *, 4> Intrinsics;
    SmallVector<DbgVariableRecord *, 4> Records;
    findDbgUsers(Intrinsics, const_cast<Value *>(V), &Records);
    const DILocalVariable *Best = nullptr;
    for (DbgVariableRecord *R : Records)
        if (!R->getFragment() && R->getNumVariableLocationOps() == 1 &&
            (!Best || !R->getDebugLoc().getInlinedAt()))
            Best = R->getVariable();
    for (DbgVariableIntrinsic *I : Intrinsics)
        Best = Best ? Best : I->getVariable();
    return Best;
}

StringRef sourceName(const Value *V) {
    const DILocalVariable *D = variableOf(V);
    return D ? D->getName() : StringRef();
}

static const DIGlobalVariable *globalVariable(const GlobalVariable *G) {
    SmallVector<DIGlobalVariableExpression *, 1> All;
    G->getDebugInfo(All);
    return All.empty() ? nullptr : All[0]->getVariable();
}

/* OpenCL's name of a number's type, or "". */
static std::string numberName(const DIType *T) {
    static const char *const Signed[] = {"", "char", "short", "", "int", "", "", "", "long"};
    auto *B = dyn_cast_or_null<DIBasicType>(T);
    uint64_t Bytes = B ? B->getSizeInBits() / 8 : 0;
    if (!Bytes || Bytes > 8 || !*Signed[Bytes])
        return "";
    if (B->getEncoding() == dwarf::DW_ATE_float)
        return Bytes == 2 ? "half" : Bytes == 4 ? "float" : "double";
    bool Unsigned = B->getEncoding() == dwarf::DW_ATE_unsigned ||
                    B->getEncoding() == dwarf::DW_ATE_unsigned_char ||
                    B->getEncoding() == dwarf::DW_ATE_boolean;
    return (Unsigned ? "u" : "") + std::string(Signed[Bytes]);
}

/* The type in OpenCL's words: that of a number, or a pointer to what the innermost array has. */
static std::string typeName(const DIType *T, bool Pointer) {
    T = plainType(T);
    if (!Pointer)
        return numberName(T);
    if (auto *D = dyn_cast_or_null<DIDerivedType>(T))
        T = plainType(D->getBaseType());
    while (auto *A = dyn_cast_or_null<DICompositeType>(T)) {
        if (A->getTag() != dwarf::DW_TAG_array_type)
            break;
        T = plainType(A->getBaseType());
    }
    std::string Name = numberName(T);
    return Name.empty() ? "" : Name + "*";
}

bool isDeclaredWithin(const DILocalVariable *V, const LoopCopy &C) {
    return V->getLine() >= C.FirstLine && V->getLine() <= C.LastLine;
}

/* --- what is captured ------------------------------------------------------------ */

/* Computed once more in the kernel: nothing that memory or calls decide. */
static bool isRepeatable(const Instruction *I) {
    return isa<BinaryOperator>(I) || isa<CastInst>(I) || isa<CmpInst>(I) || isa<SelectInst>(I) ||
           isa<GetElementPtrInst>(I) || isa<FreezeInst>(I) || I->getOpcode() == Instruction::FNeg;
}

static bool isInside(const Capture &P, const Instruction *I) {
    return I->getParent() == P.C.Entry || P.Blocks.count(const_cast<BasicBlock *>(I->getParent()));
}

/* Whether all that the kernel does with the memory is to load one number from its beginning. */
static bool isOnlyLoaded(const Capture &P, const Value *Memory, Type *T) {
    bool Any = false;
    for (const User *U : Memory->users()) {
        auto *I = dyn_cast<Instruction>(U);
        if (!I || !isInside(P, I))
            continue;
        if (!isa<LoadInst>(I) || I->getType() != T)
            return false;
        Any = true;
    }
    return Any;
}

/* Makes one value of the kernel's loads from it. */
static void captureLoaded(Capture &P, Value *Memory, Captured As) {
    SmallVector<LoadInst *, 8> Loads;
    for (User *U : Memory->users())
        if (auto *I = dyn_cast<LoadInst>(U))
            if (isInside(P, I))
                Loads.push_back(I);
    auto *First = new LoadInst(Loads[0]->getType(), Memory, As.Name, P.C.Entry->getTerminator());
    for (LoadInst *I : Loads) {
        I->replaceAllUsesWith(First);
        I->eraseFromParent();
    }
    As.V = First;
    As.Memory = Memory;
    P.Found.push_back(As);
}

static void captureAlloca(Capture &P, AllocaInst *A) {
    const DILocalVariable *V = variableOf(A);
    StringRef Name = V ? V->getName() : A->getName();
    Type *T = A->getAllocatedType();
    if (!V || isDeclaredWithin(V, P.C))
        A->moveBefore(P.C.Entry->getFirstNonPHI());
    else if (T->isSingleValueType() && isOnlyLoaded(P, A, T))
        captureLoaded(P, A, {nullptr, Name, V->getType(), false, false, nullptr});
    else
        P.Found.push_back({A, Name, V->getType(), false, true, nullptr});
}

static void captureValue(Capture &P, Value *V, Instruction *Before);

/* What is computed once more comes before that instruction. */
static void captureOperands(Capture &P, Instruction *I, Instruction *Before) {
    for (Value *Operand : I->operand_values())
        captureValue(P, Operand, Before);
}

static void addCaptured(Capture &P, Value *V) {
    for (const Captured &Other : P.Found)
        if (Other.V == V)
            return;
    const DILocalVariable *D = variableOf(V);
    auto *A = dyn_cast<Argument>(V);
    const DIType *T = D ? D->getType() : nullptr;
    StringRef Name = D ? D->getName() : V->getName();
    if (auto *Load = dyn_cast<LoadInst>(V))
        if (auto *G = dyn_cast<GlobalVariable>(Load->getPointerOperand())) {
            const DIGlobalVariable *GV = globalVariable(G);
            Name = GV ? GV->getName() : G->getName();
            T = GV ? GV->getType() : T;
        }
    P.Found.push_back({V, Name, T, A && A->hasNoAliasAttr(), isa<AllocaInst>(V), nullptr});
}

static void captureValue(Capture &P, Value *V, Instruction *Before) {
    auto *I = dyn_cast<Instruction>(V);
    if (isa<Argument>(V)) {
        addCaptured(P, V);
        return;
    }
    if (!I || isInside(P, I))
        return;
    if (auto *A = dyn_cast<AllocaInst>(I)) {
        if (isa<ConstantInt>(A->getArraySize()))
            captureAlloca(P, A);
        else
            addCaptured(P, A);
        return;
    }
    if (!isRepeatable(I)) {
        addCaptured(P, I);
        return;
    }
    captureOperands(P, I, Before);
    I->moveBefore(Before);
}

static void captureGlobal(Capture &P, GlobalVariable *G) {
    const DIGlobalVariable *V = globalVariable(G);
    StringRef Name = V ? V->getName() : G->getName();
    Type *T = G->getValueType();
    const DIType *D = V ? V->getType() : nullptr;
    if (T->isSingleValueType() && isOnlyLoaded(P, G, T))
        captureLoaded(P, G, {nullptr, Name, D, false, false, nullptr});
    else
        P.Found.push_back({G, Name, D, false, true, nullptr});
}

/* Whether an instruction of the kernel uses it. */
static bool isUsed(const Capture &P, const Value *V) {
    for (const User *U : V->users())
        if (auto *I = dyn_cast<Instruction>(U); I && isInside(P, I))
            return true;
    return false;
}

static void captureGlobals(Capture &P) {
    SmallVector<GlobalVariable *, 8> All;
    for (GlobalVariable &G : P.C.F->getParent()->globals())
        All.push_back(&G);
    for (GlobalVariable *G : All) {
        convertUsersOfConstantsToInstructions({G}, P.C.F);
        if (isUsed(P, G))
            captureGlobal(P, G);
    }
}

/* --- the kernel --------------------------------------------------------------------- */

static void addNames(Function *K, const std::vector<Captured> &All) {
    LLVMContext &X = K->getContext();
    SmallVector<Metadata *, 8> Names, Types;
    for (size_t I = 0; I < All.size(); I++) {
        Names.push_back(MDString::get(X, K->getArg(I)->getName()));
        bool Pointer = K->getArg(I)->getType()->isPointerTy();
        Types.push_back(MDString::get(X, typeName(All[I].Type, Pointer)));
    }
    K->setMetadata("kernel_arg_name", MDNode::get(X, Names));
    K->setMetadata("kernel_arg_base_type", MDNode::get(X, Types));
}

/* Replaces it where the kernel has it. */
static void replaceInside(Capture &P, Value *V, Value *By) {
    V->replaceUsesWithIf(By, [&](Use &U) {
        auto *I = dyn_cast<Instruction>(U.getUser());
        return I && isInside(P, I);
    });
}

static Function *newKernel(Capture &P) {
    SmallVector<Type *, 8> Types;
    for (const Captured &V : P.Found)
        Types.push_back(V.V->getType());
    LLVMContext &X = P.C.F->getContext();
    auto *T = FunctionType::get(Type::getVoidTy(X), Types, false);
    Function *K = Function::Create(T, GlobalValue::ExternalLinkage, "", P.C.F->getParent());
    for (size_t I = 0; I < P.Found.size(); I++) {
        K->getArg(I)->setName(P.Found[I].Name);
        if (P.Found[I].NoAlias)
            K->addParamAttr(I, Attribute::NoAlias);
        if (P.Found[I].OwnMemory)
            K->addParamAttr(I, Attribute::get(X, LOOP_OWN_MEMORY));
    }
    K->setCallingConv(PtxKernel);
    return K;
}

/* What the parameters stand for in the function that was copied. */
static void noteParameters(Capture &P) {
    for (const Captured &V : P.Found) {
        Value *From = V.Memory ? V.Memory : V.V;
        Value *Original = isa<GlobalVariable>(From) ? From : P.C.Originals.lookup(From);
        std::string Type = typeName(V.Type, V.V->getType()->isPointerTy());
        P.C.Parameters.push_back({Original, V.Memory != nullptr, V.Name.str(), Type});
    }
}

/* Debug information names variables that are not there any more by their values. */
static void dropDead(Capture &P) {
    Function *F = P.C.F;
    removeUnreachableBlocks(*F);
    for (Argument &A : F->args())
        A.replaceAllUsesWith(PoisonValue::get(A.getType()));
}

/* The function's own parameters first, in their order, however the loop uses them. (With libstdc++
 * 12, std::stable_sort() calls what Clang warns of as deprecated.) */
static void sortFound(Capture &P) {
    auto Number = [](const Value *V) {
        auto *A = dyn_cast<Argument>(V);
        return A ? A->getArgNo() : UINT_MAX;
    };
    auto Less = [&](const auto &A, const auto &B) { return Number(A.V) < Number(B.V); };
    for (auto I = P.Found.begin(); I != P.Found.end(); ++I)
        std::rotate(std::upper_bound(P.Found.begin(), I, *I, Less), I, std::next(I));
}

Function *makeParameters(LoopCopy &C) {
    Capture P(C);
    for (BasicBlock *B : depth_first(C.Entry))
        P.Blocks.insert(B);
    for (Instruction &I : make_early_inc_range(*C.Entry))
        captureOperands(P, &I, &I);
    for (BasicBlock *B : P.Blocks)
        for (Instruction &I : make_early_inc_range(*B))
            captureOperands(P, &I, C.Entry->getTerminator());
    captureGlobals(P);
    sortFound(P);
    noteParameters(P);
    Function *K = newKernel(P);
    for (size_t I = 0; I < P.Found.size(); I++) {
        Value *V = P.Found[I].V;
        replaceInside(P, V, K->getArg(I));
        auto *Inst = dyn_cast<Instruction>(V);
        if (Inst && Inst->getParent() == C.Entry)
            Inst->eraseFromParent();
    }
    dropDead(P);
    K->splice(K->begin(), C.F);
    K->setSubprogram(C.F->getSubprogram());
    C.F->setSubprogram(nullptr);
    addNames(K, P.Found);
    C.F->eraseFromParent();
    return K;
}
