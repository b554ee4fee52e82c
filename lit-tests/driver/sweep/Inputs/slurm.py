"""Runs a sweep in four parts on a Slurm cluster of one node, which it starts and stops: slurm.py SBATCH DIRECTORY

The directory has the space scale.json and, in bin/, a `clperf` whose part 2 dies once. Its task is requeued."""

import os
import pwd
import socket
import subprocess
import sys
import time
from pathlib import Path

script, work = sys.argv[1], Path(sys.argv[2]).resolve()
slurm = work / "slurm"
user = pwd.getpwuid(os.getuid()).pw_name
host = socket.gethostname().split(".")[0]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def start(*command, **more):
    return subprocess.Popen(list(map(str, command)), stdout=open(slurm / f"{Path(command[0]).name}.out", "w"),
                            stderr=subprocess.STDOUT, **more)


def ask(*command):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, env=environment).stdout


def wait_for(what, condition, seconds=60):
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, f"no {what} after {seconds} s"
        time.sleep(0.5)


def state(job):
    return [line.split("|") for line in ask("squeue", "-h", "-r", "-j", job, "-t", "all", "-o", "%K|%T").split()]


for directory in ("state", "spool", "munge"):
    (slurm / directory).mkdir(parents=True)
(slurm / "munge").chmod(0o700)
key = slurm / "munge/key"
key.write_bytes(os.urandom(1024))
key.chmod(0o600)
socket_path = f"/tmp/clperf-munge-{os.getpid()}"
(slurm / "slurm.conf").write_text(f"""
ClusterName=clperf
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={socket_path}
StateSaveLocation={slurm}/state
SlurmdSpoolDir={slurm}/spool
SlurmctldPidFile={slurm}/slurmctld.pid
SlurmdPidFile={slurm}/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
environment = dict(os.environ, SLURM_CONF=str(slurm / "slurm.conf"), PATH=f"{work}/bin:{os.environ['PATH']}")
daemons = [start("munged", "-F", "--force", f"--socket={socket_path}", f"--key-file={key}", f"--pid-file={slurm}/munged.pid",
                 f"--log-file={slurm}/munged.log", f"--seed-file={slurm}/munge/seed")]
try:
    wait_for("munge", lambda: os.path.exists(socket_path))
    daemons.append(start("slurmctld", "-D", "-i", env=environment))
    daemons.append(start("slurmd", "-D", env=environment))
    wait_for("node", lambda: subprocess.run(["sinfo", "-h", "-o", "%T"], env=environment, capture_output=True,
                                            text=True).stdout.strip() == "idle")
    job = ask("sbatch", "--parsable", "--array=1-4", f"--chdir={work}", script, "scale.json").strip()
    wait_for("failed task", lambda: ["2", "FAILED"] in state(job))
    ask("scontrol", "requeue", f"{job}_2")
    # Slurm lets a requeued task wait for two minutes.
    wait_for("end of all tasks", lambda: [s for _, s in state(job)] == ["COMPLETED"] * 4, 240)
    subprocess.run(["clperf", "sweep", "--merge", "--output", "all.csv", *(f"part-{i}.csv" for i in (3, 1, 4, 2))],
                   check=True, cwd=work, env=environment)
finally:
    for daemon in reversed(daemons):
        daemon.terminate()
        daemon.wait()
