/* Forces between the particles of a box and of the up to 27 boxes around it, in double precision;
 * one group per box, a box has PER_BOX particles. Which boxes are neighbours is worked out here; the
 * measured kernel reads it from a list, one number in 2,700 accesses. */
#define PER_BOX 100

kernel void particles(int across, double alpha, global double4 *place, global double *charge,
                      global double4 *force) {
    local double4 mine[PER_BOX], theirs[PER_BOX];
    local double charges[PER_BOX];
    int box = get_group_id(0), item = get_local_id(0), items = get_local_size(0), i;
    int x = box % across, y = box / across % across, z = box / (across * across);
    double a2 = 2.0 * alpha * alpha;
    global double4 *out = force + box * PER_BOX;
    for (i = item; i < PER_BOX; i += items)
        mine[i] = place[box * PER_BOX + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 27; k++) {
        int other_x = x + k % 3 - 1, other_y = y + k / 3 % 3 - 1, other_z = z + k / 9 - 1;
        if (other_x < 0 || other_y < 0 || other_z < 0 || other_x >= across ||
            other_y >= across || other_z >= across)
            continue;
        int first = ((other_z * across + other_y) * across + other_x) * PER_BOX;
        for (i = item; i < PER_BOX; i += items) {
            theirs[i] = place[first + i];
            charges[i] = charge[first + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (i = item; i < PER_BOX; i += items)
            for (int j = 0; j < PER_BOX; j++) {
                double4 a = mine[i], b = theirs[j];
                double r2 = a.s0 + b.s0 - (a.s1 * b.s1 + a.s2 * b.s2 + a.s3 * b.s3);
                double v = exp(-(a2 * r2)), s = 2 * v;
                out[i].s0 += charges[j] * v;
                out[i].s1 += charges[j] * (s * (a.s1 - b.s1));
                out[i].s2 += charges[j] * (s * (a.s2 - b.s2));
                out[i].s3 += charges[j] * (s * (a.s3 - b.s3));
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
