"""Prints times of launches at two core clocks. Those that DRAM binds take 3 times as long as predicted at 500 MHz
and 1.5 times at 1000 MHz, the others 9 times at both."""

print("kernel,busy_dram,occupancy,core_mhz,predicted_ms,time_ms")
for kernel in range(24):
    dram = 0.95 if kernel % 2 else 0.1
    for core in (500, 1000):
        factor = (3 if core == 500 else 1.5) if kernel % 2 else 9
        predicted = 1 + kernel % 5
        print(f"k{kernel},{dram + 0.001 * (kernel % 7)},{0.5 + 0.02 * (kernel % 3)},{core},{predicted},{predicted * factor}")
