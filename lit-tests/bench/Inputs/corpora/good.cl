__kernel void scaled(__global float *x)
{
    x[get_global_id(0)] *= SCALE;
}

__kernel void added(__global float *x)
{
    x[get_global_id(0)] += SCALE;
}
