/* More loops: those called sNN depend on each other or may do so, those called pNN do not. */
#define N 256
static float A[N][N], a[N * N], b[N * N];
static int k[N];
void s01(int *x, unsigned *y) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        x[i] = y[i];
}
void s02(float *restrict x, int n) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        x[i] = x[i + n];
}
void s03(void) {
#pragma clperf kernel collapse(2)
    for (int i = 0; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = A[i][j + N] + 1;
}
void s04(int *out) {
    int m = k[0], at = 0;
#pragma clperf kernel
    for (int i = 1; i < N; i++)
        if (k[i] > m) {
            m = k[i];
            at = i;
        }
    *out = m + at;
}
void s05(int *out) {
    int h = 0;
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        h = h * 31 + k[i];
    *out = h;
}
void s06(unsigned n) {
#pragma clperf kernel
    for (unsigned i = 0; i < n; i++)
        a[(unsigned short)i] = b[i];
}
void s07(void) {
    float *p = a;
#pragma clperf kernel
    for (int i = 0; i < N; i++) {
        *p = b[i];
        p += i & 1;
    }
}
void s08(int n) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        for (int j = 0; j < n; j++)
            a[i * 4 + j] = b[j];
}
void s09(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 5; j++)
            a[i * 4 + j] = b[j];
}
void s10(float *out) {
    float x = 0;
#pragma clperf kernel
    for (int i = 0; i < N; i++) {
        if (a[i] > 0)
            x = a[i];
        else
            x = x / 2;
    }
    *out = x;
}
void s11(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        if (i > 3)
            a[i] = a[3];
        else
            a[i] = 1;
}
void s12(int c) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[i * c] = b[i];
}
void s13(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[i & 15] = b[i];
}
void s14(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[i > 5 ? i : 5] = b[i];
}
void s15(void) {
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        a[i * i] = a[i];
}
void p01(float *out) {
    float s = 0;
#pragma clperf kernel collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += A[i][j];
    *out = s;
}
void p02(float *out) {
    float s = 0;
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        if (a[i] > 0)
            s += a[i];
    *out = s;
}
void p03(void) {
#pragma clperf kernel
    for (float *p = a; p < a + N; p++)
        *p = 0;
}
void p04(float *out) {
    double s = 0;
#pragma clperf kernel
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += A[i][j] * A[i][j];
    *out = s;
}
