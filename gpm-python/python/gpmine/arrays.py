"""Whatever holds a graph, as arrays of the ends of its edges. No library is imported that the caller does not use."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta, timezone
from typing import Any, NamedTuple

from . import _core
from .errors import InputError

SOURCES = ("source", "from", "src", "u")
TARGETS = ("target", "to", "dst", "v")

EPOCH = date(1970, 1, 1)
MISSING = -(1 << 63)
"""What NumPy has for a time that is missing."""


def plain(values: Any) -> Any:
    """A column as a NumPy array or a list: what torch, pandas, polars and Arrow hold is taken as it lies where that is possible."""
    for name in ("detach", "cpu"):
        if hasattr(values, name):
            values = getattr(values, name)()
    if isinstance(values, (list, range, memoryview)):
        return values
    if isinstance(values, _core.Buffer):
        return memoryview(values)
    if hasattr(values, "to_numpy"):
        try:
            return values.to_numpy()
        except TypeError:
            return values.to_numpy(zero_copy_only=False)
    if hasattr(values, "numpy"):
        return values.numpy()
    if hasattr(values, "dtype") and hasattr(values, "tolist"):
        return values
    return list(values)


def integers(values: Any) -> Any:
    """The values where they are ids that are integers, else None. Arrays of 32 or 64 bits are not copied."""
    kind = getattr(getattr(values, "dtype", None), "kind", None)
    if kind in ("i", "u"):
        if getattr(values, "ndim", 1) != 1:
            raise InputError(f"ids are an array of one dimension, not {values.ndim}")
        if values.dtype.itemsize < 4:
            values = values.astype("int64")
        if not values.dtype.isnative or not values.flags["C_CONTIGUOUS"]:
            values = values.astype(values.dtype.newbyteorder("="), order="C")
        # Numbers below zero are objects like any other.
        return None if kind == "i" and len(values) > 0 and values.min() < 0 else values
    if isinstance(values, range):
        return list(values) if not values or min(values) >= 0 else None
    if isinstance(values, memoryview):
        return values if values.format in ("i", "l", "q", "I", "L", "Q") else None
    if kind is None and all(type(value) is int and 0 <= value < 1 << 63 for value in values):
        return values
    return None


def texts(values: Any) -> list[str] | None:
    """The values where all of them are text, else None."""
    found = values.tolist() if hasattr(values, "tolist") else list(values)
    return found if all(type(value) is str for value in found) else None


def scalars(values: Any) -> list[Any]:
    """An attribute as Python has it."""
    values = plain(values)
    return values.tolist() if hasattr(values, "tolist") else list(values)


def labels(values: Any) -> list[str]:
    """Labels as text; whatever has none has the empty one."""
    return texts(values) or ["" if _is_missing(value) else str(value) for value in scalars(values)]


class Moments(NamedTuple):
    """Dates in days since 1970 (`date`), timestamps in microseconds since then (`timestamp`; `instant` if they have a zone), None where one is missing."""

    kind: str
    values: list[int | None]

    def __len__(self) -> int:
        return len(self.values)


def attribute(values: Any) -> list[Any] | Moments:
    """An attribute as the native part takes it: dates and timestamps are moments, whoever holds them."""
    if isinstance(values, Moments):
        return values
    if isinstance(values, tuple) and len(values) == 2 and values[0] in ("date", "timestamp", "instant"):
        return Moments(*values)
    kind = "timestamp"
    if getattr(getattr(values, "dtype", None), "tz", None) is not None:
        kind, values = "instant", values.dt.tz_convert("UTC").dt.tz_localize(None)
    if getattr(getattr(plain(values), "dtype", None), "kind", None) == "M":
        numbers = plain(values).astype("datetime64[us]").astype("int64").tolist()
        return Moments(kind, [None if value == MISSING else value for value in numbers])
    return _moments([None if _is_missing(value) else value for value in scalars(values)])


def _is_missing(value: Any) -> bool:
    """What stands for no value, in pandas as well."""
    return value is None or (isinstance(value, float) and value != value) or type(value).__name__ in ("NaTType", "NAType")


def _moments(values: list[Any]) -> list[Any] | Moments:
    """The same of Python's own dates and datetimes."""
    present = [value for value in values if value is not None]
    if not present or not all(isinstance(value, date) for value in present):
        return values
    if not any(isinstance(value, datetime) for value in present):
        return Moments("date", [None if value is None else value.toordinal() - EPOCH.toordinal() for value in values])
    if not all(isinstance(value, datetime) for value in present):
        return values
    has_zone = [value.tzinfo is not None for value in present]
    if any(has_zone) != all(has_zone):
        return values
    epoch = datetime(1970, 1, 1, tzinfo=timezone.utc if has_zone[0] else None)
    kind = "instant" if has_zone[0] else "timestamp"
    return Moments(kind, [None if value is None else (value - epoch) // timedelta(microseconds=1) for value in values])


def _is_attribute(values: list[Any] | Moments) -> bool:
    """Whether it is numbers, or text, or moments, of which some may be missing."""
    return (
        isinstance(values, Moments)
        or all(value is None or isinstance(value, (int, float)) for value in values)
        or all(value is None or isinstance(value, str) for value in values)
    )


class Arrays:
    """The ends of edges, and what is known beside."""

    def __init__(self, sources: Any, targets: Any, *, directed: bool | None = None, vertices: Any = None) -> None:
        self.sources, self.targets = plain(sources), plain(targets)
        if len(self.sources) != len(self.targets):
            raise InputError(f"there are {len(self.sources)} sources and {len(self.targets)} targets: edge i leads from the i-th to the i-th")
        self.directed = directed
        """Whether edges have directions; None where that is not said."""
        self.vertices = None if vertices is None else plain(vertices)
        self.vertex_labels: list[str] | None = None
        self.edge_labels: list[str] | None = None
        self.vertex_attributes: dict[str, Any] = {}
        self.edge_attributes: dict[str, Any] = {}

    def add(
        self,
        vertices: Any,
        vertex_labels: Any,
        edge_labels: Any,
        vertex_attributes: dict[str, Any] | None,
        edge_attributes: dict[str, Any] | None,
    ) -> None:
        """Adds what the caller says of vertices and edges."""
        if vertices is not None:
            self.vertices = plain(vertices)
            self.vertex_attributes = {}
        self.vertex_attributes.update(vertex_attributes or {})
        self.edge_attributes.update(edge_attributes or {})
        if isinstance(vertex_labels, str):
            vertex_labels = self._named("vertex", vertex_labels, self.vertex_attributes)
        if isinstance(edge_labels, str):
            edge_labels = self._named("edge", edge_labels, self.edge_attributes)
        if isinstance(vertex_labels, Mapping):
            if self.vertices is None:
                self.vertices, vertex_labels = list(vertex_labels), list(vertex_labels.values())
            else:
                by_vertex = vertex_labels
                vertex_labels = [by_vertex.get(vertex, "") for vertex in scalars(self.vertices)]
        if vertex_labels is not None:
            if self.vertices is None:
                raise InputError("vertex_labels are parallel to vertices: name these too, or give a mapping of ids to labels")
            self.vertex_labels = labels(vertex_labels)
        if self.vertex_attributes and self.vertices is None:
            raise InputError("vertex_attributes are parallel to vertices: name these too")
        if edge_labels is not None:
            self.edge_labels = labels(edge_labels)

    def _named(self, of: str, name: str, attributes: dict[str, Any]) -> Any:
        if name not in attributes:
            known = ", ".join(f"`{own}`" for own in attributes) or "none"
            raise InputError(f"{of}_labels names the attribute `{name}`, and there are {known}")
        return attributes[name]

    def graph(self, directed: bool, records: bool | None = None) -> tuple[_core.Graph, list[Any] | None]:
        """The graph, and the objects that its vertices are, where these are neither integers nor text. Where `records` says whether these have labels,
        each edge is a record."""
        given = [self.sources, self.targets] + ([] if self.vertices is None else [self.vertices])
        keys: list[Any] | None = None
        for read in (integers, texts):
            ids: list[Any] = []
            for column in given:
                # Of no ids each is one.
                found = read(column) if len(column) else []
                if found is None:
                    break
                ids.append(found)
            if len(ids) == len(given):
                break
        else:
            places: dict[Any, int] = {}
            order = given[2:] + given[:2]
            numbered = [[places.setdefault(vertex, len(places)) for vertex in scalars(column)] for column in order]
            ids, keys = numbered[-2:] + numbered[:-2], list(places)
            if self.vertices is None:
                ids.append(list(range(len(keys))))
        columns = [[(str(name), attribute(values)) for name, values in given.items()] for given in (self.vertex_attributes, self.edge_attributes)]
        for name, values in columns[0] + columns[1]:
            if not _is_attribute(values):
                raise InputError(f"the attribute `{name}` is neither numbers nor text nor times: make it one of them, or leave it out")
        vertices = ids[2] if len(ids) > 2 else None
        core = _core.Graph.from_arrays(ids[0], ids[1], directed, vertices, None, self.vertex_labels, self.edge_labels, *columns, records)
        return core, keys


def libraries_of(data: Any) -> set[str]:
    """The libraries that an object's class, or one that it is derived from, comes from."""
    return {own.__module__.partition(".")[0] for own in type(data).__mro__}


def columns_of(data: Any) -> dict[str, Any] | None:
    """The columns of a table by name; None if it is none."""
    # pandas has it too, and needs pyarrow for it.
    if hasattr(data, "__arrow_c_stream__") and "pandas" not in libraries_of(data):
        return dict(_core.arrow_columns(data.__arrow_c_stream__()))
    if isinstance(data, Mapping) or hasattr(data, "columns"):
        return {str(name): data[name] for name in (data if isinstance(data, Mapping) else data.columns)}
    return None


def arrays_of(data: Any) -> Arrays:
    """The arrays of a graph of another library, of a table, or of pairs."""
    libraries = libraries_of(data)
    if "networkx" in libraries:
        return _of_networkx(data)
    if "igraph" in libraries:
        return _of_igraph(data)
    if "rustworkx" in libraries:
        edges = list(data.edge_list())
        directed = hasattr(data, "predecessors")
        return Arrays([u for u, _ in edges], [v for _, v in edges], directed=directed, vertices=list(data.node_indices()))
    if hasattr(data, "tocoo"):
        return _of_matrix(data)
    if hasattr(data, "edge_index"):
        index = plain(data.edge_index)
        return Arrays(index[0], index[1], directed=not data.is_undirected(), vertices=range(int(data.num_nodes)))
    columns = columns_of(data)
    if columns is not None:
        return of_table(columns)
    if hasattr(data, "shape") and len(data.shape) == 2:
        return _of_pairs(plain(data))
    if isinstance(data, tuple) and len(data) == 2:
        if len(data[0]) == 2 and len(data[1]) == 2:
            raise InputError("two pairs may be two edges or two arrays: write a list of edges, or Graph(sources, targets)")
        return Arrays(data[0], data[1])
    pairs = list(data)
    if any(len(pair) != 2 for pair in pairs):
        raise InputError("edges are pairs of ids: give attributes as edge_attributes, labels as edge_labels")
    return Arrays([u for u, _ in pairs], [v for _, v in pairs])


def _of_pairs(data: Any) -> Arrays:
    shape = tuple(data.shape)
    if shape == (2, 2):
        raise InputError("an array of shape (2, 2) may be read in two ways: write Graph(sources, targets)")
    if shape[0] == 2:
        return Arrays(data[0], data[1])
    if shape[1] == 2:
        return Arrays(data[:, 0], data[:, 1])
    raise InputError(f"an array of edges has the shape (2, m) or (m, 2), not {shape}; for an adjacency matrix give scipy.sparse.coo_array(matrix)")


def _of_matrix(data: Any) -> Arrays:
    if data.shape[0] != data.shape[1]:
        raise InputError(f"an adjacency matrix is square, not of shape {tuple(data.shape)}")
    matrix = data.tocoo()
    is_symmetric = (abs(data - data.T) != 0).nnz == 0
    # Zeros that are stored are no edges.
    kept = matrix.data != 0
    return Arrays(matrix.row[kept], matrix.col[kept], directed=not is_symmetric, vertices=range(data.shape[0]))


def of_table(columns: Mapping[str, Any], ends: tuple[str | None, str | None] = (None, None)) -> Arrays:
    """The arrays of a table of edges, of which `ends` may name the columns of the ids."""
    lower, known = {name.lower(): name for name in columns}, ", ".join(f"`{name}`" for name in columns)
    for name in ends:
        if name is not None and name not in columns:
            raise InputError(f"there is no column `{name}`; the table has {known}")
    found = (next((lower[name] for name in names if name in lower), None) for names in (SOURCES, TARGETS))
    source, target = (own if given is None else given for given, own in zip(ends, found))
    if source is None or target is None:
        raise InputError(f"a table of edges has columns `source` and `target`; it has {known}: rename two, or write Graph(sources, targets)")
    if source == target:
        raise InputError(f"both ends of an edge would be in the column `{source}`: name two columns")
    arrays = Arrays(columns[source], columns[target])
    arrays.edge_attributes = _attributes({name: values for name, values in columns.items() if name not in (source, target)})
    return arrays


def _attributes(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Those that are numbers, text or times."""
    found = {name: attribute(values) for name, values in columns.items()}
    return {name: values for name, values in found.items() if _is_attribute(values)}


def _of_networkx(data: Any) -> Arrays:
    # Views are counted, which takes longer than to go through them, where they become lists at once.
    nodes, edges = list(data), [edge for edge in data.edges(data=True)]  # noqa: C416
    found = Arrays([u for u, _, _ in edges], [v for _, v, _ in edges], directed=data.is_directed(), vertices=nodes)
    found.vertex_attributes = _listed([data.nodes[node] for node in nodes])
    found.edge_attributes = _listed([values for _, _, values in edges])
    return found


def _listed(rows: list[dict[Any, Any]]) -> dict[str, Any]:
    """Attributes by name, of which each row has some."""
    names = dict.fromkeys(name for row in rows if row for name in row)
    return _attributes({str(name): [row.get(name) for row in rows] for name in names})


def _of_igraph(data: Any) -> Arrays:
    names = data.vs["name"] if "name" in data.vs.attributes() else list(range(data.vcount()))
    edges = data.get_edgelist()
    found = Arrays([names[u] for u, _ in edges], [names[v] for _, v in edges], directed=data.is_directed(), vertices=names)
    found.vertex_attributes = _attributes({name: data.vs[name] for name in data.vs.attributes() if name != "name"})
    found.edge_attributes = _attributes({name: data.es[name] for name in data.es.attributes()})
    return found
