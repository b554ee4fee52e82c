/* Local (shared) memory: how many passes a warp's request takes. A pass serves each
 * bank once; lanes that read the same word share it. */
#ifndef PERFMODEL_MEMORY_BANKS_H
#define PERFMODEL_MEMORY_BANKS_H

#include "perfmodel/estimate.h"

struct passes {
    uint32_t taken;
    uint32_t ideal; /* the fewest that the request's width allows */
    uint32_t
        merged; /* taken by loads, where pairs of lanes that want the same words share passes */
};

/* Those that a load or a store takes. */
static inline uint32_t passes_taken(const struct passes *p, enum access_kind kind) {
    return kind == ACCESS_LOAD ? p->merged : p->taken;
}

/* `address` is of the first active lane. Wide accesses (64 and 128 bits) are served in two
 * and four parts of the warp; where local_pairs_share, two parts are one if every lane wants what
 * its neighbour does, or the lane after that. Not modelled: Kepler's choice between 4- and 8-byte
 * bank mode; 8 bytes are taken, where two neighbouring 4-byte words are one. */
struct passes bank_passes(const struct gpu *g, const struct pattern *p, uint64_t address);

/* Of units of so many bytes that these lanes touch, the first active one at the address, the most
 * in one of the banks, in which neighbouring units are in turn. 0 for addresses that are not known.
 */
uint32_t most_in_a_bank(const struct pattern *p, uint64_t address, uint64_t lanes, uint32_t bytes,
                        uint32_t banks);

#endif
