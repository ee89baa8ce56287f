"""Features where other libraries expect them: a transform of PyTorch Geometric, and a transformer of scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .batch import Batch, Per, features
from .pattern import PatternLike


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
    """A transformer of scikit-learn: graphs in, a row of counts for each out. It learns nothing from them."""

    def __init__(self, patterns: PatternLike | Sequence[PatternLike] = "orbits-4", *, per: Per = "graph", induced: bool = False) -> None:
        self.patterns, self.per, self.induced = patterns, per, induced

    def fit(self, graphs: Any, y: Any = None) -> PatternCounts:
        return self

    def transform(self, graphs: Any) -> Any:
        return features(graphs, self.patterns, per=self.per, induced=self.induced)

    def fit_transform(self, graphs: Any, y: Any = None) -> Any:
        return self.transform(graphs)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {"patterns": self.patterns, "per": self.per, "induced": self.induced}

    def set_params(self, **params: Any) -> PatternCounts:
        for name, value in params.items():
            if name not in self.get_params():
                raise ValueError(f"there is no parameter {name}")
            setattr(self, name, value)
        return self


__all__ = ["AddFeatures", "PatternCounts"]
