__kernel void scale(__global float *x) { x[get_global_id(1) * 512 + get_global_id(0)] *= BLOCK; }
