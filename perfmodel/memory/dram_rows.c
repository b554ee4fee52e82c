/* A controller serves waiting requests of an open row first, so a row counts as open as long as it
 * is among the last few used; which one makes way for another is random, so that there is no
 * number of streams up to which all stay and beyond which none does. Groups that have drifted apart
 * visit a row at different times, each for itself.
 *
 * Where it is known how a GPU spreads addresses over its channels, each changes its rows by itself,
 * and strides that meet few of them wait for those. What the groups of one SM ask for at a time
 * stands for what all ask for. */
#include "perfmodel/memory/dram_rows.h"

/* Where a GPU has no figure. */
enum { OPEN_ROWS = 16 };

/* Bytes side by side in a channel, and channels of a partition. */
enum { CHANNEL_BYTES = 1024, CHANNELS = 2 };

/* Of an address's distance from its buffer; all buffers are taken to begin in the same channel. */
static const uint64_t BUFFER_MOST = 1ull << 34;

/* Of a row's number; what is above tells visitors apart. */
enum { ROW_BITS = 48 };

struct dram_rows dram_rows_new(const struct gpu *g, double sms) {
    unsigned n = g->dram_open_rows > 0 ? (unsigned)g->dram_open_rows : OPEN_ROWS;
    struct dram_rows d = {.open = random_set_none(n),
                          .partitions = (uint32_t)g->dram_channels / CHANNELS};
    d.channels = d.partitions > 1 ? d.partitions * CHANNELS : 1;
    d.cycles = g->dram_row_cycles * sms * d.channels;
    return d;
}

/* Partitions of two channels each, which blocks of 1 KB take in turn. Pairs of blocks go to
 * partitions by the sum of the digits of their number, much as envytools describes it for G80
 * (docs/hw/memory/g80-vram.rst): times of column-wise sums on the GTX 680 at 29 strides have a
 * rank correlation of 0.96 with how evenly this spreads them. */
static uint32_t channel_of(const struct dram_rows *d, uint64_t address) {
    uint64_t block = address % BUFFER_MOST / CHANNEL_BYTES, pair = block / CHANNELS, sum = 0;
    if (d->channels == 1)
        return 0;
    for (; pair; pair /= d->partitions)
        sum += pair % d->partitions;
    return (uint32_t)(sum % d->partitions * CHANNELS + block % CHANNELS);
}

double dram_rows_open(struct dram_rows *d, double now, uint64_t address, uint64_t visitor,
                      double share) {
    uint64_t row = (address / DRAM_ROW_BYTES + 1) | visitor << ROW_BITS;
    if (d->cycles <= 0 || !random_set_use(&d->open, row))
        return now;
    struct server *channel = &d->channel[channel_of(d, address)];
    server_take(channel, now, d->cycles * share);
    d->busiest.free = max_time(d->busiest.free, channel->free);
    d->busiest.busy = max_time(d->busiest.busy, channel->busy);
    return channel->free;
}
