/* Resampling of a particle filter: each particle looks through all cumulative weights for the first one
 * that is not below its own number. Which one that is only the data says. */
kernel void resample(global const float *x, global const float *y, global const float *cumulative,
                     global const float *own, global float *new_x, global float *new_y,
                     int particles) {
    int i = get_global_id(0);
    if (i >= particles)
        return;
    int index = -1;
    for (int j = 0; j < particles; j++)
        if (index < 0 && cumulative[j] >= own[i])
            index = j;
    if (index < 0)
        index = particles - 1;
    new_x[i] = x[index];
    new_y[i] = y[index];
}
