/* Makes CUDA kernels functions of the host: the threads of a block run one after the other, each
 * until it ends or waits at a barrier. */
#ifndef RUNNER_CUDA_HOST_H
#define RUNNER_CUDA_HOST_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <ucontext.h>
#include <utility>
#include <vector>

#include "host.h"

#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __constant__ static
#define __restrict__ __restrict
#define __forceinline__ inline
#define __launch_bounds__(...)

struct uint3 {
    unsigned x, y, z;
};
using dim3 = uint3;
struct float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
struct double2 {
    double x, y;
};
struct double4 {
    double x, y, z, w;
};
static uint3 threadIdx, blockIdx, blockDim, gridDim;

using std::max;
using std::min;

template <class T> static T atomicAdd(T *at, T n) {
    return std::exchange(*at, T(*at + n));
}
static inline int __float_as_int(float x) {
    int bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}

namespace host {

/* A stack on which threads run, one after the other as long as none waits. */
struct fiber {
    ucontext_t context;
    std::vector<char> stack;
    uint3 thread;
    bool waits;
};

struct block {
    std::vector<fiber *> fibers;
    ucontext_t scheduler;
    fiber *running;
    unsigned next, n;
    void (*call)(void *const *);
    void *const *args;
};

static block current;

static uint3 thread_of(unsigned i) {
    return {i % blockDim.x, i / blockDim.x % blockDim.y, i / blockDim.x / blockDim.y};
}

static void run_threads() {
    while (true) {
        while (current.next < current.n) {
            threadIdx = current.running->thread = thread_of(current.next++);
            current.call(current.args);
        }
        swapcontext(&current.running->context, &current.scheduler);
    }
}

static fiber *new_fiber() {
    fiber *f = new fiber;
    f->stack.resize(1 << 16);
    f->waits = false;
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack.data();
    f->context.uc_stack.ss_size = f->stack.size();
    makecontext(&f->context, run_threads, 0);
    return f;
}

static void resume(fiber *f) {
    f->waits = false;
    current.running = f;
    threadIdx = f->thread;
    swapcontext(&current.scheduler, &f->context);
}

/* A fiber whose thread waits stays where it is; another one takes the threads that are left. */
static void run_block() {
    size_t n = 0;
    for (current.next = 0; current.next < current.n; n++) {
        if (n == current.fibers.size())
            current.fibers.push_back(new_fiber());
        resume(current.fibers[n]);
    }
    for (bool waiting = true; waiting;) {
        waiting = false;
        for (size_t i = 0; i < n; i++) {
            if (current.fibers[i]->waits)
                resume(current.fibers[i]);
            waiting = waiting || current.fibers[i]->waits;
        }
    }
}

static void run_grid(const size_t grid[3], const size_t size[3], void *const *args,
                     void (*call)(void *const *)) {
    gridDim = {unsigned(grid[0]), unsigned(grid[1]), unsigned(grid[2])};
    blockDim = {unsigned(size[0]), unsigned(size[1]), unsigned(size[2])};
    current.n = blockDim.x * blockDim.y * blockDim.z;
    current.call = call;
    current.args = args;
    for (blockIdx.z = 0; blockIdx.z < gridDim.z; blockIdx.z++)
        for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++)
            for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++)
                run_block();
}

template <class T> constexpr const char *type_name() {
    if constexpr (std::is_pointer_v<T>)
        return type_name<std::remove_cv_t<std::remove_pointer_t<T>>>();
    else if constexpr (std::is_same_v<T, double>)
        return "double";
    else if constexpr (std::is_same_v<T, float2>)
        return "float2";
    else if constexpr (std::is_same_v<T, float4>)
        return "float4";
    else if constexpr (!std::is_integral_v<T>)
        return "float";
    else
        return sizeof(T) == 1   ? "uchar"
               : sizeof(T) == 2 ? "ushort"
               : sizeof(T) == 4 ? "int"
                                : "long";
}

template <class T> static T value_at(void *arg) {
    if constexpr (std::is_pointer_v<T>)
        return static_cast<T>(arg);
    else
        return *static_cast<T *>(arg);
}

template <auto function> struct entry;
template <class... P, void (*function)(P...)> struct entry<function> {
    template <size_t... i> static void call(void *const *args, std::index_sequence<i...>) {
        function(value_at<P>(args[i])...);
    }
    static void run(const size_t grid[3], const size_t size[3], void *const args[]) {
        run_grid(grid, size, args,
                 [](void *const *a) { call(a, std::make_index_sequence<sizeof...(P)>()); });
    }
    template <class... N> static host_kernel named(const char *name, N... names) {
        return {name, int(sizeof...(P)), {{names, type_name<P>(), std::is_pointer_v<P>}...}, run};
    }
};

} // namespace host

static inline void __syncthreads() {
    using namespace host;
    current.running->waits = true;
    swapcontext(&current.running->context, &current.scheduler);
}

#endif
