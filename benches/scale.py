#!/usr/bin/env python3
"""Walks R-MAT graphs from scale to scale, and says where searches become slower than their work.

    python3 benches/scale.py GPM [--device gpu] [--scales 16-24] [--patterns NAME ...] [--keep FOLDER]

GPM is the command, built with `--release`. For each graph and pattern a line says how long the planner, the kernels (of a GPU) and the
whole run took in a new process, the least of three, and what a unit of work cost: what the plan was expected to meet, in elements. A
mark `!` stands where that is more than 1.5 times what it was at the scale before, or less by that: there something other than work decides. Runs
that a time limit cut short have no such figure.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

# Four-vertex patterns, cliques, and one that enumerates.
PATTERNS = ["triangle", "diamond", "cycle:4", "clique:4", "clique:5", "tailed-triangle", "path:4", "house"]
# *guess*: where rows leave the cache of a device, random reads take 4 times as long, over some four scales.
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
    scales = range(int(least), int(greatest or least) + 1, int(step or 1))
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        return walk(options, scales, options.keep)
    # Graphs of gigabytes do not stay behind.
    with tempfile.TemporaryDirectory() as folder:
        walk(options, scales, pathlib.Path(folder))


def walk(options, scales, folder):
    """Prints a line for each scale and pattern."""
    before = {}
    print(f"{'scale':>5} {'pattern':<16} {'plan s':>8} {'kernel s':>9} {'run s':>8} {'ns/unit':>9}  count")
    for scale in scales:
        graph = folder / f"rmat{scale}.gpm"
        if not graph.exists():
            call(options.gpm, "generate", "rmat", "--scale", scale, "-o", graph, "--quiet")
        for pattern in options.patterns:
            run = measured(options.gpm, graph, pattern, options.device, options.limit)
            seconds = run["seconds"]
            searched = seconds.get("kernel") or seconds["run"]
            unit = f"{'-':>9} "
            if not run["partial"]:
                own = 1e9 * searched / work(options.gpm, graph, pattern, options.device)
                last = before.get(pattern, own)
                unit = f"{own:9.4f}" + (" " if 1 / MOST <= own / last <= MOST else "!")
                before[pattern] = own
            kernel = f"{seconds['kernel']:9.4f}" if seconds.get("kernel") is not None else f"{'-':>9}"
            count = "partial" if run["partial"] else run["count"]
            print(
                f"{scale:5} {pattern:<16} {seconds['plan']:8.3f} {kernel} {seconds['run']:8.3f} {unit} {count}",
                flush=True,
            )


if __name__ == "__main__":
    main()
