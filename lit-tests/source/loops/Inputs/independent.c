/* Loops whose iterations are independent. */
#include <math.h>
#define N 512
typedef struct {
    float x, y, z, mass;
} body;
static float a[N], b[N], c[N], A[N][N], B[N][N], C[N][N];
static double d[N * N], e[N * N];
static int count[N], keys[N];
static body bodies[N];
static float volume[64][64][64], smooth[64][64][64];

void p01_copy(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[i] = b[i];
}
void p02_axpy(int n, float s, const float *restrict x, float *restrict y) {
#pragma clperf kernel
    for (int i = 0; i < n; i++)
        y[i] = s * x[i] + y[i];
}
void p03_shifted_read(void) {
#pragma clperf kernel
    for (int i = 0; i < N - 1; i++)
        a[i] = b[i + 1] - b[i];
}
void p04_matrix_product(void) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            C[i][j] = 0;
            for (int k = 0; k < N; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}
void p05_linear_matrix(int n, const double *restrict x, double *restrict y) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i * n + j] = x[j * n + i];
}
void p06_variable_length_array(int n, int m, float in[restrict n][m], float out[restrict m][n]) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[j][i] = in[i][j];
}
void p07_sum(float *out) {
    float sum = 0;
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        sum += a[i];
    *out = sum;
}
void p08_dot(double *out) {
    double sum = 0;
#pragma clperf kernel
    for (int i = 0; i < N * N; i++)
        sum += d[i] * e[i];
    *out = sum;
}
void p09_maximum(float *out) {
    float m = a[0];
#pragma clperf kernel
    for (int i = 1; i < N; i++)
        if (a[i] > m)
            m = a[i];
    *out = m;
}
void p10_minimum(float *out) {
    float m = 1e30f;
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        m = fminf(m, fabsf(a[i]));
    *out = m;
}
void p11_private_scalar(void) {
    float t, u;
#pragma clperf kernel
    for (int i = 0; i < N; i++) {
        t = a[i] * 2;
        u = t + b[i];
        c[i] = t * u;
    }
}
void p12_rows(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            A[i][j] = A[i][j - 1] + B[i][j];
}
void p13_columns(void) {
#pragma clperf kernel
    for (int j = 0; j < N; j++)
        for (int i = 1; i < N; i++)
            A[i][j] += A[i - 1][j];
}
void p14_odd_from_even(void) {
#pragma clperf kernel
    for (int i = 0; i < N / 2; i++)
        a[2 * i] = a[2 * i + 1];
}
void p15_stencil(void) {
#pragma clperf kernel collapse(2)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            B[i][j] = 0.25f * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
}
void p16_volume(void) {
#pragma clperf kernel collapse(3)
    for (int z = 1; z < 63; z++)
        for (int y = 1; y < 63; y++)
            for (int x = 1; x < 63; x++)
                smooth[z][y][x] = volume[z - 1][y][x] + volume[z + 1][y][x];
}
void p17_triangular(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            A[i][j] *= 2;
}
void p18_fields(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        bodies[i].x = bodies[i].y + bodies[i].z;
}
void p19_pivot_row(int k) {
#pragma clperf kernel collapse(2)
    for (int i = k + 1; i < N; i++)
        for (int j = k + 1; j < N; j++)
            A[i][j] -= A[i][k] * A[k][j];
}
void p20_backwards(void) {
#pragma clperf kernel
    for (int i = N - 1; i >= 0; i--)
        a[i] = b[N - 1 - i];
}
void p21_stride(int n, float *restrict x) {
#pragma clperf kernel
    for (int i = 0; i < n; i += 4)
        x[i] = 1;
}
void p22_blocks(void) {
#pragma clperf kernel
    for (int i = 0; i < N / 8; i++)
        for (int k = 0; k < 8; k++)
            a[8 * i + k] = b[8 * i + 7 - k];
}
void p23_halves(void) {
#pragma clperf kernel
    for (int i = 0; i < N / 2; i++)
        a[i] = a[i + N / 2];
}
void p24_lookup(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[i] = b[keys[i]];
}
static float squared(float x) { return x * x; }
void p25_function(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        c[i] = squared(a[i]) + sqrtf(b[i]);
}
void p26_local_array(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++) {
        float t[4];
        for (int k = 0; k < 4; k++)
            t[k] = a[i] * k;
        b[i] = t[0] + t[1] + t[2] + t[3];
    }
}
void p27_condition(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        if (keys[i] > 3)
            count[i] = keys[i] & 15;
        else
            count[i] = 0;
}
void p28_product(double *out) {
    double p = 1;
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        p *= d[i];
    *out = p;
}
void p29_one_column(int j) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        A[i][j] = A[i][j] / B[j][j];
}
void p30_triangular_solve_row(int k) {
#pragma clperf kernel
    for (int j = k + 1; j < N; j++)
        A[k][j] = A[k][j] / A[k][k];
}
