/* What the parts of outline.h share: captured.cpp makes parameters of what a loop uses from
 * outside, work_items.cpp makes work-items of its iterations. */
#ifndef SOURCE_LANGUAGES_LOOPS_OUTLINE_LOOPS_HPP
#define SOURCE_LANGUAGES_LOOPS_OUTLINE_LOOPS_HPP

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <string>
#include <vector>

struct loop_request;

namespace llvm {
class TargetMachine;
}

/* A scalar that goes on from iteration to iteration. */
struct Carried {
    std::string Name, Operation; /* see LOOP_CARRIED; "" if it is no reduction */
};

/* What an iteration adds to a scalar. */
struct Reduction {
    llvm::Instruction *End; /* of the iteration */
    llvm::Value *V;
    Carried Scalar;
};

/* A parameter of a kernel, and what it stands for in the function that has the loop. */
struct Parameter {
    llvm::Value *V; /* NULL: nothing in that function */
    bool Loaded;    /* its value is what lies there */
    std::string Name, Type;
};

/* A loop that becomes a kernel. */
struct WantedLoop {
    llvm::Function *F;
    llvm::DebugLoc Start;
    const loop_request *Request;
    std::string Name; /* of the kernel */
};

/* A copy of a function whose loop becomes a kernel. */
struct LoopCopy {
    llvm::Function *F;
    llvm::DominatorTree DT;
    llvm::LoopInfo LI;
    unsigned FirstLine, LastLine;   /* of the loop in its file, with its end */
    llvm::Loop *L;                  /* the outermost of those that become work-items */
    std::vector<llvm::Loop *> Nest; /* these, the outermost first */
    std::vector<Reduction> Reductions;
    std::vector<std::string> Counters; /* by dimension */
    std::vector<Carried> Scalars;
    llvm::DenseMap<const llvm::Value *, llvm::Value *> Originals; /* of the copy's values */
    std::vector<Parameter> Parameters;                            /* from makeParameters() on */
    llvm::BasicBlock *Entry; /* what comes before the loop, from startKernel() on */
};

/* The variable's name in the source, or "". */
llvm::StringRef sourceName(const llvm::Value *V);

/* Whether each iteration has the variable for itself: it is declared within the loop. */
bool isDeclaredWithin(const llvm::DILocalVariable *V, const LoopCopy &C);

/* Fills Nest with loops that stand one in the other with nothing between them. Returns why the
 * wanted ones cannot become work-items, or "". */
std::string findNest(LoopCopy &C, unsigned Collapse);

/* The operation by which the phi of the loop's header goes on, where only its result counts: "+",
 * or
 * "" if it is no reduction. */
std::string reductionOf(const llvm::Loop *L, llvm::PHINode *P);
/* Has the iteration do so as parallel code does: first within a warp. */
void addReduction(LoopCopy &C, const Reduction &R);
/* What the reduction starts from in each work-item. */
llvm::Constant *reductionIdentity(llvm::Type *T, const std::string &Operation);
/* Names of scalars from outside the loop that it sets and that are not among the others. */
std::vector<std::string> privateScalars(const LoopCopy &C);

/* Makes the loop all there is of the function, with a new entry before it. */
void startKernel(LoopCopy &C);
/* Replaces counters by work-items' ids, so that no collapsed loop repeats. */
void makeWorkItems(LoopCopy &C);
/* The kernel: what the copy used of other code has become parameters, and the copy is gone. */
llvm::Function *makeParameters(LoopCopy &C);

/* The loops that are asked for, with their names. Variables become values first, where they can. */
std::vector<WantedLoop> findWanted(llvm::Module &M, const loop_request *Requests, size_t N);
/* The loop that starts there, or NULL. */
llvm::Loop *loopAt(llvm::LoopInfo &LI, const llvm::DebugLoc &Start);
/* Makes a kernel of a copy of the function; what cannot be one is a function with LOOP_REFUSED. */
llvm::Function *makeKernel(llvm::Module &M, const WantedLoop &W, LoopCopy &C);

/* Runs the passes that the text names, as of opt's -passes=, for the machine or, with NULL, for
 * none. They unroll no loop. */
void runPasses(llvm::Module &M, llvm::TargetMachine *TM, const char *Pipeline);

/* Leaves nothing in the module that is needed by no function of these. */
void keepOnly(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Functions);

/* LOOP_PROCESSOR of each loop, "" where there is none. */
std::vector<std::string> processorCycles(const llvm::Module &M, llvm::ArrayRef<WantedLoop> All);

#endif
