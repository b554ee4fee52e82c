// Distance of each of n places (latitude and longitude) from one place.
struct place {
    float latitude, longitude;
};

__kernel void nearest_neighbour(__global const struct place *places, __global float *distances,
                                int n, float latitude, float longitude) {
    const int i = get_local_size(0) * (get_num_groups(0) * get_group_id(1) + get_group_id(0)) +
                  get_local_id(0);
    if (i >= n)
        return;
    __global const struct place *p = places + i;
    distances[i] = sqrt((latitude - p->latitude) * (latitude - p->latitude) +
                        (longitude - p->longitude) * (longitude - p->longitude));
}
