/* What the group computes of its number is used under the condition only, so that compilers do it
 * there, once for the wavefront. */
kernel void guarded(global float *a, int items, int images, int outputs) {
    int group = get_group_id(0), item = get_local_id(0);
    global float *from = a + (long)(group / outputs % images) * (group / (outputs * images)) * 256;
    for (int i = item; i < items; i += 256)
        from[i] *= 2;
}
