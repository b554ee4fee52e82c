/* Searches in a B+ tree, one per work-group: on each level the work-items compare the wanted key with
 * one key of the node each, and the one whose interval holds it says where to go on. */
struct tree_node {
    int is_leaf;
    int keys[ORDER + 1], children[ORDER + 1];
};

kernel void find_key(int height, global const struct tree_node *nodes, int n_nodes,
                     global int *current, global const int *wanted, global const int *records,
                     global int *found) {
    int item = get_local_id(0), query = get_group_id(0);
    local int next;
    for (int level = 0; level < height; level++) {
        global const struct tree_node *node = &nodes[current[query]];
        if (item == 0)
            next = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (node->keys[item] <= wanted[query] && node->keys[item + 1] > wanted[query] &&
            node->children[item] < n_nodes)
            next = node->children[item];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0)
            current[query] = next;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    if (nodes[current[query]].keys[item] == wanted[query])
        found[query] = records[nodes[current[query]].children[item]];
}

/* The same for both ends of a range at once; then how many records lie between them. */
kernel void find_range(int height, global const struct tree_node *nodes, int n_nodes,
                       global int *low, global int *high, global const int *from,
                       global const int *to, global int *first, global int *length) {
    int item = get_local_id(0), query = get_group_id(0);
    local int next_low, next_high;
    for (int level = 0; level < height; level++) {
        global const struct tree_node *a = &nodes[low[query]], *b = &nodes[high[query]];
        if (item == 0)
            next_low = next_high = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (a->keys[item] <= from[query] && a->keys[item + 1] > from[query] &&
            a->children[item] < n_nodes)
            next_low = a->children[item];
        if (b->keys[item] <= to[query] && b->keys[item + 1] > to[query] &&
            b->children[item] < n_nodes)
            next_high = b->children[item];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) {
            low[query] = next_low;
            high[query] = next_high;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    if (nodes[low[query]].keys[item] == from[query])
        first[query] = nodes[low[query]].children[item];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (nodes[high[query]].keys[item] == to[query])
        length[query] = nodes[high[query]].children[item] - first[query] + 1;
}
