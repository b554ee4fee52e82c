/* LLVM's readers of AMDGPU's metadata, machine code and DWARF lines, behind a C interface. ELF is
 * read by elf.c: LLVM's reader ends the process where a file is damaged. */
#include "codegen/object/amdgpu.h"
#include "codegen/object/amdgpu_assembly.hpp"
#include "codegen/object/amdgpu_frame.h"
#include "codegen/object/amdgpu_instructions.h"
#include "codegen/object/elf.h"

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/BinaryFormat/MsgPackReader.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>

using namespace llvm;

extern "C" {
void LLVMInitializeAMDGPUTargetInfo(void);
void LLVMInitializeAMDGPUTargetMC(void);
void LLVMInitializeAMDGPUDisassembler(void);
}

namespace {

constexpr const char *AmdTriple = "amdgcn-amd-amdhsa";
constexpr unsigned SmallestInstruction = 4;

/* --- registers ------------------------------------------------------------- */

/* Numbers of scalar registers with names of their own. */
enum { NumberOfVcc = 106, NumberOfM0 = 124, NumberOfExec = 126, MostRegisters = 255 };

struct NamedRegister {
    const char *Name;
    code_registers Is;
};

/* Where a name has parts, longer names come first. */
constexpr NamedRegister NamedRegisters[] = {
    {"VCC_HI", {CODE_SCALAR, 1, NumberOfVcc + 1}}, {"VCC_LO", {CODE_SCALAR, 1, NumberOfVcc}},
    {"VCC", {CODE_SCALAR, 2, NumberOfVcc}},        {"EXEC_HI", {CODE_SCALAR, 1, NumberOfExec + 1}},
    {"EXEC_LO", {CODE_SCALAR, 1, NumberOfExec}},   {"EXEC", {CODE_SCALAR, 2, NumberOfExec}},
    {"M0", {CODE_SCALAR, 1, NumberOfM0}},          {"SCC", {CODE_PREDICATE, 1, 0}},
};

/* "VGPR3_VGPR4", "SGPR8", "AGPR0", "VGPR2_LO16", "VCC_LO". File 0: none that anything waits for. */
code_registers parseRegister(StringRef Name) {
    StringRef Rest = Name;
    uint8_t File = Rest.consume_front("VGPR")   ? CODE_VECTOR
                   : Rest.consume_front("SGPR") ? CODE_SCALAR
                   : Rest.consume_front("AGPR") ? CODE_ACCUMULATOR
                                                : CODE_NO_FILE;
    unsigned First = 0;
    if (File != CODE_NO_FILE && !Rest.consumeInteger(10, First))
        return {File, uint8_t(1 + Rest.count("GPR")), uint16_t(First)};
    for (const NamedRegister &R : NamedRegisters)
        if (Name.starts_with(R.Name))
            return R.Is;
    return {CODE_NO_FILE, 0, 0};
}

template <size_t N> void addRegister(code_registers (&To)[N], code_registers R) {
    for (code_registers &Place : To) {
        if (Place.file == R.file && Place.first == R.first && Place.n == R.n)
            return;
        if (Place.file == CODE_NO_FILE) {
            Place = R;
            return;
        }
    }
}

/* --- instructions ---------------------------------------------------------- */

/* Up to LLVM 19 it takes a pointer. */
template <class Printer>
auto mnemonicOf(Printer &P, const MCInst &I, int) -> decltype(P.getMnemonic(I).first) {
    return P.getMnemonic(I).first;
}
template <class Printer>
auto mnemonicOf(Printer &P, const MCInst &I, long) -> decltype(P.getMnemonic(&I).first) {
    return P.getMnemonic(&I).first;
}

/* LLVM's disassembler for a processor and a width of warps. */
class Decoder {
  public:
    static std::unique_ptr<Decoder> create(arena *A, StringRef Processor, uint32_t WarpWidth);
    /* Instructions of a kernel; branches to another one's or into none have no target. */
    std::vector<code_instruction> decode(ArrayRef<uint8_t> Code);
    /* Those that an assembler made the code of. */
    std::vector<code_instruction> take(ArrayRef<AssembledInstruction> From, ArrayRef<uint8_t> Code);

  private:
    arena *Arena = nullptr;
    MCTargetOptions Options;
    std::unique_ptr<MCRegisterInfo> Registers;
    std::unique_ptr<MCAsmInfo> Assembler;
    std::unique_ptr<MCInstrInfo> Instructions;
    std::unique_ptr<MCInstrAnalysis> Analysis;
    std::unique_ptr<MCSubtargetInfo> Subtarget;
    std::unique_ptr<MCContext> Context;
    std::unique_ptr<MCDisassembler> Disassembler;
    std::unique_ptr<MCInstPrinter> Printer;
    std::map<unsigned, code_instruction> ByOpcode; /* without what operands say */
    std::map<unsigned, code_registers> ByRegister;

    code_registers registerOf(unsigned Number);
    const char *nameOf(const MCInst &I) const;
    const code_instruction &describe(const MCInst &I);
    void setRegisters(const MCInst &I, code_instruction &To);
    void setTargets(std::vector<code_instruction> &All, ArrayRef<uint64_t> Targets);
    uint64_t decodeOne(ArrayRef<uint8_t> Code, uint64_t Address, code_instruction &To,
                       uint64_t &Target);
};

std::unique_ptr<Decoder> Decoder::create(arena *A, StringRef Processor, uint32_t WarpWidth) {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    std::string Error;
    const Target *T = TargetRegistry::lookupTarget(AmdTriple, Error);
    auto D = std::make_unique<Decoder>();
    if (!T || !std::unique_ptr<MCSubtargetInfo>(T->createMCSubtargetInfo(AmdTriple, "", ""))
                   ->isCPUStringValid(Processor))
        return nullptr;
    D->Arena = A;
    D->Registers.reset(T->createMCRegInfo(AmdTriple));
    D->Assembler.reset(T->createMCAsmInfo(*D->Registers, AmdTriple, D->Options));
    D->Instructions.reset(T->createMCInstrInfo());
    D->Analysis.reset(T->createMCInstrAnalysis(D->Instructions.get()));
    const char *Width = WarpWidth == 32 ? "+wavefrontsize32" : "+wavefrontsize64";
    D->Subtarget.reset(T->createMCSubtargetInfo(AmdTriple, Processor, Width));
    D->Context = std::make_unique<MCContext>(Triple(AmdTriple), D->Assembler.get(),
                                             D->Registers.get(), D->Subtarget.get());
    if (amdgpu_has_disassembler(Processor.str().c_str()))
        D->Disassembler.reset(T->createMCDisassembler(*D->Subtarget, *D->Context));
    D->Printer.reset(T->createMCInstPrinter(Triple(AmdTriple), 0, *D->Assembler, *D->Instructions,
                                            *D->Registers));
    return D->Printer && D->Analysis ? std::move(D) : nullptr;
}

code_registers Decoder::registerOf(unsigned Number) {
    auto Known = ByRegister.find(Number);
    if (Known == ByRegister.end())
        Known = ByRegister.emplace(Number, parseRegister(Registers->getName(Number))).first;
    return Known->second;
}

StringRef withoutEncoding(StringRef Name) {
    for (StringRef Encoding : {"_sdwa", "_dpp", "_dpp8", "_e32", "_e64"})
        Name.consume_back(Encoding);
    return Name;
}

/* The operation, without its encoding: "_e32", "_dpp". Of a dual instruction, the second half
 * stands behind the operands of the first. */
const char *Decoder::nameOf(const MCInst &I) const {
    StringRef Name = StringRef(mnemonicOf(*Printer, I, 0)).split(' ').first.split('\t').first;
    if (!Name.starts_with("v_dual_")) {
        Name = withoutEncoding(Name);
        return arena_strndup(Arena, Name.data(), Name.size());
    }
    std::string Text;
    raw_string_ostream Out(Text);
    Printer->printInst(&I, 0, "", *Subtarget, Out);
    StringRef Second = StringRef(Out.str()).split(AMDGPU_DUAL).second.split(' ').first;
    std::string Both = (withoutEncoding(Name) + AMDGPU_DUAL + Second).str();
    return arena_strdup(Arena, Both.c_str());
}

const code_instruction &Decoder::describe(const MCInst &I) {
    auto [Known, Fresh] = ByOpcode.try_emplace(I.getOpcode(), code_instruction());
    code_instruction &In = Known->second;
    if (!Fresh)
        return In;
    code_registers Data = {CODE_NO_FILE, 0, 0};
    if (I.getNumOperands() && I.getOperand(0).isReg())
        Data = registerOf(I.getOperand(0).getReg());
    In.name = nameOf(I);
    In.target = NONE;
    amdgpu_classify(In.name, Data.n, &In);
    return In;
}

/* Registers that are named come first: where there is no room for all, those go that every
 * instruction of its kind has. */
void Decoder::setRegisters(const MCInst &I, code_instruction &To) {
    const MCInstrDesc &Desc = Instructions->get(I.getOpcode());
    for (unsigned N = 0; N < I.getNumOperands(); N++) {
        if (!I.getOperand(N).isReg() || !I.getOperand(N).getReg())
            continue;
        code_registers R = registerOf(I.getOperand(N).getReg());
        if (R.file == CODE_NO_FILE)
            continue;
        if (N < Desc.getNumDefs())
            addRegister(To.writes, R);
        else
            addRegister(To.reads, R);
    }
    for (MCPhysReg R : Desc.implicit_uses())
        if (code_registers Is = registerOf(R); Is.file != CODE_NO_FILE)
            addRegister(To.reads, Is);
    for (MCPhysReg R : Desc.implicit_defs())
        if (code_registers Is = registerOf(R); Is.file != CODE_NO_FILE)
            addRegister(To.writes, Is);
}

/* Returns its bytes. */
uint64_t Decoder::decodeOne(ArrayRef<uint8_t> Code, uint64_t Address, code_instruction &To,
                            uint64_t &Target) {
    MCInst I;
    uint64_t Size = 0;
    auto Status = Disassembler->getInstruction(I, Size, Code, Address, nulls());
    Target = UINT64_MAX;
    if (Status != MCDisassembler::Success || Size == 0 || Size > Code.size()) {
        To = code_instruction();
        To.unknown = true;
        To.target = NONE;
        return std::min<uint64_t>(SmallestInstruction, Code.size());
    }
    To = describe(I);
    setRegisters(I, To);
    if (To.flow == CODE_BRANCH && !Analysis->evaluateBranch(I, Address, Size, Target))
        To.flow = CODE_UNKNOWN_TARGET;
    return Size;
}

std::vector<code_instruction> Decoder::decode(ArrayRef<uint8_t> Code) {
    std::vector<code_instruction> All;
    std::vector<uint64_t> Targets;
    for (uint64_t At = 0; At < Code.size();) {
        code_instruction In;
        uint64_t Target;
        uint64_t Size = decodeOne(Code.drop_front(At), At, In, Target);
        In.address = uint32_t(At);
        All.push_back(In);
        Targets.push_back(Target);
        At += Size;
    }
    setTargets(All, Targets);
    return All;
}

/* Where a branch of one word goes: so many words on from the next instruction. */
uint64_t branchTarget(ArrayRef<uint8_t> Code, uint64_t At) {
    constexpr int64_t WordBytes = 4;
    auto Words = int16_t(support::endian::read16le(Code.data() + At));
    return At + uint64_t(WordBytes + WordBytes * Words);
}

std::vector<code_instruction> Decoder::take(ArrayRef<AssembledInstruction> From,
                                            ArrayRef<uint8_t> Code) {
    std::vector<code_instruction> All;
    std::vector<uint64_t> Targets;
    uint64_t At = 0;
    for (const AssembledInstruction &I : From) {
        code_instruction In = describe(I.Inst);
        setRegisters(I.Inst, In);
        In.address = uint32_t(At);
        All.push_back(In);
        Targets.push_back(In.flow == CODE_BRANCH ? branchTarget(Code, At) : UINT64_MAX);
        At += I.Bytes;
    }
    setTargets(All, Targets);
    return All;
}

void Decoder::setTargets(std::vector<code_instruction> &All, ArrayRef<uint64_t> Targets) {
    for (size_t I = 0; I < All.size(); I++) {
        auto To = std::lower_bound(
            All.begin(), All.end(), Targets[I],
            [](const code_instruction &In, uint64_t Address) { return In.address < Address; });
        if (To != All.end() && To->address == Targets[I])
            All[I].target = uint32_t(To - All.begin());
    }
}

/* --- lines ----------------------------------------------------------------- */

/* Where code is: what is not linked has its section in the upper half, so that no two are at one
 * place. */
uint64_t placeOf(const elf &File, uint64_t Section, uint64_t Value) {
    return elf_is_linked(&File) ? Value : (Section << 32) + Value;
}

struct LineRow {
    uint64_t Place;
    loc Loc;
    bool End;
    size_t Number; /* in the tables: the last of a place counts */
    bool operator<(const LineRow &O) const {
        /* What ends there gives way to what begins. */
        return std::make_tuple(Place, !End, Number) < std::make_tuple(O.Place, !O.End, O.Number);
    }
};

/* Places of all code of an object in its sources. */
class Lines {
  public:
    Lines(arena *A, const elf &File);
    /* Sets the places of instructions of which the first one is there. */
    void assign(uint64_t Place, std::vector<code_instruction> &In) const;

  private:
    arena *Arena;
    std::vector<LineRow> Rows;
    void addUnit(DWARFContext &Context, DWARFUnit &Unit);
    const char *fileOf(const DWARFDebugLine::LineTable &Table, uint64_t File, DWARFUnit &Unit);
    std::unique_ptr<MemoryBuffer> relocated(const elf &File, size_t Section);
};

/* Debug information that is not linked refers to code and to itself by symbols. Sections of it are
 * meant by their numbers' offsets, code by its place. */
void relocate(const elf &File, const elf_section &Table, MutableArrayRef<char> To) {
    enum { Absolute64 = 3, Absolute32 = 6 };
    ELF::Elf64_Rela R;
    for (size_t At = 0; piece_holds(Table.bytes, At, sizeof R); At += sizeof R) {
        memcpy(&R, Table.bytes.at + At, sizeof R);
        size_t Size = R.getType() == Absolute64 ? 8 : R.getType() == Absolute32 ? 4 : 0;
        elf_symbol S;
        if (!Size || R.r_offset > To.size() || Size > To.size() - R.r_offset ||
            Table.link >= File.n_sections ||
            !elf_read_symbol(&File, &File.sections[Table.link], R.getSymbol(), &S))
            continue;
        bool IsCode =
            S.section < File.n_sections && (File.sections[S.section].flags & ELF::SHF_EXECINSTR);
        uint64_t Value = (IsCode ? placeOf(File, S.section, S.value) : S.value) + R.r_addend;
        memcpy(To.data() + R.r_offset, &Value, Size);
    }
}

std::unique_ptr<MemoryBuffer> Lines::relocated(const elf &File, size_t Section) {
    const elf_section &S = File.sections[Section];
    StringRef Bytes(reinterpret_cast<const char *>(S.bytes.at), S.bytes.n);
    auto Copy = WritableMemoryBuffer::getNewUninitMemBuffer(Bytes.size(), S.name);
    llvm::copy(Bytes, Copy->getBufferStart());
    for (size_t I = 0; I < File.n_sections && !elf_is_linked(&File); I++)
        if (File.sections[I].type == ELF::SHT_RELA && File.sections[I].info == Section)
            relocate(File, File.sections[I], Copy->getBuffer());
    return Copy;
}

/* Debug information that is compressed is left out. */
Lines::Lines(arena *A, const elf &File) : Arena(A) {
    constexpr uint8_t AddressBytes = 8;
    auto Ignore = [](Error E) { consumeError(std::move(E)); };
    StringMap<std::unique_ptr<MemoryBuffer>> Sections;
    for (size_t I = 0; I < File.n_sections; I++) {
        StringRef Name = File.sections[I].name;
        if (Name.starts_with(".debug_") && !(File.sections[I].flags & ELF::SHF_COMPRESSED))
            Sections[Name.drop_front(1)] = relocated(File, I);
    }
    std::unique_ptr<DWARFContext> Context =
        DWARFContext::create(Sections, AddressBytes, true, Ignore, Ignore);
    for (const std::unique_ptr<DWARFUnit> &Unit : Context->compile_units())
        addUnit(*Context, *Unit);
    llvm::sort(Rows);
}

/* NULL: the file that the unit was made of. */
const char *Lines::fileOf(const DWARFDebugLine::LineTable &Table, uint64_t File, DWARFUnit &Unit) {
    using Kind = DILineInfoSpecifier::FileLineInfoKind;
    const char *Folder = Unit.getCompilationDir(), *Named = Unit.getUnitDIE().getShortName();
    SmallString<128> Own(Named ? Named : "");
    sys::fs::make_absolute(Folder ? Folder : "/", Own);
    std::string Name, Whole;
    if (!Table.getFileNameByIndex(File, "", Kind::RelativeFilePath, Name) ||
        !Table.getFileNameByIndex(File, Folder ? Folder : "/", Kind::AbsoluteFilePath, Whole))
        return nullptr;
    return Whole == Own.str() ? nullptr : arena_strdup(Arena, Name.c_str());
}

void Lines::addUnit(DWARFContext &Context, DWARFUnit &Unit) {
    auto Ignore = [](Error E) { consumeError(std::move(E)); };
    Expected<const DWARFDebugLine::LineTable *> Table = Context.getLineTableForUnit(&Unit, Ignore);
    if (!Table) {
        consumeError(Table.takeError());
        return;
    }
    if (!*Table)
        return;
    std::map<uint64_t, const char *> Files;
    for (const DWARFDebugLine::Row &Row : (*Table)->Rows) {
        auto [File, Fresh] = Files.try_emplace(Row.File, nullptr);
        if (Fresh)
            File->second = fileOf(**Table, Row.File, Unit);
        Rows.push_back({Row.Address.Address,
                        {File->second, Row.Line, Row.Column},
                        bool(Row.EndSequence),
                        Rows.size()});
    }
}

void Lines::assign(uint64_t Place, std::vector<code_instruction> &In) const {
    LineRow At = {0, {nullptr, 0, 0}, false, SIZE_MAX};
    for (code_instruction &I : In) {
        At.Place = Place + I.address;
        auto Next = std::upper_bound(Rows.begin(), Rows.end(), At);
        if (Next != Rows.begin() && !std::prev(Next)->End)
            I.loc = std::prev(Next)->Loc;
    }
}

/* --- metadata -------------------------------------------------------------- */

/* What a map of the metadata says of a kernel, but for lists and maps in it. */
class Fields {
  public:
    /* 0 where there is none. */
    uint32_t number(const char *Name) const {
        auto Found = Numbers.find(Name);
        return Found == Numbers.end() ? 0 : Found->second;
    }
    StringRef text(const char *Name) const {
        auto Found = Texts.find(Name);
        return Found == Texts.end() ? StringRef() : Found->second;
    }
    void add(StringRef Name, const msgpack::Object &Value);

  private:
    std::map<std::string, uint32_t> Numbers;
    std::map<std::string, StringRef> Texts;
};

void Fields::add(StringRef Name, const msgpack::Object &Value) {
    if (Value.Kind == msgpack::Type::String)
        Texts[Name.str()] = Value.Raw;
    if (Value.Kind == msgpack::Type::UInt)
        Numbers[Name.str()] = uint32_t(std::min<uint64_t>(Value.UInt, UINT32_MAX));
    if (Value.Kind == msgpack::Type::Int && Value.Int > 0)
        Numbers[Name.str()] = uint32_t(std::min<int64_t>(Value.Int, UINT32_MAX));
    if (Value.Kind == msgpack::Type::Boolean)
        Numbers[Name.str()] = Value.Bool;
}

/* Reads the metadata piece by piece. LLVM's document of it takes on trust what keys are. */
class Metadata {
  public:
    explicit Metadata(StringRef Bytes) : Reader(Bytes) {}
    /* False if it is damaged; what was read until then is there. */
    bool read(std::vector<Fields> &Kernels);

  private:
    msgpack::Reader Reader;

    bool next(msgpack::Object &O);
    bool skipIn(const msgpack::Object &O);
    template <class Value> bool readMap(size_t Length, Value OnValue);
};

bool Metadata::next(msgpack::Object &O) {
    Expected<bool> More = Reader.read(O);
    if (More)
        return *More;
    consumeError(More.takeError());
    return false;
}

/* Goes behind what is in a list or a map that has been begun. */
bool Metadata::skipIn(const msgpack::Object &O) {
    auto In = [](const msgpack::Object &Of) -> uint64_t {
        return Of.Kind == msgpack::Type::Array ? Of.Length
               : Of.Kind == msgpack::Type::Map ? 2 * uint64_t(Of.Length)
                                               : 0;
    };
    msgpack::Object Inner;
    for (uint64_t Left = In(O); Left; Left += In(Inner) - 1)
        if (!next(Inner))
            return false;
    return true;
}

/* OnValue(key, value) goes behind what is in the value. */
template <class Value> bool Metadata::readMap(size_t Length, Value OnValue) {
    msgpack::Object Key, Of;
    for (size_t I = 0; I < Length; I++) {
        if (!next(Key) || !skipIn(Key) || !next(Of))
            return false;
        if (!OnValue(Key.Kind == msgpack::Type::String ? Key.Raw : StringRef(), Of))
            return false;
    }
    return true;
}

bool Metadata::read(std::vector<Fields> &Kernels) {
    auto OnField = [&](StringRef Name, const msgpack::Object &Of) {
        Kernels.back().add(Name, Of);
        return skipIn(Of);
    };
    auto OnRoot = [&](StringRef Name, const msgpack::Object &Of) {
        if (Name != "amdhsa.kernels" || Of.Kind != msgpack::Type::Array)
            return skipIn(Of);
        for (size_t I = 0; I < Of.Length; I++) {
            msgpack::Object Kernel;
            if (!next(Kernel) || Kernel.Kind != msgpack::Type::Map)
                return false;
            Kernels.emplace_back();
            if (!readMap(Kernel.Length, OnField))
                return false;
        }
        return true;
    };
    msgpack::Object Root;
    return next(Root) && Root.Kind == msgpack::Type::Map && readMap(Root.Length, OnRoot);
}

/* --- objects --------------------------------------------------------------- */

/* Code is not read more often than this: kernels do not overlap. */
constexpr uint64_t MostReadings = 4;

class Reader {
  public:
    /* `Instructions` are all of the file where an assembler made it, else none. */
    Reader(arena *A, const elf &File, size_t Bytes, ArrayRef<AssembledInstruction> Instructions)
        : Arena(A), File(File), Left(MostReadings * Bytes), Instructions(Instructions) {}
    code_module read();

  private:
    arena *Arena;
    const elf &File;
    uint64_t Left; /* bytes of code that may still be read */
    ArrayRef<AssembledInstruction> Instructions;
    const char *Processor = nullptr;
    std::map<std::string, elf_symbol> Symbols;
    std::map<uint32_t, std::unique_ptr<Decoder>> Decoders; /* by width of warps */
    std::unique_ptr<Lines> Places;
    std::vector<code> Kernels;

    const char *check();
    void readSymbols();
    ArrayRef<AssembledInstruction> instructionsOf(const elf_symbol &Function) const;
    StringRef metadata() const;
    const char *readKernel(const Fields &F);
    const char *readCode(code &C, uint16_t Properties);
};

const char *Reader::check() {
    enum { Version3 = 1, Version6 = 4 };
    if (File.machine != ELF::EM_AMDGPU)
        return "it is not for AMD's GPUs";
    if (File.os_abi != ELF::ELFOSABI_AMDGPU_HSA)
        return "it is not for AMD's runtime";
    if (File.abi_version < Version3 || File.abi_version > Version6)
        return "it is no code object of version 3 to 6";
    Processor = amdgpu_machine(File.flags);
    return Processor ? nullptr : "it is for an unknown processor";
}

/* Those that the runtime sees are in programs without the others, too. */
void Reader::readSymbols() {
    for (size_t I = 0; I < File.n_sections; I++) {
        const elf_section &S = File.sections[I];
        elf_symbol Symbol;
        for (size_t N = 0; (S.type == ELF::SHT_SYMTAB || S.type == ELF::SHT_DYNSYM) &&
                           elf_read_symbol(&File, &S, uint32_t(N), &Symbol);
             N++)
            if (*Symbol.name && Symbol.section != ELF::SHN_UNDEF)
                Symbols.emplace(Symbol.name, Symbol);
    }
}

/* Functions are in the order of their instructions, and nothing else is in their sections but what
 * aligns them. */
ArrayRef<AssembledInstruction> Reader::instructionsOf(const elf_symbol &Function) const {
    std::map<std::pair<uint32_t, uint64_t>, uint64_t> Sizes; /* by section and place */
    for (const auto &[Name, S] : Symbols)
        if (S.size && S.section < File.n_sections &&
            (File.sections[S.section].flags & ELF::SHF_EXECINSTR))
            Sizes[{S.section, S.value}] = S.size;
    ArrayRef<AssembledInstruction> Rest = Instructions;
    for (const auto &[Place, Size] : Sizes) {
        uint64_t Bytes = 0;
        size_t N = 0;
        while (N < Rest.size() && Bytes < Size)
            Bytes += Rest[N++].Bytes;
        if (Bytes != Size)
            return {};
        if (Place == std::make_pair(Function.section, Function.value))
            return Rest.take_front(N);
        Rest = Rest.drop_front(N);
    }
    return {};
}

/* The note with what the runtime has to know of kernels: words of size, name and type, and the
 * bytes. */
StringRef Reader::metadata() const {
    enum { NoteWords = 12, Alignment = 4 };
    for (size_t I = 0; I < File.n_sections; I++) {
        const elf_section &S = File.sections[I];
        if (S.type != ELF::SHT_NOTE)
            continue;
        for (StringRef Rest(reinterpret_cast<const char *>(S.bytes.at), S.bytes.n);
             Rest.size() >= NoteWords;) {
            uint64_t NameSize = support::endian::read32le(Rest.data());
            uint64_t Size = support::endian::read32le(Rest.data() + 4);
            uint32_t Type = support::endian::read32le(Rest.data() + 8);
            uint64_t Begin = NoteWords + alignTo(NameSize, Alignment);
            if (Begin > Rest.size() || Size > Rest.size() - Begin)
                break;
            if (Type == ELF::NT_AMDGPU_METADATA &&
                Rest.substr(NoteWords, NameSize).starts_with("AMDGPU"))
                return Rest.substr(Begin, Size);
            Rest =
                Rest.drop_front(std::min<uint64_t>(Rest.size(), Begin + alignTo(Size, Alignment)));
        }
    }
    return {};
}

code_resources resourcesOf(const Fields &F) {
    constexpr uint32_t RegisterBytes = 4;
    code_resources R = {};
    R.registers = F.number(".vgpr_count");
    R.scalar_registers = F.number(".sgpr_count");
    R.accumulators = F.number(".agpr_count");
    R.stack_bytes = F.number(".private_segment_fixed_size");
    uint64_t Spilled = uint64_t(RegisterBytes) * F.number(".vgpr_spill_count");
    R.spill_bytes = uint32_t(std::min<uint64_t>(Spilled, UINT32_MAX));
    R.scalar_spills = F.number(".sgpr_spill_count");
    R.local_bytes = F.number(".group_segment_fixed_size");
    R.argument_bytes = F.number(".kernarg_segment_size");
    R.calls_unknown = F.number(".uses_dynamic_stack");
    return R;
}

const char *Reader::readCode(code &C, uint16_t Properties) {
    auto Function = Symbols.find(C.kernel);
    if (Function == Symbols.end())
        return "a kernel has no code";
    const elf_symbol &Symbol = Function->second;
    piece Found = elf_symbol_bytes(&File, &Symbol);
    ArrayRef<uint8_t> Bytes(Found.at, Found.n);
    if (Bytes.size() > Left || Bytes.size() > UINT32_MAX)
        return "kernels overlap";
    Left -= Bytes.size();
    C.bytes = uint32_t(Bytes.size());
    if (!amdgpu_has_disassembler(Processor) && Instructions.empty())
        return "LLVM does not disassemble code for processors before gfx8";
    auto [Width, Fresh] = Decoders.try_emplace(C.warp_width);
    if (Fresh)
        Width->second = Decoder::create(Arena, Processor, C.warp_width);
    if (!Width->second)
        return "this LLVM does not know its processor";
    std::vector<code_instruction> In = Instructions.empty()
                                           ? Width->second->decode(Bytes)
                                           : Width->second->take(instructionsOf(Symbol), Bytes);
    Places->assign(placeOf(File, Symbol.section, Symbol.value), In);
    C.n_instructions = uint32_t(In.size());
    auto *Kept = static_cast<code_instruction *>(
        arena_memdup(Arena, In.data(), In.size() * sizeof(code_instruction)));
    amdgpu_find_frame(&C, Kept, Properties);
    C.instructions = Kept;
    code_find_blocks(Arena, &C);
    return nullptr;
}

/* A kernel is where "NAME.kd", its descriptor, is. */
const char *Reader::readKernel(const Fields &F) {
    enum { DescriptorSize = 64, PropertiesAt = 56 };
    StringRef Descriptor = F.text(".symbol");
    StringRef Name = Descriptor;
    auto Found = Symbols.find(Descriptor.str());
    if (!Name.consume_back(".kd") || Found == Symbols.end())
        return "a kernel has no descriptor";
    piece Bytes = elf_symbol_bytes(&File, &Found->second);
    if (Bytes.n != DescriptorSize)
        return "a kernel has no descriptor";
    code C = {};
    C.kernel = arena_strndup(Arena, Name.data(), Name.size());
    C.arch = arena_strdup(Arena, Processor);
    C.resources = resourcesOf(F);
    C.warp_width = F.number(".wavefront_size");
    C.scalar_unit = true;
    C.most_items = F.number(".max_flat_workgroup_size");
    const char *Why = readCode(C, support::endian::read16le(Bytes.at + PropertiesAt));
    Kernels.push_back(C);
    return Why;
}

code_module Reader::read() {
    code_module M = {};
    if ((M.error = check()))
        return M;
    readSymbols();
    StringRef Note = metadata();
    std::vector<Fields> Named;
    if (Note.empty())
        M.error = "it has no metadata of kernels";
    else if (!Metadata(Note).read(Named))
        M.error = "its metadata is damaged";
    Places = std::make_unique<Lines>(Arena, File);
    for (const Fields &F : Named) {
        const char *Why = readKernel(F);
        M.error = M.error ? M.error : Why;
    }
    M.kernels.n = M.kernels.cap = Kernels.size();
    if (M.kernels.n)
        M.kernels.at =
            static_cast<code *>(arena_memdup(Arena, Kernels.data(), Kernels.size() * sizeof(code)));
    return M;
}

} // namespace

bool amdgpu_has_disassembler(const char *Arch) {
    StringRef Name(Arch);
    return Name.starts_with("gfx") && !(Name.size() == 6 && (Name[3] == '6' || Name[3] == '7'));
}

static code_module readObject(arena *A, piece Bytes, ArrayRef<AssembledInstruction> Instructions) {
    elf File;
    code_module M = {};
    M.error = elf_open(A, Bytes, &File);
    return M.error ? M : Reader(A, File, Bytes.n, Instructions).read();
}

code_module amdgpu_read(arena *A, const void *Bytes, size_t N) {
    return readObject(A, {static_cast<const uint8_t *>(Bytes), N}, {});
}

code_module amdgpu_read_assembly(arena *A, const char *Text, size_t N) {
    Assembled All;
    code_module M = {};
    if (!isAssembly({Text, N}) || !assemble({Text, N}, All)) {
        M.error = "LLVM does not assemble it";
        return M;
    }
    /* Names in what is read borrow its bytes. */
    auto *Kept =
        static_cast<const uint8_t *>(arena_memdup(A, All.Object.data(), All.Object.size()));
    return readObject(A, {Kept, All.Object.size()}, All.Instructions);
}
