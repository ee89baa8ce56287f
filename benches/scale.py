#!/usr/bin/env python3
"""Walks R-MAT graphs from scale to scale, and says where searches become slower than their work.

    python3 benches/scale.py GPM [--device gpu] [--scales 16-24] [--patterns NAME ...] [--keep FOLDER]

GPM is the command, built with `--release`. For each graph and pattern a line says how long the planner, the kernels (of a GPU) and the
whole run took in a new process, the least of three, and what a unit of work cost: what the plan was expected to meet, in elements. A
mark `!` stands where that is more than 1.5 times, or less than a part of 1.5, of the scale before: there something other than work decides.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

PATTERNS = ["triangle", "diamond", "cycle:4", "clique:4", "clique:5", "tailed-triangle", "path:4", "house"]
MOST = 1.5
RUNS = 3
# What the command exits with where a run was cut short.
PARTIAL = 3


def call(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode not in (0, PARTIAL):
        raise SystemExit(done.stderr)
    return done.stdout


def measured(gpm, graph, pattern, device, limit):
    """The fastest of some runs, as the command's JSON says."""
    runs = []
    for _ in range(RUNS):
        out = call(gpm, "count", graph, pattern, "--device", device, "--json", "--quiet", "--time-limit", limit)
        run = json.loads(out)
        runs.append(run)
        if run["partial"] or run["seconds"]["run"] > 10:
            break
    return min(runs, key=lambda run: run["seconds"]["run"])


def work(gpm, graph, pattern, device):
    """Elements that the plan is expected to meet."""
    plan = json.loads(call(gpm, "explain", pattern, "--graph", graph, "--device", device, "--json", "--quiet"))
    best = plan["choices"][0]
    return best.get("sampled") or best["cost"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gpm", type=pathlib.Path)
    parser.add_argument("--device", default="gpu")
    parser.add_argument("--scales", default="16-24", help="the least and the greatest, of each second one with /2")
    parser.add_argument("--patterns", nargs="+", default=PATTERNS)
    parser.add_argument("--limit", default="60s", help="for each run")
    parser.add_argument("--keep", type=pathlib.Path, help="where graphs are, or are left for the next time")
    options = parser.parse_args()
    scales, _, step = options.scales.partition("/")
    least, _, greatest = scales.partition("-")
    folder = options.keep or pathlib.Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    before = {}
    print(f"{'scale':>5} {'pattern':<16} {'plan s':>8} {'kernel s':>9} {'run s':>8} {'ns/unit':>9}  count")
    for scale in range(int(least), int(greatest or least) + 1, int(step or 1)):
        graph = folder / f"rmat{scale}.gpm"
        if not graph.exists():
            call(options.gpm, "generate", "rmat", "--scale", scale, "-o", graph, "--quiet")
        for pattern in options.patterns:
            run = measured(options.gpm, graph, pattern, options.device, options.limit)
            seconds = run["seconds"]
            searched = seconds.get("kernel") or seconds["run"]
            unit = 1e9 * searched / work(options.gpm, graph, pattern, options.device)
            last = before.get(pattern, unit)
            mark = " " if 1 / MOST <= unit / last <= MOST else "!"
            before[pattern] = unit
            kernel = f"{seconds['kernel']:9.4f}" if seconds.get("kernel") is not None else f"{'-':>9}"
            count = "partial" if run["partial"] else run["count"]
            print(
                f"{scale:5} {pattern:<16} {seconds['plan']:8.3f} {kernel} {seconds['run']:8.3f} {unit:9.4f}{mark} {count}",
                flush=True,
            )


if __name__ == "__main__":
    main()
