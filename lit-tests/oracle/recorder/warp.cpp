#include "warp.h"

#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

namespace {

// Number of a situation: a call or an iteration of a loop, within an outer situation.
using Situation = unsigned;

class Warp {
  public:
    explicit Warp(Observer &observer) : observer(observer) {}

    Situation inside(Situation outer, const void *loop_or_call, uint64_t iteration) {
        auto key = std::make_tuple(outer, loop_or_call, iteration);
        return situations.emplace(key, Situation(situations.size() + 1)).first->second;
    }

    void access(Situation s, unsigned lane, const Event &e) {
        unsigned space =
            e.kind == Event::STORE ? e.instruction->written_space : e.instruction->read_space;
        Request &r = requests[{s, e.instruction, e.kind}];
        r.instruction = e.instruction;
        r.kind = e.kind;
        r.space = space;
        r.bytes = e.size;
        r.addresses.push_back({lane, e.address});
    }

    void branch(Situation s, const Block *from, const Block *to) { branches[{s, from}].insert(to); }

    void report() const {
        for (const auto &b : branches)
            observer.branched(b.first.second, b.second.size());
        for (const auto &r : requests)
            observer.requested(r.second);
    }

    Observer &observer;

  private:
    std::map<std::tuple<Situation, const void *, uint64_t>, Situation> situations;
    std::map<std::pair<Situation, const Block *>, std::set<const Block *>> branches;
    std::map<std::tuple<Situation, const Instruction *, Event::Kind>, Request> requests;
};

// A work-item on its way through one call, and the loops that it is in, the innermost last.
class Call {
  public:
    Call(Warp &warp, Situation situation) : warp(warp), outside(situation) {}

    Situation situation() const { return loops.empty() ? outside : loops.back().situation; }

    void enter(const Block *to) {
        if (block && block->succs.size() > 1)
            warp.branch(situation(), block, to);
        while (!loops.empty() && !loops.back().loop->blocks.count(to)) {
            warp.observer.left(*loops.back().loop, loops.back().complete);
            loops.pop_back();
        }
        if (!loops.empty() && to == loops.back().loop->header)
            iterate(loops.back());
        else
            for (const Loop &loop : to->function->loops)
                if (to == loop.header)
                    loops.push_back({&loop, 0, 0, warp.inside(situation(), &loop, 0)});
        if (!loops.empty() && to == loops.back().loop->condition)
            loops.back().complete++;
        block = to;
    }

  private:
    struct Position {
        const Loop *loop;
        uint64_t iteration, complete;
        Situation situation;
    };

    void iterate(Position &p) {
        p.iteration++;
        p.complete += p.loop->condition == nullptr;
        Situation around = loops.size() > 1 ? loops[loops.size() - 2].situation : outside;
        p.situation = warp.inside(around, p.loop, p.iteration);
    }

    Warp &warp;
    Situation outside;
    const Block *block = nullptr;
    std::vector<Position> loops;
};

void follow(Warp &warp, unsigned lane, const ItemTrace &trace) {
    std::vector<Call> calls{Call(warp, 0)};
    for (const Event &e : trace) {
        if (calls.empty())
            throw std::runtime_error("a work-item goes on after its end");
        switch (e.kind) {
        case Event::ENTER:
            calls.back().enter(e.instruction->block);
            break;
        case Event::CALL:
            calls.push_back(Call(warp, warp.inside(calls.back().situation(), e.instruction, 0)));
            break;
        case Event::RETURN:
            calls.pop_back();
            break;
        default:
            warp.access(calls.back().situation(), lane, e);
        }
    }
    if (!calls.empty())
        throw std::runtime_error("a work-item did not come to its end");
}

} // namespace

void observe_warp(const std::vector<const ItemTrace *> &lanes, Observer &observer) {
    Warp warp(observer);
    for (unsigned i = 0; i < lanes.size(); i++)
        follow(warp, i, *lanes[i]);
    warp.report();
}
