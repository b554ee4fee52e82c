// Puts the traces of a warp's work-items together to what the warp does. Lanes that are at one
// instruction in one call, and in the same iteration of every loop around it, do it together.
#pragma once

#include <utility>
#include <vector>

#include "trace.h"

enum { PRIVATE, GLOBAL, CONSTANT, LOCAL };

// The lanes that do one access together, with their addresses.
struct Request {
    const Instruction *instruction;
    Event::Kind kind;
    unsigned space;
    uint32_t bytes;
    std::vector<std::pair<unsigned, uint64_t>> addresses;
};

class Observer {
  public:
    virtual ~Observer() = default;
    // The lanes at the end of a block with several successors went to this many of them.
    virtual void branched(const Block *from, size_t sides) = 0;
    virtual void requested(const Request &r) = 0;
    // One work-item has left a loop that it had entered.
    virtual void left(const Loop &loop, uint64_t trips) = 0;
};

void observe_warp(const std::vector<const ItemTrace *> &lanes, Observer &observer);
