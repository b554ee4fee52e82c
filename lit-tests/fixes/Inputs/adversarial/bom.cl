/* Grüße 𝄞: a file that begins with a byte-order mark. */
#define HALVE(v) \
    ((v) * 0.5f)
#define STORE(v) \
    *(a + i) = (v)

// clperf: launch global=65536 local=256 n=16
kernel void stored_by_macro(global float *a, global const float *b, global float *o, int n)
{
	int i = get_global_id(0); /* größe 𝄞 */
	for (int k = 0; k < n; k++) {
		/* 𝄞 */ float s = a[i] + b[k]; // a[i] = s; } \
		a[i] = 2.0f; {
		STORE(HALVE(s));
		o[k * 65536 + i] = s;
	}
}

// clperf: launch global=65536 local=256 n=16
kernel void right_kept(global float *a, global const float *b, global float *o, int n)
{
	int i = get_global_id(0);
	/* ü𝄞 */ for (int k = 0; k < n; k++) { /* 𝄞 */ a[i] += b[k] * a[ i ]; /* ü */ o[k * 65536 + i] = a[/* ä */ i]; }
}

// clperf: launch global=65536 local=256 n=16
kernel void divisor_changes(global float *a, float y, int n)
{
	int i = get_global_id(0);
	float x = a[i];
	for (int k = 0; k < n; k++) {
		x = x / y + 1.0f; // stays \
		y = y;
		y \
			+= 0.5f;
	}
	a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_divided(global float *a, float y, int n)
{
	int i = get_global_id(0);
	float x = a[i];
	for (int k = 0; k < n; k++) /* 𝄞 */ x = x / /* ö */ y + 1.0f;
	a[i] = x;
}

// clperf: launch global=512x512 local=16x16
kernel void right_swapped(global const float *a, global float *o)
{
	/* ä */ int x = get_global_id(0), y = get_global_id(1);
	/* 𝄞 get_local_id(0) \
	 */ o[x * 512 + y] = a[x * 512 + y] * 2.0f;
}

// clperf: launch global=262144 local=16
kernel void right_size(global const float *a, global float *o)
{
	o[get_global_id(0)] = HALVE(a[get_global_id(0)]);
}
