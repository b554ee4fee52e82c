"""Runs a step of an action: action_steps.py ACTION.yml STEP [INPUT=VALUE...]. Its expressions are inputs and what the
environment variable of the same name gives."""

import os
import re
import subprocess
import sys

import yaml

with open(sys.argv[1]) as f:
    action = yaml.safe_load(f)
inputs = {name: str(i.get("default", "")) for name, i in action["inputs"].items()}
inputs.update(argument.split("=", 1) for argument in sys.argv[3:])
[step] = [s for s in action["runs"]["steps"] if s["name"] == sys.argv[2]]


def value(expression):
    name = expression[1].strip()
    return inputs[name.removeprefix("inputs.")] if name.startswith("inputs.") else os.environ[name.replace(".", "_").upper()]


environment = {name: re.sub(r"\$\{\{(.*?)\}\}", value, text) for name, text in step.get("env", {}).items()}
sys.exit(subprocess.run(["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
                        env={**os.environ, **environment}).returncode)
