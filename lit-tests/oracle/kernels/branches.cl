/* Branches of every form, on ids, arguments and loop counters. */

__kernel void if_else(__global int *out) {
    int gid = get_global_id(0);
    if (gid & 1)
        out[gid] = 1;
    else
        out[gid + 1] = 2;
    if (get_group_id(0) % 2)
        out[gid] += 3;
}

__kernel void nested(__global int *out, int n) {
    int gid = get_global_id(0);
    if (gid < n) {
        if (gid % 3 == 0) {
            if (gid % 5 == 0)
                out[gid * 2] = 15;
            else
                out[gid] = 3;
        } else if (gid % 7 == 0) {
            out[gid + 7] = 7;
        }
        out[gid] = 1;
    }
}

__kernel void switch_cases(__global int *out) {
    int gid = get_global_id(0);
    switch (gid % 6) {
    case 0:
        out[gid] = 0;
        break;
    case 1:
    case 2:
        out[gid + 1] = 12;
        break;
    case 4:
        out[gid * 2] = 4;
        break;
    default:
        out[gid * 3] = 9;
    }
    out[gid] += 1;
}

__kernel void switch_falls_through(__global int *out) {
    int gid = get_global_id(0);
    switch (gid & 3) {
    case 0:
        out[gid] = 0;
    case 1:
        out[gid + 1] = 1;
    case 2:
        out[gid + 2] = 2;
    }
}

__kernel void early_return(__global int *out, int n) {
    int gid = get_global_id(0);
    if (gid >= n)
        return;
    out[gid] = 1;
    if (gid % 4 == 1)
        return;
    out[gid * 2] = 2;
}

__kernel void both(__global int *out, int n) {
    int gid = get_global_id(0);
    if (gid > 3 && gid < n && gid % 2)
        out[gid] = 1;
}

__kernel void either(__global int *out, int n) {
    int gid = get_global_id(0);
    if (gid < 5 || gid % 3 == 0 || gid > n)
        out[gid] = 1;
    else
        out[gid + 1] = 2;
}

__kernel void mixed_conditions(__global int *out, int n) {
    int gid = get_global_id(0);
    if ((gid < 40 && gid % 2) || (gid > n && !(gid % 3)))
        out[gid] = 1;
    bool inner = gid > 8 && gid < n;
    if (inner)
        out[gid] = 2;
}

__kernel void ternary(__global int *out, int n) {
    int gid = get_global_id(0);
    int at = gid % 2 ? gid + 1 : gid - gid / 2;
    out[at] = gid < n ? out[gid] : 0;
    out[gid > 7 ? gid : gid * 2] = at;
}

__kernel void by_iteration(__global int *out, int n) {
    int gid = get_global_id(0);
    for (int i = 0; i < n; i++) {
        if (i == gid % n)
            out[gid] = i;
        else if (i & 1)
            out[gid + i] = i;
        if (i == n - 1)
            out[i] = gid;
    }
}

__kernel void compared(__global int *out, uint limit) {
    int gid = get_global_id(0), x = gid - 20;
    if (x < 0)
        out[gid] = 1;
    if ((uint)x < limit)
        out[gid] = 2;
    if ((char)(gid * 5) < 0)
        out[gid] = 3;
    if ((short)(gid << 9) > 100)
        out[gid] = 4;
    if ((long)x * x >= 300l)
        out[gid] = 5;
}

__kernel void loop_in_branch(__global int *out, int n) {
    int gid = get_global_id(0);
    if (gid % 2) {
        for (int i = 0; i < gid % n; i++)
            out[gid + i] = i;
    } else {
        for (int i = n; i > 0; i /= 2)
            out[gid + i] = i;
    }
    if (n > 5)
        for (int i = 0; i < 2; i++)
            out[gid] = i;
}

__kernel void switch_in_loop(__global int *out, int n) {
    int gid = get_global_id(0), state = gid % 3;
    for (int i = 0; i < n; i++) {
        switch (state) {
        case 0:
            state = 1;
            continue;
        case 1:
            out[gid + i] = state;
            state = gid & 1 ? 2 : 0;
            break;
        case 2:
            state = 0;
            if (i > 4)
                return;
            break;
        }
        out[gid] = i;
    }
}

__kernel void goto_again(__global int *out, int n) {
    int gid = get_global_id(0), i = gid % 4;
again:
    out[gid + i] = i;
    if (++i < n)
        goto again;
    out[gid] = i;
}

/* Switches that decide nothing, and one in which two cases do the same. */
__kernel void switch_without_choice(__global int *out, int n) {
    int gid = get_global_id(0);
    switch (gid) {
    default:
        out[gid] = 1;
    }
    switch (n) {
    }
    switch (gid % 5)
    default:
        if (gid & 1)
            break;
        else
    case 2:
            out[gid + 100] = 1;
    switch (gid & 3) {
    case 1:
    case 2:
        out[gid + 200] = 2;
    }
}
