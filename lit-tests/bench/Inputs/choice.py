"""Copies at ten strides, the next denser one is the fastest as measured; and at nine of another size."""
print("dataset,kernel,source,gpu,global_x,global_y,global_z,local_x,local_y,local_z,defines,args,time_ms,extra")
for n, strides in ((4194304, 10), (2097152, 9)):
    for stride in range(1, strides + 1):
        time = {1: 1.1, 2: 1}.get(stride, stride)
        print(f"own,copies,,gtx-980,{n},1,1,256,1,1,stride={stride},N={n},{time},")
