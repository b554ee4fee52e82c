#include "figures.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <tuple>

#include "warp.h"

namespace {

enum { SECTOR_BYTES = 32, SEGMENT_BYTES = 128 };

struct LoopFigures {
    uint64_t entries = 0, trips = 0, least = UINT64_MAX, most = 0;
};

struct BranchFigures {
    uint64_t executions = 0, divergent = 0;
};

struct AccessSite {
    Place place;
    Event::Kind kind;
    unsigned space;
    uint32_t bytes;
    std::string object;
    bool is_argument;
    bool operator<(const AccessSite &o) const {
        return std::tie(place, kind, space, bytes, object, is_argument) <
               std::tie(o.place, o.kind, o.space, o.bytes, o.object, o.is_argument);
    }
};

struct AccessFigures {
    uint64_t requests = 0, sectors = 0, segments = 0, ideal_sectors = 0, distinct = 0;
    double degrees = 0, highest_degree = 0;
    bool uniform = true;
};

uint64_t div_up(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

// Pieces of memory of one size that the lanes touch, each counted once.
size_t distinct_pieces(const Request &r, unsigned piece) {
    std::set<uint64_t> touched;
    for (const auto &[lane, address] : r.addresses)
        for (uint64_t p = address / piece; p <= (address + r.bytes - 1) / piece; p++)
            touched.insert(p);
    return touched.size();
}

// A bank serves one word per pass, to any number of lanes.
unsigned passes_of(const std::set<uint64_t> &words, unsigned banks) {
    std::map<uint64_t, unsigned> load;
    unsigned most = 1;
    for (uint64_t word : words)
        most = std::max(most, ++load[word % banks]);
    return most;
}

// Passes that the request takes over those that it would take without any conflict. The lanes
// go together as long as the banks' width has room for what each of them wants.
double bank_degree(const Request &r, const Machine &m) {
    unsigned together = m.lanes_per_pass;
    while (together > 1 && together * r.bytes > m.banks * m.bank_bytes)
        together /= 2;
    std::map<unsigned, std::set<uint64_t>> words;
    for (const auto &[lane, address] : r.addresses)
        for (uint64_t w = address / m.bank_bytes; w <= (address + r.bytes - 1) / m.bank_bytes; w++)
            words[lane / together].insert(w);
    unsigned passes = 0;
    for (const auto &part : words)
        passes += passes_of(part.second, m.banks);
    return double(passes) / double(words.size());
}

class Counter : public Observer {
  public:
    explicit Counter(const Machine &machine) : machine(machine) {}

    void branched(const Block *from, size_t sides) override {
        BranchFigures &b = branches[from->branch];
        b.executions++;
        b.divergent += sides > 1;
    }

    void requested(const Request &r) override {
        AccessFigures &a = accesses[{r.instruction->place, r.kind, r.space, r.bytes,
                                     r.instruction->object, r.instruction->is_argument}];
        std::set<uint64_t> addresses;
        for (const auto &[lane, address] : r.addresses)
            addresses.insert(address);
        a.requests++;
        a.distinct += addresses.size();
        a.uniform &= addresses.size() == 1;
        if (r.space == LOCAL) {
            double degree = bank_degree(r, machine);
            a.degrees += degree;
            a.highest_degree = std::max(a.highest_degree, degree);
            return;
        }
        a.sectors += distinct_pieces(r, SECTOR_BYTES);
        a.segments += distinct_pieces(r, SEGMENT_BYTES);
        a.ideal_sectors += div_up(r.addresses.size() * r.bytes, SECTOR_BYTES);
    }

    void left(const Loop &loop, uint64_t trips) override {
        LoopFigures &l = loops[loop.place];
        l.entries++;
        l.trips += trips;
        l.least = std::min(l.least, trips);
        l.most = std::max(l.most, trips);
    }

    std::string json() const;

  private:
    Machine machine;
    std::map<Place, LoopFigures> loops;
    std::map<Place, BranchFigures> branches;
    std::map<AccessSite, AccessFigures> accesses;
};

std::ostream &operator<<(std::ostream &out, const Place &p) {
    return out << "{\"line\":" << p.line << ",\"col\":" << p.col;
}

std::string Counter::json() const {
    static const char *const kinds[] = {"", "", "", "load", "store", "atomic"};
    static const char *const spaces[] = {"private", "global", "constant", "local", "generic"};
    std::ostringstream out;
    out.precision(17);
    const char *comma = "";
    out << "{\"loops\":[";
    for (const auto &[place, l] : loops) {
        out << comma << place << ",\"entries\":" << l.entries << ",\"trips\":" << l.trips
            << ",\"trips_min\":" << l.least << ",\"trips_max\":" << l.most << "}";
        comma = ",";
    }
    out << "],\"branches\":[";
    comma = "";
    for (const auto &[place, b] : branches) {
        out << comma << place << ",\"executions\":" << b.executions
            << ",\"divergent\":" << b.divergent << "}";
        comma = ",";
    }
    out << "],\"accesses\":[";
    comma = "";
    for (const auto &[site, a] : accesses) {
        out << comma << site.place << ",\"kind\":\"" << kinds[site.kind] << "\",\"space\":\""
            << spaces[std::min(site.space, 4u)] << "\",\"bytes\":" << site.bytes << ",\"object\":\""
            << site.object << "\",\"argument\":" << (site.is_argument ? "true" : "false")
            << ",\"requests\":" << a.requests << ",\"sectors32\":" << a.sectors
            << ",\"segments128\":" << a.segments << ",\"ideal_sectors\":" << a.ideal_sectors
            << ",\"distinct\":" << a.distinct << ",\"bank_degrees\":" << a.degrees << ",\"bank_degree_max\":" << a.highest_degree
            << ",\"uniform\":" << (a.uniform ? "true" : "false") << "}";
        comma = ",";
    }
    out << "]}";
    return out.str();
}

} // namespace

std::string figures(const LaunchTrace &trace, const std::vector<uint64_t> &groups,
                    const Machine &machine) {
    Counter counter(machine);
    for (uint64_t number : groups) {
        const std::vector<ItemTrace> &items = trace.at(number);
        for (size_t first = 0; first < items.size(); first += machine.warp_width) {
            std::vector<const ItemTrace *> lanes;
            for (size_t i = first; i < std::min(items.size(), first + machine.warp_width); i++)
                lanes.push_back(&items[i]);
            observe_warp(lanes, counter);
        }
    }
    return counter.json();
}
