/* A module for another target: the same code with pointers in that target's address spaces. */
#include "analysis/load/llvm_shim.h"
#include "analysis/load/target_triple.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>
#include <memory>
#include <vector>

using namespace llvm;

namespace {

/* Types with pointers in other address spaces. Images and samplers are pointers. */
struct SpaceMapper : ValueMapTypeRemapper {
    const unsigned *Spaces;
    unsigned N;

    SpaceMapper(const unsigned *Spaces, unsigned N) : Spaces(Spaces), N(N) {}

    unsigned space(unsigned Old) const { return Old < N ? Spaces[Old] : Old; }

    Type *remapType(Type *T) override {
        LLVMContext &C = T->getContext();
        if (auto *P = dyn_cast<PointerType>(T))
            return PointerType::get(C, space(P->getAddressSpace()));
        if (isa<TargetExtType>(T))
            return PointerType::get(C, space(SHIM_OPAQUE));
        if (auto *A = dyn_cast<ArrayType>(T))
            return ArrayType::get(remapType(A->getElementType()), A->getNumElements());
        if (auto *V = dyn_cast<FixedVectorType>(T))
            return FixedVectorType::get(remapType(V->getElementType()), V->getNumElements());
        if (auto *S = dyn_cast<StructType>(T)) {
            SmallVector<Type *, 8> Elements = remapAll(S->elements());
            return S->elements() == ArrayRef(Elements)
                       ? T
                       : StructType::get(C, Elements, S->isPacked());
        }
        if (auto *F = dyn_cast<FunctionType>(T))
            return FunctionType::get(remapType(F->getReturnType()), remapAll(F->params()),
                                     F->isVarArg());
        return T;
    }

    SmallVector<Type *, 8> remapAll(ArrayRef<Type *> Types) {
        SmallVector<Type *, 8> Mapped;
        for (Type *T : Types)
            Mapped.push_back(remapType(T));
        return Mapped;
    }
};

/* A kernel's structure is in the caller's memory: a private copy of it takes its place. */
struct Copied {
    Argument *From;
    std::unique_ptr<Argument> Copy; /* stands for it until there is one */
    Type *Of;
    bool FromAmd;
};

} // namespace

static void declare(const GlobalVariable &G, Module &To, SpaceMapper &Types,
                    ValueToValueMapTy &Map) {
    Map[&G] = new GlobalVariable(To, Types.remapType(G.getValueType()), G.isConstant(),
                                 G.getLinkage(), nullptr, G.getName(), nullptr,
                                 G.getThreadLocalMode(), Types.space(G.getAddressSpace()));
    cast<GlobalVariable>(Map[&G])->copyAttributesFrom(&G);
}

static bool isSpirStructure(const Argument &A) {
    return A.hasByValAttr() && A.getParent()->getCallingConv() == CallingConv::SPIR_KERNEL;
}

/* What AMD's kernels have as a value or in constant memory, SPIR's and NVPTX's have by value in
 * memory; NULL: no structure. */
static Type *amdStructure(const Argument &A) {
    if (A.getParent()->getCallingConv() != CallingConv::AMDGPU_KERNEL)
        return nullptr;
    if (A.hasByRefAttr())
        return A.getParamByRefType();
    return A.getType()->isAggregateType() ? A.getType() : nullptr;
}

static void declare(const Function &F, Module &To, SpaceMapper &Types, ValueToValueMapTy &Map) {
    SmallVector<Type *, 8> Params = Types.remapAll(F.getFunctionType()->params());
    for (const Argument &A : F.args())
        if (isSpirStructure(A))
            Params[A.getArgNo()] = PointerType::get(To.getContext(), Types.space(SHIM_OPAQUE));
        else if (amdStructure(A))
            Params[A.getArgNo()] = PointerType::get(To.getContext(), 0);
    auto *Type = FunctionType::get(Types.remapType(F.getReturnType()), Params, F.isVarArg());
    Function *New = Function::Create(Type, F.getLinkage(), F.getName(), To);
    New->copyAttributesFrom(&F);
    if (auto Intrinsic = Intrinsic::remangleIntrinsicFunction(New))
        New = *Intrinsic;
    Map[&F] = New;
}

static void copyToFrame(Copied &C, Function &F) {
    const DataLayout &DL = F.getParent()->getDataLayout();
    IRBuilder<> B(&*F.getEntryBlock().begin());
    AllocaInst *Own = B.CreateAlloca(C.Of, DL.getAllocaAddrSpace());
    B.CreateMemCpy(Own, {}, C.From, {}, DL.getTypeAllocSize(C.Of));
    C.Copy->replaceAllUsesWith(Own);
    F.addParamAttr(C.From->getArgNo(), Attribute::getWithByRefType(F.getContext(), C.Of));
}

/* A structure in constant memory is named like the variable that it is copied to. */
static void nameLikeCopy(Argument &A, const Value &Read) {
    for (const User *U : Read.users())
        if (auto *Copy = dyn_cast<MemCpyInst>(U); Copy && !A.hasName())
            A.takeName(Copy->getDest());
}

static void readFromCaller(Copied &C, Function &F) {
    IRBuilder<> B(&*F.getEntryBlock().begin());
    Type *T = C.Copy->getType();
    Value *Read = T->isPointerTy() ? B.CreateAddrSpaceCast(C.From, T)
                                   : static_cast<Value *>(B.CreateLoad(T, C.From));
    C.Copy->replaceAllUsesWith(Read);
    nameLikeCopy(*C.From, *Read);
    C.From->addAttr(Attribute::getWithByValType(F.getContext(), C.Of));
}

/* Casts between spaces that have become one: variables get the names that the casts had. */
static void dropCasts(Function &F) {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
        if (!isa<AddrSpaceCastInst>(I) || I.getType() != I.getOperand(0)->getType())
            continue;
        if (isa<AllocaInst>(I.getOperand(0)))
            I.getOperand(0)->takeName(&I);
        I.replaceAllUsesWith(I.getOperand(0));
        I.eraseFromParent();
    }
}

static void define(const Function &F, SpaceMapper &Types, ValueToValueMapTy &Map) {
    auto *New = cast<Function>(Map[&F]);
    std::vector<Copied> Copies;
    for (const Argument &A : F.args()) {
        Argument *To = New->getArg(A.getArgNo());
        Map[&A] = To;
        To->setName(A.getName());
        Type *Amd = amdStructure(A);
        if (!Amd && !isSpirStructure(A))
            continue;
        Type *Of = Types.remapType(Amd ? Amd : A.getParamByValType());
        Copies.push_back(
            {To, std::make_unique<Argument>(Types.remapType(A.getType())), Of, Amd != nullptr});
        Map[&A] = Copies.back().Copy.get();
    }
    SmallVector<ReturnInst *, 4> Returns;
    CloneFunctionInto(New, &F, Map, CloneFunctionChangeType::DifferentModule, Returns, "", nullptr,
                      &Types);
    /* The stand-ins' attributes went to whatever parameter. */
    for (Argument &A : New->args())
        for (auto Kind : {Attribute::ByVal, Attribute::ByRef})
            if (!Copies.empty())
                New->removeParamAttr(A.getArgNo(), Kind);
    dropCasts(*New);
    for (Copied &C : Copies)
        C.FromAmd ? readFromCaller(C, *New) : copyToFrame(C, *New);
}

LLVMModuleRef shim_move_spaces(LLVMModuleRef module, const char *triple, const char *layout,
                               const unsigned *spaces, unsigned n) {
    Module &From = *unwrap(module);
    auto *To = new Module(From.getName(), From.getContext());
    set_target_triple(*To, triple);
    To->setDataLayout(layout);
    SpaceMapper Types(spaces, n);
    ValueToValueMapTy Map;
    for (const GlobalVariable &G : From.globals())
        declare(G, *To, Types, Map);
    for (const Function &F : From)
        declare(F, *To, Types, Map);
    for (const GlobalVariable &G : From.globals())
        if (G.hasInitializer())
            cast<GlobalVariable>(Map[&G])->setInitializer(
                MapValue(G.getInitializer(), Map, RF_None, &Types));
    for (const Function &F : From)
        if (!F.isDeclaration())
            define(F, Types, Map);
    for (const NamedMDNode &N : From.named_metadata())
        for (const MDNode *Row : N.operands())
            To->getOrInsertNamedMetadata(N.getName())
                ->addOperand(MapMetadata(Row, Map, RF_None, &Types));
    return wrap(To);
}
