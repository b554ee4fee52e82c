/* One step of breadth-first search: every node of the frontier gives its level plus one
 * to its neighbours that have none yet. The graph is in compressed rows.
 * Nodes differ in degree, so the lanes of a warp leave the loop at different times
 * (clperf-divergence). The manifest gives a real graph and the widest frontier of a
 * search through it, so the trip counts are exact; who has a level already is not known. */
#define UNSEEN -1

__kernel void bfs(__global const uint *restrict first_edge, __global const uint *restrict target,
                  __global const uint *restrict frontier, __global int *restrict level,
                  __global int *restrict changed, uint size, int current)
{
    uint i = get_global_id(0);

    if (i >= size)
        return;

    uint node = frontier[i];

    for (uint edge = first_edge[node]; edge < first_edge[node + 1]; edge++) {
        uint next = target[edge];

        if (level[next] == UNSEEN) {
            level[next] = current + 1;
            *changed = 1;
        }
    }
}
