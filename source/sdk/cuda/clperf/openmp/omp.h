/* OpenMP's functions, for host code whose directives are not followed. */
#ifndef CLPERF_OMP_H
#define CLPERF_OMP_H
#pragma GCC system_header

#ifdef __cplusplus
extern "C" {
#endif
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_num_threads(int n);
void omp_set_nested(int nested);
void omp_set_dynamic(int dynamic);
double omp_get_wtime(void);
double omp_get_wtick(void);
typedef struct {
    unsigned char clperf_bytes[4];
} omp_lock_t;
void omp_init_lock(omp_lock_t *lock);
void omp_destroy_lock(omp_lock_t *lock);
void omp_set_lock(omp_lock_t *lock);
void omp_unset_lock(omp_lock_t *lock);
int omp_test_lock(omp_lock_t *lock);
#ifdef __cplusplus
}
#endif

#endif
