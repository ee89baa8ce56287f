#!/usr/bin/env python3
"""Make the dependency graph of Debian's packages from the package lists that `apt-get update` leaves behind.

    debian-packages.py [--out DIR] [LIST...]

Writes `debian-packages.el.gz`, one edge `a b` a line when package `a` depends on package `b`, and
`debian-packages.labels.gz`, one line `package section` for every vertex. Without LIST, reads the list of
component main of the release itself, for amd64 (it holds the packages for all architectures too); security,
updates and backports are left out, so that the same point release gives the same bytes on every machine.

Vertex: a binary package, by name, that some other package depends on. The rest, about half of Debian, is what
        only a user asks for: programs, documentation, `-dev` packages. Without it the two files stay below
        a megabyte. A package that this leaves without a neighbour goes too.
Label:  its section, with `-` written `_` so that it is a plain word in a pattern (`gnu-r` becomes `gnu_r`).
Edge:   from Depends and Pre-Depends; versions and architecture qualifiers are ignored. Of alternatives
        `x | y`, the first that names a package, or a virtual package with exactly one provider (then the edge
        goes to that provider). A dependency with no such alternative gives no edge. Loops and duplicates go.

Needs only Python's standard library, and apt itself to read its compressed lists.
"""

import argparse
import gzip
import io
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

APT_LISTS = Path("/var/lib/apt/lists")
APT_HELPER = "/usr/lib/apt/apt-helper"
FIELDS = ("Package", "Section", "Depends", "Pre-Depends", "Provides")


def release_lists() -> list[Path]:
    """The lists of component main that belong to a release, not to a stream of changes to one."""
    lists = sorted(APT_LISTS.glob("*_main_binary-amd64_Packages*"))
    streams = ("-security_", "-updates_", "-backports_")
    return [path for path in lists if not any(stream in path.name for stream in streams)]


def stanzas(path: Path) -> Iterator[dict[str, str]]:
    """The fields we use of each package in a list, plain or in any compression apt knows."""
    text = subprocess.run([APT_HELPER, "cat-file", path], check=True, capture_output=True).stdout.decode()
    for paragraph in text.split("\n\n"):
        # A line that starts with a blank continues the field before it.
        fields = (line.partition(":") for line in paragraph.replace("\n ", " ").splitlines())
        stanza = {name: value.strip() for name, _, value in fields if name in FIELDS}
        if "Package" in stanza:
            yield stanza


def names(field: str) -> list[str]:
    """`a (>= 1), b:any` without versions and qualifiers: `a`, `b`."""
    return [item.split("(")[0].split(":")[0].strip() for item in field.split(",") if item.strip()]


def label(section: str) -> str:
    """`non-free/gnu-r` as `gnu_r`."""
    return section.rpartition("/")[2].replace("-", "_") or "unknown"


def write_gzip(path: Path, lines: list[str]) -> None:
    """No time and no file name in the header: equal lines give equal bytes."""
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        with io.TextIOWrapper(packed, encoding="ascii", newline="\n") as text:
            text.writelines(line + "\n" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, metavar="DIR")
    parser.add_argument("lists", type=Path, nargs="*", metavar="LIST")
    options = parser.parse_args()
    lists = options.lists or release_lists()
    if not lists:
        sys.exit(f"no package list of component main for amd64 in `{APT_LISTS}`; run `apt-get update` first")

    packages: dict[str, list[dict[str, str]]] = defaultdict(list)
    providers: dict[str, set[str]] = defaultdict(set)
    for stanza in (stanza for path in lists for stanza in stanzas(path)):
        packages[stanza["Package"]].append(stanza)
        for virtual in names(stanza.get("Provides", "")):
            providers[virtual].add(stanza["Package"])

    def resolve(name: str) -> str | None:
        if name in packages:
            return name
        return min(providers[name]) if len(providers.get(name, ())) == 1 else None

    edges: set[tuple[str, str]] = set()
    unresolved = 0
    for package, versions in packages.items():
        for stanza in versions:
            for field in ("Pre-Depends", "Depends"):
                for alternatives in stanza.get(field, "").split(","):
                    found = [resolve(name) for name in names(alternatives.replace("|", ","))]
                    target = next((name for name in found if name is not None), None)
                    unresolved += bool(found) and target is None
                    if target is not None and target != package:
                        edges.add((package, target))

    needed = {target for _, target in edges}
    edges = {(package, target) for package, target in edges if package in needed}
    vertices = {name for edge in edges for name in edge}
    labels = {name: label(packages[name][0].get("Section", "")) for name in vertices}
    write_gzip(options.out / "debian-packages.el.gz", [f"{a} {b}" for a, b in sorted(edges)])
    write_gzip(options.out / "debian-packages.labels.gz", [f"{name} {labels[name]}" for name in sorted(vertices)])
    print(
        f"{len(vertices)} vertices, {len(edges)} edges, {len(set(labels.values()))} labels;"
        f" {len(packages)} packages in all, {unresolved} dependencies that name no single package"
    )


if __name__ == "__main__":
    main()
