/* LLVM's assembler gives each instruction to a code emitter; ours notes it and has LLVM's do the
 * work. */
#include "codegen/object/amdgpu_assembly.hpp"

#include <memory>

#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCObjectWriter.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;

extern "C" {
void LLVMInitializeAMDGPUTargetInfo(void);
void LLVMInitializeAMDGPUTargetMC(void);
void LLVMInitializeAMDGPUAsmParser(void);
}

namespace {

constexpr const char *AmdTriple = "amdgcn-amd-amdhsa";
constexpr const char *TargetDirective = ".amdgcn_target \"amdgcn-amd-amdhsa--";

class NotingEmitter : public MCCodeEmitter {
  public:
    NotingEmitter(MCCodeEmitter *Emitter, std::vector<AssembledInstruction> &Noted)
        : Emitter(Emitter), Noted(Noted) {}
    void reset() override { Emitter->reset(); }
    void encodeInstruction(const MCInst &Inst, SmallVectorImpl<char> &To,
                           SmallVectorImpl<MCFixup> &Fixups,
                           const MCSubtargetInfo &Subtarget) const override {
        size_t Before = To.size();
        Emitter->encodeInstruction(Inst, To, Fixups, Subtarget);
        Noted.push_back({Inst, uint32_t(To.size() - Before)});
    }

  private:
    std::unique_ptr<MCCodeEmitter> Emitter;
    std::vector<AssembledInstruction> &Noted;
};

/* "gfx701" and the rest of its target: "gfx90a:xnack-" has settings behind it. */
StringRef processorOf(StringRef Text) {
    StringRef Target = Text.split(TargetDirective).second.split('"').first;
    return Target.split(':').first;
}

void ignore(const SMDiagnostic &, void *) {}

} // namespace

bool isAssembly(StringRef Text) {
    return Text.contains(TargetDirective);
}

bool assemble(StringRef Text, Assembled &To) {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    std::string Error;
    const Triple Machine(AmdTriple);
    const Target *T = TargetRegistry::lookupTarget(AmdTriple, Error);
    if (!T)
        return false;
    MCTargetOptions Options;
    std::unique_ptr<MCSubtargetInfo> Subtarget(
        T->createMCSubtargetInfo(AmdTriple, processorOf(Text), ""));
    std::unique_ptr<MCRegisterInfo> Registers(T->createMCRegInfo(AmdTriple));
    std::unique_ptr<MCAsmInfo> Info(T->createMCAsmInfo(*Registers, AmdTriple, Options));
    std::unique_ptr<MCInstrInfo> Instructions(T->createMCInstrInfo());
    SourceMgr Sources;
    Sources.setDiagHandler(ignore);
    Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text), SMLoc());
    MCContext Context(Machine, Info.get(), Registers.get(), Subtarget.get(), &Sources);
    std::unique_ptr<MCObjectFileInfo> Sections(T->createMCObjectFileInfo(Context, true));
    Context.setObjectFileInfo(Sections.get());
    raw_svector_ostream Out(To.Object);
    std::unique_ptr<MCAsmBackend> Backend(T->createMCAsmBackend(*Subtarget, *Registers, Options));
    std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(Out);
    auto Emitter = std::make_unique<NotingEmitter>(T->createMCCodeEmitter(*Instructions, Context),
                                                   To.Instructions);
    std::unique_ptr<MCStreamer> Streamer(T->createMCObjectStreamer(
        Machine, Context, std::move(Backend), std::move(Writer), std::move(Emitter), *Subtarget));
    std::unique_ptr<MCAsmParser> Parser(createMCAsmParser(Sources, Context, *Streamer, *Info));
    std::unique_ptr<MCTargetAsmParser> OfTarget(
        T->createMCAsmParser(*Subtarget, *Parser, *Instructions, Options));
    if (!OfTarget)
        return false;
    Parser->setTargetParser(*OfTarget);
    return !Parser->Run(false) && !Context.hadError();
}
