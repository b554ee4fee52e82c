#pragma OPENCL EXTENSION cl_amd_media_ops : enable
#pragma OPENCL EXTENSION cl_amd_media_ops2 : enable
__kernel void align(__global uint *x) {
    uint a = x[get_global_id(0)];
    x[get_global_id(0)] = amd_bitalign(a, a + 1, 8) + amd_bytealign(a, 3u, 1u) + amd_bfe(a, 3u, 5u);
}
