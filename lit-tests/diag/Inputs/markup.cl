/* <script>alert("not markup")</script> */
kernel void compare(global const int *a, global const int *b, global int *out)
{
    int i = get_global_id(0); /* <b> & </b> */
    out[i] = a[i] < b[i] && b[i] > 0 ? "12"[i & 1] : 0;
}

kernel void sum(global const int *a, global int *out, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    out[get_global_id(0)] = s;
}
