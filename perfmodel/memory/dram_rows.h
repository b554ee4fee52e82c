/* The open rows of DRAM, and the channels that change them. Times in core cycles. */
#ifndef PERFMODEL_MEMORY_DRAM_ROWS_H
#define PERFMODEL_MEMORY_DRAM_ROWS_H

#include <stdint.h>

#include "hwdb/gpu.h"
#include "perfmodel/memory/cache.h"
#include "perfmodel/memory/server.h"

enum { CHANNELS_MAX = 16 };

/* As one SM sees them. */
struct dram_rows {
    double cycles; /* of its share of a channel, for another row; 0 = not modelled */
    double stalls; /* of the whole DRAM's share, that transfers wait for another row */
    uint32_t row_bytes, channel_bytes, partitions, channels;
    struct random_set open; /* numbers + 1 */
    uint64_t visitors;      /* counted */
    struct server channel[CHANNELS_MAX];
    struct server busiest; /* when the last channel is free, and the most work of one */
};

/* Bytes of a row of the GPU's DRAM. */
uint32_t dram_row_bytes(const struct gpu *g);

struct dram_rows dram_rows_new(const struct gpu *g, double sms);

/* What a request finds. */
struct opened_row {
    double at;     /* when its row is open */
    double stalls; /* cycles that transfers wait for it */
};

/* A new visitor, who finds no row open but those that this visitor has opened a moment ago. */
uint64_t dram_rows_new_visitor(struct dram_rows *d);

/* A request at time `now`. `share` is the SM's part of a change that others need, too; what opens
 * rows for itself is a `visitor`, else 0. */
struct opened_row dram_rows_open(struct dram_rows *d, double now, uint64_t address,
                                 uint64_t visitor, double share);

#endif
