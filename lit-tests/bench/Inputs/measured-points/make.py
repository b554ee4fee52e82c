"""Writes points.csv, predictions and a page of figures: points of two classes, with what is recorded of each and what is
predicted now."""
import json
import sys
from pathlib import Path

HEADER = ("dataset,kernel,source,gpu,global_x,global_y,global_z,local_x,local_y,local_z,defines,args,time_ms,extra,"
          "class,target,recorded,state,why")

# Name, class, recorded ratio, state, and the ratio that is predicted now; None fails.
POINTS = {
    "equal": [("steady", "dram", "1.05", "right", 1.06), ("known", "atomics", "0.1", "wrong", 0.1)],
    "other": [("steady", "dram", "1.05", "right", 1.06), ("left", "dram", "1.1", "right", 1.2),
              ("mended", "atomics", "0.1", "wrong", 0.9), ("better", "atomics", "0.2", "wrong", 0.3),
              ("worse", "atomics", "0.2", "wrong", 0.15), ("new", "dram", "", "", 1.0),
              ("contrary", "dram", "2", "right", 2.0), ("broken", "dram", "1", "right", None)],
    # Each within 10 %, and all of one class to the same side.
    "drifted": [("one", "dram", "1", "right", 1.05), ("two", "dram", "1", "right", 1.04), ("three", "shared", "1", "right", 1.0),
                ("four", "shared", "1", "right", 0.99)],
}

PAGE = "# Page\n\n<!-- figures -->\nold\n<!-- end of figures -->\n\nThe end.\n"


def row(name, cause, recorded, state):
    return f"set,{name},nobody,a100,256,1,1,64,1,1,,,2,,{cause},1.15,{recorded},{state},because"


def predicted(ratio):
    found = {"failed": "no such kernel"} if ratio is None else {"predicted_ms": 2 * ratio, "bound": "dram"}
    return {"vendor": "nvidia", "file": "kernels/x.cu", "measured_ms": 2, **found}


def main():
    points, folder = POINTS[sys.argv[1]], Path(sys.argv[2])
    (folder / "points.csv").write_text("\n".join([HEADER, *(row(*p[:4]) for p in points)]) + "\n")
    (folder / "now.json").write_text(json.dumps([predicted(p[4]) for p in points]))
    (folder / "page.md").write_text(PAGE)


main()
