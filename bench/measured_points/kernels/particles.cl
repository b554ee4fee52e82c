/* Forces between a particle and the neighbours that a list names, which lie anywhere. */
kernel void forces_of_neighbours(global NUMBERS *force, global const NUMBERS *place, int neighbours, global const int *list, NUMBER limit,
                                 NUMBER a, NUMBER b, int n) {
    uint i = get_global_id(0);
    NUMBERS mine = place[i], f = 0;
    for (int k = 0; k < neighbours; k++) {
        NUMBERS other = place[list[k * n + i]];
        NUMBER dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z;
        NUMBER r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < limit) {
            NUMBER inverse = 1 / r2, third = inverse * inverse * inverse, strength = inverse * third * (a * third - b);
            f.x += dx * strength;
            f.y += dy * strength;
            f.z += dz * strength;
        }
    }
    force[i] = f;
}
