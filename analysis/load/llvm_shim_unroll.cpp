/* How often loops of constant trip count are unrolled that are too long to be unrolled whole, and
 * loops that are not unrolled. */
#include "analysis/load/llvm_shim.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

using namespace llvm;

static unsigned instructionsOf(const Loop *L) {
    unsigned N = 0;
    for (const BasicBlock *B : L->blocks())
        for (const Instruction &I : *B)
            N += !I.isDebugOrPseudoInst() && !isa<PHINode>(I);
    return N;
}

static unsigned evenCount(unsigned Trips, unsigned Instructions, const even_unrolling &U) {
    unsigned Count = U.most;
    while (Count > 1 && (Trips % Count || Count * Instructions > U.largest))
        Count /= 2;
    return Count;
}

namespace {

/* The loops of a function, and what scalar evolution knows of their trip counts. */
struct Loops {
    DominatorTree DT;
    LoopInfo LI;
    TargetLibraryInfoImpl TLII{Triple()};
    TargetLibraryInfo TLI;
    AssumptionCache AC;
    ScalarEvolution SE;

    explicit Loops(Function &F) : DT(F), LI(DT), TLI(TLII), AC(F), SE(F, TLI, AC, DT, LI) {}
};

} // namespace

/* Of a loop: its source says that it is not unrolled. */
static const char LeftByAuthor[] = "clperf.left_by_author";

void shim_mark_left_loops(LLVMValueRef function) {
    DominatorTree DT(*unwrap<Function>(function));
    LoopInfo LI(DT);
    for (Loop *L : LI.getLoopsInPreorder())
        if (getBooleanLoopAttribute(L, "llvm.loop.unroll.disable"))
            addStringMetadataToLoop(L, LeftByAuthor, true);
}

void shim_leave_loops(LLVMValueRef function, bool (*but)(LLVMBasicBlockRef block, bool nested)) {
    Function &F = *unwrap<Function>(function);
    DominatorTree DT(F);
    LoopInfo LI(DT);
    for (Loop *L : LI.getLoopsInPreorder()) {
        bool Left = getBooleanLoopAttribute(L, LeftByAuthor);
        if (!Left && L->getNumBlocks() == 1 && but(wrap(L->getHeader()), L->getParentLoop()))
            L->setLoopID(nullptr);
        else
            addStringMetadataToLoop(L, "llvm.loop.unroll.disable", true);
    }
}

/* Whether a loop in this one runs nobody knows how often. */
static bool containsUnknown(ScalarEvolution &SE, const Loop *L) {
    for (const Loop *Inner : L->getSubLoops())
        if (!SE.getSmallConstantTripCount(Inner) || containsUnknown(SE, Inner))
            return true;
    return false;
}

void shim_leave_outer_loops(LLVMValueRef function) {
    Loops All(*unwrap<Function>(function));
    for (Loop *L : All.LI.getLoopsInPreorder())
        if (hasUnrollTransformation(L) == TM_Unspecified && containsUnknown(All.SE, L))
            addStringMetadataToLoop(L, "llvm.loop.unroll.disable", true);
}

void shim_unroll_evenly(LLVMValueRef function, const even_unrolling *u) {
    Loops All(*unwrap<Function>(function));
    for (Loop *L : All.LI.getLoopsInPreorder()) {
        uint64_t Trips = L->isInnermost() ? All.SE.getSmallConstantTripCount(L) : 0;
        unsigned Instructions = instructionsOf(L);
        if (Trips * Instructions < u->least_whole || hasUnrollTransformation(L) != TM_Unspecified)
            continue;
        unsigned Count = evenCount((unsigned)Trips, Instructions, *u);
        if (Count > u->more_than)
            addStringMetadataToLoop(L, "llvm.loop.unroll.count", Count);
    }
}
