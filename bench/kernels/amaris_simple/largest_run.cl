/* The subsequence of largest sum, in chunks of CHUNK numbers that a group copies to local memory;
 * every work-item walks PART neighbouring ones of each chunk, then looks at what lies before and
 * after its best run. All decisions follow the data. */
#define CHUNK 4096
#define PART 32

kernel void largest_run(global int *numbers, global int *result, int per_item, int n) {
    local int chunk[CHUNK];
    int group = get_group_id(0), item = get_local_id(0), items = get_local_size(0);
    int first = item * PART, best = 0, sum = 0;
    int best_from = 0, best_to = 0, from = 0, to = 0, i;
    for (int j = 0; j < n / CHUNK; j++) {
        int share = n / items;
        int at = group * n + item / 32 * share + item % 32 + j * 32;
        for (i = 0; i < CHUNK; i += items) {
            chunk[item + i] = numbers[at];
            at += share * 4;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        best_from = best_to = from = to = first - 1;
        for (i = first - 1; i < first + PART; i++) {
            int next = chunk[i + 1];
            if (i == best_to) {
                to++;
                sum += next;
                if (sum < 0) {
                    sum = 0;
                    to = -1;
                }
                from = to == 0 ? 0 : from;
                if (next > 0) {
                    best_to++;
                    best += next;
                    best_from = best_to == 0 ? 0 : best_from;
                }
            } else if (sum + next > best) {
                to++;
                if (best_from == -1)
                    to = from = i + 1;
                sum += next;
                best_from = from;
                best_to = to;
                best = sum;
            } else if (sum + next > 0) {
                to++;
                if (sum == 0)
                    from = to = i + 1;
                sum += next;
            } else {
                from = to = i + 2;
                sum = 0;
            }
        }
    }
    global int *mine = result + (group * items + item) * 5;
    mine[4] = mine[3] = mine[2] = mine[1] = mine[0] = -1;
    mine[2] = best;
    int part = 0, largest = 0;
    if (best_from > first - 1) {
        for (i = 0; i < best_from; i++) {
            part += chunk[i];
            largest = part > largest ? part : largest;
        }
        mine[0] = largest;
        mine[1] = part - largest;
    }
    part = largest = 0;
    if (best_to < first + PART) {
        for (i = first + PART - 1; i > best_to; i--) {
            part += chunk[i];
            largest = part > largest ? part : largest;
        }
        mine[3] = largest;
        mine[4] = largest ? part - largest : 0;
    }
}
