/* What the parts of outline.h share: captured.cpp makes parameters of what a loop uses from
 * outside, work_items.cpp makes work-items of its iterations. */
#ifndef ANALYSIS_LOAD_LOOPS_LOOPS_HPP
#define ANALYSIS_LOAD_LOOPS_LOOPS_HPP

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <string>
#include <vector>

/* A copy of a function whose loop becomes a kernel. */
struct LoopCopy {
    llvm::Function *F;
    llvm::DominatorTree DT;
    llvm::LoopInfo LI;
    llvm::Loop *L;                  /* the outermost of those that become work-items */
    std::vector<llvm::Loop *> Nest; /* these, the outermost first */
    llvm::BasicBlock *Entry;        /* what comes before the loop, from startKernel() on */
};

/* The variable's name in the source, or "". */
llvm::StringRef sourceName(const llvm::Value *V);

/* Whether the memory is a variable that each iteration has for itself: declared within the loop. */
bool isDeclaredWithin(const llvm::AllocaInst *A, const llvm::Loop *L);

/* Fills Nest with loops that stand one in the other with nothing between them. Returns why the
 * wanted ones cannot become work-items, or "". */
std::string findNest(LoopCopy &C, unsigned Collapse);

/* Makes the loop all there is of the function, with a new entry before it. */
void startKernel(LoopCopy &C);
/* Replaces counters by work-items' ids, so that no collapsed loop repeats. */
void makeWorkItems(LoopCopy &C);
/* The kernel: what the copy used of other code has become parameters, and the copy is gone. */
llvm::Function *makeParameters(LoopCopy &C);

#endif
