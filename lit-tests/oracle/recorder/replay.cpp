#include "replay.h"

#include <stdexcept>

namespace {

using Lanes = std::vector<unsigned>;

// Where a work-item is in one call, and its complete iterations of the loops around it.
struct Position {
    const Block *block = nullptr;
    std::map<const Loop *, uint64_t> trips;
};

using Positions = std::map<unsigned, Position>;

[[noreturn]] void disagree(const Block *b) {
    throw std::runtime_error("work-items disagree in block " + b->name + ", line " +
                             std::to_string(b->branch.line));
}

class Warp {
  public:
    Warp(const std::vector<const ItemTrace *> &traces, Observer &observer)
        : traces(traces), at(traces.size()), observer(observer) {}

    void run() {
        Lanes all;
        for (unsigned i = 0; i < traces.size(); i++)
            all.push_back(i);
        call(all);
    }

  private:
    const Event &next(unsigned lane) const {
        if (at[lane] == traces[lane]->size())
            throw std::runtime_error("a work-item did not come to its end");
        return (*traces[lane])[at[lane]];
    }

    const Block *target(unsigned lane, const Block *from) const {
        if (next(lane).kind != Event::ENTER)
            disagree(from);
        return next(lane).instruction->block;
    }

    // All lanes run one function to its end.
    void call(const Lanes &lanes) {
        Positions positions;
        run(next(lanes.front()).instruction->block, nullptr, lanes, positions);
    }

    // The lanes go from the beginning of a block to the beginning of another.
    void run(const Block *b, const Block *end, const Lanes &lanes, Positions &positions) {
        while (b != end) {
            for (unsigned lane : lanes)
                enter(lane, b, positions[lane]);
            run_inside(b, lanes);
            b = b->succs.empty() ? nullptr : run_branch(b, lanes, positions);
        }
    }

    // Follows the sides to where they meet. Returns where the lanes then are.
    const Block *run_branch(const Block *b, const Lanes &lanes, Positions &positions) {
        std::map<const Block *, Lanes> sides;
        for (unsigned lane : lanes)
            sides[target(lane, b)].push_back(lane);
        if (b->succs.size() > 1)
            observer.branched(b, sides.size());
        if (sides.size() == 1)
            return sides.begin()->first;
        for (const auto &[to, some] : sides)
            run(to, b->meets, some, positions);
        return b->meets;
    }

    void enter(unsigned lane, const Block *b, Position &p) {
        if (target(lane, b) != b)
            disagree(b);
        at[lane]++;
        for (const Loop &loop : b->function->loops) {
            bool was_in = p.block && loop.blocks.count(p.block);
            if (was_in && !loop.blocks.count(b))
                observer.left(loop, p.trips[&loop]);
            if (!was_in && b == loop.header)
                p.trips[&loop] = 0;
            else if (b == (loop.condition ? loop.condition : loop.header))
                p.trips[&loop]++;
        }
        p.block = b;
    }

    // Accesses and calls of a block, and a return at its end.
    void run_inside(const Block *b, const Lanes &lanes) {
        for (;;) {
            Event e = next(lanes.front());
            if (e.kind == Event::ENTER)
                return;
            std::vector<std::pair<unsigned, uint64_t>> addresses;
            for (unsigned lane : lanes) {
                const Event &same = next(lane);
                if (same.instruction != e.instruction || same.kind != e.kind)
                    disagree(b);
                addresses.push_back({lane, same.address});
                at[lane]++;
            }
            if (e.kind == Event::RETURN)
                return;
            if (e.kind == Event::CALL)
                call(lanes);
            else
                observer.requested({e.instruction, e.kind, space_of(e), e.size, addresses});
        }
    }

    static unsigned space_of(const Event &e) {
        return e.kind == Event::STORE ? e.instruction->written_space : e.instruction->read_space;
    }

    const std::vector<const ItemTrace *> &traces;
    std::vector<size_t> at;
    Observer &observer;
};

} // namespace

void replay(const std::vector<const ItemTrace *> &lanes, Observer &observer) {
    Warp(lanes, observer).run();
}
