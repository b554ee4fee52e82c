// What instances of a template have at one place is one finding, with the others, the worst cost and the total.
//
// RUN: %clperf-cc true -c %s -fclperf-gpu=rtx-3060 -fclperf-add-output=json:file=%t.json -fclperf-add-output=sarif:file=%t.sarif 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1])); f = [x for k in r['kernels'] for x in k['findings']]; print(len(f), sum(x.get('copy', False) for x in f), [len(x['related']) for x in f if 'related' in x])" %t.json | FileCheck --check-prefix=JSON %s
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1]))['runs'][0]['results']; print(len(r), r[0]['properties']['kernels'], sum('also in' in x['message']['text'].lower() for x in r[0]['relatedLocations']))" %t.sarif | FileCheck --check-prefix=SARIF %s

template <class T, int N> __global__ void scale(const T *in, T *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // CHECK: [[#@LINE+5]]:{{.*}}: warning: each warp's load from 'in' touches {{.*}}; costs {{.*}} ms on rtx-3060; {{.*}}in 3 kernels, {{.*}} ms in all [-Wclperf-uncoalesced]
    // CHECK: note: also in '{{.*}}': costs
    // CHECK: note: also in '{{.*}}': costs
    // JSON: 3 2 [2]
    // SARIF: 1 3 2
    out[i] = N * in[16 * i];
}

int main()
{
    float *a, *b;
    cudaMalloc(&a, 64 << 20);
    cudaMalloc(&b, 4 << 20);
    scale<float, 2><<<4096, 256>>>(a, b);
    scale<float, 3><<<4096, 256>>>(a, b);
    scale<int, 5><<<4096, 256>>>((int *)a, (int *)b);
}
