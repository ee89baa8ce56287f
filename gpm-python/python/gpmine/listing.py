"""Matches in a folder: a Parquet file for each shard, and a manifest."""

from __future__ import annotations

import glob
import importlib
import json
import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _core
from .running import Running
from .sources import filesystem
from .stream import Stream

ROWS = 1 << 17
"""Rows of a row group."""

PART = "gpmine.part"
"""Under this name the metadata of a file have its part, in hexadecimal."""

MANIFEST = "_manifest.json"
"""Readers of folders of Parquet files leave out what begins so."""


@dataclass(frozen=True)
class Listing:
    """Matches in files: `files` are their paths or addresses, `matches` how many there are, `missing` the shards that a deadline left out."""

    folder: str
    files: list[str]
    matches: int
    missing: list[int]

    @property
    def partial(self) -> bool:
        """Whether there may be more matches."""
        return bool(self.missing)

    def dataset(self) -> Any:
        """All files as a dataset of pyarrow."""
        return importlib.import_module("pyarrow.dataset").dataset([_filed(path)[1] for path in self.files], filesystem=_filed(self.folder)[2])


class _Disk:
    """What is used of a file system of fsspec, of the paths of this host."""

    exists = staticmethod(os.path.exists)
    open = staticmethod(open)
    makedirs = staticmethod(os.makedirs)
    mv = staticmethod(os.replace)
    rm = staticmethod(os.remove)
    glob = staticmethod(glob.glob)


def _filed(path: str) -> tuple[Any, str, Any]:
    """The file system of a path or address, the path in it, and the file system as pyarrow takes it."""
    if "://" not in path:
        return _Disk, path, None
    files, inner = filesystem(path)
    return files, inner, files


def path_of(folder: str, number: int, of: int) -> str:
    """The file of a shard."""
    return f"{folder.rstrip('/')}/matches-{number:05}-of-{of:05}.parquet"


def write(core: _core.Graph, pattern: str, wanted: tuple[int, int, str, str], how: tuple[str | None, Mapping[str, bool], Mapping[str, Any]]) -> bytes | None:
    """Writes the file of a shard, unless it is there: its part, or None if the time limit ended it."""
    number, of, content, question = wanted
    folder, meaning, options = how
    assert folder is not None
    pq = importlib.import_module("pyarrow.parquet")
    files, path, _ = _filed(path_of(folder, number, of))
    if files.exists(path):
        with files.open(path, "rb") as file:
            return bytes.fromhex((pq.read_metadata(file).metadata or {}).get(PART.encode(), b"").decode())
    parent, name = path.rsplit("/", 1)
    files.makedirs(parent, exist_ok=True)
    # Of two processes that write the same shard, each has a file of its own: whichever ends last is there.
    begun = f"{parent}/.{name}.{uuid.uuid4().hex}"
    matches = _core.MatchStream(core, pattern, (ROWS, None), (number, of), meaning, options)
    columns = lambda column, _: column  # noqa: E731
    reader = importlib.import_module("pyarrow").RecordBatchReader.from_stream(Stream(matches, columns, False, Running({})))
    try:
        with files.open(begun, "wb") as file, pq.ParquetWriter(file, reader.schema, compression="zstd") as writer:
            for batch in reader:
                writer.write_batch(batch)
            part = matches.part(content, question)
            if part is not None:
                writer.add_key_value_metadata({PART: part.hex()})
        if part is not None:
            files.mv(begun, path)
        return part
    finally:
        matches.close()
        if files.exists(begun):
            files.rm(begun)


def finish(folder: str, identity: dict[str, Any], shards: tuple[_core.Merger, dict[int, int]], of: int) -> Listing:
    """Writes the manifest, and removes what killed workers left. `shards` are those there are, and how many matches each has."""
    merger, found = shards
    files, inner, _ = _filed(folder.rstrip("/"))
    paths = {number: path_of(folder, number, of) for number in sorted(found)}
    missing, matches = merger.missing(), sum(found.values())
    described = [{"file": path.rsplit("/", 1)[1], "shard": number, "matches": found[number]} for number, path in paths.items()]
    files.makedirs(inner, exist_ok=True)
    if not missing:
        for begun in files.glob(f"{glob.escape(inner)}/.matches-*-of-{of:05}.parquet.*"):
            files.rm(begun)
    with files.open(f"{inner}/.{MANIFEST}", "w") as file:
        json.dump({**identity, "shards": of, "missing": missing, "matches": matches, "files": described}, file, indent=1)
    files.mv(f"{inner}/.{MANIFEST}", f"{inner}/{MANIFEST}")
    return Listing(folder, list(paths.values()), matches, missing)


__all__ = ["Listing", "finish", "path_of", "write"]
