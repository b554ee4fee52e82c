// One radix-4 pass of a fast Walsh transform in global memory: four elements `stride` apart per
// work-item, in place.
__kernel void walsh_pass(__global float *to, __global const float *from, int stride) {
    const int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
    const int n = get_local_size(0) * get_num_groups(0) * 4;
    from += get_group_id(1) * n;
    to += get_group_id(1) * n;
    const int low = i & (stride - 1);
    const int i0 = ((i - low) << 2) + low, i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
    const float d0 = from[i0], d1 = from[i1], d2 = from[i2], d3 = from[i3];
    const float s02 = d0 + d2, d02 = d0 - d2, s13 = d1 + d3, d13 = d1 - d3;
    to[i0] = s02 + s13;
    to[i1] = s02 - s13;
    to[i2] = d02 + d13;
    to[i3] = d02 - d13;
}
