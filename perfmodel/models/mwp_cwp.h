/* MWP-CWP: memory and computation warp parallelism (Hong and Kim, ISCA 2009), as Wang, Zhong
 * and Mitra use it in CGPredict: Embedded GPU Performance Estimation from Single-Threaded
 * Applications, equations 1 to 23. Names are the paper's. */
#ifndef PERFMODEL_MODELS_MWP_CWP_H
#define PERFMODEL_MODELS_MWP_CWP_H

/* Table 3, first part; cycles. */
struct mwp_hardware {
    double inst_cycle;      /* average of one instruction of a warp */
    double mem_ld_l2;       /* latency */
    double mem_ld_dram;     /* latency */
    double mem_ld_smem;     /* latency without bank conflict */
    double smem_load_const; /* latency from DRAM to shared memory */
    double dd_l2, dd_dram;  /* departure delays: between two transactions */
};

/* Memory instructions of one access pattern. */
struct mwp_pattern {
    double insts;      /* of one warp */
    double l2_trans;   /* transactions of one instruction */
    double dram_trans; /* of those, the ones that go to DRAM */
};

/* Table 3, second part. */
struct mwp_kernel {
    struct mwp_pattern coal, uncoal, constant;
    struct mwp_pattern smem_load; /* that bring data to shared memory */
    double total_insts;           /* of one warp, memory instructions included */
    double smem_conflicts;        /* sum over shared memory instructions of their X-way conflict */
    double sync_insts;
    double n, b;  /* active warps and blocks of an SM */
    double batch; /* rounds of active blocks */
};

struct mwp_result {
    double mem_l, departure_delay; /* cycles of an average memory instruction */
    double sync_delay;             /* the same delay without loads to shared memory */
    double mem_cycles, comp_cycles;
    double mwp, cwp;
    double exec_cycles;
};

struct mwp_result mwp_cwp(const struct mwp_hardware *h, const struct mwp_kernel *k);

#endif
