/* Literals without suffix, which are double. Where the name begins with right_, float literals give
 * the same bits; elsewhere the number is none of float, or what is computed with it needs doubles. */
#define TENTH 0.1
#define SCALED(v) ((v) * 0.1 + 1.0)
double tenth(void) { return 0.1; }
double kept(double x) { return x * 0.5 + 16777217.0; }

// clperf: launch global=65536 local=256 n=32
kernel void not_representable(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.1;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void two_operations(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.7 + 0.25;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void seven_thirds(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = 2.5 * x * 1.5 / 3.0;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void too_large(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 1e39 * 1e-39 + 0.5;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void too_small(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 1e-50 * 1e50 + 0.5;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void denormal(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 1e-40 * 1e40 + 0.5;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void too_long(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = (x + 16777217.0) - 16777216.0;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void hexadecimal(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0x1.0000001p0 + 0.5;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void cancellation(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = (x + 1e8) - 1e8;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void comparison(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    for (int k = 0; k < n; k++)
        { s += x > 0.1; x = x * 0.5; }
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=32
kernel void equality(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    for (int k = 0; k < n; k++)
        { x = x * 0.5 + 0.5; s += 0.1f == 0.1; }
    a[i] = s + x;
}

// clperf: launch global=65536 local=256 n=32
kernel void whole_operand(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    for (int k = 0; k < n; k++)
        s += (int)((i + 16777216) * 1.0) & 7;
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=32
kernel void to_long(global long *a, int n)
{
    int i = get_global_id(0);
    long s = 0;
    for (int k = 0; k < n; k++)
        s += (long)(1e10 + i + k);
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=32
kernel void to_int(global int *a, int n)
{
    int i = get_global_id(0);
    int s = 0;
    for (int k = 0; k < n; k++)
        s += (int)((i & 4095) * 0.29 * 100.0);
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=32
kernel void double_sum(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    double s = 0.0;
    for (int k = 0; k < n; k++)
        s += x * 0.5;
    a[i] = (float)s;
}

// clperf: launch global=65536 local=256 n=32
kernel void double_variable(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    double d = 1.0 / 3.0;
    for (int k = 0; k < n; k++)
        x = x * d + 0.5;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void size_of_literal(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.5 + sizeof(1.0);
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void function_of_double(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.5 + pow(x * x + 1.25, 0.5);
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void largest(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = fmax((double)x, 0.3) * 0.5;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void choice(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = (k & 1 ? 0.1 : x) * 3.0;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void table(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    const double t[4] = {0.1, 0.2, 0.3, 0.4};
    for (int k = 0; k < n; k++)
        x = x * 0.5f + t[k & 3];
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void in_helper(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = kept(x) - 16777216.0;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void helper_of_other_type(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.5 + tenth();
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void by_macro(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * TENTH + 0.5;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void by_macro_with_argument(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = SCALED(x + 0.5);
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void bits_of_literal(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    ulong s = 0;
    for (int k = 0; k < n; k++)
        { x = x * 0.5; s ^= as_ulong(0.1); }
    a[i] = x + (s & 1023);
}

// clperf: launch global=65536 local=256 n=32
kernel void double_buffer(global float *a, global double *d, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.5 + 1.5;
    d[i] = d[i] * 0.1 + x;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void product_once(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i], r = -INFINITY;
    for (int k = 0; k < n; k++)
        r = fmax(r, (float)((x + k) * 0.1));
    a[i] = r;
}

// clperf: launch global=65536 local=256 n=32
kernel void right_halved(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.5 + 1.0;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void right_one_more(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = 2.0 * x - 3.0;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void right_assigned(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        { x = x * 0.25 + 0.5; x = x * 2.0 - 1.0; }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void right_negative(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = -0.5 * x + 1.0;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void right_spelt_otherwise(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        { x = x * .5 + 1.; x = x * 25e-2 + 0x1p-3; }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=32
kernel void fine_comparison(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        { if (x > 0.5) x = x * 0.5 + 0.25; x = x * 0.5 + 1.0; }
    a[i] = x;
}
