// Which of n points lie in a polygon of VERTICES corners: for each edge, whether it crosses the
// line from the point to the right. A work-item looks at TILE points, BLOCK apart. BETWEEN selects
// how the edge's height is compared with the point's, METHOD how crossings are counted.
extern __constant float2 corners[VERTICES];

static int is_between(float a, float b, float c) {
#if BETWEEN == 0
    return (b > a) != (c > a);
#elif BETWEEN == 1
    return (b <= a && c > a) || (b > a && c <= a);
#elif BETWEEN == 2
    return a - b == 0.0f || (a - b) * (a - c) < 0.0f;
#else
    return (a - b) * (a - c) < 0.0f || a - b == 0.0f;
#endif
}

__kernel void pnpoly(__global int *inside, __global const float2 *points, int n) {
    const int first = get_group_id(0) * BLOCK * TILE + get_local_id(0);
    if (first >= n)
        return;
    int crossings[TILE];
    float2 point[TILE];
#pragma unroll
    for (int t = 0; t < TILE; t++) {
        crossings[t] = 0;
        if (first + BLOCK * t < n)
            point[t] = points[first + BLOCK * t];
    }
    int last = VERTICES - 1;
    for (int v = 0; v < VERTICES; last = v++) {
        const float2 a = corners[v], b = corners[last];
        const float slope = (b.x - a.x) / (b.y - a.y);
#pragma unroll
        for (int t = 0; t < TILE; t++) {
            const float2 p = point[t];
#if METHOD == 0
            if (is_between(p.y, a.y, b.y) && p.x < slope * (p.y - a.y) + a.x)
                crossings[t] = !crossings[t];
#elif METHOD == 1
            const int between = is_between(p.y, a.y, b.y);
            crossings[t] += between && p.x < a.x + slope * (p.y - a.y);
#else
            if (is_between(p.y, a.y, b.y) && p.x < slope * (p.y - a.y) + a.x)
                crossings[t] += 1;
#endif
        }
    }
#pragma unroll
    for (int t = 0; t < TILE; t++)
        if (first + BLOCK * t < n)
#if METHOD == 0
            inside[first + BLOCK * t] = crossings[t];
#else
            inside[first + BLOCK * t] = crossings[t] & 1;
#endif
}
