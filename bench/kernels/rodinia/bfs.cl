/* A level of a breadth-first search: nodes of the frontier give the next level to neighbours that were
 * not seen, which then become the frontier. Which nodes those are only the data says. */
struct node {
    int first_edge, n_edges;
};

kernel void expand(global const struct node *nodes, global const int *edges, global char *frontier,
                   global char *next, global const char *seen, global int *level, int n) {
    int i = get_global_id(0);
    if (i >= n || !frontier[i])
        return;
    frontier[i] = 0;
    struct node here = nodes[i];
    for (int e = here.first_edge; e < here.first_edge + here.n_edges; e++) {
        int to = edges[e];
        if (!seen[to]) {
            level[to] = level[i] + 1;
            next[to] = 1;
        }
    }
}

kernel void advance(global char *frontier, global char *next, global char *seen, global char *more,
                    int n) {
    int i = get_global_id(0);
    if (i < n && next[i]) {
        frontier[i] = 1;
        seen[i] = 1;
        *more = 1;
        next[i] = 0;
    }
}
