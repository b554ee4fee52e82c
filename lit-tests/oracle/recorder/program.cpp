#include "program.h"

#include <llvm-c/DebugInfo.h>

#include <algorithm>
#include <cstring>

namespace {

using Bits = std::vector<bool>;

Place place_of(LLVMValueRef instruction) {
    return {LLVMGetDebugLocLine(instruction), LLVMGetDebugLocColumn(instruction)};
}

// dominators[i][j]: every way from block 0 to block i leads through j.
std::vector<Bits> dominators(const Function &f) {
    size_t n = f.blocks.size();
    std::vector<Bits> dom(n, Bits(n, true));
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < n; i++) {
            Bits now(n, i != 0);
            for (const Block *p : f.blocks[i]->preds)
                for (size_t j = 0; j < n; j++)
                    now[j] = now[j] && dom[p->number][j];
            now[i] = true;
            changed |= now != dom[i];
            dom[i] = now;
        }
    }
    return dom;
}

void find_blocks(LLVMValueRef function, Function &f) {
    std::map<LLVMBasicBlockRef, Block *> known;
    std::vector<LLVMBasicBlockRef> reached{LLVMGetEntryBasicBlock(function)};
    for (size_t i = 0; i < reached.size(); i++) {
        if (known.count(reached[i]))
            continue;
        auto block = std::make_unique<Block>();
        block->function = &f;
        block->llvm = reached[i];
        block->number = unsigned(f.blocks.size());
        block->name = LLVMGetBasicBlockName(reached[i]);
        known[reached[i]] = block.get();
        f.blocks.push_back(std::move(block));
        LLVMValueRef end = LLVMGetBasicBlockTerminator(reached[i]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
            reached.push_back(LLVMGetSuccessor(end, s));
    }
    for (auto &[llvm, block] : known) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(llvm);
        block->branch = place_of(end);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            Block *to = known[LLVMGetSuccessor(end, s)];
            if (std::count(block->succs.begin(), block->succs.end(), to))
                continue;
            block->succs.push_back(to);
            to->preds.push_back(block);
        }
    }
}

// The `llvm.loop` metadata of a back edge begins with the loop's place in the source.
Place loop_place(const Block *latch) {
    unsigned kind = LLVMGetMDKindID("llvm.loop", 9);
    LLVMValueRef node = LLVMGetMetadata(LLVMGetBasicBlockTerminator(latch->llvm), kind);
    std::vector<LLVMValueRef> operands(node ? LLVMGetMDNodeNumOperands(node) : 0);
    if (node)
        LLVMGetMDNodeOperands(node, operands.data());
    for (LLVMValueRef operand : operands) {
        LLVMMetadataRef at = operand ? LLVMValueAsMetadata(operand) : nullptr;
        if (at && LLVMGetMetadataKind(at) == LLVMDILocationMetadataKind)
            return {LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at)};
    }
    return {};
}

void add_to_loop(Loop &loop, const Block *b) {
    if (!loop.blocks.insert(b).second)
        return;
    for (const Block *p : b->preds)
        add_to_loop(loop, p);
}

void find_loops(Function &f) {
    std::vector<Bits> dom = dominators(f);
    for (auto &header : f.blocks) {
        Loop loop;
        loop.header = header.get();
        loop.blocks.insert(header.get());
        for (Block *p : header->preds)
            if (dom[p->number][header->number])
                add_to_loop(loop, p);
        for (Block *p : header->preds) {
            // A loop made with goto has no such metadata; it is where it is entered, as in LLVM.
            Place place = loop.blocks.count(p) ? loop_place(p) : p->branch;
            if (loop.blocks.count(p) ? place.line : !loop.place.line)
                loop.place = place;
        }
        if (std::any_of(header->preds.begin(), header->preds.end(),
                        [&](Block *p) { return loop.blocks.count(p); }))
            f.loops.push_back(loop);
    }
}

bool is_named(const Block *b, const char *prefix) {
    return b->name.compare(0, strlen(prefix), prefix) == 0;
}

// The front end names the parts of a do-while. A condition belongs to the innermost one around it.
void find_conditions(Function &f) {
    for (auto &b : f.blocks) {
        Loop *around = nullptr;
        for (Loop &loop : f.loops)
            if (is_named(b.get(), "do.cond") && is_named(loop.header, "do.body") &&
                loop.blocks.count(b.get()) &&
                (!around || loop.blocks.size() < around->blocks.size()))
                around = &loop;
        if (around)
            around->condition = b.get();
    }
}

unsigned space_of(LLVMValueRef pointer) {
    return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
}

// What a pointer is into, if it follows from the instructions alone.
LLVMValueRef base_of(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

std::string variable_name(LLVMValueRef base) {
    size_t length;
    return LLVMIsAAllocaInst(base) ? LLVMGetValueName2(base, &length) : "";
}

// A kernel's pointer to private memory is what its caller gave by value.
bool is_kernel_argument(LLVMValueRef base) {
    enum { SPIR_KERNEL = 76 };
    return LLVMIsAArgument(base) && space_of(base) == 0 &&
           LLVMGetFunctionCallConv(LLVMGetParamParent(base)) == SPIR_KERNEL;
}

bool is_pointer(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

void describe_call(LLVMValueRef call, Instruction &i) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    i.calls = !LLVMIsDeclaration(callee);
    std::vector<unsigned> spaces;
    for (unsigned a = 0; a < LLVMGetNumArgOperands(call); a++)
        if (is_pointer(LLVMGetOperand(call, a)))
            spaces.push_back(space_of(LLVMGetOperand(call, a)));
    if (spaces.empty())
        return;
    size_t length;
    bool copies = strncmp(LLVMGetValueName2(callee, &length), "llvm.mem", 8) == 0;
    i.written_space = spaces.front();
    i.read_space = copies ? spaces.back() : spaces.front();
}

Instruction describe(LLVMValueRef v, Block *block) {
    Instruction i;
    i.block = block;
    i.place = place_of(v);
    i.first = LLVMGetFirstInstruction(LLVMGetInstructionParent(v)) == v;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
    i.returns = opcode == LLVMRet;
    if (opcode == LLVMCall) {
        describe_call(v, i);
    } else if (opcode == LLVMLoad || opcode == LLVMStore) {
        LLVMValueRef pointer = LLVMGetOperand(v, opcode == LLVMLoad ? 0 : 1);
        i.read_space = i.written_space = space_of(pointer);
        i.is_variable = LLVMIsAAllocaInst(pointer) != nullptr;
        i.object = variable_name(base_of(pointer));
        i.is_argument = is_kernel_argument(base_of(pointer));
    }
    return i;
}

} // namespace

Function::Function(LLVMValueRef function) {
    find_blocks(function, *this);
    find_loops(*this);
    find_conditions(*this);
}

void Program::add(LLVMValueRef function) {
    auto f = std::make_unique<Function>(function);
    for (auto &b : f->blocks)
        for (auto i = LLVMGetFirstInstruction(b->llvm); i; i = LLVMGetNextInstruction(i))
            instructions[i] = describe(i, b.get());
    functions[function] = std::move(f);
}

const Instruction *Program::instruction(const void *llvm_instruction) {
    auto v = static_cast<LLVMValueRef>(const_cast<void *>(llvm_instruction));
    auto known = instructions.find(v);
    if (known != instructions.end())
        return &known->second;
    add(LLVMGetBasicBlockParent(LLVMGetInstructionParent(v)));
    return &instructions.at(v);
}
