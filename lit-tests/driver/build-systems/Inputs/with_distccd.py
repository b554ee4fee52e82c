"""Runs a command with a daemon of distcc on this machine in DISTCC_HOSTS: with_distccd.py COMMAND [ARGUMENT...]."""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import time

PATIENCE_S = 60

with socket.socket() as s:
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
daemon = [shutil.which("distccd") or "/usr/sbin/distccd", "--daemon", "--no-detach", "--allow", "127.0.0.1", "--listen", "127.0.0.1",
          "--port", str(port), "--jobs", "2", "--log-stderr", "--log-level", "critical"]
if os.geteuid() == 0:
    daemon += ["--user", pwd.getpwnam("nobody").pw_name]
# In a group of its own, which ends with its helpers.
server = subprocess.Popen(daemon, env={**os.environ, "TMPDIR": "/tmp"}, start_new_session=True)
try:
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            assert server.poll() is None and time.monotonic() < end, "the daemon does not listen"
            time.sleep(0.05)
    status = subprocess.run(sys.argv[1:], env={**os.environ, "DISTCC_HOSTS": f"127.0.0.1:{port}"}).returncode
finally:
    os.killpg(server.pid, 9)
    server.wait()
sys.exit(status)
