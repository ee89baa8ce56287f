"""Matches while they are found: more than memory holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from . import _core
from .errors import InputError
from .running import Running
from .table import Table


class Stream(Iterator[Table]):
    """The matches of a pattern as tables of some rows each, searched while they are taken; see :meth:`Graph.stream`.

    It is an Arrow stream too: `pyarrow.RecordBatchReader.from_stream(stream)`, `polars.DataFrame(stream)` and DuckDB take what is left of it. `close()`,
    or the end of a `with` block, ends the search before its end.
    """

    def __init__(self, core: _core.MatchStream, column: Callable[[Any, bool], Sequence[Any]], has_objects: bool, running: Running) -> None:
        self._core, self._column, self._has_objects, self._running = core, column, has_objects, running

    @property
    def about(self) -> dict[str, Any]:
        """What is known of the run: `count`, how many matches were taken, and when all are, `partial`, `limited`, `seconds`, `device` too."""
        return self._core.about()

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [name for name, _ in self._core.columns]

    def __next__(self) -> Table:
        columns = self._core.take()
        if columns is not None:
            return Table({name: self._column(column, is_row) for (name, is_row), column in zip(self._core.columns, columns)})
        self._running.__exit__()
        raise StopIteration

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """What is left, as batches of numbers or text."""
        if self._has_objects:
            raise InputError("vertices of this graph are objects, which Arrow does not hold: take tables from the stream")
        return _core.arrow_of_matches(self._core)

    def close(self) -> None:
        """Ends the search; there are no more matches then."""
        self._core.close()
        self._running.__exit__()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<gpmine.Stream: {', '.join(self.columns)}>"


__all__ = ["Stream"]
