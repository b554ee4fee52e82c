"""Writes damaged copies of the files in the current directory."""

import struct


def read(name):
    with open(name, "rb") as f:
        return bytearray(f.read())


def write(name, data):
    with open(name, "wb") as f:
        f.write(data)


def entries(data):
    """The offsets of a fat binary's entries, and behind the last one."""
    at = 16
    while at < len(data):
        yield at
        header, size = struct.unpack_from("<IQ", data, at + 4)
        at += header + size
    yield at


for name in ("lines.cubin", "zstd.fatbin"):
    data = read(name)
    write(name.replace("lines", "half").replace("zstd", "half"), data[:len(data) // 2])

data = read("zstd.fatbin")
machine_code = [at for at in list(entries(data))[:-1] if data[at] == 2]
data[machine_code[1] + 8:machine_code[1] + 16] = b"\xff" * 8
write("entry.fatbin", data)

data = read("zstd.fatbin")
header, = struct.unpack_from("<I", data, machine_code[0] + 4)
data[machine_code[0] + header] ^= 0xff
write("packed.fatbin", data)

data = read("lz4.fatbin")
struct.pack_into("<Q", data, next(entries(data)) + 56, 1 << 40)
write("bomb.fatbin", data)

# A kernel's name in which each parameter has the one before it twice.
DIGITS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
name = b"_Z1f1AIiiE" + b"".join(b"S_IS%c_S%c_E" % (c, c) for c in DIGITS)
data = read("lines.cubin")
sections, = struct.unpack_from("<Q", data, 40)
count, names = struct.unpack_from("<HH", data, 60)
header = sections + 64 * names
offset, size = struct.unpack_from("<QQ", data, header + 24)
table = data[offset:offset + size]
struct.pack_into("<QQ", data, header + 24, len(data), len(table) + len(b".text.") + len(name) + 1)
for at in range(sections, sections + 64 * count, 64):
    start, = struct.unpack_from("<I", data, at)
    if table[start:].startswith(b".text.scale\0"):
        struct.pack_into("<I", data, at, len(table))
write("name.cubin", data + table + b".text." + name + b"\0")
