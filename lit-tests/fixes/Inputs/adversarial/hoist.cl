/* Divisions in loops. Where the name begins with right_, the divisor stays what it is and a reciprocal
 * that is computed before the loop differs by rounding alone; elsewhere the divisor changes, or the
 * quotient becomes a whole number or an answer, which rounding may change as a whole. */
#define HALF_MORE(v) (v) += 0.5f
#define DIVISOR (x + 2.0f)
#define COUNTER k
void grow(float *p) { *p += 0.5f; }
float grown(float *p) { return *p += 0.5f; }
struct pair { float x, y; };

// clperf: launch global=65536 local=256 n=16
kernel void by_address(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        *(&y) += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_pointer_before(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    float *p = &y;
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        *p += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_pointer_to_pointer(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    float *p = &y, **q = &p;
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        **q += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_helper(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        grow(&y);
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_helper_in_divisor(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / grown(&y) + 1.0f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_macro(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        HALF_MORE(y);
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void macro_of_what_changes(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = 1.0f + 3.0f / DIVISOR;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void in_parentheses(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        (y) = y + 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_comma(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        y = 0.5f + y, x += y;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void in_condition(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n && (y += 0.5f) > 0.0f; k++)
        x = x / y + 1.0f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void in_increment(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++, y += 0.5f)
        x = x / y + 1.0f;
    a[i] = x;
}

// fract() stores by its second argument.
// clperf: launch global=65536 local=256 n=16
kernel void by_builtin(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        x += fract(x * 0.37f + 0.1f, &y);
        y = y + 1.0f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_component(global float *a, float4 v, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / v.x + 1.0f;
        v.s0 += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_half(global float *a, float4 v, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / v.x + 1.0f;
        v.lo += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_whole_vector(global float *a, float4 v, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / v.y + 1.0f;
        v += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_rotation(global float *a, float4 v, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / v.x + 1.0f;
        v = v.yzwx;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_structure(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    struct pair s = {y, y}, t = s;
    for (int k = 0; k < n; k++) {
        x = x / s.x + 1.0f;
        s = t;
        t.x += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_structure_pointer(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    struct pair s = {y, y}, *p = &s;
    for (int k = 0; k < n; k++) {
        x = x / s.x + 1.0f;
        p->x += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_union(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    union { float f; int i; } u;
    u.f = y;
    for (int k = 0; k < n; k++) {
        x = x / u.f + 1.0f;
        u.i += 1 << 20;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_array_element(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    float t[2] = {y, y};
    for (int k = 0; k < n; k++) {
        x = x / t[1] + 1.0f;
        t[k & 1] += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_array_pointer(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    float t[2] = {y, y}, *p = t + 1;
    for (int k = 0; k < n; k++) {
        x = x / t[1] + 1.0f;
        p[0] += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_index(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    float t[2] = {y, 2.0f * y + 1.0f};
    int m = 0;
    for (int k = 0; k < n; k++) {
        x = x / t[m] + 1.0f;
        m ^= 1;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_counter(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / (y + COUNTER) + 1.0f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void by_memory(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / a[i] + 1.0f;
        *(a + i) += 0.5f;
    }
    a[i] += x;
}

// clperf: launch global=65536 local=256 n=16
kernel void shadowed_later(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        float y = x + 2.0f;
        x = 1.0f + x / y;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void shadowed_in_head(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (float y = 1.0f; y < n; y += 1.0f)
        x = x / y + 1.0f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void choice(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x += 3.0f;
        x /= k & 1 ? y : 2.0f * y;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void comparison(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x += 3.0f;
        x /= y > 1.0f;
        x = x > 1e9f ? 1.0f : x;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void power_in_braces(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y * y + 0.1f;
         y = -y;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void to_int(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    for (int k = 0; k < n; k++)
        s += (int)(i % 4096 * y / y);
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=16
kernel void to_int_by_number(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    for (int k = 0; k < n; k++)
        s += (int)((float)(i + k) / 49.0f);
    a[i] = s % 1000;
}

// clperf: launch global=65536 local=256 n=16
kernel void converted(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    for (int k = 0; k < n; k++)
        s += convert_int_rtz((float)(i * 7 + 7 * k) / 7.0f) & 3;
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=16
kernel void floored(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x += floor((float)(i + k) / 41.0f);
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void equal_quotient(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    for (int k = 0; k < n; k++)
        s += (float)(i * 3 + k) / 3.0f == i;
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=16
kernel void answer(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = 0;
    x = (float)(i % 128) * y;
    for (int k = 0; k < n; k++)
        s += (x + k) / y >= 3.0f ? 1 : 100;
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=16
kernel void rest_of_division(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = (i + k) - 7.0f * trunc((float)(i + k) / 7.0f) + x * 0.5f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void tiny_number(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 1e-38f / 1e-39f + 0.1f;
    a[i] = x;
}

// The reciprocal of a denormal is infinite.
// clperf: launch global=65536 local=256 n=16 y=2e-39
kernel void tiny_divisor(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 1e-38f / y + 0.1f;
    a[i] = x;
}

// The reciprocal of the largest numbers is a denormal.
// clperf: launch global=65536 local=256 n=16 y=3e38
kernel void huge_divisor(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 1e38f / y + 0.1f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16 y=0
kernel void guarded(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        if (y != 0.0f)
            x = x / y + 1.0f;
        else
            x += 1.0f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void whole_numbers(global float *a, int m, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = i;
    for (int k = 0; k < n; k++)
        s = (s + 1000 * k) / m + 7;
    a[i] = s;
}

// clperf: launch global=65536 local=256 n=16
kernel void whole_by_float(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int s = i;
    for (int k = 0; k < n; k++) {
        s += 1000 * k;
        s /= y;
    }
    a[i] = s;
}

// The second line of the comment is one, too; the next two lines are one statement.
// clperf: launch global=65536 local=256 n=16
kernel void spliced(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f; // y stays \
        y += 0.5f;
        y \
        += 0.5f;
    }
    a[i] = x;
}

// The largest of the quotients is off by no more than each of them.
// clperf: launch global=65536 local=256 n=16
kernel void quotient_once(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i], r = -INFINITY;
    for (int k = 0; k < n; k++)
        r = fmax(r, (x + k) / y);
    a[i] = r;
}

// clperf: launch global=65536 local=256 n=16
kernel void quotient_by_number_once(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i], r = -INFINITY;
    for (int k = 0; k < n; k++)
        r = fmax(r, (x + k) / 7.3f);
    a[i] = r;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_argument(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / y + 1.0f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_sum(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / (y + 3.0f) + 1.0f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_component(global float *a, float4 v, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / v.x + v.y;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void fine_negated(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / -y + 1.0f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_assigned(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x /= y;
        x += 1.0f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_whole_divisor(global float *a, int m, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / m + 1.0f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_whole_dividend(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.25f + (i + k) / y;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_number(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / 3.0f + y;
    a[i] = x;
}

// exact, even
// clperf: launch global=65536 local=256 n=16
kernel void fine_power_of_two(global float *a, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / 8.0f + 1.0f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_in_while(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    int k = 0;
    while (k++ < n)
        x = x / y + 1.0f;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_nested(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 2; j++)
            x = x / y + j;
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
kernel void right_break(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        if (k > 11)
            break;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
// clperf: launch global=65536 local=256 n=0 y=0
kernel void right_zero_trips(global float *a, float y, int n)
{
    int i = get_global_id(0);
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / y + 1.0f;
    a[i] = x;
}
