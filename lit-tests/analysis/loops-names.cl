// Formulas in the kernel's own names, also where the IR has others: variables that an optimiser
// would call i7 or div, helpers' parameters, loads, and loops of one nest that depend on each other.
//
// RUN: %clperf-cc -fsyntax-only %s -w -fclperf-dump=loops 2>&1 | grep -o ' trips .*' | FileCheck %s

// CHECK: {{^}} trips max(0, n) by scev
// CHECK-NEXT: {{^}} trips n - i by scev
// CHECK-NEXT: {{^}} trips max(0, rows) by scev
// CHECK-NEXT: {{^}} trips ceil((rows - (i + 1)) / 3) by induction
// CHECK-NEXT: {{^}} trips i + 1 by scev
__kernel void triangles(__global int *a, int n, int rows)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            a[j] = i;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j <= i; j++)
            a[j] = 1;
        for (int k = i + 1; k < rows; k += 3)
            a[k] = 2;
    }
}

// CHECK-NEXT: {{^}} trips floor(log2(n)) + 1 by induction
// CHECK-NEXT: {{^}} trips ceil(log2(m)) by induction
// CHECK-NEXT: {{^}} trips floor(log2(n / 2)) + 1 by induction
// CHECK-NEXT: {{^}} trips floor(log2(m) / 2) + 1 by induction
__kernel void geometric(__global int *a, int n, uint m)
{
    for (int s = n; s > 0; s >>= 1)
        a[s] = s;
    for (uint s = 1; s < m; s *= 2)
        a[s] = s;
    for (int s = n / 2; s > 0; s /= 2)
        a[s] = s;
    for (uint s = m; s; s >>= 2)
        a[s] = s;
}

int sum(__global int *a, int count)
{
    int r = 0;
    for (int q = 0; q < count; q++)
        r += a[q];
    return r;
}

// CHECK-NEXT: {{^}} trips max(0, (n + 15) / 16) by scev
// CHECK-NEXT: {{^}} trips ceil((n - start) / get_local_size(0)) by induction
// CHECK-NEXT: {{^}} trips max(0, count) by scev
// CHECK-NEXT: {{^}} trips (n - min(0, n) + 3) / 4 by scev
// CHECK-NEXT: {{^}} trips n % 7 by scev
// CHECK-NEXT: {{^}} trips max(0, middle) by scev
// CHECK-NEXT: {{^}} trips min(n, 64) by induction
// CHECK-NEXT: {{^}} trips ceil((n - get_global_id(0)) / get_global_size(0)) by induction
// CHECK-NEXT: {{^}} trips (y % 5) + 1 by induction
__kernel void named(__global int *a, __global const int *rows, int n, int start)
{
    int gid = get_global_id(0), blocks = (n + 15) / 16, left = n, middle = n >> 1;
    uint rest = (uint)n % 7;
    for (int b = 0; b < blocks; b++)
        a[b] = 1;
    for (int k = start; k < n; k += get_local_size(0))
        a[k] = 3;
    a[1] = sum(a, rows[gid]);
    while (left > 0) {
        a[left] = 1;
        left -= 4;
    }
    for (uint i = 0; i < rest; i++)
        a[i] = 1;
    if (gid & 1)
        middle = middle + 3;
    for (int i = 0; i < middle; i++)
        a[i] = 4;
    for (int i = 0; i < min(n, 64); i++)
        a[i] = 5;
    for (int y = gid; y < n; y += get_global_size(0))
        for (int x = 0; x < y % 5 + 1; x++)
            a[x] = y;
}
