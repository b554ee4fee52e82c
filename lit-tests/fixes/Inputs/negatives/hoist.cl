// h1: ternary behind /=
// clperf: launch global=65536 local=256 n=16
kernel void h1_ternary(global float *a, float y, float z, int sel, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x += 3.0f;
        x /= sel ? y : z;
    }
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h2_ternary_float(global float *a, float y, float z, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x += 3.0f;
        x /= y > 0.5f ? y + x : z;
    }
    a[i] = x;
}
#define Y (i0 + 1.0f)
// clperf: launch global=65536 local=256 n=16
kernel void h3_macro_divisor(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i], i0;
    for (i0 = 0.0f; i0 < n; i0 += 1.0f)
        x = x / Y + 1.0f;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h4_pointer_changes(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i], d = y;
    float *p = &d;
    for (int k = 0; k < n; k++) {
        x = x / d + 1.0f;
        *p += 0.5f;
    }
    a[i] = x;
}
#define STEP d += 0.5f
// clperf: launch global=65536 local=256 n=16
kernel void h5_macro_changes(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i], d = y;
    for (int k = 0; k < n; k++) {
        x = x / d + 1.0f;
        STEP;
    }
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h6_double(global double *a, double y, int n)
{
    int i = get_global_id(0);
    double x = a[i];
    for (int k = 0; k < n; k++)
        x = x / y + 1.0;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h7_double_by_float(global double *a, float y, int n)
{
    int i = get_global_id(0);
    double x = a[i];
    for (int k = 0; k < n; k++)
        x = x / y + 1.0;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h8_int_truncation(global int *a, global const float *b, float y, int n)
{
    int i = get_global_id(0);
    int s = 0;
    for (int k = 0; k < n; k++)
        s += (int)((i % 64) * y / y) + (int)floor(i * 1.0f / 49.0f);
    a[i] = s;
}
// clperf: launch global=65536 local=256 n=16
kernel void h9_int_assign(global int *a, float y, int n)
{
    int i = get_global_id(0);
    int s = i;
    for (int k = 0; k < n; k++) {
        s += 49 * k;
        s /= y;
    }
    a[i] = s;
}
// clperf: launch global=65536 local=256 n=16
kernel void h10_guarded(global float *a, global float *b, int n)
{
    int i = get_global_id(0);
    float x = a[i], d = b[i];
    for (int k = 0; k < n; k++) {
        if (d != 0.0f)
            x = x / d + 1.0f;
        else
            x += 1.0f;
    }
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h11_int_divisor(global float *a, int m, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / m + k / m;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h12_typedef_cast(global float *a, float y, int n)
{
    typedef float real;
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / (real)y + 1.0f;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h13_lines(global float *a, float y, float z, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / /* by } what */ (y + // first {
                 z /* second */) + 1.0f; // end
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h14_cond_change(global float *a, global const float *b, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        if (b[k] > 1.0f) y++;
    }
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h15_swizzle_change(global float *a, float4 v, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / v.x + 1.0f;
        v.xy = v.yx;
    }
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h16_array_change(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i], t[2];
    t[0] = y; t[1] = 2.0f;
    for (int k = 0; k < n; k++) {
        x = x / t[0] + 1.0f;
        t[0] += 1.0f;
    }
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h17_shadow(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        float y = x + k;
        x = x / y + 1.0f;
    }
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h18_multi_decl(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        float q = 3.0f, y = k + 2.0f;
        x = x / y + q;
    }
    a[i] = x;
}
void change(float *p) { *p *= 1.5f; }
// clperf: launch global=65536 local=256 n=16
kernel void h19_array_decay(global float *a, float y, int n)
{
    int i = get_global_id(0);
    struct { float d; } s;
    s.d = y;
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / s.d + 1.0f;
        s.d = s.d * 1.5f;
    }
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h20_inc_paren(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        (y) += 1.0f;
    }
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h21_unroll_hint(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    if (i & 1)
        __attribute__((opencl_unroll_hint(4)))
        for (int k = 0; k < n; k++)
            x = x / y + 1.0f;
    else
#pragma unroll 2
        for (int k = 0; k < n; k++)
            x = x / y + 2.0f;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h22_do_body(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        do x = x / y + 1.0f; while (x > 1e6f && x < 1e30f);
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h23_two_on_a_line(global float *a, float y, float z, int n)
{
	int i = get_global_id(0);
	float x = a[i], w = x;
	for (int k = 0; k < n; k++) { x = x / y + 1.0f; /* 𝄞ü */ w = w / z + x / (x + w); }
	a[i] = x + w;
}
// clperf: launch global=65536 local=256 n=16
kernel void h24_huge_number(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i] * 1e38f;
    for (int k = 0; k < n; k++)
        x = x / 3e38f + 1e38f;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h25_tiny_number(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i] * 1e-39f;
    for (int k = 0; k < n; k++)
        x = x * 1e-39f / 1e-39f;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h26_int_number(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / 7 + (k / 3) + y;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h27_double_number(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / 7.1 + y;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h28_unary(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / -y + 1.0f / +y - x / (float)-n;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h29_chain(global float *a, float y, float z, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = 1.0f + x / y / z * 3.0f / y;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h30_large_int(global int *a, int m, int n)
{
    int i = get_global_id(0);
    int s = 0;
    for (int k = 1; k < n; k++)
        s += (int)((float)(i * 49) / (float)(k * 7)) + (int)((float)i / k);
    a[i] = s;
}
// clperf: launch global=65536 local=256 n=16
kernel void h31_assign_comma(global float *a, float y, float z, int n)
{
    int i = get_global_id(0);
    float x = a[i], w = x;
    for (int k = 0; k < n; k++)
        x /= y, w /= z + 1.0f, x += w, x /= z == 3.0f;
    a[i] = x;
}
// clperf: launch global=65536 local=256 n=16
kernel void h32_assign_or(global float *a, int p, int q, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x += 1.0f;
        x /= p << 1;
        x /= q | 4;
    }
    a[i] = x;
}
