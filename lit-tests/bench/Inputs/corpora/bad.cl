__kernel void undeclared(__global float *x)
{
    x[get_global_id(0)] = nothing_of_that_name;
}
