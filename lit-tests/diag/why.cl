/* Why a finding costs what it costs: a flow in SARIF, a list in the report, text by clperf explain.

RUN: rm -rf %t && mkdir %t && cp %s %t/why.cl && cd %t
RUN: %clperf-cc -fsyntax-only why.cl -fclperf-no-text -Wno-clperf -Wclperf-uncoalesced=0%% -Wclperf-bank-conflict=0%% \
RUN:   -Wclperf-occupancy=0%% -fclperf-add-output=sarif:file=o.sarif -fclperf-add-output=json:file=o.json
RUN: %python %S/check_sarif.py o.sarif
RUN: %python %S/validate_schema.py %root/docs/report.schema.json o.json
RUN: %clperf explain why.cl:37 o.json | FileCheck --check-prefix=ROW %s
RUN: %clperf explain why.cl:49 o.json | FileCheck --check-prefix=BANK %s
RUN: %clperf explain why.cl:43 o.json | FileCheck --check-prefix=WARPS %s
RUN: %clperf explain --markdown why.cl:37 o.json | FileCheck --check-prefix=MARKDOWN %s
RUN: %clperf explain $(grep -o -m1 '"fingerprint":.*"[0-9a-f]*' o.json | cut -d'"' -f4 | cut -c1-8) o.json | FileCheck --check-prefix=ROW %s
RUN: %python -c "import json; r = json.load(open('o.sarif'))['runs'][0]['results']; j = json.load(open('o.json'))['kernels']; \
RUN:   steps = lambda x: [s['location']['message']['text'] for s in x['codeFlows'][0]['threadFlows'][0]['locations']]; \
RUN:   assert [len(steps(x)) for x in r] == [len(f['why']) for k in j for f in k['findings']] and len(r) == 3, r; print(steps(r[0])[0])" | FileCheck --check-prefix=FLOW %s

A cost that something slower hides is said to be hidden.

RUN: %clperf-cc -fsyntax-only why.cl -Wno-clperf -Wclperf-bank-conflict=0%% -fclperf-clock=1200:50 2>&1 | FileCheck --check-prefix=HIDDEN %s
HIDDEN: note: its cost is hidden by {{DRAM|L2|memory latency}}, which takes longer

Bad input.

RUN: %python %S/../driver/Inputs/status.py 2 %clperf explain why.cl:1 o.json 2>&1 | FileCheck --check-prefix=NONE %s
RUN: %python %S/../driver/Inputs/status.py 2 %clperf explain why.cl:37 o.sarif 2>&1 | FileCheck --check-prefix=SARIF %s
RUN: %python %S/../driver/Inputs/status.py 2 %clperf explain a b c 2>&1 | FileCheck --check-prefix=MANY %s
NONE: clperf: error: no finding 'why.cl:1' in 'o.json'
SARIF: clperf: error: 'o.sarif' is not a report of clperf-cc, version 1
MANY: clperf: error: a rule, or a finding and its report, is explained
*/

// clperf: launch global=4096 local=64 n=256
__kernel void rows(__global const float *in, __global float *out, int n) {
    int row = get_global_id(0);
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[row * n + i];
    out[row] = sum;
}

// clperf: launch global=1024x1024 local=32x8
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void tile(__global const float *in, __global float *out) {
    __local float t[32 * 256];
    int x = get_local_id(0), y = get_local_id(1);
    t[y * 32 + x] = in[get_global_id(1) * 1024 + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(1) * 1024 + get_global_id(0)] =
        t[x * 32 + y];
}

// ROW: why.cl:37:{{.*}} warning: each warp's load from 'in' touches {{.*}} [-Wclperf-uncoalesced]
// ROW-NEXT: why.cl:33:{{.*}} note: the launch is 4096/64, from comment: warps of 32 work-items in work-groups of 64
// ROW-NEXT: why.cl:34:{{.*}} note: the address depends on get_global_id(0)
// ROW-NEXT: why.cl:36:{{.*}} note: the loop runs 256 times: {{.*}}n
// ROW-NEXT: why.cl:37:{{.*}} note: the address is in + 4 *
// ROW-NEXT: why.cl:37:{{.*}} note: 32768 requests of the launch's warps load 4 bytes per work-item: each touches 32 sectors of 32 bytes; its data fills 4
// ROW-NEXT: why.cl:37:{{.*}} note: without this {{[0-9.]+}} of {{[0-9.]+}} ms would be saved

// BANK: why.cl:49:{{.*}} bank conflict
// BANK: note: the address depends on get_local_id(
// BANK: note: {{.*}} requests of the launch's warps load 4 bytes per work-item: each takes 32 passes over the banks; 1 would do

// WARPS: why.cl:43:{{.*}} warning: only {{[0-9]+}} of {{[0-9]+}} warps of 'tile' fit on a multiprocessor: each work-group takes 32768 of its
// WARPS-NEXT: note: the launch is 1024x1024/32x8
// WARPS-NEXT: note: use smaller tiles
// WARPS-NEXT: {{without this|its cost is hidden by}}

// MARKDOWN: **`why.cl:37`** each warp's load from 'in'
// MARKDOWN: 1. `why.cl:33` the launch is 4096/64
// FLOW: The launch is
