/* A time step of the lattice Boltzmann method D3Q19, one work-item for each cell of a periodic box: populations are
 * kept once and stored where they were loaded from, in opposite directions, half of them from the neighbours; every
 * other step takes the two of each pair the other way round. If HALF is 1 they are kept in 16 bits, 2^15 times as
 * large. The box of NX x NY x NZ cells is known to the compiler, as it is in FluidX3D. */
#define DIRECTIONS 19

#if HALF
#define GET(f, i) (vload_half(i, f) * 0x1p-15f)
#define PUT(f, i, x) vstore_half((x)*0x1p15f, i, f)
typedef half number;
#else
#define GET(f, i) (f)[i]
#define PUT(f, i, x) (f)[i] = (x)
typedef float number;
#endif

__constant float weight[3] = {1.0f / 3.0f, 1.0f / 18.0f, 1.0f / 36.0f};

float equilibrium(float w, float density, float speed, float square) {
    return w * density * (1.0f + 3.0f * speed + 4.5f * speed * speed - 1.5f * square);
}

#define PAIR(a, b, x, y, z, w)                                                                                        \
    {                                                                                                                 \
        float c = (x) * ux + (y) * uy + (z) * uz;                                                                     \
        f[a] = fma(1.0f - rate, f[a], rate * equilibrium(w, density, c, square));                                     \
        f[b] = fma(1.0f - rate, f[b], rate * equilibrium(w, density, -c, square));                                    \
    }

__kernel void step_cells(__global number *populations, __global const uchar *flags, float rate, uint odd) {
    const uint nx = NX, ny = NY, nz = NZ, cells = nx * ny * nz, n = get_global_id(0);
    if (n >= cells || flags[n])
        return;
    const uint x = n % nx, y = n / nx % ny, z = n / (nx * ny);
    const uint xp = (x + 1) % nx, yp = (y + 1) % ny * nx, zp = (z + 1) % nz * nx * ny;
    const uint xm = (x + nx - 1) % nx, ym = (y + ny - 1) % ny * nx, zm = (z + nz - 1) % nz * nx * ny;
    const uint y0 = y * nx, z0 = z * nx * ny;
    const uint at[9] = {xp + y0 + z0, x + yp + z0, x + y0 + zp, xp + yp + z0, xp + y0 + zp,
                        x + yp + zp,  xp + ym + z0, xp + y0 + zm, x + yp + zm};
    const uint here = odd ? 1 : 2, there = odd ? 2 : 1;
    float f[DIRECTIONS];
    f[0] = GET(populations, n);
    for (uint i = 0; i < 9; i++) {
        f[2 * i + 1] = GET(populations, n + (ulong)(2 * i + here) * cells);
        f[2 * i + 2] = GET(populations, at[i] + (ulong)(2 * i + there) * cells);
    }
    float density = f[0];
    for (int i = 1; i < DIRECTIONS; i++)
        density += f[i];
    const float inverse = 1.0f / density;
    const float ux = (f[1] - f[2] + f[7] - f[8] + f[9] - f[10] + f[13] - f[14] + f[15] - f[16]) * inverse;
    const float uy = (f[3] - f[4] + f[7] - f[8] + f[11] - f[12] + f[14] - f[13] + f[17] - f[18]) * inverse;
    const float uz = (f[5] - f[6] + f[9] - f[10] + f[11] - f[12] + f[16] - f[15] + f[18] - f[17]) * inverse;
    const float square = ux * ux + uy * uy + uz * uz;
    f[0] = fma(1.0f - rate, f[0], rate * equilibrium(weight[0], density, 0.0f, square));
    PAIR(1, 2, 1, 0, 0, weight[1])
    PAIR(3, 4, 0, 1, 0, weight[1])
    PAIR(5, 6, 0, 0, 1, weight[1])
    PAIR(7, 8, 1, 1, 0, weight[2])
    PAIR(9, 10, 1, 0, 1, weight[2])
    PAIR(11, 12, 0, 1, 1, weight[2])
    PAIR(13, 14, 1, -1, 0, weight[2])
    PAIR(15, 16, 1, 0, -1, weight[2])
    PAIR(17, 18, 0, 1, -1, weight[2])
    PUT(populations, n, f[0]);
    for (uint i = 0; i < 9; i++) {
        PUT(populations, at[i] + (ulong)(2 * i + there) * cells, f[2 * i + 1]);
        PUT(populations, n + (ulong)(2 * i + here) * cells, f[2 * i + 2]);
    }
}
