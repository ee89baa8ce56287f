"""Columns of equal length with names, which other libraries take as they are."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any

from . import _core
from .errors import InputError

SHOWN = 10
"""Rows that are shown at most."""


def numpy() -> Any:
    """NumPy, which gpmine can do without unless arrays are asked for."""
    try:
        return importlib.import_module("numpy")
    except ImportError as error:
        raise ImportError("arrays need NumPy: pip install numpy") from error


def array(column: Any) -> Any:
    """A column as a NumPy array. Numbers are not copied; those beyond 64 bits, and text, are objects."""
    np = numpy()
    if isinstance(column, list):
        found = np.empty(len(column), dtype=object)
        found[:] = column
        return found
    return np.asarray(column)


def numbers(buffer: Any) -> Any:
    """Numbers as a NumPy array, or where there is no NumPy as a view of them, which is a sequence too."""
    try:
        return array(buffer)
    except ImportError:
        return memoryview(buffer)


def matrix(found: Any) -> Any:
    """Columns side by side as one NumPy array: rows that lie one after the other, which are not copied, or columns of large numbers as lists."""
    if not isinstance(found, list):
        return numpy().asarray(found)
    return numpy().stack([array(column) for column in found], axis=1)


def plain(column: Any) -> list[Any]:
    """A column as a list of what Python itself has."""
    return column.tolist() if hasattr(column, "tolist") else list(column)


class Table:
    """Rows under named columns. A column is a sequence of ints, or of what the graph calls its vertices. Notebooks show the patterns of the column `drawn`.

    >>> table = Table({"a": [1, 2], "b": [3, 4]})
    >>> len(table), table.columns, table["b"][1], list(table)
    (2, ['a', 'b'], 4, [(1, 3), (2, 4)])
    """

    def __init__(self, columns: dict[str, Sequence[Any]], *, about: dict[str, Any] | None = None, drawn: str | None = None) -> None:
        self._columns, self._drawn = columns, drawn
        self.about = about or {}
        """What is known of the run: `partial`, `limited`, `seconds`, `device`."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    @property
    def partial(self) -> bool:
        """Whether the run was stopped early, so that there may be more rows."""
        return bool(self.about.get("partial", False))

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def __getitem__(self, name: str) -> Sequence[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return zip(*(plain(column) for column in self._columns.values()))

    def to_dict(self) -> dict[str, list[Any]]:
        """Lists by name of the column."""
        return {name: plain(column) for name, column in self._columns.items()}

    def to_numpy(self) -> dict[str, Any]:
        """NumPy arrays by name of the column; numbers are not copied."""
        return {name: array(column) for name, column in self._columns.items()}

    def to_pandas(self) -> Any:
        """A pandas DataFrame."""
        return importlib.import_module("pandas").DataFrame(self.to_numpy())

    def to_polars(self) -> Any:
        """A polars DataFrame."""
        return importlib.import_module("polars").DataFrame(self)

    def to_arrow(self) -> Any:
        """A pyarrow Table; counts beyond 64 bits are decimals of 38 digits."""
        return importlib.import_module("pyarrow").table(self)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table as an Arrow stream, which polars, DuckDB, pyarrow and others take as it is; numbers are not copied."""
        return _core.arrow_stream(list(self._columns.items()))

    def _shown(self) -> tuple[list[tuple[str, ...]], int]:
        shown = zip(*(plain(column[:SHOWN]) for column in self._columns.values()))
        rows = [tuple(str(value) for value in row) for row in shown]
        return rows, len(self) - len(rows)

    def __repr__(self) -> str:
        rows, left = self._shown()
        lines = [tuple(self._columns), *rows]
        widths = [max(len(line[at]) for line in lines) for at in range(len(self._columns))]
        text = "\n".join("  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in lines)
        more = f"\n… {left} more" if left else ""
        return f"{text}{more}\n[{len(self)} rows{', partial' if self.partial else ''}]"

    def _repr_html_(self) -> str:
        from html import escape

        rows, left = self._shown()
        place = -1 if self._drawn is None else self.columns.index(self._drawn)
        drawings = [] if self._drawn is None else _drawings([row[place] for row in rows])
        head = "".join(f"<th{' colspan=2' if at == place else ''}>{escape(name)}</th>" for at, name in enumerate(self._columns))
        body = ""
        for number, row in enumerate(rows):
            cells = [f"<td>{escape(cell)}</td>" for cell in row]
            if drawings:
                cells.insert(place + 1, f"<td>{drawings[number]}</td>")
            body += f"<tr>{''.join(cells)}</tr>"
        more = f"<p>… {left} more rows</p>" if left else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _drawings(texts: list[str]) -> list[str]:
    """Patterns as SVG, in which a label has the same color everywhere; nothing for what is no pattern, as triads in which a vertex has no arc."""
    from .drawing import SMALL, colors_of, svg

    patterns: list[_core.Pattern | None] = []
    for text in texts:
        try:
            patterns.append(_core.Pattern(text))
        except InputError:
            patterns.append(None)
    colors = colors_of(pattern for pattern in patterns if pattern is not None)
    return ["" if pattern is None else svg(pattern, look=SMALL, colors=colors) for pattern in patterns]
