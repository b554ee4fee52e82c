/* A step of a lattice Boltzmann method with 19 directions on a periodic grid of SIDE^3 cells, in place: what streams in
 * along a pair of opposite directions is read from the cell and from its neighbour, and what streams out goes to where the
 * other of the pair was read from. The values of one direction lie together. */
#define CELLS ((ulong)SIDE * SIDE * SIDE)

#define AXIS (1.0f / 18.0f)
#define DIAGONAL (1.0f / 36.0f)

/* The nine pairs: weight, and how the first of the pair goes along x, y and z. */
#define PAIRS(DO)                                                                                                         \
    DO(0, AXIS, 1, 0, 0)                                                                                                  \
    DO(1, AXIS, 0, 1, 0)                                                                                                  \
    DO(2, AXIS, 0, 0, 1)                                                                                                  \
    DO(3, DIAGONAL, 1, 1, 0)                                                                                              \
    DO(4, DIAGONAL, 1, 0, 1)                                                                                              \
    DO(5, DIAGONAL, 0, 1, 1)                                                                                              \
    DO(6, DIAGONAL, 1, -1, 0)                                                                                             \
    DO(7, DIAGONAL, 1, 0, -1)                                                                                             \
    DO(8, DIAGONAL, 0, 1, -1)

/* The neighbour's coordinate along an axis. */
#define STEP(at, by) ((by) == 0 ? (at) : ((at) + SIDE + (by)) % SIDE)
#define NEIGHBOUR(dx, dy, dz) (STEP(x, dx) + (STEP(y, dy) + STEP(z, dz) * SIDE) * SIDE)

kernel void lattice_step(global float *f, global const uchar *flags, uint odd, float omega) {
    uint cell = get_global_id(0);
    if (flags[cell] & 1)
        return;
    uint x = cell % SIDE, rest = cell / SIDE, y = rest % SIDE, z = rest / SIDE;
    float rest_value = f[cell], density = rest_value, ux = 0, uy = 0, uz = 0;

#define LOAD(p, weight, dx, dy, dz)                                                                                       \
    uint other##p = NEIGHBOUR(dx, dy, dz);                                                                                \
    ulong here##p = (2 * p + (odd ? 1 : 2)) * CELLS + cell, there##p = (2 * p + (odd ? 2 : 1)) * CELLS + other##p;        \
    float along##p = f[here##p], against##p = f[there##p], both##p = along##p + against##p, net##p = along##p - against##p; \
    density += both##p;                                                                                                   \
    ux += dx * net##p;                                                                                                    \
    uy += dy * net##p;                                                                                                    \
    uz += dz * net##p;
    PAIRS(LOAD)

    float per_density = 1.0f / density;
    ux *= per_density;
    uy *= per_density;
    uz *= per_density;
    float square = -1.5f * (ux * ux + uy * uy + uz * uz);

    f[cell] = rest_value + omega * (density / 3.0f * (1.0f + square) - rest_value);
#define STORE(p, weight, dx, dy, dz)                                                                                      \
    float speed##p = dx * ux + dy * uy + dz * uz;                                                                         \
    float even##p = weight * density * (1.0f + square + 4.5f * speed##p * speed##p), uneven##p = weight * density * 3.0f * speed##p; \
    f[there##p] = along##p + omega * (even##p + uneven##p - along##p);                                                    \
    f[here##p] = against##p + omega * (even##p - uneven##p - against##p);
    PAIRS(STORE)
}
