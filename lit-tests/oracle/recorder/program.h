// What the recorder knows of the program that runs: its blocks, its natural loops, and where
// its instructions stand in the source.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <llvm-c/Core.h>

struct Place {
    unsigned line = 0, col = 0;
    bool operator<(const Place &o) const { return line != o.line ? line < o.line : col < o.col; }
};

struct Function;

struct Block {
    Function *function = nullptr;
    LLVMBasicBlockRef llvm = nullptr;
    unsigned number = 0;
    std::string name;
    Place branch;
    std::vector<Block *> succs, preds;
};

struct Loop {
    Block *header = nullptr;
    Place place;
    std::set<const Block *> blocks;
    // The block that tests a do-while's condition: an iteration is complete when it is reached.
    // Null for other loops, whose iterations are complete when the header is reached again.
    const Block *condition = nullptr;
};

struct Function {
    explicit Function(LLVMValueRef function);
    std::vector<std::unique_ptr<Block>> blocks;
    std::vector<Loop> loops;
};

struct Instruction {
    Block *block = nullptr;
    Place place;
    bool first = false, returns = false, calls = false;
    // Of what the instruction reads and of what it writes, as LLVM numbers address spaces.
    unsigned read_space = 0, written_space = 0;
    // A scalar variable of the source, which would be in a register.
    bool is_variable = false;
    // The private array or structure that is accessed; empty where it is reached by a pointer.
    std::string object;
    // Into a structure that the kernel is given by value.
    bool is_argument = false;
};

class Program {
  public:
    const Instruction *instruction(const void *llvm_instruction);

  private:
    void add(LLVMValueRef function);
    std::map<LLVMValueRef, std::unique_ptr<Function>> functions;
    std::unordered_map<LLVMValueRef, Instruction> instructions;
};
