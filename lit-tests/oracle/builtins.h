/* Built-in functions that oclgrind does not have, as what clperf takes them for: copies by a whole
 * work-group are loops over it. As macros, so that everything is at the place of the call. */
#define LINEAR_ID                                                                                  \
    (get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)))
#define GROUP_ITEMS (get_local_size(0) * get_local_size(1) * get_local_size(2))
#define COPY(to, from, n, to_step, from_step)                                                      \
    ({                                                                                             \
        for (size_t copied = LINEAR_ID; copied < (n); copied += GROUP_ITEMS)                       \
            (to)[copied * (to_step)] = (from)[copied * (from_step)];                               \
        (event_t)0;                                                                                \
    })
#define async_work_group_copy(to, from, n, event) COPY(to, from, n, 1, 1)
#define wait_group_events(n, events) barrier(CLK_LOCAL_MEM_FENCE)

/* The stride is of the global side. */
char __attribute__((overloadable)) side_of(const __global void *);
short __attribute__((overloadable)) side_of(const __local void *);
#define STEP(side, stride) (sizeof(side_of(side)) == 1 ? (stride) : 1)
#define async_work_group_strided_copy(to, from, n, stride, event)                                  \
    COPY(to, from, n, STEP(to, stride), STEP(from, stride))

/* oclgrind rounds these towards zero. */
#define convert_int_rtn(x) ((int)floor(x))
#define convert_int_rtp(x) ((int)ceil(x))
