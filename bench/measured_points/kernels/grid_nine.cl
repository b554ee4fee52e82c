/* Nine points of a grid in two dimensions: a group smooths ROWS rows of as many columns as it has work-items, by way of local memory. */
kernel void nine_points(global const NUMBER *in, global NUMBER *out, int alignment, NUMBER center, NUMBER side, NUMBER corner,
                        local NUMBER *tile) {
    int row = get_group_id(0) * ROWS, width = get_local_size(1), pitch = width + 2, c = get_local_id(1);
    int columns = get_num_groups(1) * width + 2;
    int line = columns + (columns % alignment == 0 ? 0 : alignment - columns % alignment);
    int first = row * line + get_group_id(1) * width + c + 1;
    for (int i = 0; i < ROWS + 2; i++)
        tile[i * pitch + c + 1] = in[first + i * line];
    if (c == 0)
        for (int i = 0; i < ROWS + 2; i++)
            tile[i * pitch] = in[first + i * line - 1];
    else if (c == width - 1)
        for (int i = 0; i < ROWS + 2; i++)
            tile[i * pitch + width + 1] = in[first + i * line + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i <= ROWS; i++) {
        local NUMBER *at = tile + i * pitch + c + 1;
        NUMBER sides = at[-pitch] + at[pitch] + at[1] + at[-1];
        NUMBER corners = at[1 - pitch] + at[1 + pitch] + at[-1 - pitch] + at[-1 + pitch];
        out[first + i * line] = center * at[0] + side * sides + corner * corners;
    }
}
