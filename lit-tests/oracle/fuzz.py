"""Makes random kernels and compares what clperf-cc says of them with what they do.

usage: fuzz.py [--count N] [--seed N] [--batch N] [--clperf-cc PROGRAM] [--build FOLDER]
               [--gpu NAME,...] [--keep FOLDER] [--no-shrink]

Kernel number i is made from seed + i alone, so `--seed S --count 1` makes it again. A kernel with a
disagreement is shrunk, printed, and written to FOLDER with its manifest. Exit status 1 if there was
one.
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import sys
import tempfile

import compare
import opencl
import oracle

ELEMENTS = 1024
LAUNCHES = [
    ((128,), (32,)), ((256,), (64,)), ((192,), (96,)), ((160,), (40,)), ((63,), (21,)),
    ((32, 8), (16, 4)), ((24, 12), (8, 6)), ((64, 4), (32, 2)), ((15, 10), (5, 5)),
    ((16, 4, 4), (8, 2, 2)), ((100,), (50,)), ((20, 6, 4), (5, 3, 2)), ((16, 16), (16, 16)),
    ((8, 8, 8), (4, 4, 4)), ((6, 30), (3, 10)), ((130,), (65,)),
]
# With smaller groups at the end.
UNEVEN = [((100,), (32,)), ((150,), (64,)), ((37, 9), (16, 4)), ((9, 7, 5), (4, 3, 2))]

HELPERS = """
typedef struct {
    int a;
    uchar b;
    short c;
    uint d;
} Pair;

typedef struct {
    int head;
    short body[5];
    float weight;
} Record;

__constant int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
__constant Pair fixed[4] = {{1, 2, 3, 4}, {-5, 6, -7, 8}, {9, 250, 11, 12}, {70, 14, 15, 16}};

uint helper_sum(uint a, uint b) {
    uint sum = 0;
    for (uint i = 0; i < (a & 7); i++)
        sum += b ^ i;
    return sum;
}

uint helper_search(uint a, uint b) {
    for (uint i = 1; i < 9; i++)
        if (a % i == (b & 3))
            return i;
    return a;
}

void helper_store(__global int *out, uint at, uint value) {
    if (value % 5 == 1)
        return;
    out[at & 1023] = value;
}

Pair helper_pair(Pair p, int n) {
    if (n & 1)
        return p;
    Pair other = {n, p.b + 1, p.c, p.a};
    return other;
}

int helper_turned(int n) {
    char4 bytes = as_char4(n);
    return as_int(bytes.wzyx);
}

uint helper_same(uint n) {
    float bits = as_float(n & 0x3fffffff);
    return as_uint(bits);
}

uint helper_half(uint n) {
    ushort2 halves = as_ushort2(n);
    return halves.y;
}

int helper_table(const int *values, int n) {
    int most = values[0];
    for (int i = 1; i < (n & 7); i++)
        if (values[i] > most)
            most = values[i];
    return most;
}
"""

HEAD = """
__kernel void {name}(__global int *out, __global uchar *bytes, __global float4 *quads,
                     __global Pair *pairs, __global const int *known, __global const int *in,
                     int n, uint m) {{
    __local int tile[{items}];
    __local Pair shared[16];
    __local int room[128];
    __local double wide[64];
    __local int sums[16], stage[96];
    int gid = get_global_id(0), lid = {lid}, group = get_group_id(0), ring[8];
    uint a = gid, b = lid * 3;
    long c = m;
    char d = gid * 3;
    ushort e = group + lid;
    ulong u = gid;
    float f = lid;
    char4 q = (char4)(lid, 1, 2, 3);
    Record record = {{lid, {{1, 2, 3, gid, 5}}, 0.5f}};
    Pair p = {{gid, lid, n, m}}, two[2] = {{{{1, 2, 3, 4}}, {{lid, 6, 7, 8}}}};
    int grid[4][8];
    int4 v = (int4)(gid, lid, group, n);
    for (int k = 0; k < 8; k++)
        ring[k] = k * 5 + gid;
    for (int k = 0; k < 32; k++)
        grid[k / 8][k % 8] = k ^ lid;
"""


# Keeps every variable in use.
TAIL = """
    out[gid & 1023] = a + b + c + v.x + v.y + v.z + v.w + ring[lid & 7] + d + e + u + (int)f + q.x +
                      q.y + q.z + q.w + p.a + p.b + p.c + p.d + two[lid & 1].d + grid[lid & 3][n & 7] +
                      record.head + record.body[2];
}
"""


class Expr:
    """A template with expressions in it. All of them are unsigned, or small: nothing overflows."""

    def __init__(self, template, *parts):
        self.template, self.parts = template, list(parts)

    def text(self):
        return self.template.format(*(p.text() for p in self.parts))


class Stmt:
    """A template with expressions, and bodies after it: {0}, {1}, ... and {body0}, {body1}."""

    def __init__(self, template, parts=(), bodies=()):
        self.template, self.parts, self.bodies = template, list(parts), list(bodies)

    def lines(self, depth):
        fields = {f"body{i}": "\n".join(line for s in body for line in s.lines(depth + 1))
                  for i, body in enumerate(self.bodies)}
        pad = "    " * depth
        text = self.template.format(*(p.text() for p in self.parts), pad=pad, **fields)
        return [pad + text]


class Kernel:
    def __init__(self, name, launch, body):
        self.name, self.launch, self.body = name, launch, body

    def source(self):
        local = (self.launch["local"] + [1, 1])[:3]
        items = local[0] * local[1] * local[2]
        lid = "get_local_id(0)"
        if local[1] * local[2] > 1:
            lid = (f"get_local_id(0) + {local[0]} * "
                   f"(get_local_id(1) + {local[1]} * get_local_id(2))")
        lines = [line for s in self.body for line in s.lines(1)]
        return HEAD.format(name=self.name, items=items, lid=lid) + "\n".join(lines) + TAIL


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.name = f"kernel_{seed}"
        self.loops = 0
        self.returns = self.r.random() < 0.3

    def kernel(self):
        size, local = self.r.choice(UNEVEN if self.r.random() < 0.1 else LAUNCHES)
        launch = {"kernel": self.name, "file": "kernels.cl", "global": list(size),
                  "local": list(local),
                  "args": {"out": {"elements": ELEMENTS}, "bytes": {"elements": 4 * ELEMENTS},
                           "quads": {"elements": ELEMENTS},
                           "pairs": {"elements": ELEMENTS}, "known": {"file": "known.bin"},
                           "in": {"elements": ELEMENTS}, "n": self.r.randrange(1, 12),
                           "m": self.r.randrange(5000)}}
        if self.r.random() < 0.2:
            launch["offset"] = [self.r.randrange(40) for _ in size]
        return Kernel(self.name, launch, self.body(0, [], uniform=True))

    def body(self, depth, variables, uniform=False, in_loop=False):
        n = self.r.randrange(1, 6 if depth == 0 else 4)
        return [self.stmt(depth, variables, uniform, in_loop) for _ in range(n)]

    def stmt(self, depth, variables, uniform, in_loop):
        choices = [self.assign, self.assign, self.access, self.access, self.access, self.vector,
                   self.structure]
        if depth < 3:
            choices += [self.branch, self.loop, self.branch, self.loop, self.switch, self.walk]
        if in_loop:
            choices += [self.leave]
        if uniform and not self.returns:
            choices += [self.exchange, self.exchange, self.reduce, self.same_branch, self.tally,
                        self.copy]
        elif self.returns and depth > 0:
            choices += [self.leave_kernel]
        return self.r.choice(choices)(depth, variables, uniform, in_loop)

    def number(self, most):
        return str(self.r.randrange(most))

    def leaf(self, variables):
        r = self.r
        return Expr(r.choice([
            "gid", "lid", "group", "a", "b", "n", "m", "c", "v.x", "v.w", "v.s1",
            "get_global_id(1)", "get_local_id(1)", "get_local_size(0)", "get_num_groups(0)",
            "get_global_size(0)", self.number(70), self.number(4),
            f"(gid * {self.number(9)} + lid)", f"(n - gid * {self.number(5)})",
            "get_global_offset(0)", "get_group_id(1)", "get_local_id(2)", "get_local_size(1)",
            "d", "e", "(uint)u", "q.y", "p.a", "p.b", "p.c", "two[lid & 1].c", *variables, *variables, *variables]))

    def expr(self, variables, depth=0):
        r = self.r
        if depth == 3 or r.random() < 0.3:
            return self.leaf(variables)
        template = r.choice([
            "((uint){0} + {1})", "((uint){0} - {1})", "((uint){0} * {1})", "({0} ^ {1})",
            "({0} & {1})", "({0} | {1})", f"({{0}} % {r.randrange(1, 40)})",
            f"({{0}} / {r.randrange(1, 9)})", f"({{0}} >> {r.randrange(6)})",
            f"((uint){{0}} << {r.randrange(6)})", "(uchar)({0})", "(short)({0})", "(int)({0})",
            "(ulong)({0} + {1})", "(char)({0})", "~({0})", "min((uint){0}, (uint){1})",
            "max((int){0}, (int){1})", "abs((short){0})", "clamp((int){0}, 3, 90)",
            "({0} < {1} ? {2} : {3})", "({0} & 1 ? {1} : {2})", "mul24((int){0} & 1023, 3)",
            "helper_sum({0}, {1})", "helper_search({0}, {1})", "known[({0}) & 1023]",
            "ring[({0}) & 7]", "(int)((float)(({0}) & 1023) * 0.5f)", "((ushort)({0}) * 3u)",
            "select((uint){0}, (uint){1}, (uint)({2} & 1) << 31)", "({0} == {1})",
            "rotate((uint){0}, 5u)", "popcount((uint){0})", "clz((uint){0})",
            "mul_hi((uint){0}, (uint){1})", "hadd((uint){0}, (uint){1})",
            "rhadd((int){0}, (int){1})", "add_sat((uchar){0}, (uchar){1})",
            "sub_sat((short){0}, (short){1})", "abs_diff((int){0}, (int){1})",
            "mad24((int)({0} & 255), 7, (int)({1} & 1023))",
            "bitselect((uint){0}, (uint){1}, (uint){2})", "upsample((ushort){0}, (ushort){1})",
            "any(v < (int4)((int){0}))", "all(v > (int4)((int){0}))",
            "convert_uchar_sat((int){0})", "convert_short_sat((long){0})",
            "convert_int_rte((float)(({0}) & 1023) * 0.5f)", "(uint)f",
            "helper_same({0})", "helper_turned({0})",
            "helper_half({0})", "shuffle(v, (uint4)(3, 0, 2, 1)).y",
            "shuffle2(v, v.wzyx, (uint4)(({0}) & 7, 3, 1, ({1}) & 7)).w",
            "({0} % (({1} & 7) + 1))", "((long){0} >> 3)", "((ulong){0} * {1})",
            "((int){0} / 3)", "((int){0} % 7)", "((char){0} >> 1)",
            f"(((ulong){{0}} << 33) >> {r.randrange(60)})", "table[(({0}) + n) & 15]",
            "fixed[(({0}) + n) & 3].b", "fixed[(({0}) + n) & 3].c", "two[({0}) & 1].d",
            "grid[({0}) & 3][({1}) & 7]", "helper_table(ring, {0})", "helper_table(grid[1], {0})",
            "helper_pair(p, {0}).d", "({0} && {1} < {2})", "({0} > 7 || {1} & 1)", "(e ? {0} : {1})",
            "(int)(sin((float)(({0}) & 255) * 0.37f) * 60.0f)", "(int)exp((float)(({0}) & 7))",
            "(log((float)(({0}) & 255) + 1.5f) > cos((float)(({1}) & 31)))",
            "(int)floor(atan((float)({0})) * 7.0f)",
            "convert_int_rte(sqrt(fabs(f)) * pow((float)(({0}) & 15), 1.3f))",
            "record.body[(uint)({0}) % 5u]", "record.head", "((ulong)({0}) % 77ul)",
            "(int)(dot((float3)(f, 1, (float)(({0}) & 15)), (float3)(0.3f, 2, 0.7f)))",
            "(int)mix((float)(({0}) & 63), f, 0.3f)", "(isfinite(f) ? {0} : {1})",
            "(int)(distance((float2)(lid & 31, 3), (float2)((float)(({0}) & 15), f)) * 3.0f)",
            *(["in[({0}) & 1023]"] if r.random() < 0.15 else [])])
        return Expr(template, *(self.expr(variables, depth + 1) for _ in range(4)
                                if f"{{{_}}}" in template))

    def condition(self, variables):
        e = [self.expr(variables, 1) for _ in range(4)]
        return Expr(self.r.choice([
            "{0} < {1}", "(int){0} >= (int){1}", "{0} & 1", "({0} & 3) == 2",
            "{0} % 5 < 2 && {1} < {2}", "{0} & 2 || {1} > 9", "!({0} & 4)", "{0}",
            "(gid & 1) || ({0} & 1 && {1} < {2})", "gid < n * 9", "group & 1", "lid > 11",
            "length((float3)((float)(({0}) & 31), f, 1)) < 9.5f",
            "smoothstep(0.0f, 40.0f, (float)(({0}) & 63)) > 0.4f", "step(4.0f, f) > 0.5f",
            "sign(f - 5.0f) > 0 || signbit(f - 3.0f)", "f < (float)(({0}) & 31) * 0.7f",
            "normalize((float2)(f + 1, (float)(({0}) & 7))).x > 0.6f",
            "copysign(f, (float)(({0}) & 3) - 1.5f) < 0"]), *e)

    def assign(self, depth, variables, uniform, in_loop):
        e = self.expr(variables)
        template = self.r.choice([
            "a = {0};", "b = {0};", "c = {0};", "a += {0};", "b ^= {0};", "ring[({0}) & 7] = {1};",
            "ring[({0}) & 7] ^= {1};", "a -= b++;", "c = (c * 5 + {0}) % 100003;",
            "d += {0};", "e ^= {0};", "e = e * 3 + {0};", "d = {0};",
            "u = u * 6364136223846793005ul + {0};", "u >>= {0} & 63;",
            "f = f * 0.5f + sin((float)(({0}) & 1023));", "f = fmin(exp(-fabs(f)), 0.75f);",
            "f = (float)(({0}) & 1023) * 0.25f;", "f = fmin(f, (float)(({0}) & 63));",
            "record.body[(uint)({0}) % 5u] = {1};", "record.head ^= {0};",
            "{{ float w = 5; f = fabs(sincos(f, &w)); if (w > 0.3f) a++; }}",
            "{{ float w = 2; f = fract(f * 3.3f, &w); b += (int)w & 7; }}",
            "{{ float w = 1; f = modf(f * 1.7f, &w); if (w > 3) c++; }}",
            *(["{{ int e = 3; f = frexp(f, &e); if (e > 1) b ^= 1; }}"]
              if self.r.random() < 0.05 else []),
            "grid[({0}) & 3][({1}) & 7] = {0};", "grid[1][({0}) & 7]++;"])
        return Stmt(template, [e, self.expr(variables)])

    def access(self, depth, variables, uniform, in_loop):
        template = self.r.choice([
            "out[({0}) & 1023] = {1};", "out[({0}) & 1023] += 1;", "out[(gid + {0}) & 1023] = n;",
            f"out[(gid * {self.number(12)} + {self.number(9)}) & 1023] = {{0}};",
            "bytes[({0}) & 4095] = {1};", "quads[({0}) & 1023] = (float4)(1);",
            "quads[gid & 1023].y = 2;", "room[({0}) & 127] = {1};",
            "room[(lid * {1} + {0}) & 127] = 1;", "wide[({0}) & 63] = 1;",
            "((__local char *)room)[({0}) & 511] = 1;", "atomic_inc(&room[({0}) & 127]);",
            "atomic_add(&out[({0}) & 1023], 2);", "helper_store(out, {0}, {1});",
            "vstore4((float4)(2), ({0}) & 255, (__global float *)quads + ({1} & 3));",
            "((__global short *)bytes)[({0}) & 2047] = in[gid & 1023];",
            "((__global long *)(bytes + 8))[({0}) & 255] = a;",
            "out[(ulong)({0}) % 1000ul] = 1;", "out[((long)({0}) >> 5) & 1023l] = n;",
            "(({0}) & 1 ? out : (__global int *)pairs)[({1}) & 1023] = n;",
            "out[in[({0}) & 1023]] = 1;", "bytes[({0}) & 4095] ^= 1;",
            "pairs[({0}) & 1023].b = {1};", "pairs[gid & 1023].d = {0};", "pairs[({0}) & 1023] = fixed[(({1}) + n) & 3];",
            "shared[({0}) & 15].c = {1};", "shared[lid & 15] = pairs[({0}) & 1023];",
            "vstore3((uchar3)(1), ({0}) & 1023, bytes);", "vstore2((short2)(3), ({0}) & 511, "
            "(__global short *)bytes);", "v = vload4(({0}) & 255, known);",
            "q = vload4(({0}) & 255, (__global const char *)known);",
            "atomic_xchg(&room[({0}) & 127], {1});", "atomic_max(&out[({0}) & 1023], (int){1});",
            "atomic_cmpxchg(&room[({0}) & 127], 1, 2);",
            "if (atomic_or(&out[({0}) & 1023], 1) == 77) a++;" if self.r.random() < 0.1 else
            "quads[({0}) & 1023].zw = (float2)(f);"])
        return Stmt(template, [self.expr(variables), self.expr(variables)])

    def vector(self, depth, variables, uniform, in_loop):
        template = self.r.choice([
            "v = v.wxzy;", "v.y = {0};", "v.zw = v.xy;", "v = (int4)({0}, {1}, lid, 3);",
            "v ^= (int4)((int)({0}));", "v = min(v, (int4)((int)({0})));", "v = v >> 1;",
            "v.hi = v.even;", "q = q.wzyx;", "q += (char4)((char)({0}));", "q.s2 = {0};",
            "q = convert_char4(v);", "v = convert_int4(q);", "v = q.x & 1 ? v : v.yyzz;",
            "v = select(v, v.wzyx, (int4)((int)({0})) < v);", "v = clamp(v, (int4)(0), (int4)(99));",
            "q = as_char4((int)({0}));", "v = (int4)(p.a, (int2)((int)({0})), two[1].a);",
            "out[(uint)v.z & 1023] = v.x;", "((__global int4 *)out)[({0}) & 255] = v;"])
        return Stmt(template, [self.expr(variables), self.expr(variables)])

    def structure(self, depth, variables, uniform, in_loop):
        template = self.r.choice([
            "p.a = {0};", "p.b += {0};", "p.c = {0} ^ {1};", "p.d -= {0};", "two[lid & 1] = p;",
            "p = two[({0}) & 1];", "two[({0}) & 1].d = {1};", "p = helper_pair(p, {0});",
            "p = fixed[(({0}) + n) & 3];", "two[0] = helper_pair(two[1], {0});"])
        return Stmt(template, [self.expr(variables), self.expr(variables)])

    def branch(self, depth, variables, uniform, in_loop):
        bodies = [self.body(depth + 1, variables, False, in_loop)]
        template = "if ({0}) {{\n{body0}\n{pad}}}"
        if self.r.random() < 0.5:
            bodies.append(self.body(depth + 1, variables, False, in_loop))
            template += " else {{\n{body1}\n{pad}}}"
        return Stmt(template, [self.condition(variables)], bodies)

    def switch(self, depth, variables, uniform, in_loop):
        in_loop = in_loop and "switch"
        bodies = [self.body(depth + 1, variables, False, in_loop) for _ in range(3)]
        ends = [self.r.choice(["{pad}    break;\n", ""]) for _ in range(2)]
        return Stmt("switch (({0}) & 3) {{\n{pad}case 0:\n{body0}\n" + ends[0] +
                    "{pad}case 2:\n{pad}case 3:\n{body1}\n" + ends[1] +
                    "{pad}default:\n{body2}\n{pad}}}", [self.expr(variables)], bodies)

    def loop(self, depth, variables, uniform, in_loop):
        i = f"i{self.loops}"
        self.loops += 1
        most = self.r.choice([3, 7, 15]) if depth < 2 else 3
        small = self.number(6)
        fixed = [f"for (int {i} = 0; {i} < {most}; {i}++)",
                 f"for (int {i} = {most}; {i} > 0; {i} >>= 1)",
                 f"for (uint {i} = 1; {i} <= {most}; {i} *= 2)",
                 f"for (int {i} = 0; {i} < n; {i} += 2)"]
        free = [f"for (uint {i} = 0; {i} < (({{0}}) & {most}); {i}++)",
                f"for (int {i} = lid; {i} < lid + {small}; {i}++)",
                f"for (int {i} = ({{0}}) & {most}; {i} >= 0; {i} -= 2)",
                f"for (int {i} = ({{0}}) & 31; {i} > {small}; {i} /= 2)",
                f"for (int {i} = lid % 8; {i} < n + {most}; {i} += 5)",
                f"for (uchar {i} = 250, end = ({{0}}) & 3; {i} != end; {i}++)",
                f"for (int {i} = 0, end = ({{0}}) & {most}; {i} < end && {{1}} % 7; {i}++)"]
        if self.r.random() < 0.1:
            return self.search(i, most, depth, variables)
        if self.r.random() < 0.25:
            return self.counted(i, most, depth, variables, uniform)
        uniform = uniform and self.r.random() < 0.5
        head = self.r.choice(fixed if uniform else fixed + free)
        bodies = [self.body(depth + 1, variables + [i], uniform, not uniform)]
        return Stmt(head + " {{\n{body0}\n{pad}}}",
                    [self.expr(variables, 1), self.expr(variables, 1)], bodies)

    def counted(self, i, most, depth, variables, uniform):
        """A while or do loop, whose count the body cannot change."""
        bodies = [self.body(depth + 1, variables + [i], False, True)]
        template = self.r.choice([
            f"int {i} = ({{0}}) & {most};\n{{pad}}while ({i}-- > 0) {{{{\n{{body0}}\n{{pad}}}}}}",
            f"int {i} = 0;\n{{pad}}do {{{{\n{{body0}}\n{{pad}}}}}} "
            f"while (++{i} < (({{0}}) & {most}));",
            f"int {i} = 0;\n{{pad}}do {{{{\n{{body0}}\n{{pad}}}}}} "
            f"while ({i}++ < {most} && ({{0}}) % 3);",
            f"int {i} = -1;\n{{pad}}while (1) {{{{\n{{pad}}    if (++{i} > (({{0}}) & {most}))\n"
            f"{{pad}}        break;\n{{body0}}\n{{pad}}}}}}"])
        return Stmt("{{ " + template + " }}", [self.expr(variables, 1)], bodies)

    def search(self, i, most, depth, variables):
        """Breaks out of two loops."""
        j, inner = i + "j", variables + [i, i + "j"]
        return Stmt(f"{{{{ int {i}done = 0;\n{{pad}}for (int {i} = 0; {i} < {most} && !{i}done; {i}++)"
                    f" {{{{\n{{pad}}    for (int {j} = 0; {j} < 4; {j}++) {{{{\n{{pad}}        "
                    f"if ({{0}}) {{{{ {i}done = 1; break; }}}}\n{{body0}}\n{{pad}}    }}}}\n"
                    f"{{pad}}    if ({i}done && {{1}}) break;\n{{body1}}\n{{pad}}}}}} }}}}",
                    [self.condition(inner), self.condition(variables + [i])],
                    [self.body(depth + 2, inner, False, True),
                     self.body(depth + 2, variables + [i], False, True)])

    def leave(self, depth, variables, uniform, in_loop):
        ways = ["if ({0}) continue;"]
        if in_loop != "switch":
            ways += ["if ({0}) break;", "if ({0}) {{ a++; break; }}",
                     "if ({0}) {{ if ({1}) break; b++; }}"]
        return Stmt(self.r.choice(ways), [self.condition(variables), self.condition(variables)])

    def leave_kernel(self, depth, variables, uniform, in_loop):
        return Stmt("if (({0}) % 7 == 2) return;", [self.expr(variables)])

    def same_branch(self, depth, variables, uniform, in_loop):
        """A branch that all work-items of a group take alike, with barriers in it."""
        bodies = [self.body(depth + 1, variables, depth < 3, in_loop)]
        return Stmt("if (" + self.r.choice(["n & 1", "group & 1", "m % 3", "get_group_id(1) == 0"]) +
                    ") {{\n{body0}\n{pad}}}", [], bodies)

    def reduce(self, depth, variables, uniform, in_loop):
        """A tree over the work-group, down to one work-item."""
        items = "(sizeof tile / sizeof *tile)"
        return Stmt("barrier(CLK_LOCAL_MEM_FENCE);\n{pad}tile[lid] = {0};\n{pad}barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "{pad}for (uint s = 128; s > 0; s >>= 1) {{\n"
                    f"{{pad}}    if (lid < s && lid + s < {items})\n"
                    "{pad}        tile[lid] += tile[lid + s] & 1023;\n"
                    "{pad}    barrier(CLK_LOCAL_MEM_FENCE);\n{pad}}}\n{pad}b = tile[0];\n"
                    "{pad}barrier(CLK_LOCAL_MEM_FENCE);", [self.expr(variables)])

    def tally(self, depth, variables, uniform, in_loop):
        """Atomics that commute, and then what they come to."""
        name = self.r.choice(["add", "sub", "or", "and", "xor", "min", "max"])
        return Stmt("barrier(CLK_LOCAL_MEM_FENCE);\n{pad}if (lid < 16) sums[lid] = lid * 5;\n"
                    "{pad}barrier(CLK_LOCAL_MEM_FENCE);\n"
                    f"{{pad}}atomic_{name}(&sums[({{0}}) & 15], (int)({{1}}) & 31);\n"
                    "{pad}barrier(CLK_LOCAL_MEM_FENCE);\n{pad}b += sums[({1}) & 15];\n"
                    "{pad}barrier(CLK_LOCAL_MEM_FENCE);",
                    [self.expr(variables), self.expr(variables)])

    def copy(self, depth, variables, uniform, in_loop):
        """A copy by the whole work-group."""
        call = self.r.choice([
            "async_work_group_copy(stage, known + (n & 63), 96, 0)",
            "async_work_group_strided_copy(stage, known + (m & 31), 96, 3, 0)"])
        return Stmt("barrier(CLK_LOCAL_MEM_FENCE);\n{pad}{{ event_t copied = " + call +
                    "; wait_group_events(1, &copied); }}\n{pad}a ^= stage[(uint)({0}) % 96u];\n"
                    "{pad}barrier(CLK_LOCAL_MEM_FENCE);", [self.expr(variables)])

    def walk(self, depth, variables, uniform, in_loop):
        """A loop over a pointer, one made of goto, one that goes on in several places, or one that
        counts in an array that begins with zeros."""
        i = f"w{self.loops}"
        self.loops += 1
        return Stmt(self.r.choice([
            f"{{{{ __global const int *{i} = known + (({{0}}) & 63), *end = known + 70;\n"
            f"{{pad}}for (; {i} < end; {i} += 9 + (({{1}}) & 3)) a += *{i}; }}}}",
            f"{{{{ int {i} = ({{0}}) & 15, hits = 0;\n{{pad}}while ({i} < 30 && hits < 4) {{{{\n"
            f"{{pad}}    {i} += 1 + (known[{i}] & 3);\n{{pad}}    if (known[{i}] % 3 == 0) continue;\n"
            f"{{pad}}    hits++;\n{{pad}}    if ({i} & 4) {{{{ {i} += 2; continue; }}}}\n"
            f"{{pad}}    b ^= hits;\n{{pad}}}}}} }}}}",
            f"{{{{ int count[6] = {{{{0}}}};\n{{pad}}for (uint {i} = 0; {i} < 9; {i}++)\n"
            f"{{pad}}    count[((uint)({{0}}) + {i} * 5u) % 6u]++;\n"
            f"{{pad}}while (count[(uint)({{1}}) % 6u]-- > 0) a++; }}}}",
            f"{{{{ int {i} = ({{0}}) & 3;\nagain{i}:\n{{pad}}a++;\n"
            f"{{pad}}if ({i}-- > 0 && ({{1}}) % 3) goto again{i}; }}}}"]),
            [self.expr(variables), self.expr(variables)])

    def exchange(self, depth, variables, uniform, in_loop):
        """Every work-item writes a place of its own, and then reads another's."""
        items = "(sizeof tile / sizeof *tile)"
        place = self.r.choice(["lid", f"({items} - 1 - lid)",
                               f"((lid + {self.number(9)}) % {items})"])
        return Stmt("barrier(CLK_LOCAL_MEM_FENCE);\n{pad}tile[" + place + "] = {0};\n"
                    "{pad}barrier(CLK_LOCAL_MEM_FENCE);\n{pad}" +
                    self.r.choice(["a", "b", "c"]) + f" = tile[({{1}}) % {items}];",
                    [self.expr(variables), self.expr(variables)])


class Fuzzer:
    def __init__(self, program, build, gpus):
        self.program, self.gpus = program, gpus
        self.runner = oracle.Oracle(build)

    def disagreements(self, kernels, tally=None):
        """By kernel name: what is wrong with it."""
        tally = tally or compare.Tally()
        found = {}
        try:
            self.compare(kernels, tally)
        except opencl.OpenCLError as e:
            if len(kernels) == 1:
                return {kernels[0].name: [str(e)]}
            for kernel in kernels:
                found.update(self.disagreements([kernel], tally))
        for mismatch in tally.mismatches:
            found.setdefault(mismatch.split()[1].rstrip(":"), []).append(mismatch)
        tally.mismatches.clear()
        return found

    def compare(self, kernels, tally):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write_files(folder, kernels)
            manifest = folder / "kernels.launch.json"
            for source, launches in compare.read_manifest(manifest).items():
                compare.compare_file(tally, self.runner, self.program, manifest, source, launches,
                                     self.gpus)
            self.runner.forget()

    def shrink(self, kernel):
        """Takes away what the disagreement does not need."""
        kind = kind_of(self.disagreements([kernel])[kernel.name])
        smaller = True
        while smaller:
            smaller = False
            for undo in changes(kernel.body):
                found = self.disagreements([kernel]).get(kernel.name)
                if found and kind_of(found) == kind:
                    smaller = True
                else:
                    undo()
        return kernel


def kind_of(mismatches):
    """Wrong figures, a kernel that is not valid, or a failure."""
    text = mismatches[0]
    if re.match(r"\S+ \S+ on \S+:\d", text):
        return "figures"
    return "invalid" if "error:" in text else "failure"


def changes(body):
    """Makes the body smaller in one way after the other, and gives what undoes it."""
    i = 0
    while i < len(body):
        stmt = body.pop(i)
        yield lambda: body.insert(i, stmt)
        if i >= len(body) or body[i] is not stmt:
            continue
        for inner in stmt.bodies:
            body[i:i + 1] = inner
            yield lambda: body.__setitem__(slice(i, i + len(inner)), [stmt])
            if i >= len(body) or body[i] is not stmt:
                break
        else:
            for inner in stmt.bodies:
                yield from changes(inner)
            for p in range(len(stmt.parts)):
                yield from expression_changes(stmt.parts, p)
            i += 1


def expression_changes(parts, at):
    whole = parts[at]
    for smaller in [Expr("1"), Expr("gid"), *whole.parts]:
        if not whole.parts and smaller.template == "gid" or smaller.template == whole.template:
            continue
        parts[at] = smaller
        yield lambda: parts.__setitem__(at, whole)
        if parts[at] is not whole:
            return
    for p in range(len(whole.parts)):
        yield from expression_changes(whole.parts, p)


def write_files(folder, kernels):
    values = random.Random(5)
    text = HELPERS + "".join(k.source() for k in kernels)
    (folder / "kernels.cl").write_text(text)
    known = b"".join(values.randrange(1024).to_bytes(4, "little") for _ in range(ELEMENTS))
    (folder / "known.bin").write_bytes(known)
    manifest = {"version": 1, "launches": [k.launch for k in kernels]}
    (folder / "kernels.launch.json").write_text(json.dumps(manifest, indent=1))


def examine(options, seeds):
    """Compares the kernels of these seeds. Gives the tally, and a text for each that disagrees."""
    fuzzer = Fuzzer(options.clperf_cc, options.build, options.gpu.split(","))
    tally, texts = compare.Tally(), []
    kernels = {k.name: k for k in (Maker(s).kernel() for s in seeds)}
    for name, mismatches in fuzzer.disagreements(list(kernels.values()), tally).items():
        kernel = kernels[name]
        if not options.no_shrink and fuzzer.disagreements([kernel]):
            kernel = fuzzer.shrink(kernel)
            mismatches = fuzzer.disagreements([kernel])[name]
        texts.append("\n".join([*mismatches, json.dumps(kernel.launch), kernel.source()]))
        if options.keep:
            folder = options.keep / name
            folder.mkdir(parents=True, exist_ok=True)
            write_files(folder, [kernel])
    return tally, texts


def examine_apart(options, seeds):
    """The same in a process of its own: oclgrind does not give back all memory that it takes, and
    may die."""
    try:
        with concurrent.futures.ProcessPoolExecutor(1) as process:
            return process.submit(examine, options, seeds).result()
    except concurrent.futures.process.BrokenProcessPool:
        return compare.Tally(), [f"the oracle died on a kernel of seeds {seeds[0]} to {seeds[-1]}"]


def main():
    arguments = argparse.ArgumentParser(usage=__doc__)
    arguments.add_argument("--count", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10 ** 9))
    arguments.add_argument("--batch", type=int, default=25)
    arguments.add_argument("--clperf-cc", default=compare.ROOT / "build/dev/bin/clperf-cc")
    arguments.add_argument("--build", default=compare.ROOT / "build/oracle")
    arguments.add_argument("--gpu", default=",".join(oracle.MACHINES))
    arguments.add_argument("--keep", type=pathlib.Path)
    arguments.add_argument("--no-shrink", action="store_true")
    options = arguments.parse_args()
    print(f"seed {options.seed}, {options.count} kernels", flush=True)
    total, bad = compare.Tally(), 0
    seeds = range(options.seed, options.seed + options.count)
    for first in range(0, len(seeds), options.batch):
        tally, texts = examine_apart(options, seeds[first:first + options.batch])
        total.join(tally)
        bad += len(texts)
        for text in texts:
            print(text, flush=True)
    total.report(0, sys.stdout)
    print(f"{bad} of {options.count} kernels with disagreements")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
