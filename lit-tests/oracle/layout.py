"""How structures lie in memory, from the text of clang's LLVM IR: makes the bytes of a structure
that a kernel takes by value out of its numbers."""

import re
import struct

SCALARS = {"i1": "B", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "half": "e", "float": "f",
           "double": "d"}


def split(text):
    """Splits at the commas that are in no brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "[{<(") - (c in "]}>)")
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()]


class Layout:
    def __init__(self, ir):
        self.types = dict(re.findall(r"^(%[\w.\"$]+) = type (.*)$", ir, re.M))
        lists = dict(re.findall(r"^(!\d+) = !\{(.*)\}$", ir, re.M))
        self.parameters = {name: re.findall(r'!"([^"]*)"', lists[number]) for name, number in re.findall(
            r"^define [^@]*spir_kernel void @(\w+)\(.*!kernel_arg_name (!\d+)", ir, re.M)}
        self.kernels = {name: split(parameters) for name, parameters in re.findall(
            r"^define [^@]*spir_kernel void @(\w+)\((.*)\) .*$", ir, re.M)}

    def names(self, kernel):
        """The kernel's parameters as the source calls them, which oclgrind may not."""
        return self.parameters[kernel]

    def structure(self, kernel, number):
        """The type of the kernel's parameter if it is a structure by value, else None."""
        match = re.search(r"byval\((%[\w.\"$]+)\)", self.kernels[kernel][number])
        return match and match[1]

    def elements(self, name):
        """What a type consists of: element types, or None for a scalar."""
        text = self.types.get(name, name)
        array = re.fullmatch(r"[\[<](\d+) x (.*)[\]>]", text)
        if array:
            return [array[2]] * int(array[1])
        return split(text[1:-1]) if text.startswith("{") else None

    def size_and_alignment(self, name):
        elements = self.elements(name)
        if elements is None:
            size = struct.calcsize("<" + SCALARS[name])
            return size, size
        size, alignment = 0, 1
        for element in elements:
            bytes_of, align = self.size_and_alignment(element)
            size = -(-size // align) * align + bytes_of
            alignment = max(alignment, align)
        if name.startswith("<"):
            alignment = size
        return -(-size // alignment) * alignment, alignment

    def pack(self, name, numbers):
        """The bytes of a value, its numbers taken from the iterator."""
        elements = self.elements(name)
        if elements is None:
            scalar = SCALARS[name]
            number = next(numbers)
            if scalar not in "efd" and number >= 1 << (8 * struct.calcsize(scalar) - 1):
                scalar = scalar.upper()
            return struct.pack("<" + scalar, number)
        data = b""
        for element in elements:
            align = self.size_and_alignment(element)[1]
            data = data.ljust(-(-len(data) // align) * align, b"\0") + self.pack(element, numbers)
        return data.ljust(self.size_and_alignment(name)[0], b"\0")
