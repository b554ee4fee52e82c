"""For tests that get packages from npm: lit hands down only a few variables of its environment, and
npm has to know where it is at home and how to reach its registry."""

import functools
import os
import shutil
import subprocess

NAMES = {"NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"}

# Any package will do; this one is small, and needed in any case.
PROBE = "vscode-languageserver-types@3.17.5"


def folder(test_exec_root):
    """Where the packages of all tests of a build are."""
    build = os.path.dirname(test_exec_root.rstrip("/"))
    while os.path.basename(build) and not os.path.exists(os.path.join(build, "CMakeCache.txt")):
        build = os.path.dirname(build)
    return os.path.join(build, "npm")


def variables(test_exec_root):
    """What tells npm how to reach its registry, with a cache in the build instead of the user's folder."""
    found = {name: value for name, value in os.environ.items()
             if name in NAMES or name.lower().startswith("npm_config_") or name.lower().endswith("_proxy")}
    if "HOME" in os.environ:
        found.setdefault("npm_config_userconfig", os.path.join(os.environ["HOME"], ".npmrc"))
    found["npm_config_cache"] = os.path.join(folder(test_exec_root), "cache")
    found["npm_config_update_notifier"] = "false"
    return found


@functools.lru_cache(maxsize=None)
def registry_answers(test_exec_root):
    """Whether npm is there and gets something from its registry."""
    if not shutil.which("npm") or not shutil.which("node"):
        return False
    command = ["npm", "view", "--fetch-retries=0", "--fetch-timeout=10000", PROBE, "version"]
    try:
        return subprocess.run(command, capture_output=True, timeout=30,
                              env={**os.environ, **variables(test_exec_root)}).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
