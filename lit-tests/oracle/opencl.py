"""Runs OpenCL kernels in oclgrind, through the OpenCL API of its runtime library."""

import ctypes
import random
import re
import struct
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint32, c_void_p

RUNTIME = "/usr/lib/oclgrind/liboclgrind-rt.so"

ARG_INFO_ADDRESS, ARG_INFO_TYPE = 0x1196, 0x1198
SPACE_GLOBAL, SPACE_LOCAL, SPACE_CONSTANT = 0x119B, 0x119C, 0x119D

SCALARS = {
    "char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I",
    "long": "q", "ulong": "Q", "float": "f", "double": "d", "half": "e", "bool": "B",
    "size_t": "Q", "unsigned int": "I", "unsigned": "I", "unsigned char": "B",
    "unsigned short": "H", "unsigned long": "Q",
}


class OpenCLError(Exception):
    pass


def element_of(type_name):
    """Format and number of components of an argument's type; an unknown one is a structure."""
    name = type_name.rstrip("*").strip()
    match = re.fullmatch(r"(.*?)(2|3|4|8|16)?", name)
    scalar = SCALARS.get(match[1])
    if not scalar:
        return None, 1
    components = int(match[2] or 1)
    return scalar, 4 if components == 3 else components


def contents_for(type_name, elements, seed):
    """What a buffer that nobody gave holds: small values, different ones in neighbours."""
    scalar, components = element_of(type_name)
    values = random.Random(seed)
    if not scalar:
        return values.randbytes(64 * elements).translate(bytes(i % 16 for i in range(256)))
    n = elements * components
    if scalar in "fde":
        return struct.pack(f"<{n}{scalar}", *(values.random() for _ in range(n)))
    return struct.pack(f"<{n}{scalar}", *values.choices(range(16), k=n))


def elements_of(type_name, value):
    """How many elements a buffer has; captured ones are known by their bytes."""
    if "bytes" not in value:
        return value["elements"]
    scalar, components = element_of(type_name)
    return -(-value["bytes"] // (struct.calcsize(scalar) * components if scalar else 64))


def in_range(value, type_name):
    """The same value, with texts such as "0xff" as numbers that the type has."""
    if isinstance(value, list):
        return [in_range(v, type_name) for v in value]
    if not isinstance(value, str):
        return value
    scalar, _ = element_of(type_name)
    bits, whole = 8 * struct.calcsize(scalar or "q"), int(value, 16)
    return whole - (1 << bits) if (scalar or "q") in "bhiq" and whole >> bits - 1 else whole


class Session:
    """A process's context, queue, and the programs that are built in it."""

    def __init__(self):
        self.cl = ctypes.CDLL(RUNTIME)
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithBinary",
                     "clCreateKernel", "clCreateBuffer"):
            getattr(self.cl, name).restype = c_void_p
        platform, self.device = c_void_p(), c_void_p()
        self.cl.clGetPlatformIDs(1, byref(platform), None)
        self.cl.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, byref(self.device), None)
        error = c_int()
        self.context = c_void_p(self.cl.clCreateContext(None, 1, byref(self.device), None, None,
                                                        byref(error)))
        self.queue = c_void_p(self.cl.clCreateCommandQueue(self.context, self.device,
                                                           ctypes.c_uint64(0), byref(error)))
        check(error.value, "no context")

    def load(self, bitcode):
        """A program from LLVM bitcode."""
        error, status = c_int(), c_int()
        program = c_void_p(self.cl.clCreateProgramWithBinary(
            self.context, 1, byref(self.device), byref(c_size_t(len(bitcode))),
            byref(c_char_p(bitcode)), byref(status), byref(error)))
        check(error.value or status.value, "the bitcode is not accepted")
        check(self.cl.clBuildProgram(program, 1, byref(self.device), b"", None, None), "no program")
        return program

    def launch(self, program, launch, names, read_file, pack):
        """Runs a manifest's launch of a kernel with parameters of these names, with `read_file` for
        what is given as a file, and `pack(number, values)` for the bytes of a structure by value."""
        error = c_int()
        kernel = c_void_p(self.cl.clCreateKernel(program, launch["kernel"].encode(),
                                                 byref(error)))
        check(error.value, f"no kernel {launch['kernel']}")
        buffers = []
        for i, name in enumerate(names):
            self.set_argument(kernel, i, name, launch.get("args", {}), read_file, pack, buffers)
        dims = 3 if launch["global"][2] > 1 else 2 if launch["global"][1] > 1 else 1
        sizes = c_size_t * 3
        status = self.cl.clEnqueueNDRangeKernel(
            self.queue, kernel, c_uint32(dims), sizes(*launch.get("offset", [0, 0, 0])),
            sizes(*launch["global"]), sizes(*launch["local"]), 0, None, None)
        check(status, f"{launch['kernel']} does not start")
        check(self.cl.clFinish(self.queue), "launch failed")
        for buffer in buffers:
            self.cl.clReleaseMemObject(buffer)
        self.cl.clReleaseKernel(kernel)

    def arg_info(self, kernel, number, what):
        text = ctypes.create_string_buffer(256)
        self.cl.clGetKernelArgInfo(kernel, c_uint32(number), what, c_size_t(256), text, None)
        return text

    def set_argument(self, kernel, number, name, args, read_file, pack, buffers):
        type_name = self.arg_info(kernel, number, ARG_INFO_TYPE).value.decode()
        space = struct.unpack_from("<I", self.arg_info(kernel, number, ARG_INFO_ADDRESS))[0]
        value = in_range(args.get(name, args.get(str(number))), type_name)
        if value is None:
            raise OpenCLError(f"argument {name} has no value")
        if space == SPACE_LOCAL:
            status = self.cl.clSetKernelArg(kernel, number, c_size_t(value["local_bytes"]), None)
        elif space in (SPACE_GLOBAL, SPACE_CONSTANT) and "null" in value:
            status = self.cl.clSetKernelArg(kernel, number, c_size_t(8), None)
        elif space in (SPACE_GLOBAL, SPACE_CONSTANT):
            data = (read_file(value["file"]) if "file" in value
                    else contents_for(type_name, elements_of(type_name, value), name))
            error = c_int()
            # CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR
            buffer = c_void_p(self.cl.clCreateBuffer(
                self.context, ctypes.c_uint64(1 | 32), c_size_t(len(data)), data, byref(error)))
            check(error.value, f"no buffer for {name}")
            buffers.append(buffer)
            status = self.cl.clSetKernelArg(kernel, number, c_size_t(8), byref(buffer))
        else:
            data = self.value_bytes(number, type_name, value, read_file, pack)
            if data is None:
                status = self.set_scalar(kernel, number, type_name, value)
            else:
                status = self.cl.clSetKernelArg(kernel, number, c_size_t(len(data)), data)
        check(status, f"argument {name} is not accepted")

    def value_bytes(self, number, type_name, value, read_file, pack):
        """A structure or a vector as it lies in memory; None for a scalar."""
        if isinstance(value, dict):
            return bytes.fromhex(value["raw"]) if "raw" in value else read_file(value["file"])
        if not isinstance(value, list):
            return None
        scalar, components = element_of(type_name)
        if not scalar:
            return pack(number, value)
        padded = value + [0] * (components - len(value))
        return struct.pack(f"<{components}{scalar}", *padded)

    def set_scalar(self, kernel, number, type_name, value):
        scalar, _ = element_of(type_name)
        guesses = scalar or ("fd" if isinstance(value, float) else "iqhb")
        for guess in guesses:
            data = struct.pack(f"<{guess}", value)
            status = self.cl.clSetKernelArg(kernel, number, c_size_t(len(data)), data)
            if status == 0:
                break
        return status


def check(status, message):
    if status:
        raise OpenCLError(f"{message} (OpenCL error {status})")
