// The nearest of a few centres for each point; features lie point by point within each feature. Drivers' OpenCL
// compilers are taken not to unroll the loop over features, whose number they do not know.
__kernel void nearest_centre(__global const float *features, int n_features, int n_points,
                             int n_centres, __global int *nearest,
                             __global const float *centres) {
    const int point = get_global_id(0);
    if (point >= n_points)
        return;
    int index = -1;
    float least = FLT_MAX;
    for (int c = 0; c < n_centres; c++) {
        float distance = 0.0f;
#pragma unroll 1
        for (int f = 0; f < n_features; f++) {
            const float d = features[point + f * n_points] - centres[c * n_features + f];
            distance += d * d;
        }
        if (distance < least) {
            least = distance;
            index = c;
        }
    }
    nearest[point] = index;
}
