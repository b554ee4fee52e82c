/* Stands in for libcu++'s cuda/pipeline, cuda/barrier and cuda/atomic where there is no SDK: copies
 * that are done at once, and barriers that are those of the work-group. */
#pragma GCC system_header
#ifndef CLPERF_LIBCU
#define CLPERF_LIBCU

#define CLPERF_MEMBER __attribute__((always_inline, nodebug, device))
#define CLPERF_EITHER __attribute__((always_inline, nodebug, host, device))

namespace cuda {

enum thread_scope {
    thread_scope_system,
    thread_scope_device,
    thread_scope_block,
    thread_scope_thread
};
enum memory_order {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst
};
template <size_t alignment> struct aligned_size_t {
    size_t value;
    CLPERF_EITHER aligned_size_t(size_t n) : value(n) {}
    CLPERF_EITHER operator size_t() const { return value; }
};

/* --- atomics ---------------------------------------------------------------------- */

template <class T, thread_scope scope = thread_scope_system> struct atomic_ref {
    T *at;
    CLPERF_EITHER atomic_ref(T &v) : at(&v) {}
    CLPERF_MEMBER T load(memory_order = memory_order_seq_cst) const { return *(volatile T *)at; }
    CLPERF_MEMBER void store(T v, memory_order = memory_order_seq_cst) const {
        *(volatile T *)at = v;
    }
    CLPERF_MEMBER T exchange(T v, memory_order = memory_order_seq_cst) const {
        return atomicExch(at, v);
    }
    CLPERF_MEMBER T fetch_add(T v, memory_order = memory_order_seq_cst) const {
        return atomicAdd(at, v);
    }
    CLPERF_MEMBER T fetch_sub(T v, memory_order = memory_order_seq_cst) const {
        return atomicAdd(at, -v);
    }
    CLPERF_MEMBER T fetch_min(T v, memory_order = memory_order_seq_cst) const {
        return atomicMin(at, v);
    }
    CLPERF_MEMBER T fetch_max(T v, memory_order = memory_order_seq_cst) const {
        return atomicMax(at, v);
    }
    CLPERF_MEMBER T fetch_and(T v, memory_order = memory_order_seq_cst) const {
        return atomicAnd(at, v);
    }
    CLPERF_MEMBER T fetch_or(T v, memory_order = memory_order_seq_cst) const {
        return atomicOr(at, v);
    }
    CLPERF_MEMBER bool compare_exchange_strong(T &expected, T v,
                                               memory_order = memory_order_seq_cst,
                                               memory_order = memory_order_seq_cst) const {
        const T was = atomicCAS(at, expected, v);
        const bool same = was == expected;
        expected = was;
        return same;
    }
    CLPERF_MEMBER bool compare_exchange_weak(T &expected, T v, memory_order = memory_order_seq_cst,
                                             memory_order = memory_order_seq_cst) const {
        return compare_exchange_strong(expected, v);
    }
    CLPERF_MEMBER T operator++(int) const { return fetch_add(1); }
    CLPERF_MEMBER T operator++() const { return fetch_add(1) + 1; }
    CLPERF_MEMBER T operator+=(T v) const { return fetch_add(v) + v; }
    CLPERF_MEMBER operator T() const { return load(); }
};
template <class T, thread_scope scope = thread_scope_system> struct atomic : atomic_ref<T, scope> {
    T value;
    CLPERF_EITHER atomic(T v = T()) : atomic_ref<T, scope>(value), value(v) {}
};
CLPERF_DEVICE void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) {
    __threadfence();
}

/* --- barriers, whose phases are those of the work-group ------------------------------- */

template <thread_scope scope, class Completion = void> struct barrier {
    typedef int arrival_token;
    CLPERF_MEMBER arrival_token arrive(int = 1) { return 0; }
    CLPERF_MEMBER void wait(arrival_token) { __syncthreads(); }
    CLPERF_MEMBER void arrive_and_wait() { __syncthreads(); }
    CLPERF_MEMBER void arrive_and_drop() {}
    friend CLPERF_MEMBER void init(barrier *, int) {}
};

/* --- pipelines --------------------------------------------------------------------------- */

template <thread_scope scope, int stages> struct pipeline_shared_state {};
template <thread_scope scope> struct pipeline {
    CLPERF_MEMBER void producer_acquire() {}
    CLPERF_MEMBER void producer_commit() {}
    CLPERF_MEMBER void consumer_wait() { clperf_wait(); }
    CLPERF_MEMBER void consumer_release() { clperf_wait(); }
    CLPERF_MEMBER void quit() {}
    static CLPERF_MEMBER void clperf_wait() {
        if (scope != thread_scope_thread)
            __syncthreads();
    }
};
CLPERF_DEVICE pipeline<thread_scope_thread> make_pipeline() {
    return {};
}
template <class Group, thread_scope scope, int stages>
CLPERF_DEVICE pipeline<scope> make_pipeline(const Group &, pipeline_shared_state<scope, stages> *) {
    return {};
}
template <class Group, thread_scope scope, int stages, class Role>
CLPERF_DEVICE pipeline<scope> make_pipeline(const Group &, pipeline_shared_state<scope, stages> *,
                                            Role) {
    return {};
}
template <int stages, thread_scope scope>
CLPERF_DEVICE void pipeline_consumer_wait_prior(pipeline<scope> &) {}

/* --- copies --------------------------------------------------------------------------------- */

template <class T, class Size, class Sync>
CLPERF_DEVICE void memcpy_async(T *to, const T *from, Size bytes, Sync &) {
    for (size_t i = 0; i < (size_t)bytes / sizeof(T); i++)
        to[i] = from[i];
}
template <class Group, class T, class Size, class Sync>
CLPERF_DEVICE void memcpy_async(const Group &g, T *to, const T *from, Size bytes, Sync &) {
    for (size_t i = g.thread_rank(); i < (size_t)bytes / sizeof(T); i += g.size())
        to[i] = from[i];
}

namespace std {
using cuda::atomic_ref;
using cuda::memory_order;
template <class T> using atomic = cuda::atomic<T>;
} // namespace std

} // namespace cuda

#undef CLPERF_MEMBER
#undef CLPERF_EITHER
#endif
