"""Graphs by their address: what workers of a cluster open, each process once."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from . import _core
from .errors import FileError, InputError

KEPT = 2
"""Graphs that a process keeps open, those used last."""

FILES = ("labels", "vertex_attributes", "edge_attributes")
"""Options that name further files."""


@dataclass(frozen=True)
class Source:
    """Where a graph is, and how it is read."""

    uri: str
    records: bool
    options: tuple[tuple[str, Any], ...]

    @classmethod
    def of(cls, uri: str | os.PathLike[str], records: bool, options: Mapping[str, Any]) -> Source:
        """Of a path or address, and options of `Graph.load` or `Records.load`."""
        given = {name: os.fspath(value) if name in FILES and value is not None else value for name, value in options.items()}
        return cls(os.fspath(uri), records, tuple(sorted(given.items())))

    def files(self) -> list[str]:
        """The addresses of all files."""
        return [self.uri, *(value for name, value in self.options if name in FILES and value is not None)]


class About(NamedTuple):
    """What is known of a graph: what its content is, a number that differs where any vertex, edge, label or attribute does, and whether it has directions."""

    content: str
    directed: bool


class _Opened(NamedTuple):
    core: _core.Graph
    content: str
    state: list[str]


_graphs: dict[Source, _Opened] = {}
_opening = threading.Lock()


def _begin() -> None:
    """A forked process has nobody who would open the lock that its parent held."""
    global _opening
    _opening = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin)


def describe(source: Source) -> About:
    """What a graph is, which is opened for that."""
    found = _open(source)
    return About(found.content, found.core.is_directed)


def opened(source: Source, content: str) -> _core.Graph:
    """A graph whose content is this; :class:`InputError` if it is another one."""
    found = _open(source)
    if found.content != content:
        raise InputError(f"`{source.uri}` is not what it was when the question was asked (graph {found.content}, not {content}): files must not change meanwhile, and be the same on all hosts")
    return found.core


def _open(source: Source) -> _Opened:
    """Opens a graph, unless it is open and its files have not changed."""
    from .graph import Graph
    from .records import Records

    with _opening:
        state = [_state(file) for file in source.files()]
        found = _graphs.pop(source, None)
        if found is None or found.state != state:
            options = {name: _local(value) if name in FILES and value is not None else value for name, value in source.options}
            core = (Records if source.records else Graph).load(_local(source.uri), **options)._core
            found = _Opened(core, core.fingerprint(), state)
        while len(_graphs) >= KEPT:
            del _graphs[next(iter(_graphs))]
        _graphs[source] = found
        return found


def filesystem(address: str) -> tuple[Any, str]:
    """That of an address of fsspec, and the path in it."""
    try:
        return importlib.import_module("fsspec.core").url_to_fs(address)
    except ImportError as error:
        raise ImportError(f"`{address}` is read by fsspec: pip install fsspec, and what it needs for this address") from error


def _state(file: str) -> str:
    """What changes when a file does."""
    if "://" in file:
        files, path = filesystem(file)
        return str(files.ukey(path))
    try:
        found = os.stat(file)
    except OSError as error:
        raise FileError(f"cannot read `{file}` on this worker: {error.strerror}; all workers must have it under this path") from error
    return f"{found.st_ino} {found.st_size} {found.st_mtime_ns}"


def _local(file: str) -> str:
    """The path of a file; of one that is elsewhere, of a copy that all processes of this host share."""
    if "://" not in file:
        return file
    files, path = filesystem(file)
    folder = _copies()
    address = hashlib.sha256(file.encode()).hexdigest()[:16]
    copy = folder / f"{address}-{hashlib.sha256(_state(file).encode()).hexdigest()[:16]}-{path.rsplit('/', 1)[-1]}"
    with _locked(folder / f"{address}.lock"):
        if not copy.exists():
            for old in folder.glob(f"{address}-*"):
                # Whoever has it open keeps it.
                with contextlib.suppress(OSError):
                    old.unlink()
            begun = folder / f"{address}-begun"
            files.get_file(path, str(begun))
            begun.rename(copy)
    return str(copy)


def _copies() -> Path:
    """The folder of copies, which nobody else can write to."""
    own = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"gpmine-{own}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != own:
        raise FileError(f"`{folder}` belongs to somebody else: set TMPDIR")
    return folder


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Alone on this host. The lock goes with its process."""
    with path.open("w") as file:
        with contextlib.suppress(ImportError):
            importlib.import_module("fcntl").flock(file, 2)
        yield


__all__ = ["About", "Source", "describe", "filesystem", "opened"]
