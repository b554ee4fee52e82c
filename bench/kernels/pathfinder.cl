// Shortest paths down a grid of costs, `rounds` rows per launch: each row's best costs follow from
// the three neighbours above. A work-group keeps its stretch of the row in local memory and
// computes a halo that shrinks by one column per row and side.
__kernel void pathfinder(int rounds, __global const int *wall, __global const int *from,
                         __global int *to, int columns, int rows, int start, int border) {
    __local int previous[GROUP], result[GROUP];
    const int tx = get_local_id(0), bx = get_group_id(0);
    const int kept = GROUP - rounds * 2;
    const int left = kept * bx - border, right = left + GROUP - 1;
    const int x = left + tx;
    const int first = left < 0 ? -left : 0;
    const int last = right > columns - 1 ? GROUP - 1 - (right - columns + 1) : GROUP - 1;
    const int west = max(tx - 1, first), east = min(tx + 1, last);
    const bool valid = tx >= first && tx <= last;
    if (x >= 0 && x <= columns - 1)
        previous[tx] = from[x];
    barrier(CLK_LOCAL_MEM_FENCE);
    bool computed = false;
    for (int i = 0; i < rounds; i++) {
        computed = false;
        if (tx >= i + 1 && tx <= GROUP - i - 2 && valid) {
            computed = true;
            const int best = min(min(previous[west], previous[tx]), previous[east]);
            result[tx] = best + wall[columns * (start + i) + x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == rounds - 1)
            break;
        if (computed)
            previous[tx] = result[tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed)
        to[x] = result[tx];
}
