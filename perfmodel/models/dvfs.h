/* The frequency-scaling model: Wang and Chu, GPGPU Performance Estimation with Core and Memory
 * Frequency Scaling, equations 5 to 21. Names are the paper's; all times in core cycles. */
#ifndef PERFMODEL_MODELS_DVFS_H
#define PERFMODEL_MODELS_DVFS_H

struct dvfs_kernel {
    double avr_comp;  /* computation of one warp between two memory requests, equation 7 */
    double agl_lat;   /* latency of a global request, equation 5a */
    double agl_del;   /* service time of one of its transactions, equation 5b */
    double gld_trans; /* transactions of one warp in one outer iteration */
    double o_itrs;    /* outer iterations: without shared memory, global requests of a warp */
    double i_itrs;    /* shared memory requests of a warp in one outer iteration, 0 = none */
    double periods;   /* computations of a warp in one outer iteration: its memory requests */
    double shm_lat;   /* latency of one of them */
    double warps;     /* #Aw, active on one SM */
    double wpb;       /* #Wpb, of one block */
};

/* Which of the paper's pipelines the kernel is like. */
enum dvfs_case {
    DVFS_COMPUTE,     /* equation 9, figure 6 */
    DVFS_MEMORY,      /* equation 11, figure 7 */
    DVFS_FEW_SHORT,   /* equation 13, figure 8: few warps, short computation */
    DVFS_FEW_LONG,    /* equation 15, figure 9: few warps, long computation */
    DVFS_SHARED_RARE, /* equation 17, figure 10 */
    DVFS_SHARED_OFTEN /* equation 21, figure 11 */
};

enum dvfs_case dvfs_case(const struct dvfs_kernel *k);
/* T_active: cycles of one round of active warps on one SM. */
double dvfs_active(const struct dvfs_kernel *k);

#endif
