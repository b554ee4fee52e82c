"""A kernel with so many blocks of 64 unrolled rounds of SHA-256, as preprocessed sources of hash functions have them."""

import sys


def rounds(state):
    for i in range(64):
        w = [f"w{(i + k) % 16}" for k in (0, 1, 9, 14)]
        if i >= 16:
            yield (f"{w[0]} += (rotate({w[1]}, 25u) ^ rotate({w[1]}, 14u) ^ ({w[1]} >> 3)) + {w[2]} + "
                   f"(rotate({w[3]}, 15u) ^ rotate({w[3]}, 13u) ^ ({w[3]} >> 10));")
        a, b, c, d, e, f, g, h = state
        yield (f"t = {h} + (rotate({e}, 26u) ^ rotate({e}, 21u) ^ rotate({e}, 7u)) + (({e} & {f}) ^ (~{e} & {g})) + {i}u * k + {w[0]};")
        yield f"{d} += t; {h} = t + (rotate({a}, 30u) ^ rotate({a}, 19u) ^ rotate({a}, 10u)) + (({a} & {b}) ^ ({a} & {c}) ^ ({b} & {c}));"
        state = [h, a, b, c, d, e, f, g]


print("__kernel void hash(__global const uint *in, __global uint *out, uint k) {")
print("  const uint i = get_global_id(0);\n  uint t;")
print("\n".join(f"  uint w{n} = in[i * 16 + {n}];" for n in range(16)))
print("\n".join(f"  uint {c} = {1 + ord(c) * 0x01000193}u;" for c in "abcdefgh"))
for block in range(int(sys.argv[1])):
    print("\n".join("  " + line for line in rounds("abcdefgh")))
    print("\n".join(f"  w{n} += in[i * 16 + {n} + k * {block + 1}];" for n in range(16)))
print("  if (a == in[0] && b == in[1])\n    out[i] = c ^ d ^ e ^ f ^ g ^ h;\n}")
