"""Features where other libraries expect them: a transform of PyTorch Geometric, and a transformer of scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .batch import Batch, Per, feature_names, features
from .pattern import PatternLike
from .table import array


class AddFeatures:
    """A transform of PyTorch Geometric: counts patterns at each vertex of a `Data` or `Batch`, and keeps them as its attribute `name`, a tensor of integers
    with a row for each vertex; `pre_transform=AddFeatures("orbits-5")` of a data set does it once."""

    def __init__(self, patterns: PatternLike | Sequence[PatternLike] = "orbits-4", *, name: str = "patterns", **options: Any) -> None:
        self.patterns, self.name, self.options = patterns, name, options

    def __call__(self, data: Any) -> Any:
        from .arrays import plain

        index = plain(data.edge_index)
        batch = Batch(index[0], index[1], [0, int(data.num_nodes)], directed=not data.is_undirected())
        data[self.name] = data.edge_index.new_tensor(features(batch, self.patterns, **self.options))
        return data

    def __repr__(self) -> str:
        return f"AddFeatures({self.patterns!r})"


class PatternCounts:
    """A transformer of scikit-learn: graphs in, a row of counts for each out. The parameters are those of :func:`gpmine.features`. It learns nothing from
    the graphs.

    >>> counts = PatternCounts(["triangle", "a-b-c"])
    >>> counts.fit_transform([[(0, 1), (1, 2), (2, 0)], [(0, 1), (1, 2)]]).tolist(), counts.get_feature_names_out().tolist()
    ([[1, 3], [0, 1]], ['triangle', 'a-b-c'])
    """

    def __init__(
        self,
        patterns: PatternLike | Sequence[PatternLike] = "orbits-4",
        *,
        per: Per = "graph",
        directed: bool | None = None,
        vertex_labels: str | None = None,
        edge_labels: str | None = None,
        induced: bool = False,
    ) -> None:
        self.patterns, self.per, self.directed, self.induced = patterns, per, directed, induced
        self.vertex_labels, self.edge_labels = vertex_labels, edge_labels

    def fit(self, graphs: Any, y: Any = None) -> PatternCounts:
        return self

    def transform(self, graphs: Any) -> Any:
        return features(graphs, **self.get_params())

    def fit_transform(self, graphs: Any, y: Any = None) -> Any:
        return self.transform(graphs)

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """What the columns are."""
        names = feature_names(self.patterns, per=self.per, directed=bool(self.directed))
        return array(names)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        names = ("patterns", "per", "directed", "vertex_labels", "edge_labels", "induced")
        return {name: getattr(self, name) for name in names}

    def set_params(self, **params: Any) -> PatternCounts:
        for name, value in params.items():
            if name not in self.get_params():
                raise ValueError(f"there is no parameter {name}")
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        given = [f"{name}={value!r}" for name, value in self.get_params().items() if name != "patterns" and value is not None]
        return f"PatternCounts({', '.join([repr(self.patterns), *given])})"


__all__ = ["AddFeatures", "PatternCounts"]
