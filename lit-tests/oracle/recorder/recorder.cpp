// An oclgrind plugin that keeps what the work-items of some groups do. The process that has loaded
// oclgrind says which groups, runs a kernel, and asks for its figures.
#include <oclgrind/Context.h>
#include <oclgrind/KernelInvocation.h>
#include <oclgrind/Memory.h>
#include <oclgrind/Plugin.h>
#include <oclgrind/WorkGroup.h>
#include <oclgrind/WorkItem.h>

#include <stdexcept>

#include "figures.h"

namespace {

using namespace oclgrind;

class Recorder : public Plugin {
  public:
    explicit Recorder(const Context *context) : Plugin(context) {}
    bool isThreadSafe() const override { return false; }

    void start(const uint64_t *groups, size_t n) {
        trace.clear();
        error.clear();
        program = std::make_unique<::Program>();
        for (size_t i = 0; i < n; i++)
            trace[groups[i]];
        current = nullptr;
    }

    void kernelBegin(const KernelInvocation *launch) override { groups = launch->getNumGroups(); }

    void log(MessageType type, const char *message) override {
        if (error.empty() && (type == ERROR || type == WARNING))
            error = message;
    }

    void instructionExecuted(const WorkItem *item, const llvm::Instruction *executed,
                             const TypedValue &) override {
        ItemTrace *t = trace_of(item);
        if (!t)
            return;
        const ::Instruction *i = program->instruction(executed);
        enter(*t, i);
        entered = nullptr;
        if (i->calls)
            t->push_back({Event::CALL, 0, i, 0});
        if (i->returns)
            t->push_back({Event::RETURN, 0, i, 0});
    }

    void memoryLoad(const Memory *, const WorkItem *item, size_t address, size_t size) override {
        add(Event::LOAD, item, address, size);
    }

    void memoryStore(const Memory *, const WorkItem *item, size_t address, size_t size,
                     const uint8_t *) override {
        add(Event::STORE, item, address, size);
    }

    void memoryAtomicLoad(const Memory *, const WorkItem *item, AtomicOp, size_t address,
                          size_t size) override {
        add(Event::ATOMIC, item, address, size);
    }

    void workItemComplete(const WorkItem *) override { current = nullptr; }

    LaunchTrace trace;
    std::string error;

  private:
    void add(Event::Kind kind, const WorkItem *item, size_t address, size_t size) {
        ItemTrace *t = trace_of(item);
        const ::Instruction *i = t ? program->instruction(item->getCurrentInstruction()) : nullptr;
        if (!i || i->is_variable)
            return;
        enter(*t, i);
        t->push_back({kind, uint32_t(size), i, address});
    }

    // The accesses of an instruction are heard of before the instruction itself.
    void enter(ItemTrace &t, const ::Instruction *i) {
        if (i->first && entered != i)
            t.push_back({Event::ENTER, 0, i, 0});
        entered = i;
    }

    ItemTrace *trace_of(const WorkItem *item) {
        if (item == current)
            return current_trace;
        const WorkGroup *group = item->getWorkGroup();
        Size3 g = group->getGroupID(), l = item->getLocalID(), size = group->getGroupSize();
        auto at = trace.find(g.x + groups.x * (g.y + groups.y * g.z));
        current = item;
        current_trace = nullptr;
        if (at == trace.end())
            return nullptr;
        at->second.resize(size.x * size.y * size.z);
        current_trace = &at->second[l.x + size.x * (l.y + size.y * l.z)];
        return current_trace;
    }

    std::unique_ptr<::Program> program = std::make_unique<::Program>();
    Size3 groups;
    const WorkItem *current = nullptr;
    ItemTrace *current_trace = nullptr;
    const ::Instruction *entered = nullptr;
};

Recorder *recorder;

} // namespace

extern "C" {

void initializePlugins(Context *context) {
    recorder = new Recorder(context);
    context->registerPlugin(recorder);
}

void releasePlugins(Context *context) {
    context->unregisterPlugin(recorder);
    delete recorder;
    recorder = nullptr;
}

// Records the next launch's groups with these linear numbers.
void oracle_start(const uint64_t *groups, size_t n) {
    recorder->start(groups, n);
}

// What oclgrind complained of first since oracle_start.
const char *oracle_error() {
    return recorder->error.c_str();
}

// JSON, or a line that says why not; valid until the next call.
const char *oracle_figures(const uint64_t *groups, size_t n, const Machine *machine) {
    static std::string result;
    try {
        result = figures(recorder->trace, {groups, groups + n}, *machine);
    } catch (const std::exception &e) {
        result = e.what();
    }
    return result.c_str();
}
}
