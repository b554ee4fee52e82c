// Direct Coulomb summation: the electrostatic potential of all atoms at each point of a cubic
// grid. A work-item computes Z_POINTS points above each other. The atoms come as four arrays (SOA) or as
// one of vectors.
__kernel void coulomb_sum(__global const float4 *restrict atoms, __global const float *restrict atom_x,
                          __global const float *restrict atom_y, __global const float *restrict atom_z,
                          __global const float *restrict atom_w, int n_atoms, float spacing,
                          int grid_size, __global float *restrict energy) {
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2) * Z_POINTS;
    if (x >= grid_size || y >= grid_size)
        return;
    const int slice = grid_size * grid_size;
    const int first = slice * z + grid_size * y + x;
    const float px = spacing * x, py = spacing * y, pz = spacing * z;

    float sum[Z_POINTS];
    for (int i = 0; i < Z_POINTS; i++)
        sum[i] = 0.0f;
    for (int i = 0; i < n_atoms; i++) {
#if SOA
        const float dx = px - atom_x[i], dy = py - atom_y[i], w = atom_w[i];
        float dz = pz - atom_z[i];
#else
        const float4 atom = atoms[i];
        const float dx = px - atom.x, dy = py - atom.y, w = atom.w;
        float dz = pz - atom.z;
#endif
#if UNROLL
#pragma unroll UNROLL
#endif
        for (int j = 0; j < Z_POINTS; j++) {
            sum[j] += w * native_rsqrt(dx * dx + dy * dy + dz * dz);
            dz += spacing;
        }
    }
    for (int i = 0; i < Z_POINTS; i++)
        if (z + i < grid_size)
            energy[first + slice * i] += sum[i];
}
