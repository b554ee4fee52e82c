/* A quotient whose bits are looked at. */

// clperf: launch global=65536 local=256 n=16
kernel void bits(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    for (int k = 0; k < n; k++)
        s ^= as_int((x + k) / y);
    a[i] = s & 1023;
}
