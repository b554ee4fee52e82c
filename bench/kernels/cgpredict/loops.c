/* CGPredict's kernels as sequential C, written from what they compute: each loop below a pragma is
 * one kernel of the paper. Arrays are n x n, row after row. */
#include <math.h>

#define COUNT 3214212.01
#define EPSILON 0.005

/* c = beta c + alpha a b */
void gemm(int n, float alpha, float beta, float *a, float *b, float *c) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i * n + j] *= beta;
            for (int k = 0; k < n; k++)
                c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
        }
}

/* c = alpha a b */
void scaled_product(int n, float alpha, float *a, float *b, float *c) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
        }
}

/* c = a b */
void product(int n, float *a, float *b, float *c) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
}

/* c = beta c + alpha a a' */
void syrk(int n, float alpha, float beta, float *a, float *c) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i * n + j] *= beta;
            for (int k = 0; k < n; k++)
                c[i * n + j] += alpha * a[i * n + k] * a[j * n + k];
        }
}

/* The same with a' at hand. */
void syrk_transposed(int n, float alpha, float beta, float *a, float *at, float *c) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i * n + j] *= beta;
            for (int k = 0; k < n; k++)
                c[i * n + j] += alpha * a[i * n + k] * at[k * n + j];
        }
}

/* c = beta c + alpha (a b' + b a') */
void syr2k(int n, float alpha, float beta, float *a, float *b, float *c) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i * n + j] *= beta;
            for (int k = 0; k < n; k++)
                c[i * n + j] +=
                    alpha * a[i * n + k] * b[j * n + k] + alpha * b[i * n + k] * a[j * n + k];
        }
}

/* y = a x */
void rows_from_zero(int n, float *a, float *x, float *y) {
#pragma clperf kernel
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += a[i * n + j] * x[j];
    }
}

/* y += a x */
void rows(int n, float *a, float *x, float *y) {
#pragma clperf kernel
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i] += a[i * n + j] * x[j];
}

/* y = a' x */
void columns_from_zero(int n, float *a, float *x, float *y) {
#pragma clperf kernel
    for (int j = 0; j < n; j++) {
        y[j] = 0;
        for (int i = 0; i < n; i++)
            y[j] += a[i * n + j] * x[i];
    }
}

/* y += a' x */
void columns(int n, float *a, float *x, float *y) {
#pragma clperf kernel
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            y[j] += a[i * n + j] * x[i];
}

/* y = alpha a x + beta b x */
void gesummv(int n, float alpha, float beta, float *a, float *b, float *part, float *x, float *y) {
#pragma clperf kernel
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            part[i] += a[i * n + j] * x[j];
            y[i] += b[i * n + j] * x[j];
        }
        y[i] = alpha * part[i] + beta * y[i];
    }
}

/* a += u v' + p q' */
void rank_two(int n, float alpha, float beta, float *a, float *v, float *q, float *u, float *p) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] += u[i] * v[j] + p[i] * q[j];
}

/* Correlation and covariance of the m columns of an n x m table. */
void means(int m, int n, float *mean, float *data) {
#pragma clperf kernel
    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i * m + j];
        mean[j] /= (float)COUNT;
    }
}

void deviations(int m, int n, float *mean, float *deviation, float *data) {
#pragma clperf kernel
    for (int j = 0; j < m; j++) {
        deviation[j] = 0;
        for (int i = 0; i < n; i++)
            deviation[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
        deviation[j] /= COUNT;
        deviation[j] = sqrt(deviation[j]);
        if (deviation[j] <= EPSILON)
            deviation[j] = 1;
    }
}

void centre(int m, int n, float *mean, float *data) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i * m + j] -= mean[j];
}

void normalise(int m, int n, float *mean, float *deviation, float *data) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            data[i * m + j] -= mean[j];
            data[i * m + j] /= sqrt(COUNT) * deviation[j];
        }
}

/* The upper triangle by rows, and mirrored. */
void correlations(int m, int n, float *result, float *data) {
#pragma clperf kernel
    for (int j = 0; j < m - 1; j++) {
        result[j * m + j] = 1;
        for (int k = j + 1; k < m; k++) {
            result[j * m + k] = 0;
            for (int i = 0; i < n; i++)
                result[j * m + k] += data[i * m + j] * data[i * m + k];
            result[k * m + j] = result[j * m + k];
        }
    }
}

void covariances(int m, int n, float *result, float *data) {
#pragma clperf kernel
    for (int j = 0; j < m; j++)
        for (int k = j; k < m; k++) {
            result[j * m + k] = 0;
            for (int i = 0; i < n; i++)
                result[j * m + k] += data[i * m + j] * data[i * m + k];
            result[k * m + j] = result[j * m + k];
        }
}

/* Nine points of fixed weights. */
void convolution(int n, float *a, float *b) {
#pragma clperf kernel collapse(2)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i * n + j] = 0.2f * a[(i - 1) * n + j - 1] + 0.5f * a[(i - 1) * n + j] +
                           -0.8f * a[(i - 1) * n + j + 1] + -0.3f * a[i * n + j - 1] +
                           0.6f * a[i * n + j] + -0.9f * a[i * n + j + 1] +
                           0.4f * a[(i + 1) * n + j - 1] + 0.7f * a[(i + 1) * n + j] +
                           0.1f * a[(i + 1) * n + j + 1];
}

/* Plane i of three dimensions: fifteen terms, of eleven points. */
void convolution3(int n, float *a, float *b, int i) {
#pragma clperf kernel collapse(2)
    for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
            b[(i * n + j) * n + k] =
                2 * a[((i - 1) * n + (j - 1)) * n + k - 1] +
                4 * a[((i + 1) * n + (j - 1)) * n + k - 1] +
                5 * a[((i - 1) * n + (j - 1)) * n + k - 1] +
                7 * a[((i + 1) * n + (j - 1)) * n + k - 1] +
                -8 * a[((i - 1) * n + (j - 1)) * n + k - 1] +
                10 * a[((i + 1) * n + (j - 1)) * n + k - 1] + -3 * a[(i * n + (j - 1)) * n + k] +
                6 * a[(i * n + j) * n + k] + -9 * a[(i * n + (j + 1)) * n + k] +
                2 * a[((i - 1) * n + (j - 1)) * n + k + 1] +
                4 * a[((i + 1) * n + (j - 1)) * n + k + 1] + 5 * a[((i - 1) * n + j) * n + k + 1] +
                7 * a[((i + 1) * n + j) * n + k + 1] + -8 * a[((i - 1) * n + (j + 1)) * n + k + 1] +
                10 * a[((i + 1) * n + (j + 1)) * n + k + 1];
}

/* The three sweeps of one time step of a two-dimensional field. */
void electric_y(int n, float *driver, float *ey, float *hz, int t) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == 0)
                ey[i * n + j] = driver[t];
            else
                ey[i * n + j] = ey[i * n + j] - 0.5f * (hz[i * n + j] - hz[(i - 1) * n + j]);
}

void electric_x(int n, float *ex, float *hz) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++)
            ex[i * n + j] = ex[i * n + j] - 0.5f * (hz[i * n + j] - hz[i * n + j - 1]);
}

void magnetic_z(int n, float *ex, float *ey, float *hz) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1; j++)
            hz[i * n + j] = hz[i * n + j] - 0.7f * (ex[i * n + j + 1] - ex[i * n + j] +
                                                    ey[(i + 1) * n + j] - ey[i * n + j]);
}
