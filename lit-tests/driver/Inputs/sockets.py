"""Runs clperf-cc with sockets for standard output and error, as Node gives them to its children: sockets.py BIN FOLDER

In FOLDER, which is made anew, a compiler prints a line to each. Prints what went wrong, or how many runs went well.
BIN has the programs.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading

KERNEL = "__kernel void k(__global float *a) { a[32 * get_global_id(0)] += 1.0f; }\n"
COMPILER = "#!/bin/sh\ntrap '' PIPE\necho compiled\necho 'k.cl:1:1: warning: of the compiler' >&2\ntouch k.o\n"


def read_all(end, into):
    with end:
        while part := end.recv(65536):
            into.append(part)


def run(binaries, folder, options, closed=(), others=0):
    """Exit status and what came through stdout, stderr, and a third socket, which the program has as 5. Those whose
    numbers are in `closed` are closed at the other end before it starts."""
    (folder / "k.o").unlink(missing_ok=True)
    pairs = [socket.socketpair() for _ in range(2 + others)]
    texts = [[] for _ in pairs]
    readers = [threading.Thread(target=read_all, args=(own, texts[i]))
               for i, (own, _) in enumerate(pairs) if i + 1 not in closed]
    for i, (own, _) in enumerate(pairs):
        if i + 1 in closed:
            own.close()
    theirs = [other.fileno() for _, other in pairs]
    command = f"exec {binaries}/clperf-cc ./compiler -c k.cl -o k.o -fclperf-no-cache " + options
    if others:
        command += f" 5>&{theirs[2]}"
    process = subprocess.Popen(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs[0],
                               stderr=theirs[1], pass_fds=theirs[2:])
    for _, other in pairs:
        other.close()
    for reader in readers:
        reader.start()
    status = process.wait(timeout=100)
    for reader in readers:
        reader.join()
    return status, [b"".join(text).decode() for text in texts]


def document(text):
    """The JSON document among lines of others."""
    return json.JSONDecoder().raw_decode(text, text.index("{\n"))[0]


def main():
    binaries, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "k.cl").write_text(KERNEL)
    (folder / "compiler").write_text(COMPILER)
    (folder / "compiler").chmod(0o755)
    os.environ["CLPERF_GPU"] = "gtx-980"
    good = 0

    def check(name, *what):
        nonlocal good
        good += all(what)
        if not all(what):
            print(f"{name}: {what}")

    for path in "/dev/stdout", "/proc/self/fd/1", "/dev/fd/1", "-":
        status, (out, err) = run(binaries, folder, f"-fclperf-add-output=json:file={path}")
        check(path, status == 0, document(out)["kernels"][0]["name"] == "k", "compiled\n" in out,
              "warning: of the compiler" in err, "[-Wclperf-uncoalesced]" in err, "cannot write" not in err)
    for path in "/dev/stderr", "/dev/fd/2":
        status, (out, err) = run(binaries, folder, f"-fclperf-add-output=json:file={path}")
        check(path, status == 0, document(err)["kernels"][0]["name"] == "k", out == "compiled\n",
              "warning: of the compiler" in err, "[-Wclperf-uncoalesced]" in err, "cannot write" not in err)
    status, (out, err, other) = run(binaries, folder, "-fclperf-add-output=sarif:file=/dev/fd/5", others=1)
    check("/dev/fd/5", status == 0, document(other)["version"] == "2.1.0", out == "compiled\n", "cannot" not in err)
    status, (out, err) = run(binaries, folder, "-fclperf-add-output=sarif:file=/dev/fd/77")
    check("/dev/fd/77", status == 0, "cannot write '/dev/fd/77': Bad file descriptor" in err)
    # Nobody reads.
    output = "-fclperf-add-output=json:file=/dev/stdout -fclperf-add-output=text:file=/dev/stderr"
    status, (_, err) = run(binaries, folder, output, closed=(1,))
    check("stdout closed", status == 0, (folder / "k.o").exists(), "[-Wclperf-uncoalesced]" in err,
          "cannot write" not in err, "not analysed" not in err)
    status, (out, _) = run(binaries, folder, output, closed=(2,))
    check("stderr closed", status == 0, (folder / "k.o").exists(), document(out)["kernels"])
    status, _ = run(binaries, folder, output, closed=(1, 2))
    check("both closed", status == 0, (folder / "k.o").exists())
    status, _ = run(binaries, folder, output + " -Werror=clperf-uncoalesced", closed=(1, 2))
    check("both closed, an error", status == 1, not (folder / "k.o").exists())
    # A regular file keeps what is in it already.
    with open(folder / "log", "w+") as log:
        log.write("before\n")
        log.flush()
        status = subprocess.run([f"{binaries}/clperf-cc", "./compiler", "-c", "k.cl", "-o", "k.o", "-fclperf-no-cache",
                                 "-fclperf-add-output=json:file=/dev/stdout"], cwd=folder, stdout=log,
                                stderr=subprocess.DEVNULL).returncode
    text = (folder / "log").read_text()
    check("a file", status == 0, text.startswith("before\n"), "compiled\n" in text, document(text)["kernels"])
    # Commands of clperf.
    spaces = pathlib.Path(__file__).parent.parent / "sweep" / "Inputs"
    for command in ("check k.cl --quiet --output json:/dev/stdout", f"sweep {spaces}/scale.json --output /dev/stdout"):
        own, other = socket.socketpair()
        text = []
        reader = threading.Thread(target=read_all, args=(own, text))
        with subprocess.Popen(f"{binaries}/clperf {command}", shell=True, cwd=folder, stdout=other,
                              stderr=subprocess.PIPE) as process:
            other.close()
            reader.start()
            err = process.communicate()[1].decode()
            reader.join()
        check(command, process.returncode == 0, b"".join(text), "cannot write" not in err)
    print(f"{good} runs as expected")


main()
