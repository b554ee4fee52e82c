/* What an iteration of each loop takes on the processor that the front end compiles for: the
 * functions are optimised and vectorised as clang does at -O2, and LLVM's model of the processor's
 * pipeline, the one of llvm-mca, executes the instructions of each loop's body over and over.
 *
 * Not modelled: caches (each load finds its data in the first level), mispredicted branches, and
 * what a called function does; of a condition both sides count. Loops are not unrolled, which the
 * out-of-order pipeline makes up for. */
#include "source/languages/loops/outline/loops.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/CodeGen/AsmPrinter.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineInstrBuilder.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/MCA/Context.h>
#include <llvm/MCA/CustomBehaviour.h>
#include <llvm/MCA/InstrBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

#if LLVM_VERSION_MAJOR >= 20
using CodeGenMachine = TargetMachine;
#else
using CodeGenMachine = LLVMTargetMachine;
#endif

/* A loop of the optimised code; vectorised, it does several of the source's iterations at once. */
struct MachineLoopBody {
    DebugLoc Start;
    unsigned Depth;  /* 0: the outermost wanted one */
    unsigned Factor; /* iterations of the source in one of its own */
    unsigned Trips;  /* of the source's loop where they are constant, else 0 */
    bool Recurs;     /* it loads what the iteration before stored */
    SmallVector<MCInst, 32> Code;
};

/* --- the optimised code ------------------------------------------------------------ */

/* Of a vectorised loop what its counter, which begins at 0, grows by; its remainder goes by 1. */
static unsigned factorOf(const Loop *L) {
    uint64_t Most = 1;
    if (!findOptionMDForLoop(L, "llvm.loop.isvectorized") || !L->getLoopLatch())
        return 1;
    for (PHINode &P : L->getHeader()->phis()) {
        auto *Next = dyn_cast<BinaryOperator>(P.getIncomingValueForBlock(L->getLoopLatch()));
        if (!P.getType()->isIntegerTy() || !Next || Next->getOpcode() != Instruction::Add)
            continue;
        auto *Step = dyn_cast<ConstantInt>(Next->getOperand(1));
        auto *First =
            L->getLoopPredecessor()
                ? dyn_cast<ConstantInt>(P.getIncomingValueForBlock(L->getLoopPredecessor()))
                : nullptr;
        if (Step && First && First->isZero() && Next->getOperand(0) == &P)
            Most = std::max(Most, Step->getZExtValue());
    }
    return (unsigned)Most;
}

/* Whether a loop stores to an address that it loads from in each iteration. */
static bool recursInMemory(const Loop *L, const LoopInfo &LI, ScalarEvolution &SE) {
    SmallPtrSet<const SCEV *, 4> Stored, Loaded;
    for (BasicBlock *B : L->blocks())
        for (Instruction &I : *B) {
            const Value *Address = getLoadStorePointerOperand(&I);
            if (!Address || LI.getLoopFor(B) != L)
                continue;
            const SCEV *S = SE.getSCEV(const_cast<Value *>(Address));
            if (SE.isLoopInvariant(S, L))
                (isa<StoreInst>(I) ? Stored : Loaded).insert(S);
        }
    return any_of(Stored, [&](const SCEV *S) { return Loaded.count(S) > 0; });
}

/* Gives the blocks of a loop a name by which their machine code is found again. */
static const char BlockName[] = "clperf.loop.";

static void nameBlocks(const Loop *L, const LoopInfo &LI, size_t Number) {
    for (BasicBlock *B : L->blocks())
        if (LI.getLoopFor(B) == L)
            B->setName(Twine(BlockName) + Twine(Number) + ".");
}

/* The loops at the place and within them. */
static void findBodies(Function &F, const DebugLoc &Start, std::vector<MachineLoopBody> &Out) {
    DominatorTree DT(F);
    LoopInfo LI(DT);
    TargetLibraryInfoImpl TLII(Triple(F.getParent()->getTargetTriple()));
    TargetLibraryInfo TLI(TLII);
    AssumptionCache AC(F);
    ScalarEvolution SE(F, TLI, AC, DT, LI);
    for (Loop *Outer : LI.getLoopsInPreorder()) {
        DebugLoc D = Outer->getStartLoc();
        if (!D || D.getLine() != Start.getLine() || D.getCol() != Start.getCol())
            continue;
        for (Loop *L : Outer->getLoopsInPreorder()) {
            unsigned Factor = factorOf(L);
            DebugLoc At = L->getStartLoc();
            if (!At)
                continue;
            nameBlocks(L, LI, Out.size());
            Out.push_back({At,
                           L->getLoopDepth() - Outer->getLoopDepth(),
                           Factor,
                           SE.getSmallConstantTripCount(L) * Factor,
                           recursInMemory(L, LI, SE),
                           {}});
        }
    }
}

/* --- its instructions -------------------------------------------------------------- */

/* Gives each block of a loop a label that the streamer below sees. */
struct MarkBlocks : MachineFunctionPass {
    static char ID;
    DenseMap<const MCSymbol *, size_t> &Bodies;
    MarkBlocks(DenseMap<const MCSymbol *, size_t> &Bodies)
        : MachineFunctionPass(ID), Bodies(Bodies) {}
    bool runOnMachineFunction(MachineFunction &MF) override {
        const TargetInstrInfo *TII = MF.getSubtarget().getInstrInfo();
        for (MachineBasicBlock &B : MF) {
            MCSymbol *Label = MF.getContext().createTempSymbol();
            StringRef Name = B.getBasicBlock() ? B.getBasicBlock()->getName() : "";
            size_t Number = SIZE_MAX;
            if (Name.consume_front(BlockName))
                Name.consumeInteger(10, Number);
            Bodies[Label] = Number;
            BuildMI(B, B.begin(), DebugLoc(), TII->get(TargetOpcode::ANNOTATION_LABEL))
                .addSym(Label);
        }
        return true;
    }
};
char MarkBlocks::ID;

/* Takes the instructions behind the labels of blocks. */
class BodyStreamer final : public MCStreamer {
    const DenseMap<const MCSymbol *, size_t> &Labels;
    std::vector<MachineLoopBody> &Bodies;
    size_t Current = SIZE_MAX;

  public:
    BodyStreamer(MCContext &X, const DenseMap<const MCSymbol *, size_t> &Labels,
                 std::vector<MachineLoopBody> &Bodies)
        : MCStreamer(X), Labels(Labels), Bodies(Bodies) {}
    void emitLabel(MCSymbol *S, SMLoc Loc) override {
        MCStreamer::emitLabel(S, Loc);
        auto Found = Labels.find(S);
        if (Found != Labels.end())
            Current = Found->second;
    }
    void emitInstruction(const MCInst &I, const MCSubtargetInfo &) override {
        if (Current >= Bodies.size())
            return;
        /* Expressions live no longer than the code that is generated. */
        MCInst Own = I;
        for (MCOperand &O : Own)
            if (O.isExpr())
                O = MCOperand::createImm(0);
        Bodies[Current].Code.push_back(Own);
    }
    bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
    void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}
    void emitZerofill(MCSection *, MCSymbol *, uint64_t, Align, SMLoc) override {}
};

static bool generate(Module &M, CodeGenMachine &TM, std::vector<MachineLoopBody> &Bodies) {
    legacy::PassManager PM;
    DenseMap<const MCSymbol *, size_t> Labels;
    auto *Info = new MachineModuleInfoWrapperPass(&TM);
    auto Streamer = std::make_unique<BodyStreamer>(Info->getMMI().getContext(), Labels, Bodies);
    TM.getTarget().createNullTargetStreamer(*Streamer);
    TargetPassConfig *Passes = TM.createPassConfig(PM);
    PM.add(Passes);
    PM.add(Info);
    if (Passes->addISelPasses())
        return false;
    Passes->addMachinePasses();
    Passes->setInitialized();
    PM.add(new MarkBlocks(Labels));
    FunctionPass *Printer = TM.getTarget().createAsmPrinter(TM, std::move(Streamer));
    if (!Printer)
        return false;
    PM.add(Printer);
    PM.add(createFreeMachineFunctionPass());
    PM.run(M);
    return true;
}

/* --- their time -------------------------------------------------------------------- */

/* The pipeline of one kind of processor. */
struct Processor {
    std::unique_ptr<MCSubtargetInfo> Subtarget;
    std::unique_ptr<MCRegisterInfo> Registers;
    std::unique_ptr<MCInstrInfo> Instructions;
    std::unique_ptr<MCInstrAnalysis> Analysis;
};

static Processor processorOf(const Target &T, StringRef Triple, const Function &F) {
    Processor P;
    P.Subtarget.reset(
        T.createMCSubtargetInfo(Triple, F.getFnAttribute("target-cpu").getValueAsString(),
                                F.getFnAttribute("target-features").getValueAsString()));
    P.Registers.reset(T.createMCRegInfo(Triple));
    P.Instructions.reset(T.createMCInstrInfo());
    P.Analysis.reset(T.createMCInstrAnalysis(P.Instructions.get()));
    return P;
}

/* Without what llvm-mca's functions say on stderr of the first call that they see: that its latency
 * is assumed, which stands here. */
class Silence {
    int Before = dup(STDERR_FILENO);

  public:
    Silence() {
        const int Nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (Before >= 0 && Nowhere >= 0)
            dup2(Nowhere, STDERR_FILENO);
        if (Nowhere >= 0)
            close(Nowhere);
    }
    ~Silence() {
        if (Before < 0)
            return;
        dup2(Before, STDERR_FILENO);
        close(Before);
    }
    Silence(const Silence &) = delete;
    Silence &operator=(const Silence &) = delete;
};

/* The instructions as the pipeline executes them. */
static std::vector<std::unique_ptr<mca::Instruction>> lowered(mca::InstrBuilder &Builder,
                                                              ArrayRef<MCInst> Code) {
    const Silence Quiet;
    std::vector<std::unique_ptr<mca::Instruction>> Lowered;
    for (const MCInst &I : Code) {
        auto One = Builder.createInstruction(I, {});
        if (One)
            Lowered.push_back(std::move(*One));
        else
            consumeError(One.takeError());
    }
    return Lowered;
}

/* Clock cycles that one of many executions of the code takes; negative: no model of it. A load of
 * what the iteration before stored takes what forwarding takes besides. */
static double cyclesOf(const Processor &P, const MachineLoopBody &Body) {
    ArrayRef<MCInst> Code = Body.Code;
    /* The latency of a call is llvm-mca's, that of forwarding 4 to 8 on today's x86 cores (Agner
     * Fog, Instruction tables). */
    enum { CallLatency = 100, Forwarding = 5, MostInstructions = 4000 };
    if (Code.empty())
        return 0;
    const MCSubtargetInfo &Subtarget = *P.Subtarget;
    if (!Subtarget.getSchedModel().hasInstrSchedModel())
        return -1;
    mca::InstrumentManager Instruments(Subtarget, *P.Instructions);
    mca::InstrBuilder Builder(Subtarget, *P.Instructions, *P.Registers, P.Analysis.get(),
                              Instruments, CallLatency);
    std::vector<std::unique_ptr<mca::Instruction>> Lowered = lowered(Builder, Code);
    if (Lowered.empty())
        return 0;
    const unsigned Times = (unsigned)std::clamp<size_t>(MostInstructions / Lowered.size(), 4, 100);
    mca::CircularSourceMgr Source(Lowered, Times);
    mca::Context Context(*P.Registers, Subtarget);
    mca::CustomBehaviour Behaviour(Subtarget, Source, *P.Instructions);
    mca::PipelineOptions Options(0, 0, 0, 0, 0, 0, true);
    auto Pipeline = Subtarget.getSchedModel().isOutOfOrder()
                        ? Context.createDefaultPipeline(Options, Source, Behaviour)
                        : Context.createInOrderPipeline(Options, Source, Behaviour);
    Expected<unsigned> Cycles = Pipeline->run();
    if (!Cycles) {
        consumeError(Cycles.takeError());
        return -1;
    }
    return (double)*Cycles / Times + (Body.Recurs ? Forwarding : 0);
}

/* --- as text ----------------------------------------------------------------------- */

/* Of the versions of a loop, as for arrays that overlap or for what vectors leave over, the one
 * that does most at once. */
static std::string textOf(const Processor &P, ArrayRef<MachineLoopBody> Bodies) {
    std::string Text;
    for (size_t I = 0; I < Bodies.size(); I++) {
        const MachineLoopBody &B = Bodies[I];
        bool Best = true;
        for (size_t J = 0; J < Bodies.size(); J++) {
            const MachineLoopBody &O = Bodies[J];
            bool Same =
                O.Start.getLine() == B.Start.getLine() && O.Start.getCol() == B.Start.getCol();
            Best &= !Same || O.Factor < B.Factor || (O.Factor == B.Factor && J >= I);
        }
        double Cycles = Best ? cyclesOf(P, B) : 0;
        if (Cycles < 0)
            return "";
        if (Best)
            Text += (Text.empty() ? "" : ",") + std::to_string(B.Depth) + ":" +
                    std::to_string(B.Start.getLine()) + ":" + std::to_string(B.Start.getCol()) +
                    ":" + std::to_string(B.Trips) + ":" + std::to_string(B.Factor) + ":" +
                    std::to_string(Cycles / B.Factor);
    }
    return Text;
}

std::vector<std::string> processorCycles(const Module &M, ArrayRef<WantedLoop> All) {
    std::vector<std::string> Texts(All.size());
    std::string Error, Triple = Triple::normalize(M.getTargetTriple());
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
    const Target *T = TargetRegistry::lookupTarget(Triple, Error);
    if (!T || All.empty())
        return Texts;
    std::unique_ptr<TargetMachine> TM(
        T->createTargetMachine(Triple, "", "", TargetOptions(), Reloc::PIC_));
    ValueToValueMapTy Map;
    std::unique_ptr<Module> Copy = CloneModule(M, Map);
    std::vector<Function *> Functions;
    for (const WantedLoop &W : All) {
        Functions.push_back(cast<Function>(Map[W.F]));
        Functions.back()->setComdat(nullptr);
        Functions.back()->setLinkage(GlobalValue::ExternalLinkage);
    }
    keepOnly(*Copy, Functions);
    /* What the loops store to is not dropped because nothing else reads it. */
    for (GlobalVariable &G : Copy->globals())
        if (G.hasLocalLinkage() && !G.isConstant())
            G.setLinkage(GlobalValue::ExternalLinkage);
    runPasses(*Copy, TM.get(), "default<O2>");
    std::vector<MachineLoopBody> Bodies;
    std::vector<size_t> Ends;
    for (size_t I = 0; I < All.size(); I++) {
        findBodies(*Functions[I], All[I].Start, Bodies);
        Ends.push_back(Bodies.size());
    }
    StripDebugInfo(*Copy);
    if (!generate(*Copy, static_cast<CodeGenMachine &>(*TM), Bodies))
        return Texts;
    for (size_t I = 0; I < All.size(); I++) {
        size_t First = I ? Ends[I - 1] : 0;
        Texts[I] = textOf(processorOf(*T, Triple, *Functions[I]),
                          ArrayRef(Bodies).slice(First, Ends[I] - First));
    }
    return Texts;
}
