"""Writes the types of the native part, `python/gpmine/_core.pyi`: `python gpm-python/stubs.py`, where the package can be imported.

The module itself says which classes and functions there are, their parameters, and what each is for. It does not say types: they are in the tables below."""

import builtins
import inspect
import pathlib
import re

from gpmine import _core

FILE = pathlib.Path(__file__).parent / "python" / "gpmine" / "_core.pyi"

HEAD = '''\
# Made by `python gpm-python/stubs.py` from the module itself: change the documentation in Rust, and the types there.

import builtins
import os
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, final

from typing_extensions import Buffer as AnyBuffer, CapsuleType

_Meaning: TypeAlias = Mapping[str, bool]
"""What counts as a match: `induced`, `homomorphism`, `embeddings`."""
_Options: TypeAlias = Mapping[str, object]
"""How a question is run: `device`, `threads`, `time_limit`, `progress`."""
_About: TypeAlias = dict[str, Any]
"""What a run was: its count, whether that is partial, and the like."""
_Ids: TypeAlias = AnyBuffer | Sequence[int] | Sequence[str]
"""Ids of vertices as they are given."""
_Column: TypeAlias = Buffer | list[str]
"""Ids of vertices as they are returned."""
_Counts: TypeAlias = Buffer | list[int]
"""Counts, as a list if one needs more than 64 bits."""
_Rows: TypeAlias = Buffer | list[list[int]]
"""Rows of counts, or a list of columns if a count needs more than 64 bits."""
_Moments: TypeAlias = tuple[str, Sequence[int | None]]
"""`date` and days, or `timestamp` or `instant` and microseconds, since 1970."""
_Attribute: TypeAlias = Sequence[int | None] | Sequence[float | None] | Sequence[str | None] | _Moments
"""Values of an attribute, of which some may be missing."""
'''

PARAMETERS = {
    "arrow_columns.stream": "CapsuleType",
    "arrow_stream.columns": "Sequence[tuple[str, object]]",
    "directed": "bool",
    "draws": "tuple[int, int]",
    "edges": "int",
    "edge_columns": "Sequence[tuple[str, _Attribute]]",
    "edge_labels": "Sequence[str] | None",
    "format": "str | None",
    "Merger.__new__.graph": "str",
    "MatchStream.part.graph": "str",
    "Merger.add.part": "bytes",
    "frequent.most": "tuple[int | None, int | None]",
    "goal": "Mapping[str, object]",
    "graph": "Graph",
    "Graph.load.options": "Mapping[str, object]",
    "induced": "bool",
    "limits": "tuple[int, int | None]",
    "meaning": "_Meaning",
    "model": "str",
    "most": "int | None",
    "once": "bool",
    "motifs": "tuple[int, int]",
    "null": "Mapping[str, object]",
    "num_vertices": "int | None",
    "number": "int",
    "options": "_Options",
    "order": "tuple[str, bool]",
    "path": "str | os.PathLike[str]",
    "part": "tuple[int, int, str, str]",
    "pattern": "str",
    "patterns": "Sequence[str]",
    "per_edge": "bool",
    "place": "tuple[bool, Sequence[str]]",
    "question": "str",
    "records": "bool | str | None",
    "seed": "int",
    "sets": "Mapping[str, object]",
    "shard": "tuple[int, int] | None",
    "shards": "int",
    "size": "int",
    "sources": "_Ids",
    "spans": "Sequence[str]",
    "stream": "MatchStream",
    "support": "int",
    "targets": "_Ids",
    "text": "str",
    "vertex_columns": "Sequence[tuple[str, _Attribute]]",
    "vertex_labels": "Sequence[str] | None",
    "vertices": "_Ids | None",
    "wanted": "tuple[float, float, int]",
}
"""Of parameters, by name in any function or in one."""

RESULTS = {
    "Buffer.__len__": "int",
    "Graph.edges": "tuple[_Column, _Column]",
    "Graph.fingerprint": "str",
    "Graph.from_arrays": "Graph",
    "Graph.generate": "Graph",
    "Graph.ids": "_Column",
    "Graph.is_directed": "bool",
    "Graph.load": "Graph",
    "Graph.num_edges": "int",
    "Graph.num_records": "int",
    "Graph.num_vertices": "int",
    "Graph.report": "str",
    "Graph.write": "list[str]",
    "MatchStream.about": "_About",
    "MatchStream.close": "None",
    "MatchStream.columns": "list[tuple[str, bool]]",
    "MatchStream.part": "bytes | None",
    "MatchStream.take": "list[_Column] | None",
    "Merger.add": "tuple[int, int]",
    "Merger.counts": "list[int]",
    "Merger.missing": "list[int]",
    "Merger.rows": "_Rows",
    "NullGraphs.about": "_About",
    "NullGraphs.graph": "Graph",
    "Pattern.canonical": "str",
    "Pattern.edges": "list[tuple[int, int, bool, str | None, bool]]",
    "Pattern.is_directed": "bool",
    "Pattern.predicate": "str | None",
    "Pattern.text": "str",
    "Pattern.title": "str",
    "Pattern.vertices": "list[tuple[str, str | None]]",
    "arrow_columns": "list[tuple[str, Buffer | list[int | None] | list[float | None] | list[str | None] | _Moments]]",
    "arrow_of_matches": "CapsuleType",
    "arrow_stream": "CapsuleType",
    "count": "list[_About]",
    "count_part": "bytes | None",
    "estimate": "_About",
    "explain": "str",
    "explain_query": "str",
    "query": "tuple[_About, list[tuple[str, str, Any]]]",
    "query_reads_ids": "bool",
    "frequent": "tuple[_About, list[str], Buffer]",
    "list": "tuple[_About, list[tuple[str, bool]], list[_Column]]",
    "num_orbits": "int",
    "orbits": "_Rows | None",
    "orbits_part": "bytes | None",
    "patterns_of_size": "list[tuple[str, str]]",
    "per_place": "_Rows | None",
    "place_part": "bytes | None",
    "reads_ids": "bool",
    "sample": "tuple[int, list[tuple[str, bool]], list[_Column]]",
    "significance": "tuple[_About, list[_About], _Rows | None]",
    "sets": "tuple[_About, _Counts | None, _Column, Buffer]",
    "temporal_counts": "list[list[int]] | None",
    "temporal_patterns": "list[tuple[str, str, str]]",
    "triads": "list[tuple[str, int]] | None",
}
"""Of what functions return and attributes are."""

BUFFER = "    def __buffer__(self, flags: int, /) -> memoryview: ...\n"
"""What the class `Buffer` has beside: Python shows it from version 3.12 on."""

CAN_BE_DERIVED_FROM = 1 << 10
"""The flag of such a class, `Py_TPFLAGS_BASETYPE`."""


def documented(head, what, indent):
    """A definition, and behind it what it is for."""
    text = None if inspect.isclass(what) else inspect.getdoc(what)
    if not text:
        return f"{indent}{head} ...\n"
    lines = "\n".join(f"{indent}    {line}".rstrip() for line in text.split("\n")).lstrip()
    return f'{indent}{head}\n{indent}    """{lines}"""\n'


def function(name, what, of=None, returned=None):
    """A function, or a method of a class."""
    place = name if of is None else f"{of.__name__}.{name}"
    is_static = of is not None and isinstance(vars(of)[name], staticmethod)
    first = [] if of is None or is_static else ["cls" if name == "__new__" else "self"]
    given = [own for own in inspect.signature(what).parameters if own != "self"]
    typed = [f"{own}: {PARAMETERS.get(f'{place}.{own}') or PARAMETERS[own]}" for own in given]
    indent = "" if of is None else "    "
    decorator = f"{indent}@staticmethod\n" if is_static else ""
    return decorator + documented(f"def {name}({', '.join(first + typed)}) -> {returned or RESULTS[place]}:", what, indent)


def class_(what):
    """A class: its constructor, what it can do, and its attributes. The module has these in an order that differs from run to run."""
    members = {name: member for name, member in vars(what).items() if not name.startswith("__") or name == "__len__"}
    is_attribute = inspect.isgetsetdescriptor
    lines = [function("__new__", what, what, what.__name__)] if what.__text_signature__ else []
    lines += [function(name, getattr(what, name), what) for name, member in members.items() if not is_attribute(member)]
    for name, member in sorted(members.items()):
        if is_attribute(member):
            lines.append("    @property\n" + documented(f"def {name}(self) -> {RESULTS[f'{what.__name__}.{name}']}:", member, "    "))
    if what is _core.Buffer:
        lines.append(BUFFER)
    final = "" if what.__flags__ & CAN_BE_DERIVED_FROM else "@final\n"
    doc = "\n".join(f"    {line}".rstrip() for line in inspect.getdoc(what).split("\n"))
    return f'{final}class {what.__name__}:\n    """{doc.lstrip()}"""\n\n' + "\n".join(lines)


def text():
    """The types of the module."""
    names = "".join(f'    "{name}",\n' for name in _core.__all__)
    parts = [HEAD, f"__all__ = [\n{names}]\n"]
    for name in _core.__all__:
        what = getattr(_core, name)
        parts.append(class_(what) if inspect.isclass(what) else function(name, what))
    # The module has a function `list`.
    own = "|".join(name for name in _core.__all__ if hasattr(builtins, name))
    return re.sub(rf"(?<![\w.])({own})\[", r"builtins.\1[", "\n".join(parts))


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
