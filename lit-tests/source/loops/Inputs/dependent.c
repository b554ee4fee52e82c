/* Loops whose iterations are not independent, or of which nobody can tell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 512
static float a[N], b[N], c[N], A[N][N], B[N][N];
static int keys[N], count[N];
static struct node {
    struct node *next;
    float value;
} list[N];
extern void elsewhere(int);

void n01_recurrence(void) {
#pragma clperf kernel
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] + b[i];
}
void n02_far_recurrence(void) {
#pragma clperf kernel
    for (int i = 7; i < N; i++)
        a[i] = a[i - 7] * 2;
}
void n03_anti(void) {
#pragma clperf kernel
    for (int i = 0; i < N - 1; i++)
        a[i] = a[i + 1] * 2;
}
void n04_histogram(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        count[keys[i]]++;
}
void n05_scatter(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[keys[i]] = b[i];
}
void n06_prefix(void) {
    float sum = 0;
#pragma clperf kernel
    for (int i = 0; i < N; i++) {
        sum += a[i];
        b[i] = sum;
    }
}
void n07_one_place(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[0] += b[i];
}
void n08_previous(void) {
    float previous = 0;
#pragma clperf kernel
    for (int i = 0; i < N; i++) {
        a[i] = previous;
        previous = b[i];
    }
}
void n09_column_sweep(void) {
#pragma clperf kernel
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = A[i - 1][j] + 1;
}
void n10_row_sweep(void) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            A[i][j] = A[i][j - 1] + 1;
}
void n11_in_place_stencil(void) {
#pragma clperf kernel collapse(2)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            A[i][j] = 0.25f * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
}
void n12_in_place_transpose(void) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = A[j][i];
}
void n13_reverse(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[i] = a[N - 1 - i];
}
void n14_diagonal(void) {
#pragma clperf kernel
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            A[i][j] = A[i - 1][j - 1];
}
void n15_overlapping_rows(float *restrict x, int n, int m) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i + j] = j;
}
void n16_unknown_pitch(float *restrict x, int n, int m, int pitch) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * pitch + j] = j;
}
void n17_may_overlap(float *x, const float *y) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        x[i] = y[i];
}
void n18_same_array(float *x) {
    float *y = x + 1;
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        y[i] = x[i];
}
void n19_calls(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++) {
        elsewhere(i);
        a[i] = b[i];
    }
}
void n20_prints(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        printf("%g\n", a[i]);
}
void n21_shared_buffer(void) {
    float t[4];
#pragma clperf kernel
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            t[k] = a[i] * k;
        b[i] = t[0] + t[1] + t[2] + t[3];
    }
}
void n22_modulo(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[i % 7] = b[i];
}
void n23_half(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[i / 2] = b[i];
}
void n24_narrow(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[(unsigned char)i] = b[i];
}
void n25_alternating(float *out) {
    float s = 0;
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        s = a[i] - s;
    *out = s;
}
void n26_pointers(float **rows) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        rows[i][0] = i;
}
void n27_list(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        list[i].next->value = i;
}
void n28_double_step(void) {
#pragma clperf kernel
    for (int i = 0; i < N / 2; i++)
        a[2 * i] = a[i];
}
void n29_wide_write(void) {
#pragma clperf kernel
    for (int i = 0; i < N - 1; i++) {
        a[i] = b[i];
        a[i + 1] = c[i];
    }
}
void n30_last_value(void) {
    static float last;
#pragma clperf kernel
    for (int i = 0; i < N; i++) {
        b[i] = last + a[i];
        last = a[i];
    }
}
