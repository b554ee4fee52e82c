"""Rooms and sub-rooms of the source tree, and which may know which."""

import os

# Each room with those that it may know.
ROOMS = {
    "base": [],
    "hwdb": ["base"],
    "fit": ["base"],
    "analysis": ["base"],
    "codegen": ["base", "hwdb", "analysis"],
    "perfmodel": ["base", "fit", "hwdb", "analysis", "codegen"],
    "diag": ["base", "hwdb", "analysis", "codegen", "perfmodel"],
    "driver": ["base", "fit", "hwdb", "analysis", "codegen", "perfmodel", "diag"],
    "capture": ["base", "hwdb", "driver"],
    "calibrate": ["base", "hwdb", "driver"],
    "lsp": ["base", "hwdb", "diag", "driver", "capture"],
    "programs": ["base", "fit", "driver", "calibrate", "capture", "lsp"],
    "bench": ["base", "hwdb", "analysis", "codegen", "perfmodel", "diag", "driver"],
}

# Sub-rooms, the lowest floor first: each may know those before it and no other. Folders that are not
# listed belong to the floor of the folder that they are in; a room without floors is one.
FLOORS = [
    "analysis/ir", "analysis/lanes", "analysis/passes", "analysis/load", "analysis/trace",
    "analysis",
    "codegen/targets", "codegen/machine", "codegen/registers", "codegen",
    "perfmodel", "perfmodel/occupancy", "perfmodel/issue", "perfmodel/memory", "perfmodel/sim", "perfmodel/scale",
    "perfmodel/result", "perfmodel/models",
    "diag/text", "diag", "diag/finding", "diag/fix", "diag/fixes", "diag/rules", "diag/suppress", "diag/write/html",
    "diag/write",
    "driver/command_line", "driver/process", "driver/store", "driver/frontend", "driver/launch", "driver/host",
    "driver/registers", "driver/predict", "driver/reports", "driver/run", "driver/sweep", "driver/check", "driver",
    "lsp", "lsp/mcp/call", "lsp/mcp/tools", "lsp/mcp",
]


def room(path):
    return path.split("/")[0]


def floor(path):
    """The number of the file's floor, or None."""
    folder = os.path.dirname(path)
    while folder:
        if folder in FLOORS:
            return FLOORS.index(folder)
        folder = os.path.dirname(folder)
    return None


def why_not(user, used):
    """Why a file must not know another; None if it may."""
    a, b = room(user), room(used)
    if b in ROOMS and a != b and b not in ROOMS.get(a, []):
        return f"{a}/ must not know {b}/"
    high, low = floor(user), floor(used)
    # Rows of a table are a registration, which the floor that it belongs to reads.
    if high is not None and low is not None and low > high and not used.endswith(".def"):
        return f"{FLOORS[high]}/ lies below {FLOORS[low]}/"
    return None
