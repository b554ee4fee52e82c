"""Runs a command with a server of distcc or sccache on this machine: with_server.py distcc|sccache COMMAND [ARGUMENT...].

The command starts once the server listens. sccache's own client starts one, too, but binds the socket on which it waits for
the server's word only after starting it: on a busy machine the server is sometimes faster, and the client gives up.
"""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import time

PATIENCE_S = 60


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def distcc(port):
    """The server's command, what its environment has besides, and that of its clients."""
    command = [shutil.which("distccd") or "/usr/sbin/distccd", "--daemon", "--no-detach", "--allow", "127.0.0.1", "--listen",
               "127.0.0.1", "--port", str(port), "--jobs", "2", "--log-stderr", "--log-level", "critical"]
    if os.geteuid() == 0:
        command += ["--user", pwd.getpwnam("nobody").pw_name]
    return command, {"TMPDIR": "/tmp"}, {"DISTCC_HOSTS": f"127.0.0.1:{port}"}


def sccache(port):
    at = {"SCCACHE_SERVER_PORT": str(port)}
    return ["sccache"], {**at, "SCCACHE_START_SERVER": "1", "SCCACHE_NO_DAEMON": "1"}, at


port = free_port()
command, own, clients = {"distcc": distcc, "sccache": sccache}[sys.argv[1]](port)
# In a group of its own, which ends with its helpers.
server = subprocess.Popen(command, env={**os.environ, **own}, start_new_session=True)
try:
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            assert server.poll() is None and time.monotonic() < end, "the server does not listen"
            time.sleep(0.05)
    status = subprocess.run(sys.argv[2:], env={**os.environ, **clients}).returncode
finally:
    os.killpg(server.pid, 9)
    server.wait()
sys.exit(status)
