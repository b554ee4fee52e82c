// What one work-item did, in its order.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "program.h"

struct Event {
    enum Kind : uint8_t { ENTER, CALL, RETURN, LOAD, STORE, ATOMIC } kind;
    uint32_t size;
    const Instruction *instruction;
    // Of an access: number of the buffer in the upper 16 bits, offset in it below.
    uint64_t address;
};

using ItemTrace = std::vector<Event>;

// By linear number: groups of the launch, and work-items of a group.
using LaunchTrace = std::map<uint64_t, std::vector<ItemTrace>>;
