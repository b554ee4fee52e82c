"""Prints a table of times that are twice those predicted, whatever the launch is."""

print("kernel,colour,busy_dram,log_ops_per_warp,predicted_ms,time_ms")
for i in range(80):
    print(f"k{i % 4},0,{i % 10 / 10},{i % 7},{1 + i % 13},{2 * (1 + i % 13)}")
