/* The data banks of an L1: how long lanes wait for one another though their data is there. */
#ifndef PERFMODEL_MEMORY_L1_BANKS_H
#define PERFMODEL_MEMORY_L1_BANKS_H

#include "analysis/trace/trace.h"
#include "perfmodel/memory/grid.h"

/* Rounds in which the L1 serves a load of known addresses; in each of them a bank reads one word,
 * for all lanes that want it, and l1_bank_lanes of the warp take part, fewer with wider elements.
 * Words that lie side by side, as many as a line has, take one round together. Where four lanes
 * take part, their lines must be in different banks of tags, too. 0 where nothing is known of
 * banks.
 *
 * From RRZE-HPC/gpu-benches, gpu-strides: 90 strides on the A100, A40, H200, MI210 and RX 6900 XT.
 */
uint32_t l1_bank_rounds(const struct memory_grid *g, const struct pattern *p);

/* Lanes that are served in fours, whose tags are looked up in the same rounds. */
enum { L1_FOUR_LANES = 4 };

/* How far behind the first of these lanes' elements the last one begins; -1 without any. */
int64_t span_of_lanes(const struct pattern *p, uint64_t lanes);

#endif
