/* Layers of a language model in fp32 and bf16: normalised rows, gated units, repeated heads, softmax of long rows. */
#include <cuda_bf16.h>

__device__ static float sum_of_warp(float x) {
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(~0u, x, d);
    return x;
}

/* ---- rows divided by their root mean square ---- */

extern "C" __global__ void rms_threads(float *out, const float *in, const float *weight, const float *bias, int n, int c) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    const float *x = in + row * c;
    float *o = out + row * c, sum = 0;
    for (int i = 0; i < c; i++)
        sum += x[i] * x[i];
    float rms = sqrtf(sum / c + 1e-5f);
    for (int i = 0; i < c; i++)
        o[i] = x[i] / rms * weight[i] + bias[i];
}

extern "C" __global__ void rms_warps(float *__restrict__ out, const float *__restrict__ in, const float *__restrict__ weight,
                                     const float *__restrict__ bias, int n, int c) {
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float *x = in + row * c;
    float *o = out + row * c, sum = 0;
    for (int i = lane; i < c; i += 32)
        sum += x[i] * x[i];
    float rms = sqrtf(sum_of_warp(sum) / c + 1e-5f);
    for (int i = lane; i < c; i += 32)
        __stcs(o + i, __ldcs(x + i) / rms * weight[i] + bias[i]);
}

extern "C" __global__ void rms_back_warps(float *__restrict__ din, float *__restrict__ dweight, float *__restrict__ dbias,
                                          const float *__restrict__ dy, const float *__restrict__ in,
                                          const float *__restrict__ weight, int n, int c) {
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float *d = dy + row * c, *x = in + row * c;
    float *g = din + row * c, sum = 0, slope = 0;
    for (int i = lane; i < c; i += 32)
        sum += x[i] * x[i];
    float rms = sqrtf(sum_of_warp(sum) / c + 1e-5f);
    for (int i = lane; i < c; i += 32) {
        float norm = x[i] / rms;
        atomicAdd(&dbias[i], d[i]);
        atomicAdd(&dweight[i], norm * d[i]);
    }
    for (int i = lane; i < c; i += 32)
        slope += x[i] * d[i] * weight[i];
    slope = sum_of_warp(slope) * (-1.0f / (rms * rms * rms * c));
    for (int i = lane; i < c; i += 32)
        g[i] = d[i] * weight[i] / rms + slope * x[i];
}

/* ---- gated units in bf16, one by one and eight at once ---- */

struct alignas(16) eight {
    __nv_bfloat16 v[8];
};

__device__ static eight load_eight(const __nv_bfloat16 *p) {
    int4 bits = __ldcs((const int4 *)p);
    return *(eight *)&bits;
}

__device__ static void store_eight(__nv_bfloat16 *p, eight e) {
    *(int4 *)p = *(int4 *)&e;
}

__device__ static float gated(float x, float gate) {
    return x / (1.0f + expf(-x)) * gate;
}

extern "C" __global__ void gate_ones(__nv_bfloat16 *out, const __nv_bfloat16 *in, const __nv_bfloat16 *gate, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (__nv_bfloat16)gated((float)in[i], (float)gate[i]);
}

extern "C" __global__ void gate_eights(__nv_bfloat16 *out, const __nv_bfloat16 *in, const __nv_bfloat16 *gate, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (i >= n)
        return;
    eight x = load_eight(in + i), g = load_eight(gate + i), o;
    for (int k = 0; k < 8; k++)
        o.v[k] = (__nv_bfloat16)gated((float)x.v[k], (float)g.v[k]);
    store_eight(out + i, o);
}

__device__ static void gate_slopes(float x, float gate, float d, __nv_bfloat16 &din, __nv_bfloat16 &dgate) {
    float s = 1.0f / (1.0f + expf(-x)), u = x * s;
    din = (__nv_bfloat16)(d * (s + u * (1.0f - s)) * gate);
    dgate = (__nv_bfloat16)(d * u);
}

extern "C" __global__ void gate_back_ones(__nv_bfloat16 *din, __nv_bfloat16 *dgate, const __nv_bfloat16 *dy,
                                          const __nv_bfloat16 *in, const __nv_bfloat16 *gate, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        gate_slopes((float)in[i], (float)gate[i], (float)dy[i], din[i], dgate[i]);
}

/* ---- each head of keys and values four times ---- */

extern "C" __global__ void repeat(float *kout, float *vout, const float *k, const float *v, int b, int t, int heads,
                                  int times, int width) {
    int row = blockIdx.x * t + blockIdx.y, d = threadIdx.x + blockIdx.z * blockDim.x;
    if (d >= width)
        return;
    for (int h = 0; h < heads; h++)
        for (int r = 0; r < times; r++) {
            int from = (row * heads + h) * width + d, to = (row * heads * times + h * times + r) * width + d;
            kout[to] = k[from];
            vout[to] = v[from];
        }
}

extern "C" __global__ void repeat_back(float *dk, float *dv, const float *kin, const float *vin, int b, int t, int heads,
                                       int times, int width) {
    int row = blockIdx.x * t + blockIdx.y, d = threadIdx.x + blockIdx.z * blockDim.x;
    if (d >= width)
        return;
    for (int h = 0; h < heads; h++) {
        float sk = 0, sv = 0;
        for (int r = 0; r < times; r++) {
            int from = (row * heads * times + h * times + r) * width + d;
            sk += kin[from];
            sv += vin[from];
        }
        dk[(row * heads + h) * width + d] = sk;
        dv[(row * heads + h) * width + d] = sv;
    }
}

/* ---- words and places added up ---- */

extern "C" __global__ void embed_ones(float *out, const int *token, const float *words, const float *places, int b, int t,
                                      int c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * t * c)
        return;
    int row = i / c, place = row % t, column = i % c;
    out[row * c + column] = words[token[row] * c + column] + places[place * c + column];
}

extern "C" __global__ void embed_fours(float4 *out, const int *token, const float4 *words, const float4 *places, int b,
                                       int t, int c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, quarter = c / 4;
    if (i >= b * t * quarter)
        return;
    int row = i / quarter, place = row % t, column = i % quarter;
    float4 w = words[token[row] * quarter + column], p = places[place * quarter + column];
    out[row * quarter + column] = make_float4(w.x + p.x, w.y + p.y, w.z + p.z, w.w + p.w);
}

/* ---- softmax of long rows: a warp for each with a running maximum, or a group with eight loads at once ---- */

extern "C" __global__ void softmax_running(float *out, const float *in, int n, int c) {
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float *x = in + row * c;
    float *y = out + row * c, most = -INFINITY, sum = 0;
    for (int i = lane; i < c; i += 32) {
        float bigger = fmaxf(most, x[i]);
        sum = sum * expf(most - bigger) + expf(x[i] - bigger);
        most = bigger;
    }
    for (int d = 16; d > 0; d /= 2) {
        __syncwarp();
        float m = __shfl_down_sync(~0u, most, d), s = __shfl_down_sync(~0u, sum, d);
        if (m > most) {
            sum *= expf(most - m);
            most = m;
        } else {
            s *= expf(m - most);
        }
        sum += s;
    }
    most = __shfl_sync(~0u, most, 0);
    sum = __shfl_sync(~0u, sum, 0);
    for (int i = lane; i < c; i += 32)
        y[i] = expf(x[i] - most) / sum;
}

extern "C" __global__ void softmax_eights(float *out, const float *in, int n, int c) {
    extern __shared__ float shared[];
    int warps = blockDim.x / 32, t = threadIdx.x, warp = t / 32;
    float *mosts = shared, *sums = shared + warps, most = -INFINITY, sum = 0;
    const float *x = in + blockIdx.x * c;
    float *y = out + blockIdx.x * c;
    for (int i = t; i < c; i += blockDim.x * 8)
#pragma unroll
        for (int u = 0; u < 8; u++)
            most = fmaxf(most, x[min(c - 1, i + u * (int)blockDim.x)]);
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    if (t % 32 == 0)
        mosts[warp] = most;
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < warps; i++)
            most = fmaxf(most, mosts[i]);
        mosts[0] = most;
    }
    __syncthreads();
    most = mosts[0];
    for (int i = t; i < c; i += blockDim.x * 8) {
        float eight[8];
#pragma unroll
        for (int u = 0; u < 8; u++)
            eight[u] = __ldcs(&x[min(c - 1, i + u * (int)blockDim.x)]);
#pragma unroll
        for (int u = 0; u < 8; u++)
            if (i + u * (int)blockDim.x < c) {
                float e = expf(eight[u] - most);
                y[i + u * blockDim.x] = e;
                sum += e;
            }
    }
    sum = sum_of_warp(sum);
    if (t % 32 == 0)
        sums[warp] = sum;
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < warps; i++)
            sum += sums[i];
        sums[0] = sum;
    }
    __syncthreads();
    sum = sums[0];
    for (int i = t; i < c; i += blockDim.x * 8) {
        float eight[8];
#pragma unroll
        for (int u = 0; u < 8; u++)
            eight[u] = y[min(c - 1, i + u * (int)blockDim.x)];
#pragma unroll
        for (int u = 0; u < 8; u++)
            if (i + u * (int)blockDim.x < c)
                y[i + u * blockDim.x] = eight[u] / sum;
    }
}

/* ---- rows less their mean over their deviation; each warp keeps its row in shared memory ---- */

extern "C" __global__ void normalise_kept(float *__restrict__ out, float *__restrict__ mean, float *__restrict__ rstd,
                                          const float *__restrict__ in, const float *__restrict__ weight,
                                          const float *__restrict__ bias, int n, int c) {
    extern __shared__ float4 shared4[];
    float4 *w4 = shared4, *b4 = shared4 + c / 4, *x4 = shared4 + (2 + threadIdx.y) * c / 4;
    for (int i = threadIdx.x + 32 * threadIdx.y; i < c / 4; i += blockDim.y * 32) {
        w4[i] = ((const float4 *)weight)[i];
        b4[i] = ((const float4 *)bias)[i];
    }
    __syncthreads();
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= n)
        return;
    const float4 *from = (const float4 *)(in + row * c);
    float4 *to = (float4 *)(out + row * c);
    float sum = 0;
#if ONE_PASS
    float squares = 0;
#endif
    for (int i = threadIdx.x; i < c / 4; i += 32) {
        float4 x = __ldcs(from + i);
        sum += x.x + x.y + x.z + x.w;
#if ONE_PASS
        squares += x.x * x.x + x.y * x.y + x.z * x.z + x.w * x.w;
#endif
        x4[i] = x;
    }
    float m = sum_of_warp(sum) / c, v = 0;
#if ONE_PASS
    v = sum_of_warp(squares) / c - m * m;
#else
    for (int i = threadIdx.x; i < c / 4; i += 32) {
        float4 x = x4[i];
        v += (x.x - m) * (x.x - m) + (x.y - m) * (x.y - m) + (x.z - m) * (x.z - m) + (x.w - m) * (x.w - m);
    }
    v = sum_of_warp(v) / c;
#endif
    float s = rsqrtf(v + 1e-5f);
    for (int i = threadIdx.x; i < c / 4; i += 32) {
        float4 x = x4[i], w = w4[i], b = b4[i];
        __stcs(to + i, make_float4(s * (x.x - m) * w.x + b.x, s * (x.y - m) * w.y + b.y, s * (x.z - m) * w.z + b.z,
                                   s * (x.w - m) * w.w + b.w));
    }
    if (threadIdx.x == 0) {
        __stcs(mean + row, m);
        __stcs(rstd + row, s);
    }
}
