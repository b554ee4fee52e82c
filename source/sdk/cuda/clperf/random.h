/* Stands in for curand_kernel.h: generators that keep as much in registers and do as much for a
 * number as cuRAND's. Numbers differ, since seeds are spread in another way. */
#pragma GCC system_header
#ifndef CLPERF_RANDOM
#define CLPERF_RANDOM
#define QUALIFIERS static __inline__ __attribute__((device))

struct curandStateXORWOW {
    unsigned d, v[5];
    int boxmuller_flag;
    float boxmuller_extra;
};
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned STATE;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
struct curandStateMRG32k3a {
    unsigned s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

/* --- XORWOW -------------------------------------------------------------------- */

CLPERF_DEVICE unsigned curand(curandStateXORWOW *s) {
    const unsigned t = s->v[0] ^ s->v[0] >> 2;
    s->v[0] = s->v[1];
    s->v[1] = s->v[2];
    s->v[2] = s->v[3];
    s->v[3] = s->v[4];
    s->v[4] = (s->v[4] ^ s->v[4] << 4) ^ (t ^ t << 1);
    s->d += 362437;
    return s->v[4] + s->d;
}
/* Skipping ahead to a subsequence, which cuRAND does with matrices, costs much more there. */
CLPERF_DEVICE void curand_init(unsigned long long seed, unsigned long long sequence,
                               unsigned long long offset, curandStateXORWOW *s) {
    const unsigned s0 = (unsigned)(seed ^ sequence) ^ 0xaad26b49u;
    const unsigned s1 = (unsigned)((seed + offset) >> 32) ^ 0xf7dcefddu;
    const unsigned t0 = 1099087573u * s0, t1 = 2591861531u * s1;
    s->d = 6615241 + t1 + t0;
    s->v[0] = 123456789u + t0;
    s->v[1] = 362436069u ^ t0;
    s->v[2] = 521288629u + t1;
    s->v[3] = 88675123u ^ t1;
    s->v[4] = 5783321u + t0;
    s->boxmuller_flag = 0;
}

/* --- MRG32k3a: two recurrences, in integers of 64 bits ------------------------------- */

CLPERF_DEVICE unsigned curand(curandStateMRG32k3a *s) {
    const unsigned long long m1 = 4294967087ull, m2 = 4294944443ull;
    const unsigned long long a = 1403580ull * s->s1[1] + 810728ull * (m1 - s->s1[0]);
    const unsigned long long b = 527612ull * s->s2[2] + 1370589ull * (m2 - s->s2[0]);
    const unsigned p = (unsigned)(a % m1), q = (unsigned)(b % m2);
    s->s1[0] = s->s1[1];
    s->s1[1] = s->s1[2];
    s->s1[2] = p;
    s->s2[0] = s->s2[1];
    s->s2[1] = s->s2[2];
    s->s2[2] = q;
    return p <= q ? p - q + (unsigned)m1 : p - q;
}
CLPERF_DEVICE void curand_init(unsigned long long seed, unsigned long long sequence,
                               unsigned long long offset, curandStateMRG32k3a *s) {
    const unsigned x = (unsigned)(seed ^ sequence) ^ 0x55555555u;
    const unsigned y = (unsigned)((seed + offset) >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; i++) {
        s->s1[i] = 12345u + x * (unsigned)i;
        s->s2[i] = 12345u + y * (unsigned)i;
    }
    s->boxmuller_flag = 0;
}

/* --- Philox, ten rounds ----------------------------------------------------------- */

CLPERF_DEVICE uint4 clperf_philox(uint4 c, uint2 key) {
#pragma unroll
    for (int round = 0; round < 10; round++) {
        const unsigned high0 = __umulhi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
        const unsigned high1 = __umulhi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
        c = uint4{high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0};
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return c;
}
CLPERF_DEVICE uint4 curand4(curandStatePhilox4_32_10 *s) {
    const uint4 out = s->output;
    if (!++s->ctr.x)
        s->ctr.y++;
    s->output = clperf_philox(s->ctr, s->key);
    return out;
}
CLPERF_DEVICE unsigned curand(curandStatePhilox4_32_10 *s) {
    const unsigned at = s->STATE;
    const unsigned r = at == 0   ? s->output.x
                       : at == 1 ? s->output.y
                       : at == 2 ? s->output.z
                                 : s->output.w;
    if (at == 3)
        curand4(s);
    s->STATE = (at + 1) & 3;
    return r;
}
CLPERF_DEVICE void curand_init(unsigned long long seed, unsigned long long sequence,
                               unsigned long long offset, curandStatePhilox4_32_10 *s) {
    s->ctr = uint4{(unsigned)(offset >> 2), (unsigned)(offset >> 34), (unsigned)sequence,
                   (unsigned)(sequence >> 32)};
    s->key = uint2{(unsigned)seed, (unsigned)(seed >> 32)};
    s->STATE = (unsigned)offset & 3;
    s->output = clperf_philox(s->ctr, s->key);
}

/* --- distributions ------------------------------------------------------------------ */

template <class State> CLPERF_DEVICE float curand_uniform(State *s) {
    return (float)curand(s) * 2.3283064e-10f + 1.1641532e-10f;
}
template <class State> CLPERF_DEVICE double curand_uniform_double(State *s) {
    const unsigned low = curand(s), high = curand(s);
    return (double)((unsigned long long)low ^ (unsigned long long)high << 21) * 1.1102230e-16 +
           5.5511151e-17;
}
template <class State> CLPERF_DEVICE float2 curand_normal2(State *s) {
    const float r = sqrtf(-2.0f * logf(curand_uniform(s)));
    const float angle = 6.2831853f * curand_uniform(s);
    return float2{r * sinf(angle), r * cosf(angle)};
}
template <class State> CLPERF_DEVICE float curand_normal(State *s) {
    return curand_normal2(s).x;
}
template <class State> CLPERF_DEVICE double curand_normal_double(State *s) {
    return sqrt(-2.0 * log(curand_uniform_double(s))) *
           sin(6.2831853071795865 * curand_uniform_double(s));
}
template <class State> CLPERF_DEVICE float curand_log_normal(State *s, float mean, float stddev) {
    return expf(mean + stddev * curand_normal(s));
}
CLPERF_DEVICE float4 curand_uniform4(curandStatePhilox4_32_10 *s) {
    const uint4 v = curand4(s);
    const float scale = 2.3283064e-10f, half = 1.1641532e-10f;
    return float4{(float)v.x * scale + half, (float)v.y * scale + half, (float)v.z * scale + half,
                  (float)v.w * scale + half};
}
CLPERF_DEVICE float4 curand_normal4(curandStatePhilox4_32_10 *s) {
    const float4 u = curand_uniform4(s);
    const float r = sqrtf(-2.0f * logf(u.x)), q = sqrtf(-2.0f * logf(u.z));
    return float4{r * sinf(6.2831853f * u.y), r * cosf(6.2831853f * u.y),
                  q * sinf(6.2831853f * u.w), q * cosf(6.2831853f * u.w)};
}
template <class State> CLPERF_DEVICE double2 curand_normal2_double(State *s) {
    const double r = sqrt(-2.0 * log(curand_uniform_double(s)));
    const double angle = 6.2831853071795865 * curand_uniform_double(s);
    return double2{r * sin(angle), r * cos(angle)};
}
CLPERF_DEVICE double2 curand_uniform2_double(curandStatePhilox4_32_10 *s) {
    const uint4 v = curand4(s);
    return double2{
        (double)((unsigned long long)v.x ^ (unsigned long long)v.y << 21) * 1.1102230e-16,
        (double)((unsigned long long)v.z ^ (unsigned long long)v.w << 21) * 1.1102230e-16};
}
template <class State> CLPERF_DEVICE float2 curand_log_normal2(State *s, float mean, float stddev) {
    const float2 v = curand_normal2(s);
    return float2{expf(mean + stddev * v.x), expf(mean + stddev * v.y)};
}
template <class State>
CLPERF_DEVICE double curand_log_normal_double(State *s, double mean, double stddev) {
    return exp(mean + stddev * curand_normal_double(s));
}
/* Products of numbers until they fall below exp(-lambda), as is done for small ones. */
template <class State> CLPERF_DEVICE unsigned curand_poisson(State *s, double lambda) {
    const float least = expf(-(float)lambda);
    unsigned n = 0;
    for (float p = curand_uniform(s); p > least; p *= curand_uniform(s))
        n++;
    return n;
}
template <class State> CLPERF_DEVICE void skipahead(unsigned long long n, State *s) {
    curand_init(n, 0, n, s);
}
template <class State> CLPERF_DEVICE void skipahead_sequence(unsigned long long n, State *s) {
    curand_init(n, n, 0, s);
}
#endif
