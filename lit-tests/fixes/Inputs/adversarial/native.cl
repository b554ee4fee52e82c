/* Elementary functions whose native forms may be far off: large arguments, cancellation, conversions
 * to whole numbers. The edits say that the device decides the precision, or that 11 bits are good. */

// clperf: launch global=65536 local=256 n=16
kernel void large_angle(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = sin(x * 1e5f + k) + 0.25f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void to_int(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    for (int k = 0; k < n; k++)
        s += (int)exp2((float)(k % 12)) + (int)sqrt((float)(k * k));
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=16
kernel void cancelled(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = exp(x * 1e-4f) - 1.0f + 0.5f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void logarithm_near_one(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = log(1.0f + x * x * 1e-6f) + 0.5f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void inverse_root(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = rsqrt(x * x + 0.1f);
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void doubles(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    double s = x;
    for (int k = 0; k < n; k++)
        s += exp(-s * s);
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=16
kernel void powers(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = powr(fabs(x) + 0.5f, 1.5f) * 0.25f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void vectors(global float4 *a, int n)
{
    int i = get_global_id(0);
    float4 x = a[i];
    for (int k = 0; k < n; k++)
        x = cos (x)
            + sqrt
            (x * x + 1.0f) /* 𝄞 ü */;
    a[i] = x;
}

float exponent(float x) { return exp(-x * x); }
// clperf: launch global=65536 local=256 n=16
kernel void own_function(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = exponent(x) + cos(x);
    a[i] = x;
}

// A variable has the name of a function.
// clperf: launch global=65536 local=256 n=16
kernel void shadowed(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    float cos = 0.5f;
    for (int k = 0; k < n; k++)
        x = tan(x) + cos;
    a[i] = x;
}

#define WAVE(x) cos(x)
// clperf: launch global=65536 local=256 n=16
kernel void by_macro(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = WAVE(x) + sin(x * 0.5f);
    a[i] = x;
}
