/* One step of breadth-first search: every node of the current level gives the next
 * level to its neighbours that have none yet. The graph is in compressed rows.
 * Only some lanes of a warp are on the frontier, and their nodes differ in degree
 * (clperf-divergence). The manifest gives the real graph in the middle of a search. */
#define UNSEEN -1

__kernel void bfs(__global const uint *restrict first_edge, __global const uint *restrict target,
                  __global int *restrict level, __global int *restrict changed, uint nodes,
                  int current)
{
    uint node = get_global_id(0);

    if (node >= nodes || level[node] != current)
        return;

    for (uint edge = first_edge[node]; edge < first_edge[node + 1]; edge++) {
        uint next = target[edge];

        if (level[next] == UNSEEN) {
            level[next] = current + 1;
            *changed = 1;
        }
    }
}
