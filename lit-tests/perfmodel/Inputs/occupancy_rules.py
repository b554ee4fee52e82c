#!/usr/bin/env python3
"""Compares occupancy with the vendors' own rules, written here a second time from their documents.

usage: occupancy_rules.py OCCUPANCY-TABLE FOLDER

The rules:
- NVIDIA, compute capability 2.0 and later: the CUDA occupancy calculator. Registers go to warps in
  units, warps come in multiples of a granularity, and the limit is taken per block first; shared
  memory is rounded up to its unit, with what the system reserves.
- NVIDIA 1.x: the same calculator; registers go to a whole block.
- AMD: LLVM's AMDGPU back end (AMDGPUBaseInfo.cpp: getNumWavesPerEUWithNumVGPRs,
  getMaxWorkGroupsPerCU). Waves per SIMD by vector and scalar registers, at most 16 groups of
  several waves per compute unit, local memory in units of 64 or 128 double words.
- Intel: GPU occupancy calculator. Registers are fixed per hardware thread.
- Mali: datasheet. All threads with up to 32 registers, half of them with up to 64.

Where sources disagree:
- Compute capability 5.2 and 5.3: warps are allocated by 4 (occupancy spreadsheet), not by 2
  (Nsight table), since registers belong to one of four partitions. A block of 5.2 may have 65536
  registers (spreadsheet), not 32768 (Nsight, marked as doubtful); of 5.3 and 6.2 32768 (guide).
- From 8.0 on a block may have 1 KB less than the SM's shared memory (guide), not all (Nsight).
- gfx6 to gfx9: scalar registers are allocated in units of 8 or 16; LLVM's table of waves is more
  generous at a few counts.

Each architecture is described by its file in hwdb/base/ where there is one, else by these very
figures in a file like a user's.
"""

import glob
import json
import os
import random
import subprocess
import sys

SEED = 4
PER_ARCH = 120
KB = 1024

NVIDIA = """
arch    warps blocks block regs/SM /block /thread unit by granularity smem/SM /block unit reserved
sm_13   32  8  512  16384  16384 124 512 block 2  16384  16384 512 0
sm_20   48  8 1024  32768  32768  63  64 warp 2  49152  49152 128 0
sm_21   48  8 1024  32768  32768  63  64 warp 2  49152  49152 128 0
sm_30   64 16 1024  65536  65536  63 256 warp 4  49152  49152 256 0
sm_32   64 16 1024  65536  32768 255 256 warp 4  49152  49152 256 0
sm_35   64 16 1024  65536  65536 255 256 warp 4  49152  49152 256 0
sm_37   64 16 1024 131072  65536 255 256 warp 4 114688  49152 256 0
sm_50   64 32 1024  65536  65536 255 256 warp 4  65536  49152 256 0
sm_52   64 32 1024  65536  65536 255 256 warp 4  98304  49152 256 0
sm_53   64 32 1024  65536  32768 255 256 warp 4  65536  49152 256 0
sm_60   64 32 1024  65536  65536 255 256 warp 2  65536  49152 256 0
sm_61   64 32 1024  65536  65536 255 256 warp 4  98304  49152 256 0
sm_62   64 32 1024  65536  32768 255 256 warp 4  65536  49152 256 0
sm_70   64 32 1024  65536  65536 255 256 warp 4  98304  98304 256 0
sm_72   64 32 1024  65536  65536 255 256 warp 4  98304  98304 256 0
sm_75   32 16 1024  65536  65536 255 256 warp 4  65536  65536 256 0
sm_80   64 32 1024  65536  65536 255 256 warp 4 167936 166912 128 1024
sm_86   48 16 1024  65536  65536 255 256 warp 4 102400 101376 128 1024
sm_87   48 16 1024  65536  65536 255 256 warp 4 167936 166912 128 1024
sm_89   48 24 1024  65536  65536 255 256 warp 4 102400 101376 128 1024
sm_90   64 32 1024  65536  65536 255 256 warp 4 233472 232448 128 1024
sm_100  64 32 1024  65536  65536 255 256 warp 4 233472 232448 128 1024
sm_101  48 24 1024  65536  65536 255 256 warp 4 233472 232448 128 1024
sm_120  48 24 1024  65536  65536 255 256 warp 4 102400 101376 128 1024
"""

# Per SIMD: waves, vector registers and their granule, scalar registers and their granule.
AMD = """
arch     wave SIMDs waves vgprs granule sgprs granule LDS/CU /group unit
gfx6       64 4 10  256  4 512  8 65536 32768 256
gfx7       64 4 10  256  4 512  8 65536 65536 512
gfx8       64 4 10  256  4 800 16 65536 65536 512
gfx9       64 4 10  256  4 800 16 65536 65536 512
gfx906     64 4 10  256  4 800 16 65536 65536 512
gfx908     64 4 10  256  4 800 16 65536 65536 512
gfx90a     64 4  8  512  8 800 16 65536 65536 512
gfx942     64 4  8  512  8 800 16 65536 65536 512
gfx10.1    32 2 20 1024  8   0  1 65536 65536 512
gfx10.1-64 64 2 20  512  4   0  1 65536 65536 512
gfx1030    32 2 16 1024 16   0  1 65536 65536 512
gfx1030-64 64 2 16  512  8   0  1 65536 65536 512
gfx1100    32 2 16 1536 24   0  1 65536 65536 512
gfx1100-64 64 2 16  768 12   0  1 65536 65536 512
"""

# Hardware threads of a subslice or core, lanes of each, groups, group memory.
INTEL = """
arch         lanes threads groups memory
intel_gen9      16  56 16  65536
intel_xe_hpg    16 128 32 131072
intel_xe_hpc    16  64 32 131072
"""

MALI = """
arch             lanes threads
mali_g71_g72         4  384
mali_g31             4  512
mali_g51             4  768
mali_g52             8  768
mali_g76             8  768
mali_g57_g77_g78    16 1024
mali_g710           16 2048
"""


def rows(table):
    for line in table.strip().splitlines()[1:]:
        name, *cells = line.split()
        yield [name] + [int(c) if c.isdigit() else c for c in cells]


def up(n, unit):
    return -(-n // unit) * unit


class Arch:
    """Limits as named in hwdb/schema.def, and groups(items, regs, sgprs, local), which gives how
    many groups each resource allows: warps, groups, registers, local memory."""

    def __init__(self, name, values, groups):
        self.name, self.values, self.groups = name, values, groups


def nvidia(row):
    (name, warps, blocks, block, regs, block_regs, thread_regs, unit, by, granularity, smem,
     block_smem, smem_unit, reserved) = row

    def groups(items, registers, _, local):
        n = up(items, 32) // 32
        registers = min(registers, thread_regs)
        if by == "block":
            by_regs = regs // up(up(n, granularity) * 32 * registers, unit)
        else:
            per_warp = up(registers * 32, unit)
            fitting = block_regs // per_warp // granularity * granularity
            by_regs = fitting // n * (regs // block_regs)
        shared = up(local + reserved, smem_unit)
        by_shared = 0 if local > block_smem else smem // shared if shared else None
        return warps // n, blocks, by_regs, by_shared

    return Arch(name, dict(
        warp_width=32, max_warps_per_sm=warps, max_groups_per_sm=blocks, barriers_per_sm=0,
        max_items_per_group=block, regs_per_sm=regs, max_regs_per_group=block_regs,
        max_regs_per_item=thread_regs, reg_alloc_unit=unit, warp_alloc_unit=granularity,
        regs_by_group=int(by == "block"), local_bytes_per_sm=smem,
        local_bytes_per_group=block_smem, local_alloc_unit=smem_unit,
        local_reserved_per_group=reserved), groups)


def amd(row):
    name, wave, simds, waves, vgprs, granule, sgprs, sgranule, lds, group_lds, unit = row

    def groups(items, registers, scalar, local):
        n = up(items, wave) // wave
        per_simd = min(waves, vgprs // up(registers, granule))
        if sgprs and scalar:
            per_simd = min(per_simd, sgprs // up(scalar, sgranule))
        most = simds * waves if n == 1 else 16
        shared = up(local, unit)
        by_lds = 0 if local > group_lds else lds // shared if shared else None
        return simds * waves // n, most, simds * per_simd // n, by_lds

    regs = simds * vgprs * wave
    # CDNA2 and later count accumulation registers, which other families lack, with the others.
    most_regs = 512 if name in ("gfx90a", "gfx942") else 256
    return Arch(name, dict(
        warp_width=wave, max_warps_per_sm=simds * waves, max_groups_per_sm=simds * waves,
        barriers_per_sm=16, max_items_per_group=1024, regs_per_sm=regs, max_regs_per_group=regs,
        max_regs_per_item=most_regs,
        reg_alloc_unit=granule * wave, warp_alloc_unit=simds, regs_by_group=0,
        scalar_regs_per_scheduler=sgprs, scalar_reg_alloc_unit=sgranule, schedulers_per_sm=simds,
        local_bytes_per_sm=lds, local_bytes_per_group=group_lds, local_alloc_unit=unit,
        local_reserved_per_group=0), groups)


def intel(row):
    name, lanes, threads, most, memory = row

    def groups(items, _, __, local):
        n = up(items, lanes) // lanes
        return threads // n, most, None, memory // local if local else None

    return Arch(name, dict(
        warp_width=lanes, max_warps_per_sm=threads, max_groups_per_sm=most, barriers_per_sm=0,
        max_items_per_group=lanes * threads, regs_per_sm=threads * 1024,
        max_regs_per_group=threads * 1024, max_regs_per_item=1024 // lanes, reg_alloc_unit=1024,
        warp_alloc_unit=1, regs_by_group=0, local_bytes_per_sm=memory,
        local_bytes_per_group=memory, local_alloc_unit=1, local_reserved_per_group=0), groups)


def mali(row):
    name, lanes, threads = row

    def groups(items, registers, _, __):
        n = up(items, lanes) // lanes
        resident = threads if registers <= 32 else threads // 2
        return threads // lanes // n, threads // lanes, resident // lanes // n, None

    return Arch(name, dict(
        warp_width=lanes, max_warps_per_sm=threads // lanes, max_groups_per_sm=threads // lanes,
        barriers_per_sm=0, max_items_per_group=threads, regs_per_sm=threads * 32,
        max_regs_per_group=threads * 32, max_regs_per_item=64, reg_alloc_unit=32 * lanes,
        warp_alloc_unit=1, regs_by_group=0, local_bytes_per_sm=32 * KB,
        local_bytes_per_group=32 * KB, local_alloc_unit=1, local_reserved_per_group=0), groups)


def architectures():
    return ([nvidia(r) for r in rows(NVIDIA)] + [amd(r) for r in rows(AMD)] +
            [intel(r) for r in rows(INTEL)] + [mali(r) for r in rows(MALI)])


def entry(value):
    return {"value": value, "kind": "documented", "source": "the vendor's table, see the test"}


# What every GPU must have and occupancy does not read.
BOARD = dict(sm_count=1, core_mhz=1000, mem_mhz=1000, dram_gbs=100, dram_efficiency=0.9,
             l2_bytes=1 << 20, l2_bytes_per_clk=64, atomic_per_clk=8, launch_us=2)


def describe(arch, folder, root):
    """A file for the architecture: its base in hwdb and a board, or else all its limits."""
    has_base = bool(glob.glob(os.path.join(root, "hwdb", "data", "*", "base", arch.name + ".json")))
    values = BOARD if has_base else arch.values
    path = os.path.join(folder, arch.name + ".json")
    with open(path, "w") as f:
        json.dump({"name": arch.name, "base": arch.name if has_base else "gtx-980",
                   "values": {k: entry(v) for k, v in values.items()}}, f)
    return path, has_base


def any_needs(dice, v):
    """Items, registers, scalar registers and bytes of local memory; often at an edge."""
    warp, most = v["warp_width"], v["max_items_per_group"]
    items = dice.choice([dice.randint(1, most), warp * dice.randint(1, most // warp),
                         min(most, warp << dice.randrange(6))])
    registers = dice.choice([dice.randint(1, v["max_regs_per_item"]), dice.randint(1, 64),
                             8 * dice.randint(1, 8)])
    scalar = dice.choice([0, dice.randint(1, 102)])
    local = dice.choice([0, 0, dice.randint(1, v["local_bytes_per_group"]),
                         dice.randint(1, 8 * KB), 512 << dice.randrange(7)])
    if v["max_regs_per_item"] == 64 and v["reg_alloc_unit"] == 32 * warp:
        local = 0  # Mali: in ordinary memory, no limit
    return items, registers, scalar, local


LIMITERS = ["warps", "groups", "registers", "local memory"]


def expected(arch, needs):
    """Groups, warps, and what limits them: the first of the limits that allow the fewest."""
    limits = arch.groups(*needs)
    groups = min(x for x in limits if x is not None)
    warps = groups * (up(needs[0], arch.values["warp_width"]) // arch.values["warp_width"])
    limiter = LIMITERS[[x == groups for x in limits].index(True)]
    if limiter == "warps" and warps < arch.values["max_warps_per_sm"]:
        limiter = "group size"
    return "%d %d %s" % (groups, warps, limiter)


def main():
    program, folder = sys.argv[1:3]
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(
        os.path.abspath(__file__)))))
    os.makedirs(folder, exist_ok=True)
    dice = random.Random(SEED)
    cases, with_base = [], 0
    for arch in architectures():
        path, has_base = describe(arch, folder, root)
        with_base += has_base
        for _ in range(PER_ARCH):
            cases.append((arch, path, any_needs(dice, arch.values)))
    # The program takes names without blanks, which the folder's path may have.
    text = "".join("./%s %d %d %d %d\n" % ((os.path.basename(path),) + needs) for _, path, needs in cases)
    answers = subprocess.run([os.path.abspath(program)], input=text, capture_output=True, text=True, check=True, cwd=folder)
    answers = answers.stdout.splitlines()
    assert len(answers) == len(cases)
    wrong, limiters = 0, set()
    for (arch, _, needs), answer in zip(cases, answers):
        want = expected(arch, needs)
        limiters.add(want.split(" ", 2)[2])
        if answer != want:
            wrong += 1
            if wrong <= 20:
                print("%s: items, registers, scalar, local %s: %s, not %s"
                      % (arch.name, needs, answer, want))
    print("%d configurations of %d architectures, %d from hwdb/base; limiters: %s; %d differ"
          % (len(cases), len(architectures()), with_base, ", ".join(sorted(limiters)), wrong))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
