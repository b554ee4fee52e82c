/* Quantitative analysis: instruction pipeline, shared memory and global memory, each a throughput
 * that depends on how many warps there are (Zhang and Owens, A Quantitative Performance Analysis
 * Model for GPU Architectures, HPCA 2011). */
#ifndef PERFMODEL_SURVEY_QUANTITATIVE_H
#define PERFMODEL_SURVEY_QUANTITATIVE_H

/* What a component reaches: operations per cycle of one SM. `peak` with enough of them under way;
 * with few, those that are under way in the time of each. */
double quantitative_throughput(double peak, double under_way, double latency);

/* Warp instructions of a whole GPU per second that go to functional units of which each SM has so
 * many. */
double quantitative_peak_instructions(double sms, double units, double warp_width, double hz);
/* Bytes of shared memory per second of a whole GPU, whose banks give `bank_bytes` per cycle each.
 */
double quantitative_peak_shared(double sms, double banks, double bank_bytes, double hz);

#endif
