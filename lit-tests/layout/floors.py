"""Rooms and sub-rooms of the source tree, and which may know which."""

import os

# Each room with those that it may know.
ROOMS = {
    "base": [],
    "hwdb": ["base"],
    "analysis": ["base"],
    "source": ["base", "analysis"],
    "launch": ["base", "hwdb", "analysis", "source"],
    "codegen": ["base", "hwdb", "analysis", "source"],
    "perfmodel": ["base", "hwdb", "analysis", "codegen"],
    "diag": ["base", "hwdb", "analysis", "codegen", "perfmodel"],
    "driver": ["base", "hwdb", "analysis", "source", "launch", "codegen", "perfmodel", "diag"],
    "capture": ["base", "hwdb", "source", "launch", "codegen", "diag", "driver"],
    "calibrate": ["base", "hwdb", "source", "driver"],
    "bench": ["base", "hwdb", "analysis", "source", "launch", "codegen", "perfmodel", "diag", "driver"],
    "lsp": ["base", "hwdb", "source", "launch", "diag", "driver", "capture"],
    "programs": ["base", "source", "perfmodel", "driver", "calibrate", "capture", "lsp"],
}

# Sub-rooms, the lowest floor first: each may know those before it and no other. Folders that are not
# listed belong to the floor of the folder that they are in; a room without floors is one.
FLOORS = [
    "base", "base/process", "base/store",
    "analysis/ir", "analysis/lanes", "analysis/passes", "analysis/load", "analysis/trace",
    "analysis",
    "source/scan", "source/compiler", "source",
    "launch", "launch/host", "launch/evaluate",
    "codegen/code", "codegen/object/sass", "codegen/object", "codegen/estimate/targets", "codegen/estimate/machine", "codegen/estimate/registers", "codegen/backend",
    "codegen", "codegen/providers",
    "perfmodel", "perfmodel/study", "perfmodel/occupancy", "perfmodel/issue", "perfmodel/memory", "perfmodel/sim", "perfmodel/scale",
    "perfmodel/result", "perfmodel/survey", "perfmodel/models", "perfmodel/survey/fit",
    "diag/text", "diag", "diag/finding", "diag/fix", "diag/fixes", "diag/rules", "diag/suppress", "diag/viewer",
    "diag/report", "diag/compare", "diag/merge",
    "driver/command_line", "driver/process", "driver/store", "driver/analyze/predict", "driver/analyze",
    "driver/sweep", "driver/check", "driver/cc", "driver/commands", "driver",
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
