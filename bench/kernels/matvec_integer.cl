// Products of a matrix and a vector of 32-bit integers, a row per work-item: plain, and with the
// vector staged in local memory.
__kernel void plain(__global uint *out, __global const uint *matrix, __global const uint *vector,
                    int rows, int columns) {
    const int i = get_global_id(0);
    if (i >= rows)
        return;
    uint sum = 0;
    for (int k = 0; k < columns; k++)
        sum += matrix[i * columns + k] * vector[k];
    out[i] = sum;
}

__kernel void tiled(__global uint *out, __global const uint *matrix, __global const uint *vector,
                    int rows, int columns, __local uint *tile) {
    const int i = get_global_id(0), t = get_local_id(0), group = get_local_size(0);
    uint sum = 0;
    const int phases = (columns + group - 1) / group;
    for (int phase = 0; phase < phases; phase++) {
        const int first = phase * group;
        tile[t] = first + t < columns ? vector[first + t] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < rows)
            for (int k = 0; k < group && first + k < columns; k++)
                sum += matrix[i * columns + first + k] * tile[k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = sum;
}
