/* LLVM's readers of ELF, of AMDGPU's metadata, machine code and DWARF lines, behind a C interface.
 * Bytes may be anybody's: what LLVM takes on trust is checked before. */
#include "codegen/object/amdgpu.h"
#include "codegen/object/amdgpu_frame.h"
#include "codegen/object/amdgpu_instructions.h"

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/BinaryFormat/MsgPackDocument.h>
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
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/FileSystem.h>

using namespace llvm;
using object::ELF64LE;
using object::ELF64LEObjectFile;

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
    if (!T)
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
    D->Disassembler.reset(T->createMCDisassembler(*D->Subtarget, *D->Context));
    D->Printer.reset(T->createMCInstPrinter(Triple(AmdTriple), 0, *D->Assembler, *D->Instructions,
                                            *D->Registers));
    return D->Disassembler && D->Printer && D->Analysis ? std::move(D) : nullptr;
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
    for (size_t I = 0; I < All.size(); I++) {
        auto To = std::lower_bound(
            All.begin(), All.end(), Targets[I],
            [](const code_instruction &In, uint64_t Address) { return In.address < Address; });
        if (To != All.end() && To->address == Targets[I])
            All[I].target = uint32_t(To - All.begin());
    }
    return All;
}

/* --- lines ----------------------------------------------------------------- */

/* Larger debug sections that are compressed are not unpacked. */
constexpr uint64_t MostUnpacked = uint64_t(64) << 20;

struct LineRow {
    uint64_t Section, Address;
    loc Loc;
    bool End;
    bool operator<(const LineRow &O) const {
        if (Section != O.Section || Address != O.Address)
            return std::make_pair(Section, Address) < std::make_pair(O.Section, O.Address);
        return End && !O.End; /* what ends there gives way to what begins */
    }
};

/* Places of all code of an object, in the order of addresses. */
class Lines {
  public:
    Lines(arena *A, const ELF64LEObjectFile &Object);
    /* Sets the places of instructions that begin at an address of a section. */
    void assign(uint64_t Section, uint64_t Address, std::vector<code_instruction> &In) const;

  private:
    std::vector<LineRow> Rows;
    bool Linked;
    void addUnit(arena *A, DWARFContext &Context, DWARFUnit &Unit);
    static const char *fileOf(arena *A, const DWARFDebugLine::LineTable &Table, uint64_t File,
                              DWARFUnit &Unit);
};

bool unpacksTooMuch(const ELF64LEObjectFile &Object) {
    uint64_t Sum = 0;
    for (const object::ELFSectionRef S : Object.sections()) {
        if (!(S.getFlags() & ELF::SHF_COMPRESSED))
            continue;
        Expected<StringRef> Contents = S.getContents();
        ELF64LE::Chdr Header;
        if (!Contents || Contents->size() < sizeof Header) {
            consumeError(Contents.takeError());
            return true;
        }
        memcpy(&Header, Contents->data(), sizeof Header);
        Sum += std::min<uint64_t>(Header.ch_size, MostUnpacked + 1);
    }
    return Sum > MostUnpacked;
}

Lines::Lines(arena *A, const ELF64LEObjectFile &Object) : Linked(!Object.isRelocatableObject()) {
    if (unpacksTooMuch(Object))
        return;
    auto Ignore = [](Error E) { consumeError(std::move(E)); };
    std::unique_ptr<DWARFContext> Context = DWARFContext::create(
        Object, DWARFContext::ProcessDebugRelocations::Process, nullptr, "", Ignore, Ignore);
    for (const std::unique_ptr<DWARFUnit> &Unit : Context->compile_units())
        addUnit(A, *Context, *Unit);
    std::stable_sort(Rows.begin(), Rows.end());
}

/* NULL: the file that the unit was made of. */
const char *Lines::fileOf(arena *A, const DWARFDebugLine::LineTable &Table, uint64_t File,
                          DWARFUnit &Unit) {
    using Kind = DILineInfoSpecifier::FileLineInfoKind;
    const char *Folder = Unit.getCompilationDir(), *Named = Unit.getUnitDIE().getShortName();
    SmallString<128> Own(Named ? Named : "");
    sys::fs::make_absolute(Folder ? Folder : "/", Own);
    std::string Name, Whole;
    if (!Table.getFileNameByIndex(File, "", Kind::RelativeFilePath, Name) ||
        !Table.getFileNameByIndex(File, Folder ? Folder : "/", Kind::AbsoluteFilePath, Whole))
        return nullptr;
    return Whole == Own.str() ? nullptr : arena_strdup(A, Name.c_str());
}

void Lines::addUnit(arena *A, DWARFContext &Context, DWARFUnit &Unit) {
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
            File->second = fileOf(A, **Table, Row.File, Unit);
        Rows.push_back({Linked ? 0 : Row.Address.SectionIndex,
                        Row.Address.Address,
                        {File->second, Row.Line, Row.Column},
                        bool(Row.EndSequence)});
    }
}

void Lines::assign(uint64_t Section, uint64_t Address, std::vector<code_instruction> &In) const {
    LineRow At = {Linked ? 0 : Section, 0, {nullptr, 0, 0}, false};
    for (code_instruction &I : In) {
        At.Address = Address + I.address;
        auto Next = std::upper_bound(Rows.begin(), Rows.end(), At);
        if (Next != Rows.begin() && std::prev(Next)->Section == At.Section && !std::prev(Next)->End)
            I.loc = std::prev(Next)->Loc;
    }
}

/* --- objects --------------------------------------------------------------- */

struct Symbol {
    uint64_t Section, Address; /* of an object that is not linked: within the section */
    uint64_t Size;
};

/* Code is not read more often than this: kernels do not overlap. */
constexpr uint64_t MostReadings = 4;

class Reader {
  public:
    Reader(arena *A, const ELF64LEObjectFile &Object, size_t Bytes)
        : Arena(A), Object(Object), Left(MostReadings * Bytes) {}
    code_module read();

  private:
    arena *Arena;
    const ELF64LEObjectFile &Object;
    uint64_t Left; /* bytes of code that may still be read */
    const char *Processor = nullptr;
    std::map<std::string, Symbol> Symbols;
    std::map<uint64_t, StringRef> Contents;                /* of sections, by index */
    std::map<uint32_t, std::unique_ptr<Decoder>> Decoders; /* by width of warps */
    std::unique_ptr<Lines> Places;
    std::vector<code> Kernels;

    const char *check();
    void readSections();
    void readSymbols(object::ELFObjectFileBase::elf_symbol_iterator_range All);
    ArrayRef<uint8_t> bytesOf(const Symbol &S) const;
    StringRef metadata() const;
    const char *readKernels(msgpack::Document &Document);
    const char *readKernel(msgpack::MapDocNode &Fields);
    const char *readCode(code &C, uint16_t Properties);
};

const char *Reader::check() {
    enum { Version3 = 1, Version6 = 4 };
    const auto &Header = Object.getELFFile().getHeader();
    if (Header.e_machine != ELF::EM_AMDGPU)
        return "it is not for AMD's GPUs";
    if (Header.e_ident[ELF::EI_OSABI] != ELF::ELFOSABI_AMDGPU_HSA)
        return "it is not for AMD's HSA runtime";
    unsigned Version = Header.e_ident[ELF::EI_ABIVERSION];
    if (Version < Version3 || Version > Version6)
        return "it is no code object of version 3 to 6";
    Processor = amdgpu_machine(Header.e_flags);
    return Processor ? nullptr : "it is for an unknown processor";
}

void Reader::readSections() {
    for (const object::ELFSectionRef S : Object.sections()) {
        Expected<StringRef> Bytes = S.getContents();
        if (Bytes)
            Contents[S.getIndex()] = *Bytes;
        else
            consumeError(Bytes.takeError());
    }
}

void Reader::readSymbols(object::ELFObjectFileBase::elf_symbol_iterator_range All) {
    for (const object::ELFSymbolRef &S : All) {
        Expected<StringRef> Name = S.getName();
        Expected<uint64_t> Address = S.getValue();
        Expected<object::section_iterator> Section = S.getSection();
        if (!Name || !Address || !Section) {
            consumeError(Name.takeError());
            consumeError(Address.takeError());
            consumeError(Section.takeError());
            continue;
        }
        if (*Section != Object.section_end() && !Name->empty())
            Symbols.emplace(Name->str(), Symbol{(*Section)->getIndex(), *Address, S.getSize()});
    }
}

/* Nothing if they are not all in the section. */
ArrayRef<uint8_t> Reader::bytesOf(const Symbol &S) const {
    auto Found = Contents.find(S.Section);
    if (Found == Contents.end())
        return {};
    uint64_t Begin = S.Address;
    if (!Object.isRelocatableObject()) {
        for (const object::ELFSectionRef Of : Object.sections())
            if (Of.getIndex() == S.Section)
                Begin -= Of.getAddress();
    }
    StringRef Bytes = Found->second;
    if (Begin > Bytes.size() || S.Size > Bytes.size() - Begin)
        return {};
    return arrayRefFromStringRef(Bytes.substr(Begin, S.Size));
}

/* The note with what the runtime has to know of kernels: words of size, name and type, and the
 * bytes. */
StringRef Reader::metadata() const {
    enum { NoteWords = 12, Alignment = 4 };
    for (const object::ELFSectionRef S : Object.sections()) {
        auto Found = Contents.find(S.getIndex());
        if (S.getType() != ELF::SHT_NOTE || Found == Contents.end())
            continue;
        for (StringRef Rest = Found->second; Rest.size() >= NoteWords;) {
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

/* 0 where there is none. */
uint32_t numberOf(msgpack::MapDocNode &Fields, StringRef Name) {
    auto Found = Fields.find(Name);
    if (Found == Fields.end())
        return 0;
    const msgpack::DocNode &N = Found->second;
    if (N.getKind() == msgpack::Type::UInt)
        return uint32_t(std::min<uint64_t>(N.getUInt(), UINT32_MAX));
    if (N.getKind() == msgpack::Type::Int && N.getInt() > 0)
        return uint32_t(std::min<int64_t>(N.getInt(), UINT32_MAX));
    return N.getKind() == msgpack::Type::Boolean && N.getBool();
}

code_resources resourcesOf(msgpack::MapDocNode &Fields) {
    constexpr uint32_t RegisterBytes = 4;
    code_resources R = {};
    R.registers = numberOf(Fields, ".vgpr_count");
    R.scalar_registers = numberOf(Fields, ".sgpr_count");
    R.accumulators = numberOf(Fields, ".agpr_count");
    R.stack_bytes = numberOf(Fields, ".private_segment_fixed_size");
    uint64_t Spilled = uint64_t(RegisterBytes) * numberOf(Fields, ".vgpr_spill_count");
    R.spill_bytes = uint32_t(std::min<uint64_t>(Spilled, UINT32_MAX));
    R.scalar_spills = numberOf(Fields, ".sgpr_spill_count");
    R.local_bytes = numberOf(Fields, ".group_segment_fixed_size");
    R.argument_bytes = numberOf(Fields, ".kernarg_segment_size");
    R.calls_unknown = numberOf(Fields, ".uses_dynamic_stack");
    return R;
}

const char *Reader::readCode(code &C, uint16_t Properties) {
    auto Function = Symbols.find(C.kernel);
    if (Function == Symbols.end())
        return "a kernel has no code";
    ArrayRef<uint8_t> Bytes = bytesOf(Function->second);
    if (Bytes.size() > Left || Bytes.size() > UINT32_MAX)
        return "kernels overlap";
    Left -= Bytes.size();
    C.bytes = uint32_t(Bytes.size());
    if (!amdgpu_has_disassembler(Processor))
        return "LLVM does not disassemble code for processors before gfx8";
    auto [Found, Fresh] = Decoders.try_emplace(C.warp_width);
    if (Fresh)
        Found->second = Decoder::create(Arena, Processor, C.warp_width);
    if (!Found->second)
        return "LLVM has no disassembler for it";
    std::vector<code_instruction> In = Found->second->decode(Bytes);
    Places->assign(Function->second.Section, Function->second.Address, In);
    C.n_instructions = uint32_t(In.size());
    auto *Kept = static_cast<code_instruction *>(
        arena_memdup(Arena, In.data(), In.size() * sizeof(code_instruction)));
    amdgpu_find_frame(&C, Kept, Properties);
    C.instructions = Kept;
    code_find_blocks(Arena, &C);
    return nullptr;
}

/* A kernel is where "NAME.kd", its descriptor, is. */
const char *Reader::readKernel(msgpack::MapDocNode &Fields) {
    enum { DescriptorSize = 64, PropertiesAt = 56 };
    auto Named = Fields.find(".symbol");
    StringRef Descriptor =
        Named != Fields.end() && Named->second.isString() ? Named->second.getString() : "";
    StringRef Name = Descriptor;
    auto Found = Symbols.find(Descriptor.str());
    if (!Name.consume_back(".kd") || Found == Symbols.end())
        return "a kernel has no descriptor";
    ArrayRef<uint8_t> Bytes = bytesOf(Found->second);
    if (Bytes.size() != DescriptorSize)
        return "a kernel has no descriptor";
    code C = {};
    C.kernel = arena_strndup(Arena, Name.data(), Name.size());
    C.arch = arena_strdup(Arena, Processor);
    C.resources = resourcesOf(Fields);
    C.warp_width = numberOf(Fields, ".wavefront_size");
    C.most_items = numberOf(Fields, ".max_flat_workgroup_size");
    const char *Why = readCode(C, support::endian::read16le(Bytes.data() + PropertiesAt));
    Kernels.push_back(C);
    return Why;
}

const char *Reader::readKernels(msgpack::Document &Document) {
    constexpr const char *Wrong = "its metadata is damaged";
    if (!Document.getRoot().isMap())
        return Wrong;
    msgpack::MapDocNode &Root = Document.getRoot().getMap();
    auto Found = Root.find("amdhsa.kernels");
    if (Found == Root.end())
        return nullptr;
    if (!Found->second.isArray())
        return Wrong;
    const char *Error = nullptr;
    for (msgpack::DocNode &Node : Found->second.getArray()) {
        const char *Why = Node.isMap() ? readKernel(Node.getMap()) : Wrong;
        Error = Error ? Error : Why;
    }
    return Error;
}

code_module Reader::read() {
    code_module M = {};
    if ((M.error = check()))
        return M;
    readSections();
    readSymbols(Object.symbols());
    readSymbols(Object.getDynamicSymbolIterators());
    msgpack::Document Document;
    StringRef Note = metadata();
    if (Note.empty() || !Document.readFromBlob(Note, false)) {
        M.error = Note.empty() ? "it has no metadata of kernels" : "its metadata is damaged";
        return M;
    }
    Places = std::make_unique<Lines>(Arena, Object);
    M.error = readKernels(Document);
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

code_module amdgpu_read(arena *A, const void *Bytes, size_t N) {
    constexpr size_t Alignment = alignof(max_align_t);
    if (reinterpret_cast<uintptr_t>(Bytes) % Alignment)
        Bytes = arena_memdup(A, Bytes, N);
    MemoryBufferRef Buffer(StringRef(static_cast<const char *>(Bytes), N), "code object");
    code_module M = {};
    auto Object = object::ObjectFile::createELFObjectFile(Buffer);
    auto *Elf = Object ? dyn_cast<ELF64LEObjectFile>(Object->get()) : nullptr;
    if (Elf)
        M = Reader(A, *Elf, N).read();
    else
        M.error = "it is not an ELF file of 64 bits";
    if (!Object)
        consumeError(Object.takeError());
    return M;
}
