/* GPUPerf: MWP-CWP with instruction- and memory-level parallelism, caches and serial work (Sim,
 * Dasgupta, Kim and Vuduc, A Performance Analysis Framework for Identifying Potential Benefits in
 * GPGPU Applications, PPoPP 2012). Names are the paper's. */
#ifndef PERFMODEL_SURVEY_GPUPERF_H
#define PERFMODEL_SURVEY_GPUPERF_H

/* Of one SM and one round; instructions are those of one warp, times and latencies in cycles. */
struct gpuperf_kernel {
    double insts, mem_insts, sync_insts, fp_insts, sfu_insts;
    double n;        /* active warps */
    double ilp, mlp; /* instructions and memory requests of a warp that are under way together */
    double avg_inst_lat; /* of a computing instruction */
    double issue;        /* from one instruction of the SM to the next: warp size over SIMD width */
    double sfu_issue;    /* the same of the special function units */
    double amat;         /* average memory access time */
    double delta;        /* departure delay: from one request of the SM to the next */
    double sync_cycles;  /* of one barrier, for one warp */
    double divergent;    /* instructions that packed lanes would not need */
    double bank_cycles;  /* beyond those of requests without conflict */
};

struct gpuperf_result {
    double w_parallel, w_serial, t_comp, t_mem, t_overlap, t_exec;
    double mwp, cwp, itilp, itmlp;
    /* Potential benefits: cycles that are gone with more instruction-level parallelism, more
     * memory-level parallelism, nothing but floating-point instructions, and nothing that warps do
     * one after another. */
    double b_itilp, b_memlp, b_fp, b_serial;
};

struct gpuperf_result gpuperf(const struct gpuperf_kernel *k);

#endif
