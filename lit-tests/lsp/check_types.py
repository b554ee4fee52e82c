#!/usr/bin/env python3
"""Checks messages of the server against the protocol's published types.

Usage: check_types.py FOLDER MESSAGES...

MESSAGES are files as exchanges.py records them; loading the types takes the compiler longer than checking them all. Every message becomes a literal of the type that the package
vscode-languageserver-protocol declares for its method, and the TypeScript compiler checks them all,
superfluous members included. Both come from npm, into FOLDER. Prints what is wrong, file by file, and
exits 1.
"""

import json
import os
import subprocess
import sys

PACKAGES = ["vscode-languageserver-protocol@3.17.5", "typescript@5.6.3"]

HEAD = """\
import * as protocol from 'vscode-languageserver-protocol';
type All = typeof protocol;
type Type<M> = { [K in keyof All]: All[K] extends { readonly method: M; readonly type: infer T } ? T
    : never }[keyof All];
type Params<M> =
    Type<M> extends protocol.ProtocolRequestType<infer P, any, any, any, any> ? P
    : Type<M> extends protocol.ProtocolNotificationType<infer P, any> ? P : never;
type Result<M> =
    Type<M> extends protocol.ProtocolRequestType0<infer R, any, any, any> ? R
    : Type<M> extends protocol.ProtocolRequestType<any, infer R, any, any, any> ? R : never;
type Progress = { token: protocol.ProgressToken; value: protocol.WorkDoneProgressBegin
    | protocol.WorkDoneProgressReport | protocol.WorkDoneProgressEnd };
type Failure = { jsonrpc: '2.0'; id: number | string | null;
    error: { code: protocol.integer; message: string } };
"""


def install(folder):
    os.makedirs(folder, exist_ok=True)
    if all(os.path.exists(os.path.join(folder, "node_modules", p.rpartition("@")[0]))
           for p in PACKAGES):
        return
    subprocess.run(["npm", "install", "--silent", "--no-fund", "--no-audit", "--ignore-scripts",
                    "--fetch-timeout=30000", "--prefix", folder, *PACKAGES], check=True, timeout=240)


def literal(method, message):
    """What the message is to be checked as, or None: it is of ours alone."""
    if "error" in message:
        return "Failure", message
    if message.get("method") == "$/progress":
        return "Progress", message["params"]
    if "method" in message:
        name = message["method"]
        return (f"Params<'{name}'>", message["params"]) if "params" in message else None
    if method is None or method.startswith("clperf/") or method == "shutdown":
        return None
    return f"Result<'{method}'>", message["result"]


def source(messages):
    texts, methods = {}, set()
    for method, message in messages:
        assert message.get("jsonrpc") == "2.0", message
        found = literal(method, message)
        if found:
            texts[json.dumps(found, sort_keys=True)] = found
            methods.add(found[0])
    # Without this a method that nobody declares would have the type never, and say so badly.
    lines = [HEAD] + [f"const known{i}: [{m}] extends [never] ? false : true = true;"
                      for i, m in enumerate(sorted(methods)) if "<" in m]
    lines += [f"const m{i}: {kind} = {json.dumps(value)};"
              for i, (kind, value) in enumerate(texts.values())]
    return "\n".join(lines) + "\nexport {};\n", len(texts), len(methods)


def main():
    folder, *files = sys.argv[1:]
    install(folder)
    written = []
    for i, file in enumerate(files):
        text, n, kinds = source(json.load(open(file)))
        path = os.path.join(folder, f"messages-{os.getpid()}-{i}.ts")
        with open(path, "w") as f:
            f.write(text)
        written.append((file, path, f"{n} messages of {kinds} types"))
    done = subprocess.run(
        [os.path.join(folder, "node_modules", ".bin", "tsc"), "--noEmit", "--strict",
         "--skipLibCheck", "--target", "es2020", "--module", "node16", "--moduleResolution",
         "node16", *(path for _, path, _ in written)], stdout=subprocess.PIPE, text=True)
    wrong = False
    for file, path, what in written:
        os.unlink(path)
        errors = [line for line in done.stdout.splitlines() if os.path.basename(path) in line]
        wrong = wrong or bool(errors)
        print("\n".join(errors)[:4000])
        print(f"{os.path.basename(file)}: {what}, {'not all valid' if errors else 'all valid'}")
    if done.returncode and not wrong:
        print(done.stdout)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
