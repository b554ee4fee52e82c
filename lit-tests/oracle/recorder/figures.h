// The figures of a report, made from the traces of work-items.
#pragma once

#include <string>

#include "trace.h"

struct Machine {
    unsigned warp_width;
    unsigned banks, bank_bytes;
    // Work-items that one pass over local memory serves, at 4 bytes each.
    unsigned lanes_per_pass;
};

// JSON: loops, branches and accesses over these groups. Throws std::runtime_error if work-items
// in one block did different things.
std::string figures(const LaunchTrace &trace, const std::vector<uint64_t> &groups,
                    const Machine &machine);
