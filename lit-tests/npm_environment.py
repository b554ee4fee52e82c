"""For tests that get packages from npm: lit hands down only a few variables of its environment, and
npm has to know where it is at home and how to reach its registry."""

import os

NAMES = {"HOME", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"}


def hand_down(environment):
    for name, value in os.environ.items():
        lower = name.lower()
        if name in NAMES or lower.startswith("npm_config_") or lower.endswith("_proxy"):
            environment[name] = value


def folder(test_exec_root):
    """Where the packages of all tests of a build are."""
    build = os.path.dirname(test_exec_root.rstrip("/"))
    while os.path.basename(build) and not os.path.exists(os.path.join(build, "CMakeCache.txt")):
        build = os.path.dirname(build)
    return os.path.join(build, "npm")
