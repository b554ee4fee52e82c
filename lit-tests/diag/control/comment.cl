/* Comments take findings out of the text and leave them, with the reason, in SARIF and JSON.

RUN: cd %S && %clperf-cc -fsyntax-only comment.cl -Wno-clperf -Wclperf-memory -Wclperf-occupancy=0%% -fclperf-add-output=sarif:file=%t.sarif \
RUN:   -fclperf-add-output=json:file=%t.json 2>&1 \
RUN:   | FileCheck %s --implicit-check-not='{{[a-z]+}}:{{.*}}Wclperf'
RUN: %python %S/suppressed.py %t.sarif %t.json | FileCheck --check-prefix=KEPT %s
RUN: %python %S/../check_sarif.py %t.sarif
RUN: %clperf merge --format=sarif %t.sarif | FileCheck --check-prefix=MERGED %s
RUN: %clperf merge --format=checkstyle %t.sarif | grep -c '<error' | FileCheck --check-prefix=TWO %s
MERGED: "justification":{{.}}"the order is given"
TWO: {{^}}2{{$}}
RUN: %python %S/../validate_schema.py %root/docs/report.schema.json %t.json

A suppressed finding is no error; one that is left is.

RUN: not %clperf-cc -fsyntax-only %s -Werror=clperf 2>&1 | FileCheck --check-prefix=ERROR %s
ERROR-NOT: comment.cl:{{.*}} error: {{.*}} is given
ERROR: error: each warp's store to 'left' touches{{.*}}-Werror=clperf-uncoalesced]
*/

// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void same_line(__global float *out, int h) {
    out[get_global_id(0) * h + get_global_id(1)] = 1; // clperf-ignore[uncoalesced]: the order is given
}
// KEPT: clperf-uncoalesced same_line inSource 'the order is given' line 23

// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void next_statement(__global float *out, int h) {
    /* clperf-ignore[ clperf-divergence , memory ]: a statement of several lines */
    // and a comment between them
    out[get_global_id(0) * h +
        get_global_id(1)]
        = 1;
}
// KEPT: clperf-uncoalesced next_statement inSource 'a statement of several lines' line 29

// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void no_rule(__global float *out, int h) {
    // clperf-ignore
    out[get_global_id(0) * h + get_global_id(1)] = 1;
}
// KEPT: clperf-uncoalesced no_rule inSource no-reason line 39

// clperf-ignore[occupancy]: as many as we need
// clperf: launch global=1024x1024 local=16x16
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void on_the_kernel(__global float *out,
                            int n) {
    __local float tile[32 * 256];
    tile[get_local_id(1) * 16 + get_local_id(0)] = out[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(1) * 1024 + get_global_id(0)] = tile[get_local_id(1) * 16 + get_local_id(0)] + 1;
}
// KEPT: clperf-occupancy on_the_kernel inSource 'as many as we need' line 44

// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void another_rule(__global float *left, int h) {
    left[get_global_id(0) * h + get_global_id(1)] = 1; // clperf-ignore[bank-conflict]: not this one
}
// CHECK: [[@LINE-2]]:{{[0-9]+}}: warning: each warp's store to 'left' touches{{.*}}Wclperf-uncoalesced]

// clperf: launch global=1024x1024 local=32x8 h=1024
__kernel void prose(__global float *right, int h) {
    // clperf-ignore is what is not meant here
    right[get_global_id(0) * h + get_global_id(1)] = 1;
    // clperf-ignore[uncoalesced]: the statement after it only
    h++;
}
// CHECK: [[@LINE-4]]:{{[0-9]+}}: warning: each warp's store to 'right' touches{{.*}}Wclperf-uncoalesced]
// KEPT-NOT: {{.}}
