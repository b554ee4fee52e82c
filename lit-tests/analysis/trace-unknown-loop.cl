// A loop whose end depends on data goes round 32 times, whether it asks at its head or at its
// end and whether or not its first test is known; what comes after it is reached.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace,access 2>&1 | FileCheck %s

// CHECK: accesses of head over 1 groups
// CHECK-NEXT: load global row
// CHECK-NEXT: store global body 4 bytes: 32 requests
// CHECK-NEXT: store global after 4 bytes: 1 requests
// CHECK: trace of head: {{.*}}, unknown: a branch in a loop depends on data that is not known
// clperf: launch global=32 local=32
__kernel void head(__global const int *row, __global int *body, __global int *after)
{
    for (int j = 0; j < row[0]; j++)
        body[j] = j;
    after[0] = 1;
}

// CHECK: accesses of end over 1 groups
// CHECK: store global body 4 bytes: 32 requests
// CHECK: store global after 4 bytes: 1 requests
// CHECK: trace of end: {{.*}}, unknown
// clperf: launch global=32 local=32
__kernel void end(__global const int *row, __global int *body, __global int *after)
{
    int j = 0;
    do {
        body[j] = j;
        j++;
    } while (j < row[j]);
    after[0] = 1;
}

// Where the list goes on, only the first lanes and addresses are known.
// CHECK: accesses of list over 1 groups
// CHECK-NEXT: store global body 4 bytes: 1 requests, {{.*}}, followed: an address depends on data that is not known
// CHECK-NEXT: load global next 4 bytes: 1 requests, {{.*}}, followed: an address depends on data that is not known
// CHECK-NEXT: store global after 4 bytes: 1 requests
// CHECK: trace of list: {{.*}}, unknown
// clperf: launch global=32 local=32
__kernel void list(__global const int *next, __global int *body, __global int *after)
{
    for (int j = get_local_id(0); j >= 0; j = next[j])
        body[j] = j;
    after[0] = 1;
}

// CHECK: accesses of bounded over 1 groups
// CHECK-NEXT: load global flag 4 bytes: 50 requests
// CHECK-NEXT: store global body 4 bytes: 50 requests
// CHECK-NEXT: store global after 4 bytes: 1 requests
// CHECK: trace of bounded: {{.*}}, unknown
// clperf: launch global=32 local=32
__kernel void bounded(__global const int *flag, __global int *body, __global int *after)
{
    for (int j = 0; j < 50; j++) {
        if (flag[j])
            break;
        body[j] = j;
    }
    after[0] = 1;
}
