/* A controller serves waiting requests of an open row first, so a row counts as open as long as it
 * is among the last few used; which one makes way for another is random, so that there is no
 * number of streams up to which all stay and beyond which none does. Groups that have drifted apart
 * visit a row at different times, each for itself.
 *
 * On AMD's GPUs transfers wait for part of each change (dram_row_stall): kernels that read and
 * write many arrays, and those whose groups have 256 bytes of each, reach half of the bandwidth of
 * a copy.
 *
 * Addresses that are near each other, but not next to each other, are in different channels: those
 * lines of a warp's request that have no other near them open a row each. (Rows of sparse matrices
 * take 7.2 ns for each 64 bytes that a channel sends, on the Radeon HD 7970 and the FirePro W9100.)
 *
 * Where it is known how a GPU spreads addresses over its channels, each changes its rows by itself,
 * and strides that touch few of them wait for those. What the groups of one SM ask for at a time
 * stands for what all ask for. */
#include "perfmodel/memory/dram_rows.h"
#include "perfmodel/model_constants.h"

/* Of an address's distance from its buffer; all buffers are taken to begin in the same channel. */
static const uint64_t BUFFER_MOST = 1ull << 34;

/* The lower bits of a key are a row's number, the upper ones a visitor's: groups have numbers of
 * the lower half, others those of the upper half in turn. */
enum { ROW_BITS = 48, VISITORS = 1 << (64 - ROW_BITS) };

uint32_t dram_row_bytes(const struct gpu *g) {
    return g->dram.dram_row_bytes > 0 ? (uint32_t)g->dram.dram_row_bytes : dram_row;
}

struct dram_rows dram_rows_new(const struct gpu *g, double sms) {
    unsigned n = g->dram.dram_open_rows > 0 ? (unsigned)g->dram.dram_open_rows : open_rows;
    struct dram_rows d = {.open = random_set_none(n),
                          .row_bytes = dram_row_bytes(g),
                          .channel_bytes = g->dram.dram_channel_bytes > 0
                                               ? (uint32_t)g->dram.dram_channel_bytes
                                               : dram_channel_block,
                          .partitions = (uint32_t)g->dram.dram_channels / channels_per_partition};
    d.channels = d.partitions > 1 ? d.partitions * channels_per_partition : 1;
    d.cycles = g->dram.dram_row_cycles * sms * d.channels;
    d.stalls = g->dram.dram_row_cycles * sms * g->dram.dram_row_stall;
    return d;
}

/* Partitions of two channels each, which blocks of neighbouring bytes take in turn. Pairs of blocks
 * go to partitions by the sum of the digits of their number, much as envytools describes it for G80
 * (docs/hw/memory/g80-vram.rst): times of column-wise sums on the GTX 680 at 29 strides have a
 * rank correlation of 0.96 with how evenly this spreads them. */
static uint32_t channel_of(const struct dram_rows *d, uint64_t address) {
    uint64_t block = address % BUFFER_MOST / d->channel_bytes,
             pair = block / channels_per_partition, sum = 0;
    if (d->channels == 1)
        return 0;
    for (; pair; pair /= d->partitions)
        sum += pair % d->partitions;
    return (uint32_t)(sum % d->partitions * channels_per_partition +
                      block % channels_per_partition);
}

uint64_t dram_rows_new_visitor(struct dram_rows *d) {
    return VISITORS / 2 + d->visitors++ % (VISITORS / 2);
}

struct opened_row dram_rows_open(struct dram_rows *d, double now, uint64_t address,
                                 uint64_t visitor, double share) {
    uint64_t row = (address / d->row_bytes + 1) | visitor << ROW_BITS;
    if (d->cycles <= 0 || !random_set_use(&d->open, row))
        return (struct opened_row){now, 0};
    struct server *channel = &d->channel[channel_of(d, address)];
    server_take(channel, now, d->cycles * share);
    d->busiest.free = max_time(d->busiest.free, channel->free);
    d->busiest.busy = max_time(d->busiest.busy, channel->busy);
    return (struct opened_row){channel->free, d->stalls * share};
}
