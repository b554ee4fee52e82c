/* Points' features from point by point to feature by feature. */
kernel void swap_features(global const float *by_point, global float *by_feature, int points,
                          int features) {
    int point = get_global_id(0);
    if (point >= points)
        return;
    for (int f = 0; f < features; f++)
        by_feature[f * points + point] = by_point[point * features + f];
}
