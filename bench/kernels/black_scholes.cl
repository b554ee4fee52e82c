// Black-Scholes prices of European call and put options, one option per work-item. The
// cumulative normal distribution is a polynomial of fifth degree; exponential and logarithm are
// the GPU's own instructions.
static float cumulative_normal(float d) {
    const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    const float poly =
        k * (0.31938153f +
             k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const float tail = 0.3989422804f * native_exp(-0.5f * d * d) * poly;
    return d > 0 ? 1.0f - tail : tail;
}

__kernel void black_scholes(__global float *call, __global float *put, __global const float *price,
                            __global const float *strike, __global const float *years,
                            float riskfree, float volatility, int n) {
    const int i = get_global_id(0);
    if (i >= n)
        return;
    const float s = price[i], x = strike[i], t = years[i];
    const float root = sqrt(t);
    const float d1 = (native_log(s / x) + (riskfree + 0.5f * volatility * volatility) * t) /
                     (volatility * root);
    const float d2 = d1 - volatility * root;
    const float n1 = cumulative_normal(d1), n2 = cumulative_normal(d2);
    const float discount = native_exp(-riskfree * t);
    call[i] = s * n1 - x * discount * n2;
    put[i] = x * discount * (1.0f - n2) - s * (1.0f - n1);
}
