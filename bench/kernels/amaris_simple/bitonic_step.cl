/* One compare-and-exchange step of a bitonic sort: partners are `j` apart, sorted upwards where
 * bit `k` of the index is clear. */
kernel void bitonic_step(global int *values, int j, int k, int n) {
    const ulong i = (uint)get_local_size(0) * (uint)get_group_id(0) + (uint)get_local_id(0);
    if (i < n) {
        int partner = i ^ j;
        if (partner > i) {
            if ((i & k) == 0 && values[i] > values[partner]) {
                int kept = values[i];
                values[i] = values[partner];
                values[partner] = kept;
            }
            if ((i & k) != 0 && values[i] < values[partner]) {
                int kept = values[i];
                values[i] = values[partner];
                values[partner] = kept;
            }
        }
    }
}
