/* Elements that a loop loads again and again. Where the name begins with right_, a variable may hold
 * the element while the loop runs; elsewhere something else reaches the element, or the same text
 * means another one, and the edit would change the results. */
#define O(v) o[k * 65536 + i] = (v)
#define AT(p, j) p[j]
#define ADD_TO(x, v) (x) += (v)
#define TWICE(x) ((x) + (x))
#define NEXT_PLANE i += 65536
#define LAST_PLANE i -= 65536
#define IGNORE(x)
void store(global float *at, float v) { *at = v; }
void step(int *i, int by) { *i += by; }
float peek(global const float *p, int i) { return p[i]; }

// clperf: launch global=65536 local=256 n=16
kernel void address_taken(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    global float *p = &a[i];
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        *p = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void other_index(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    int j = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        a[j] = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void index_plus_zero(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        a[i + 0] = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void index_in_parentheses(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        a[(i)] = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void index_before_array(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        i[a] = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void sum_subscripted(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        (a + i)[0] = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void negative_subscript(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    global float *end = a + i + 1;
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        end[-1] = s * 0.5f;
        O(s);
    }
}

// Brackets may be spelt <: and :>.
// clperf: launch global=65536 local=256 n=16
kernel void digraphs(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        a<:i:> = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void spliced_subscript(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        a\
[i] = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void stored_by_helper(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        store(a + i, s * 0.5f);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void stored_by_helper_by_address(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        store(&a[i], s * 0.5f);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void read_by_helper(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] = a[i] * 0.5f + b[k];
        O(peek(a, i));
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void stored_by_macro(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        AT(a, i) = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void added_by_macro(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        ADD_TO(a[i], 1.0f);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void stored_as_int(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        ((global int *)a)[i] = as_int(s * 0.5f);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void stored_as_vector(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    global float2 *pairs = (global float2 *)a;
    for (int k = 0; k < n; k++) {
        float s = a[2 * i] + b[k];
        pairs[i] = (float2)(s * 0.5f, 1.0f);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void stored_by_vstore(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[2 * i] + b[k];
        vstore2((float2)(s * 0.5f, 1.0f), i, a);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void stored_as_component(global float4 *a, global const float4 *b, global float4 *o, int n)
{
    int i = get_global_id(0);
    global float *parts = (global float *)a;
    for (int k = 0; k < n; k++) {
        float4 s = a[i] + b[k];
        parts[4 * i + 2] = s.x;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void exchanged_atomically(global int *a, global const int *b, global int *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        int s = a[i] + b[k];
        atomic_xchg(&a[i], s & 63);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void counted_atomically(global int *a, global const int *b, global int *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        int s = a[i] + b[k];
        atomic_inc((volatile global int *)a + i);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void sometimes_the_same(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[2 * i] + b[k];
        a[2 * i + (k & 1)] = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void meets_in_one_iteration(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i * 16 + 5] + b[k];
        a[i * 16 + k] = s * 0.5f;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void index_xored(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        i ^= 65536;
        s += a[i];
        i ^= 65536;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void index_by_macro(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        NEXT_PLANE;
        s += a[i];
        LAST_PLANE;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void index_by_pointer(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    int *q = &i;
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        *q += 65536;
        s += a[i];
        *q -= 65536;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void index_by_helper(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        step(&i, 65536);
        s += a[i];
        step(&i, -65536);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void index_in_condition(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    int m = i;
    for (int k = 0; k < n; k++) {
        float s = a[m] + b[k];
        if ((m += 65536) > 0)
            s += a[m];
        m -= 65536;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void index_shadowed_by_loop(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        for (int i = 0; i < 2; i++)
            s += a[i];
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void array_shadowed(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        {
            global const float *a = b;
            s += a[i];
        }
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void array_advanced(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        a += 65536;
        s += a[i];
        a -= 65536;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void array_replaced(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    global float *p = a, *q = a + 65536;
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        global float *a = k & 1 ? p : q;
        s += a[i];
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void vector_index(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    int2 at = (int2)(i, i + 65536);
    for (int k = 0; k < n; k++) {
        float s = a[at.x] + b[k];
        at = at.yx;
        s += a[at.x];
        at = at.yx;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void array_index(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    int at[2] = {i, i + 65536};
    for (int k = 0; k < n; k++) {
        float s = a[at[0]] + b[k];
        at[0] += 65536;
        s += a[at[0]];
        at[0] -= 65536;
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void address_as_number(global int *a, global const int *b, global int *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        int s = a[i] + b[k];
        O(s + (int)((ulong)&a[i] - (ulong)a));
    }
}

// The other work-item of a pair stores the element.
// clperf: launch global=65536 local=256 n=16
kernel void neighbours(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[i ^ 1] = s * 0.5f;
        barrier(CLK_GLOBAL_MEM_FENCE);
        O(s);
    }
}

void exchange(global float *p, int i, float v)
{
    barrier(CLK_GLOBAL_MEM_FENCE);
    p[i ^ 1] = v;
    barrier(CLK_GLOBAL_MEM_FENCE);
}
// clperf: launch global=65536 local=256 n=16
kernel void neighbours_by_helper(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        exchange(a, i, s * 0.5f);
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void volatile_element(volatile global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] = a[i] * 0.5f + b[k];
        O(b[k]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void condition_reads(global int *a, global const int *b, global int *o, int n)
{
    int i = get_global_id(0);
    int k = 0;
    for (k = 0; k < n && a[i] < 1000; k++) {
        *(a + i) += b[k];
        O(k);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void increment_stores(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    float s = 0.0f;
    for (int k = 0; k < n; k++, a[i + 0] = s) {
        s = a[i] * 0.5f + b[k];
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void in_dropped_code(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k]; // a[i] = s; \
            a[i] = 3.0f; }
        #if 0
        a[i] = s * 0.5f;
        #else
        *(a + i) = s * 0.5f;
        #endif
        O(s);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void right_sum(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] += b[k];
        o[i] += a[i] * 2.0f;
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void right_two_spaces(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] = a[ i ] * 0.5f + b[k];
        O(a[/* here */ i]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void fine_in_macro(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] = TWICE(a[i]) - b[k];
        O(b[k]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void fine_factor(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        O(a[i] * b[k]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void right_bytes(global uchar *a, global const uchar *b, global uchar *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] += b[k] * 3;
        O(a[i] + 200);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void fine_post_increment(global int *a, global const int *b, global int *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        O(a[i]++ + b[k]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void fine_pre_decrement(global int *a, global const int *b, global int *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        O(--a[i] + b[k]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void right_shift_assigned(global int *a, global const int *b, global int *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] <<= 1;
        a[i] |= b[k] & 1;
        O(b[k]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void right_continue(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] += b[k];
        if (b[k] > 0.5f)
            continue;
        O(a[i]);
        a[i] *= 0.5f;
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void fine_fallthrough(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        switch (k & 3) {
        case 0:
            a[i] += b[k];
        case 1:
            a[i] *= 0.5f;
            break;
        default:
            O(a[i]);
        }
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void right_without_braces(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++)
        if (k & 1)
            a[i] += b[k];
        else
            a[i] -= b[k] * (O(b[k]));
}

// clperf: launch global=65536 local=256 n=16
kernel void fine_between_else(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    if (i & 1)
        for (int k = 0; k < n; k++)
            a[i] += O(b[k]);
    else
        o[i] = 1.0f;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_comma(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    int k;
    for (k = 0; k < n; k++)
        a[i] += b[k], O(a[i]);
    a[i] += k;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_size(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] += b[k] * sizeof(a[i]);
        O(a[i]);
    }
}

// The second launch does not enter the loop.
// clperf: launch global=65536 local=256 n=16
// clperf: launch global=65536 local=256 n=0
kernel void fine_zero_trips(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] += b[k];
        O(a[i]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void fine_argument_index(global float *a, global const float *b, global float *o, int w, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i + w] += b[k];
        O(a[i + w]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void fine_restrict(global float *restrict a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        a[i] += b[k];
        O(a[i]);
    }
}

// clperf: launch global=65536 local=256 n=16
kernel void right_after_label(global float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    int m = 0;
again:
    for (int k = 0; k < n; k++) {
        a[i] += b[k];
        O(a[i]);
    }
    if (++m < 2)
        goto again;
}
