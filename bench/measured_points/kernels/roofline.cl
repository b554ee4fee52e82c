/* Each work-item walks over PLACES places of two arrays, the group's next to one another, and
 * computes STEPS multiply-adds for each. */
#define PLACES 4000
kernel void mix(global const float *restrict a, global const float *restrict b, global float *out) {
    global const float *from = a + get_local_id(0) + get_group_id(0) * 256L * PLACES;
    global const float *with = b + get_local_id(0) + get_group_id(0) * 256L * PLACES;
    float sum = 0;
    for (int i = 0; i < PLACES; i += 2) {
        float x = from[i * 256], y = with[i * 256], u = from[i * 256 + 256],
              w = with[i * 256 + 256];
        float v = x - y, z = u - w;
        for (int k = 0; k < STEPS; k++) {
            v = v * x - y;
            z = z * x - y;
        }
        sum += v + z;
    }
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = sum;
}
