"""Assembles PTX that must use certain instructions, and prints what is decoded of the machine code.

Usage: families.py PTXAS DUMP-SASS ARCH SCRATCH

Each family of instructions is a kernel of one module for sm_ARCH; families that the architecture has not are left out. Prints
`== NAME` and the code of each, and one line of sums. Exits with 1 if an instruction is unknown or a branch leads out of a kernel,
or if registers are read or written that the kernel does not have.
"""

import re
import struct
import subprocess
import sys
from pathlib import Path

HEAD = """
.reg .b16 %h<16>; .reg .b32 %r<64>; .reg .b64 %d<32>; .reg .pred %p<8>; .reg .f32 %f<64>; .reg .f64 %e<32>;
.shared .align 128 .b8 shared_NAME[4096];
ld.param.u64 %d0, [in]; ld.param.u64 %d1, [out]; ld.param.u32 %r0, [n];
cvta.to.global.u64 %d2, %d0; cvta.to.global.u64 %d3, %d1; mov.u32 %r1, %tid.x;
mul.wide.u32 %d4, %r1, 16; add.u64 %d2, %d2, %d4; add.u64 %d3, %d3, %d4; mov.u32 %r2, shared_NAME;
"""
INTS = "ld.global.v4.u32 {%r10,%r11,%r12,%r13}, [%d2];"
FLOATS = "ld.global.v4.f32 {%f10,%f11,%f12,%f13}, [%d2];"
DOUBLES = "ld.global.v2.f64 {%e10,%e11}, [%d2];"
LONGS = "ld.global.v2.u64 {%d10,%d11}, [%d2];"
INT = "st.global.u32 [%d3], %r20;"
FLOAT = "st.global.f32 [%d3], %f20;"
DOUBLE = "st.global.f64 [%d3], %e20;"
LONG = "st.global.u64 [%d3], %d20;"
HALVES = "ld.global.v4.u32 {%r10,%r11,%r12,%r13}, [%d2];"
ELECTED = "setp.eq.u32 %p1, %r1, 0;"


def matrices(shape, types, a, b, sums, f64=False):
    """A product of matrices with so many registers of each operand."""
    letter = "e" if f64 else "f" if types.startswith("f32") else "r"
    kind = {"e": "f64", "f": "f32", "r": "u32"}[letter]
    operand = "e" if f64 else "r"
    size = 8 if f64 else 4
    names = [f"%{operand}{i}" for i in range(10, 10 + a + b)]
    totals = [f"%{letter}{i}" for i in range(22, 22 + sums)]
    text = [f"ld.global.{'f64' if f64 else 'u32'} {name}, [%d2+{size * i}];" for i, name in enumerate(names)]
    text += [f"ld.global.{kind} {name}, [%d2+{256 + 8 * i}];" for i, name in enumerate(totals)]
    lists = [", ".join(part) for part in (totals, names[:a], names[a:], totals)]
    text.append(f"mma.sync.aligned.{shape}.row.col.{types} " + ", ".join(f"{{{part}}}" for part in lists) + ";")
    return " ".join(text + [f"st.global.{kind} [%d3+{8 * i}], {name};" for i, name in enumerate(totals)])


# Name, PTX, and architectures: of at least a number, or exactly some, as ptxas calls them.
FAMILIES = [
    ("fp32", FLOATS + "add.f32 %f20,%f10,%f11; mul.f32 %f20,%f20,%f12; fma.rn.f32 %f20,%f20,%f13,%f11;" + FLOAT, 70),
    ("fp32_compare", FLOATS + "max.f32 %f20,%f10,%f11; setp.lt.f32 %p1,%f20,%f12; selp.f32 %f20,%f13,%f20,%p1;" + FLOAT, 70),
    ("special", FLOATS + "sin.approx.f32 %f20,%f10; ex2.approx.f32 %f21,%f11; rsqrt.approx.f32 %f22,%f12;"
     "lg2.approx.f32 %f23,%f13; rcp.approx.f32 %f24,%f13; add.f32 %f20,%f20,%f21; add.f32 %f20,%f20,%f22;"
     "add.f32 %f20,%f20,%f23; add.f32 %f20,%f20,%f24;" + FLOAT, 70),
    ("fp64", DOUBLES + "add.f64 %e20,%e10,%e11; mul.f64 %e20,%e20,%e10; fma.rn.f64 %e20,%e20,%e11,%e10;"
     "setp.gt.f64 %p1,%e20,%e11; selp.f64 %e20,%e20,%e11,%p1;" + DOUBLE, 70),
    ("fp16", HALVES + "add.f16x2 %r20,%r10,%r11; mul.f16x2 %r20,%r20,%r12; fma.rn.f16x2 %r20,%r20,%r13,%r11;" + INT, 70),
    ("integers", INTS + "add.u32 %r20,%r10,%r11; and.b32 %r20,%r20,%r12; mad.lo.u32 %r20,%r20,%r13,%r10;"
     "shl.b32 %r21,%r20,%r11; prmt.b32 %r20,%r20,%r21,%r12; mul.hi.u32 %r20,%r20,%r13;" + INT, 70),
    ("int_compare", INTS + "max.s32 %r20,%r10,%r11; setp.lt.s32 %p1,%r20,%r12; selp.b32 %r20,%r13,%r20,%p1;" + INT, 70),
    ("bits", INTS + "popc.b32 %r20,%r10; brev.b32 %r21,%r11; clz.b32 %r22,%r12; add.u32 %r20,%r20,%r21;"
     "xor.b32 %r20,%r20,%r22; dp4a.u32.u32 %r20,%r20,%r11,%r13;" + INT, 70),
    ("longs", LONGS + "add.u64 %d20,%d10,%d11; mul.lo.u64 %d20,%d20,%d10; min.s64 %d20,%d20,%d11;" + LONG, 70),
    ("conversions", INTS + "cvt.rn.f64.s32 %e10,%r10; cvt.rzi.s32.f64 %r20,%e10; cvt.rn.f32.u64 %f10,%d4;"
     "cvt.rzi.s32.f32 %r21,%f10; cvt.f64.f32 %e11,%f10; cvt.rn.f32.f64 %f11,%e11; add.u32 %r20,%r20,%r21;"
     "cvt.rmi.f32.f32 %f12,%f11; cvt.rzi.s32.f32 %r22,%f12; add.u32 %r20,%r20,%r22;" + INT, 70),
    ("sizes", "ld.global.u8 %h1,[%d2]; st.global.u8 [%d3],%h1; ld.global.s16 %h2,[%d2+2]; st.global.u16 [%d3+2],%h2;"
     "ld.global.v2.u32 {%r10,%r11},[%d2+8]; st.global.v2.u32 [%d3+8],{%r10,%r11};"
     "ld.global.nc.v4.f32 {%f10,%f11,%f12,%f13},[%d2+16]; st.global.v4.f32 [%d3+16],{%f10,%f11,%f12,%f13};", 70),
    ("shared", "ld.global.u32 %r10,[%d2]; mad.lo.u32 %r3,%r1,16,%r2; st.shared.u32 [%r3],%r10; bar.sync 0;"
     "ld.shared.v4.f32 {%f10,%f11,%f12,%f13},[%r3+16]; st.global.v4.f32 [%d3],{%f10,%f11,%f12,%f13};", 70),
    ("generic", "add.u64 %d5,%d0,%d4; ld.u32 %r10,[%d5]; st.u32 [%d5+4],%r10;", 70),
    ("private", ".local .align 16 .b8 array[64]; cvta.to.local.u64 %d5,%d0; mov.u64 %d6,array;"
     "and.b32 %r3,%r0,60; cvt.u64.u32 %d7,%r3; add.u64 %d6,%d6,%d7; st.local.u32 [%d6],%r1;"
     "ld.global.u32 %r4,[%d2]; and.b32 %r4,%r4,60; cvt.u64.u32 %d7,%r4; mov.u64 %d8,array; add.u64 %d8,%d8,%d7;"
     "ld.local.u32 %r20,[%d8];" + INT, 70),
    ("atomics", INTS + "atom.global.add.u32 %r20,[%d3],%r10; atom.global.cas.b64 %d20,[%d3+8],%d4,%d2;"
     "red.global.add.f32 [%d3+16],%f10; red.global.max.s32 [%d3+20],%r11; atom.shared.add.u32 %r21,[%r2],%r12;"
     "st.global.u64 [%d3+32],%d20; add.u32 %r20,%r20,%r21;" + INT, 70),
    ("lanes", INTS + "shfl.sync.bfly.b32 %r20,%r10,1,31,-1; vote.sync.ballot.b32 %r21,%p1,-1;"
     "match.any.sync.b32 %r22,%r11,-1; add.u32 %r20,%r20,%r21; add.u32 %r20,%r20,%r22;" + INT, 70),
    ("control", "mov.u32 %r20,0; mov.u32 %r3,%r1; again: ld.global.u32 %r10,[%d2]; add.u64 %d2,%d2,4;"
     "setp.eq.u32 %p1,%r10,0; @%p1 bra skip; xor.b32 %r20,%r20,%r10; div.u32 %r20,%r20,%r10; skip: add.u32 %r3,%r3,1;"
     "setp.lt.u32 %p2,%r3,%r0; @%p2 bra again;" + INT, 70),
    ("fences", "membar.gl; membar.sys; bar.warp.sync -1; nanosleep.u32 20; bar.arrive 1,64; bar.sync 1,64;", 70),
    ("hmma", matrices("m16n8k8", "f32.f16.f16.f32", 2, 1, 4), 75),
    ("imma", matrices("m8n8k16", "s32.s8.s8.s32", 1, 1, 2), [75, 80]),
    ("ldmatrix", "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10,%r11,%r12,%r13},[%r2];"
     "st.global.v4.u32 [%d3],{%r10,%r11,%r12,%r13};", 75),
    ("hmma_deep", matrices("m16n8k16", "f16.f16.f16.f16", 4, 2, 2), 80),
    ("hmma_bf16", matrices("m16n8k16", "f32.bf16.bf16.f32", 4, 2, 4), 80),
    ("hmma_tf32", matrices("m16n8k8", "f32.tf32.tf32.f32", 4, 2, 4), 80),
    ("imma_deep", matrices("m16n8k32", "s32.s8.s8.s32", 4, 2, 4), 80),
    ("imma_int4", matrices("m16n8k64", "s32.s4.s4.s32", 4, 2, 4), [80]),
    ("bmma", matrices("m16n8k256", "s32.b1.b1.s32.and.popc", 4, 2, 4), [80, 90]),
    ("dmma", matrices("m8n8k4", "f64.f64.f64.f64", 1, 1, 2, f64=True), 80),
    ("dmma_deep", matrices("m16n8k16", "f64.f64.f64.f64", 8, 4, 4, f64=True), [90]),
    ("qmma", matrices("m16n8k32", "f32.e4m3.e4m3.f32", 4, 2, 4), [89, "120a"]),
    ("cp_async", "cp.async.cg.shared.global [%r2],[%d2],16; cp.async.commit_group; cp.async.wait_group 0;"
     "bar.sync 0; ld.shared.u32 %r20,[%r2];" + INT, 80),
    ("redux", INTS + "redux.sync.add.s32 %r20,%r10,-1;" + INT, 80),
    ("pack", FLOATS + "cvt.rn.f16x2.f32 %r20,%f10,%f11;" + INT, 80),
    ("minmax3", INTS + "max.s32 %r20,%r10,%r11; max.s32 %r20,%r20,%r12; add.s32 %r21,%r10,%r12; min.s32 %r21,%r21,%r13;"
     "add.s32 %r20,%r20,%r21;" + INT, [90, 100]),
    ("barriers", "mbarrier.init.shared.b64 [%r2],%r0; mbarrier.arrive.shared.b64 %d20,[%r2];"
     "mbarrier.try_wait.shared.b64 %p1,[%r2],%d20; @%p1 st.global.u64 [%d3],%d20;", 90),
    ("clusters", "barrier.cluster.arrive; barrier.cluster.wait;", 90),
    ("bulk", ELECTED + "@!%p1 bra over; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2+128],[%d0],1024,[%r2];"
     "cp.async.bulk.global.shared::cta.bulk_group [%d1],[%r2+128],1024; cp.async.bulk.commit_group; over:", 90),
    ("tensors", ELECTED + "@!%p1 bra over; cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
     " [%r2+128],[%d0,{%r0,%r1}],[%r2]; cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%d1,{%r0,%r1}],[%r2+128];"
     "cp.async.bulk.commit_group; over:", 90),
    ("dependent", "griddepcontrol.wait; griddepcontrol.launch_dependents;", 90),
    ("wgmma", "ld.global.v4.f32 {%f10,%f11,%f12,%f13},[%d2]; wgmma.fence.sync.aligned;"
     "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f10,%f11,%f12,%f13},%d0,%d1,1,1,1,0,0;"
     "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; st.global.v4.f32 [%d3],{%f10,%f11,%f12,%f13};", ["90a"]),
    ("packed_fp32", LONGS + "fma.rn.f32x2 %d20,%d10,%d11,%d10; add.rn.f32x2 %d20,%d20,%d10; mul.rn.f32x2 %d20,%d20,%d11;" + LONG,
     ["100a"]),
    ("wide", "ld.global.v8.f32 {%f10,%f11,%f12,%f13,%f14,%f15,%f16,%f17},[%d2];"
     "st.global.v8.f32 [%d3],{%f10,%f11,%f12,%f13,%f14,%f15,%f16,%f17};", 100),
    ("tensor_memory", "tcgen05.ld.sync.aligned.32x32b.x4.b32 {%r10,%r11,%r12,%r13},[%r0]; tcgen05.wait::ld.sync.aligned;"
     "st.global.v4.u32 [%d3],{%r10,%r11,%r12,%r13}; tcgen05.st.sync.aligned.32x32b.x2.b32 [%r0],{%r10,%r11};"
     "tcgen05.wait::st.sync.aligned;", ["100a"]),
    ("tcgen05", ELECTED + "tcgen05.mma.cta_group::1.kind::f16 [%r0],%d0,%d1,%r1,%p1;"
     "tcgen05.mma.cta_group::1.kind::i8 [%r0],%d0,%d1,%r1,%p1;", ["100a"]),
    ("add64", LONGS + "add.u64 %d20,%d10,%d11; max.s64 %d20,%d20,%d10;" + LONG, [120]),
]


def number(arch):
    return int(str(arch).rstrip("af"))


def has(arch, archs):
    if isinstance(archs, int):
        return number(arch) >= archs
    return arch in map(str, archs) or (str(arch).endswith("a") and number(arch) in archs)


def sections(elf):
    """Names, contents and numbers of the symbols of an ELF file's sections."""
    offset, = struct.unpack_from("<Q", elf, 40)
    count, names = struct.unpack_from("<HH", elf, 60)
    heads = [struct.unpack_from("<IIQQQQIIQQ", elf, offset + 64 * i) for i in range(count)]
    start = heads[names][4]
    for head in heads:
        name = elf[start + head[0]:elf.index(b"\0", start + head[0])].decode()
        yield name, elf[head[4]:head[4] + head[5]], head[7]


def register_counts(notes):
    """Registers of kernels by the numbers of their symbols, of .nv.info: entries of format 4, attribute 0x2f."""
    counts, at = {}, 0
    while at + 4 <= len(notes):
        form, attribute, size = struct.unpack_from("<BBH", notes, at)
        if (form, attribute) == (4, 0x2f):
            symbol, registers = struct.unpack_from("<II", notes, at + 4)
            counts[symbol] = registers
        at += 4 + (size if form == 4 else 0)
    return counts


def module(arch):
    text = [f".version 9.0\n.target sm_{arch}\n.address_size 64"]
    for name, body, archs in FAMILIES:
        if has(arch, archs):
            text.append(f".visible .entry {name}(.param .u64 in, .param .u64 out, .param .u32 n)\n{{"
                        + (HEAD + body).replace("shared_NAME", "shared_" + name) + "\nret;\n}")
    return "\n".join(text)


def main():
    ptxas, dump, arch, scratch = sys.argv[1:]
    base = Path(f"{scratch}.{arch}")
    ptx, cubin, code = (base.with_suffix(f".{arch}.{end}") for end in ("ptx", "cubin", "code"))
    ptx.write_text(module(arch))
    subprocess.run([ptxas, f"-arch=sm_{arch}", "-o", cubin, ptx], check=True)
    order = [".text." + name for name, _, _ in FAMILIES]
    parts = sorted(sections(cubin.read_bytes()), key=lambda part: order.index(part[0]) if part[0] in order else -1)
    counts = {}
    for name, content, _ in parts:
        if name == ".nv.info":
            counts = register_counts(content)
    kernels = wrong = 0
    for name, content, info in parts:
        if not name.startswith(".text."):
            continue
        code.write_bytes(content)
        print("==", name[len(".text."):])
        text = subprocess.run([dump, "--all", str(number(arch)), code], check=True, capture_output=True, text=True).stdout
        print(text, end="")
        found, unknown, registers, _, _, lost = map(int, re.findall(r"\d+", text.splitlines()[-1]))
        kernels += 1
        if 16 * found != len(content) or unknown or lost or registers > counts[info & 0xffffff]:
            print("wrong:", name, "with", counts[info & 0xffffff], "registers")
            wrong += 1
    print(f"{kernels} kernels for sm_{arch}, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
