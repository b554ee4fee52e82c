/* Gravity between all pairs of bodies: position in xyz, mass in w. A work-group
 * passes the bodies through local memory in tiles of its own size; in the inner loop
 * all lanes read the same body (a broadcast). Bound by arithmetic: nothing to report. */
#define TILE 256

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void nbody(__global const float4 *restrict position, __global float4 *restrict velocity, int n,
           float dt, float softening)
{
    __local float4 tile[TILE];
    int i = get_global_id(0);
    int lid = get_local_id(0);
    float4 self = position[i];
    float3 force = (float3)(0.0f);

    for (int start = 0; start < n; start += TILE) {
        tile[lid] = position[start + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++) {
            float4 other = tile[k];
            float3 to = other.xyz - self.xyz;
            float inverse = native_rsqrt(dot(to, to) + softening);

            force += to * (other.w * inverse * inverse * inverse);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    velocity[i].xyz += force * dt;
}
